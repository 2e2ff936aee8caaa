#include "reference/oracles/gemm/lines.h"

#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "reference/threads/parallel.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t lines_at_once = 32;

struct Entry {
  std::int32_t significand;
  std::int16_t exponent;
  std::uint8_t bits;  ///< of the significand
  FactorClass factor_class;
};

Entry entry_of(const Factor& f) {
  return {static_cast<std::int32_t>(f.significand), static_cast<std::int16_t>(f.exponent),
          static_cast<std::uint8_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(f.significand)))),
          f.factor_class};
}

using Table = std::vector<Entry>;

Table make_table(const Format& format, bool flush) {
  Table table(std::size_t{1} << format.storage_bits);
  for (std::uint64_t code = 0; code < table.size(); ++code)
    table[code] = entry_of(to_factor(unpack_element(format, code, flush)));
  return table;
}

/// Of a format of 8 or 16 bits; made once. Formats are told apart by name.
const Table& table_of(const Format& format, bool flush) {
  static std::mutex mutex;
  static std::map<std::pair<std::string_view, bool>, Table> tables;
  const std::lock_guard lock(mutex);
  Table& table = tables[{format.name, flush}];
  if (table.empty()) table = make_table(format, flush);
  return table;
}

template <typename Word>
struct TableReader {
  const Table& table;
  const Word* first;
  std::int64_t line_stride;
  std::int64_t k_stride;

  Entry operator()(std::int64_t line, std::int64_t k) const {
    return table[first[line * line_stride + k * k_stride]];
  }
};

struct WideEntry {
  std::int64_t significand;
  int exponent;
  int bits;
  FactorClass factor_class;
};

struct FactorReader {
  const Operand& operand;
  std::int64_t b;
  bool* too_wide;

  WideEntry operator()(std::int64_t line, std::int64_t k) const {
    Factor f =
        to_factor(unpack_element(*operand.view->format, operand.code(b, line, k), operand.flush_subnormals));
    if (operand.scale != nullptr) {
      const Factor scale = to_factor(unpack(*operand.scale->scales.format, operand.scale_code(b, line, k)));
      f = scaled(f, scale, operand.zero_annihilates);
    }
    if (f.too_wide) {
      *too_wide = true;
      f.significand = 0;
    }
    return {f.significand, f.exponent,
            static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::abs(f.significand)))),
            f.factor_class};
  }
};

/// What one block of lines adds to the whole.
struct BlockFacts {
  std::vector<SpecialElement> specials;
  int significand_bits = 0;
  bool too_wide = false;
};

template <typename Reader>
void read_block(const Reader& read, bool along_lines, std::int64_t first, std::int64_t count, Lines& lines,
                BlockFacts& facts) {
  int low[lines_at_once];
  int top[lines_at_once];
  std::fill_n(low, count, 1 << 20);
  std::fill_n(top, count, -(1 << 20));
  int widest = 0;
  bool zeros[lines_at_once] = {};
  const auto store = [&](std::int64_t r, std::int64_t k) {
    const auto entry = read(first + r, k);
    const std::int64_t place = (first + r) * lines.stride + k;
    lines.significands[place] = entry.significand;
    lines.exponents[place] = static_cast<std::int16_t>(entry.exponent);
    if (entry.significand != 0) {
      low[r] = std::min<int>(low[r], entry.exponent);
      top[r] = std::max<int>(top[r], entry.exponent + entry.bits);
      widest = std::max<int>(widest, entry.bits);
      return;
    }
    zeros[r] = true;
    if (is_special(entry.factor_class)) facts.specials.push_back({first + r, k, entry.factor_class});
  };
  if (along_lines) {
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t k = 0; k < lines.length; ++k) store(r, k);
    }
  } else {
    for (std::int64_t k = 0; k < lines.length; ++k) {
      for (std::int64_t r = 0; r < count; ++r) store(r, k);
    }
  }
  for (std::int64_t r = 0; r < count; ++r) {
    const std::int64_t line = first + r;
    LineRange& range = lines.ranges[static_cast<std::size_t>(line)];
    if (low[r] <= top[r]) range = {low[r], top[r]};
    if (!zeros[r]) continue;
    for (std::int64_t at = line * lines.stride; at < line * lines.stride + lines.length; ++at) {
      if (lines.significands[at] == 0) lines.exponents[at] = static_cast<std::int16_t>(range.low);
    }
  }
  facts.significand_bits = widest;
}

void sort_by_line(std::vector<SpecialElement>& specials) {
  std::sort(specials.begin(), specials.end(), [](const SpecialElement& x, const SpecialElement& y) {
    return std::pair(x.line, x.k) < std::pair(y.line, y.k);
  });
}

template <typename Word>
TableReader<Word> table_reader(const Operand& operand, std::int64_t b) {
  const auto* data = static_cast<const Word*>(operand.view->data) + b * operand.view->batch_stride;
  return {table_of(*operand.view->format, operand.flush_subnormals), data, operand.line_stride(),
          operand.k_stride()};
}

}  // namespace

Lines read_lines(const Operand& operand, std::int64_t b, std::int64_t count, std::int64_t length,
                 unsigned threads) {
  Lines lines;
  lines.count = count;
  lines.length = length;
  // An odd number of cache lines: neighbouring lines never compete for one set of a cache.
  lines.stride = (length / 16 * 2 + 3) * 8;
  const auto total = static_cast<std::size_t>(count * lines.stride);
  lines.significands = make_storage<std::int64_t>(total);
  lines.exponents = make_storage<std::int16_t>(total);
  lines.ranges.resize(static_cast<std::size_t>(count));
  const bool along_lines = std::abs(operand.k_stride()) <= std::abs(operand.line_stride());
  const auto blocks = static_cast<std::uint64_t>((count + lines_at_once - 1) / lines_at_once);
  std::vector<BlockFacts> facts(blocks);
  for_each_block(blocks, threads, [&](std::uint64_t block, unsigned) {
    const std::int64_t first = static_cast<std::int64_t>(block) * lines_at_once;
    const std::int64_t size = std::min(lines_at_once, count - first);
    BlockFacts& own = facts[block];
    const int storage = operand.view->format->storage_bits;
    if (operand.scale == nullptr && storage == 8) {
      read_block(table_reader<std::uint8_t>(operand, b), along_lines, first, size, lines, own);
    } else if (operand.scale == nullptr && storage == 16) {
      read_block(table_reader<std::uint16_t>(operand, b), along_lines, first, size, lines, own);
    } else {
      read_block(FactorReader{operand, b, &own.too_wide}, along_lines, first, size, lines, own);
    }
    sort_by_line(own.specials);
  });
  for (BlockFacts& own : facts) {
    lines.specials.insert(lines.specials.end(), own.specials.begin(), own.specials.end());
    lines.significand_bits = std::max(lines.significand_bits, own.significand_bits);
    lines.too_wide = lines.too_wide || own.too_wide;
  }
  for (const LineRange& range : lines.ranges) lines.width = std::max(lines.width, range.width());
  return lines;
}

}  // namespace ulpgate::products
