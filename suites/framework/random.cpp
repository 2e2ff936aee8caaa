#include "suites/framework/random.h"

#include <xxhash.h>

namespace ulpgate {

PhiloxCounter philox4x32(PhiloxCounter c, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return c;
}

PhiloxCounter CounterRandom::block(std::uint64_t number) const {
  return philox4x32({static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
                     static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)},
                    {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
}

std::uint32_t CounterRandom::word32(std::uint64_t index) const { return block(index / 4)[index % 4]; }

std::uint64_t CounterRandom::word64(std::uint64_t index) const {
  const PhiloxCounter b = block(index / 2);
  const std::size_t half = index % 2 * 2;
  return b[half] | std::uint64_t{b[half + 1]} << 32;
}

void CounterRandom::fill(std::uint64_t first, std::span<std::uint32_t> words) const {
  std::size_t i = 0;
  for (; i < words.size() && (first + i) % 4 != 0; ++i) words[i] = word32(first + i);
  for (; i + 4 <= words.size(); i += 4) {
    const PhiloxCounter b = block((first + i) / 4);
    for (std::size_t k = 0; k < 4; ++k) words[i + k] = b[k];
  }
  for (; i < words.size(); ++i) words[i] = word32(first + i);
}

std::uint64_t CounterRandom::below(std::uint64_t index, std::uint64_t n) const {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(word64(index)) * n) >> 64);
}

std::uint64_t derive_seed(std::uint64_t run_seed, std::string_view name) {
  return XXH3_64bits_withSeed(name.data(), name.size(), run_seed);
}

}  // namespace ulpgate
