#include "suites/convert/inputs.h"

#include <algorithm>
#include <array>

#include "reference/formats/decode.h"
#include "reference/oracles/convert.h"

namespace ulpgate::convert {
namespace {

constexpr int always_exhaustive_bits = 20;
constexpr std::uint64_t least_elements = 1U << 17;  // so that narrow sources fill long calls, too

struct Sizes {
  std::uint64_t in_range, random_bits;
};

Sizes sizes(const Format& from, Tier tier) {
  const std::uint64_t scale = from.storage_bits <= 32 ? 1 : 4;  // the judge of 64-bit sources is slower
  switch (tier) {
    case Tier::smoke:
      return {(1U << 16) / scale, (1U << 16) / scale};
    case Tier::standard:
      return {(1U << 21) / scale, (1U << 21) / scale};
    case Tier::full:
      return {(1U << 26) / scale, (1U << 26) / scale};
    case Tier::exhaustive:
      return {(1U << 30) / scale, (1U << 30) / scale};
  }
  return {};
}

bool is_exhaustive(const Format& from, Tier tier) {
  return from.width() <= always_exhaustive_bits || (from.width() <= 32 && tier >= Tier::full);
}

std::uint64_t spread_code(const Format& from, const Format& to, std::uint64_t word) {
  if (from.kind == FormatKind::integer) {
    const int length = static_cast<int>(word & 0x3F) % (from.significand_bits + 1);
    const std::uint64_t magnitude = (word >> 7) & Format::ones(length);
    return ((word & 0x40) != 0 ? ~magnitude + 1 : magnitude) & from.code_mask();
  }
  // From three binades below the target's smallest value to two above its largest.
  const int largest =
      to.kind == FormatKind::exponent_only ? 127 : static_cast<int>(Format::ones(to.exponent_bits)) - to.bias;
  const int low = std::clamp(to.quantum_exponent() - 3 + from.bias, 0,
                             static_cast<int>(Format::ones(from.exponent_bits)) - 1);
  const int high =
      std::clamp(largest + 2 + from.bias, low, static_cast<int>(Format::ones(from.exponent_bits)) - 1);
  const std::uint64_t span = static_cast<std::uint64_t>(high - low) + 1;
  // fp32 takes 23 bits from the bottom, 1 for the sign and 8 for the exponent: one 32-bit word; wider formats
  // have 64.
  const int choice_bits = from.storage_bits <= 32 ? 8 : 11;
  const std::uint64_t significand = word & Format::ones(from.significand_bits);
  const std::uint64_t choice = (word >> from.significand_bits) & Format::ones(choice_bits);
  const bool negative = (word >> (from.significand_bits + choice_bits) & 1) != 0;
  const std::uint64_t exponent = static_cast<std::uint64_t>(low) + (choice * span >> choice_bits);
  const std::uint64_t magnitude = (exponent << from.significand_bits | significand) << from.padding_bits;
  return magnitude | (negative ? from.sign_mask() : 0);
}

}  // namespace

std::uint64_t draw_code(const Format& from, const Format& to, const CounterRandom& random,
                        std::uint64_t index) {
  const std::uint64_t kind = random.below(2 * index, 8);
  const std::uint64_t word = random.word64(2 * index + 1);
  const std::uint64_t sign = (word >> 63) != 0 ? from.sign_mask() : 0;
  if (from.kind != FormatKind::floating || kind < 3) return spread_code(from, to, word);
  switch (kind) {
    case 3:
      return (from.has_nan() ? (word | infinity_magnitude(from)) : word) & from.code_mask();  // NaN, mostly
    case 4:
      return from.has_infinity ? infinity_magnitude(from) | sign : 0;
    case 5:
      return (word & from.significand_mask()) | sign;  // subnormal
    case 6:
      return sign;  // zero
    default:
      return word & from.code_mask();
  }
}

Inputs::Inputs(const Format& from, const Format& to, Tier tier, std::uint64_t seed)
    : from_(&from), to_(&to), tier_(tier), seed_(seed), random_(seed) {
  if (is_exhaustive(from, tier)) {
    const std::uint64_t times = (least_elements + from.code_count() - 1) / from.code_count();
    size_ = from.code_count() * times;
    coverage_ = report::Coverage::exhaustive;
    recipe_ = "every code of " + std::string(from.name) +
              (times > 1 ? ", " + std::to_string(times) + " times" : "");
    return;
  }
  const Sizes s = sizes(from, tier);
  grid_ = conversion_grid(from, to);
  in_range_ = s.in_range;
  random_bits_ = s.random_bits;
  size_ = grid_->size() + in_range_ + random_bits_;
  recipe_ = "grid(" + std::string(from.name) + "," + std::string(to.name) +
            "):" + std::to_string(grid_->size()) + " + in_range:" + std::to_string(in_range_) +
            " + random_bits:" + std::to_string(random_bits_);
}

std::uint64_t Inputs::code_in_range(std::uint64_t word) const { return spread_code(*from_, *to_, word); }

void Inputs::fill(std::uint64_t first, std::size_t count, void* elements) const {
  if (!grid_) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t code = (first + i) % from_->code_count() << from_->padding_bits;
      store_element(*from_, elements, i, code | padding_noise(*from_, first + i));
    }
    return;
  }
  std::size_t at = 0;
  for (; at < count && first + at < grid_->size(); ++at)
    store_element(*from_, elements, at, (*grid_)[first + at]);
  if (at < count) fill_random(first + at - grid_->size(), count - at, elements, at);
}

std::vector<std::uint64_t> Inputs::codes(std::uint64_t first, std::size_t count) const {
  std::vector<std::byte> raw(count * from_->bytes());
  fill(first, count, raw.data());
  std::vector<std::uint64_t> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(load_element(*from_, raw.data(), i) & from_->code_mask());
  return all;
}

void Inputs::fill_random(std::uint64_t first, std::size_t count, void* elements, std::size_t at) const {
  constexpr std::size_t chunk = 1024;
  std::array<std::uint32_t, 2 * chunk> words;
  const std::size_t words_each = from_->storage_bits <= 32 ? 1 : 2;
  for (std::size_t done = 0; done < count; done += chunk) {
    const std::size_t n = std::min(chunk, count - done);
    random_.fill((first + done) * words_each, std::span(words).first(n * words_each));
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t word =
          words_each == 1 ? words[i] : words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32;
      const std::uint64_t code =
          first + done + i < in_range_ ? code_in_range(word) : word & from_->code_mask();
      store_element(*from_, elements, at + done + i, code);
    }
  }
}

}  // namespace ulpgate::convert
