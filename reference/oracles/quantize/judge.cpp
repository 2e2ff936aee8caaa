#include "reference/oracles/quantize/judge.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "reference/oracles/quantize/loops.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/threads/parallel.h"

namespace ulpgate::quantize {
namespace {

/// Elements whose products are judged together.
constexpr std::int64_t strip = 4096;

/// What one band of block rows is judged with.
class Band {
 public:
  Band(const Recipe& recipe, const Grid& grid, const Inputs& inputs, const std::uint8_t* codes,
       const void* scales)
      : r_(recipe),
        g_(grid),
        in_(inputs),
        codes_(codes),
        scales_(scales),
        cast_(formats::fp32, *recipe.element, recipe.cast) {
    plain_ =
        !recipe.flush_to_zero && !(recipe.scales == ScaleKind::given && recipe.given == GivenRule::divide);
  }

  /// Rows of blocks [first, last).
  TensorJudgement judge(std::int64_t first, std::int64_t last) {
    TensorJudgement total;
    for (std::int64_t band = first; band < last; ++band) {
      make_scales(band, total);
      const std::int64_t end = std::min((band + 1) * g_.block_rows, g_.rows);
      for (std::int64_t row = band * g_.block_rows; row < end; ++row) judge_row(row, total);
    }
    flush(total);
    return total;
  }

 private:
  void make_scales(std::int64_t band, TensorJudgement& total) {
    band_.clear();
    if (r_.scales == ScaleKind::given) {
      for (std::int64_t c = 0; c < g_.scale_columns; ++c)
        band_.push_back({.factor = in_.scales[static_cast<std::size_t>(band * g_.scale_columns + c)]});
      return;
    }
    const Loops& loop = loops();
    const auto amax = r_.amax_nan == AmaxNan::ignored ? loop.amax : loop.amax_with_nan;
    const std::int64_t end = std::min((band + 1) * g_.block_rows, g_.rows);
    const Format& format = stored_format(r_.scales);
    for (std::int64_t c = 0; c < g_.scale_columns; ++c) {
      const std::int64_t begin = c * g_.block_columns, count = std::min(g_.block_columns, g_.columns - begin);
      std::uint32_t most = 0;
      for (std::int64_t row = band * g_.block_rows; row < end; ++row)
        most = std::max(most, amax(in_.x.data() + row * g_.columns + begin, count));
      band_.push_back(block_scale(r_, number(most), in_.global));
      const std::int64_t place = band * g_.scale_columns + c;
      const std::uint64_t got = load_element(format, scales_, static_cast<std::size_t>(place));
      ++total.scales;
      if (is_right(format, got, band_.back())) continue;
      if (total.wrong_scales++ == 0) total.first_scale = place;
    }
  }

  static bool is_right(const Format& format, std::uint64_t got, const BlockScale& expected) {
    if (is_nan(format, expected.stored)) return is_nan(format, got);
    return expected.any_stored ? !is_nan(format, got) : got == expected.stored;
  }

  void judge_row(std::int64_t row, TensorJudgement& total) {
    for (std::int64_t c = 0; c < g_.scale_columns; ++c) {
      const std::int64_t begin = c * g_.block_columns, end = std::min(begin + g_.block_columns, g_.columns);
      for (std::int64_t at = begin; at < end;) {
        if (filled_ == strip) flush(total);
        if (filled_ == 0) start_ = row * g_.columns + at;
        const std::int64_t count = std::min(end - at, strip - filled_);
        multiply(in_.x.data() + row * g_.columns + at, band_[static_cast<std::size_t>(c)].factor, count);
        at += count;
        filled_ += count;
      }
    }
  }

  void multiply(const float* x, float factor, std::int64_t count) {
    float* const t = products_.data() + filled_;
    if (plain_) return loops().products(x, factor, count, t);
    const Steps steps(r_.flush_to_zero);
    const bool divides = r_.scales == ScaleKind::given && r_.given == GivenRule::divide;
    for (std::int64_t i = 0; i < count; ++i) {
      t[i] = divides ? steps.quotient(x[i], factor) : steps.product(x[i], factor);
      if (std::isnan(t[i])) t[i] = std::isnan(x[i]) ? x[i] : number(0x7FC00000);
    }
  }

  void flush(TensorJudgement& total) {
    if (filled_ == 0) return;
    const BlockJudgement j =
        cast_.judge(products_.data(), codes_ + start_, static_cast<std::size_t>(filled_));
    total.elements += static_cast<std::uint64_t>(filled_);
    if (!j.mismatches.empty()) {
      if (total.wrong_elements == 0)
        total.first_element = start_ + static_cast<std::int64_t>(j.mismatches.front().index);
      total.wrong_elements += j.mismatches.size();
    }
    total.saturated += j.judged[static_cast<std::size_t>(Outcome::overflow)] +
                       j.judged[static_cast<std::size_t>(Outcome::infinity)];
    total.errors.merge(j.errors);
    filled_ = 0;
  }

  const Recipe& r_;
  const Grid& g_;
  const Inputs& in_;
  const std::uint8_t* codes_;
  const void* scales_;
  ConvertOracle cast_;
  bool plain_ = true;
  std::vector<BlockScale> band_;  ///< of the row of blocks at hand
  std::array<float, strip> products_;
  std::int64_t filled_ = 0, start_ = 0;
};

}  // namespace

void TensorJudgement::merge(const TensorJudgement& later) {
  elements += later.elements;
  scales += later.scales;
  if (wrong_elements == 0) first_element = later.first_element;
  if (wrong_scales == 0) first_scale = later.first_scale;
  wrong_elements += later.wrong_elements;
  wrong_scales += later.wrong_scales;
  saturated += later.saturated;
  errors.merge(later.errors);
}

const Format& stored_format(ScaleKind kind) {
  if (kind == ScaleKind::mx) return formats::e8m0;
  return kind == ScaleKind::nvfp4 ? formats::e4m3 : formats::fp32;
}

TensorJudgement judge_tensor(const Recipe& recipe, std::int64_t rows, std::int64_t columns,
                             const Inputs& inputs, const std::uint8_t* codes, const void* scales,
                             unsigned threads) {
  const Grid grid = grid_of(recipe.block, rows, columns);
  // Parts of about 2^18 elements, the same on any number of threads.
  const std::int64_t in_band = std::max<std::int64_t>(grid.block_rows * grid.columns, 1);
  const std::int64_t bands = std::max<std::int64_t>((std::int64_t{1} << 18) / in_band, 1);
  const auto parts = static_cast<std::uint64_t>((grid.scale_rows + bands - 1) / bands);
  std::vector<TensorJudgement> judged(parts);
  for_each_block(parts, threads, [&](std::uint64_t part, unsigned) {
    const std::int64_t first = static_cast<std::int64_t>(part) * bands;
    judged[part] =
        Band(recipe, grid, inputs, codes, scales).judge(first, std::min(first + bands, grid.scale_rows));
  });
  TensorJudgement total;
  for (const TensorJudgement& j : judged) total.merge(j);
  return total;
}

}  // namespace ulpgate::quantize
