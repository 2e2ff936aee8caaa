#include "suites/framework/fingerprint.h"

#include <array>
#include <bit>
#include <cstdio>
#include <xxhash.h>

namespace ulpgate {
namespace {

thread_local ScopedOutputs* innermost = nullptr;

}  // namespace

struct Fingerprint::State {
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash{XXH3_createState(), XXH3_freeState};
  bool empty = true;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) { XXH3_64bits_reset(state_->hash.get()); }
Fingerprint::~Fingerprint() = default;
Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;
Fingerprint& Fingerprint::operator=(Fingerprint&&) noexcept = default;

void Fingerprint::add(std::span<const std::uint64_t> numbers) {
  state_->empty = false;
  if constexpr (std::endian::native == std::endian::little) {
    XXH3_64bits_update(state_->hash.get(), numbers.data(), numbers.size_bytes());
  } else {
    for (const std::uint64_t number : numbers) {
      std::array<unsigned char, 8> bytes{};
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
      XXH3_64bits_update(state_->hash.get(), bytes.data(), bytes.size());
    }
  }
}

std::uint64_t Fingerprint::value() const { return XXH3_64bits_digest(state_->hash.get()); }

std::string Fingerprint::text() const {
  if (state_->empty) return {};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "xxh3-64:%016llx", static_cast<unsigned long long>(value()));
  return text.data();
}

ScopedOutputs::ScopedOutputs() : outer_(innermost) { innermost = this; }

ScopedOutputs::~ScopedOutputs() { innermost = outer_; }

std::optional<std::uint64_t> ScopedOutputs::value() const {
  return outputs_ ? std::optional(outputs_->value()) : std::nullopt;
}

void note_outputs(std::span<const std::uint64_t> codes) {
  if (innermost == nullptr) return;
  if (!innermost->outputs_) innermost->outputs_.emplace();
  innermost->outputs_->add(codes);
}

}  // namespace ulpgate
