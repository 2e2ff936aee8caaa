#include "suites/framework/strided_buffer.h"

#include <cstring>

#include "reference/oracles/convert.h"

namespace ulpgate {

StridedBuffer::StridedBuffer(const Format& format, const StridedPlan& plan, std::int64_t lead)
    : format_(&format),
      plan_(plan),
      buffer_(static_cast<std::size_t>(plan.extent) * format.bytes(),
              static_cast<std::size_t>(lead) * format.bytes()) {}

void StridedBuffer::fill(std::uint64_t code) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(plan_.extent); ++i)
    store_element(*format_, buffer_.data(), i, code);
}

void StridedBuffer::set(const std::vector<std::uint64_t>& codes) {
  std::size_t next = 0;
  for_each_place(plan_, [&](std::size_t at) { store_element(*format_, buffer_.data(), at, codes[next++]); });
}

std::vector<std::uint64_t> StridedBuffer::get() const {
  std::vector<std::uint64_t> codes;
  codes.reserve(static_cast<std::size_t>(plan_.shape[0] * plan_.shape[1] * plan_.shape[2]));
  for_each_place(plan_, [&](std::size_t at) { codes.push_back(load_element(*format_, buffer_.data(), at)); });
  return codes;
}

std::vector<std::byte> StridedBuffer::bytes() const {
  return {buffer_.data(), buffer_.data() + buffer_.size()};
}

bool StridedBuffer::gaps_equal(const std::vector<std::byte>& before) const {
  std::vector<bool> used(static_cast<std::size_t>(plan_.extent), false);
  for_each_place(plan_, [&](std::size_t at) { used[at] = true; });
  const std::size_t width = format_->bytes();
  for (std::size_t e = 0; e < used.size(); ++e) {
    if (!used[e] && std::memcmp(before.data() + e * width, buffer_.data() + e * width, width) != 0)
      return false;
  }
  return true;
}

}  // namespace ulpgate
