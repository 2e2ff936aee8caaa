// The fast judge accepts what the oracle says and nothing else.
#include "reference/oracles/quantize/judge.h"

#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "reference/oracles/quantize/loops.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/quantize/vector_line.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

using namespace quantize;

std::vector<float> draw(Words& words, std::size_t count) {
  std::vector<float> x;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t code = static_cast<std::uint32_t>(words.next());
    if (words.below(4) != 0)
      code = (code & 0x807FFFFF) | static_cast<std::uint32_t>(110 + words.below(30)) << 23;
    x.push_back(number(code));
  }
  return x;
}

TEST(QuantizeJudge, SaysWhatTheOracleSays) {
  Words words(11);
  for (const auto& line : quantize_test::lines("recipes.txt", "recipe")) {
    Recipe r = quantize_test::recipe("@" + line.words.at(1), quantize_test::format(line.words.at(2)));
    if (r.cast.rounding == Rounding::stochastic || r.fast_math) continue;
    for (const auto& [rows, columns] :
         {std::pair(3, 50), std::pair(40, 129), std::pair(1, 5000), std::pair(0, 4), std::pair(4, 0)}) {
      r.flush_to_zero = words.below(4) == 0;
      const std::vector<float> x = draw(words, static_cast<std::size_t>(rows * columns)), given{0.75F};
      const Inputs in{.x = x, .scales = given, .global = 3e5F};
      const Quantized right = quantized(r, rows, columns, in);
      std::vector<std::uint8_t> codes, scales;
      for (const Expected& e : right.elements) codes.push_back(static_cast<std::uint8_t>(e.code));
      const Format& format = stored_format(r.scales);
      scales.resize(right.scales.size() * format.bytes());
      for (std::size_t i = 0; i < right.scales.size(); ++i)
        store_element(format, scales.data(), i, right.scales[i].stored);
      const auto judge = [&] { return judge_tensor(r, rows, columns, in, codes.data(), scales.data(), 2); };
      const TensorJudgement good = judge();
      EXPECT_EQ(good.elements, x.size()) << line.words.at(1);
      EXPECT_EQ(good.wrong_elements + good.wrong_scales, 0U) << line.words.at(1) << " " << line.words.at(2);
      if (x.empty()) continue;
      const std::size_t at = words.next() % x.size();
      codes[at] ^= 1;
      const TensorJudgement bad = judge();
      // Where any NaN is right, another one is.
      if (!meets(*r.element, codes[at], right.elements[at])) {
        EXPECT_EQ(bad.wrong_elements, 1U) << line.words.at(1);
        EXPECT_EQ(bad.first_element, static_cast<std::int64_t>(at)) << line.words.at(1);
      }
      codes[at] ^= 1;
      if (r.scales == ScaleKind::given || r.mx == MxRule::ocp) continue;
      const std::size_t scale = words.next() % right.scales.size();
      store_element(format, scales.data(), scale, right.scales[scale].stored ^ 1);
      if (is_nan(format, right.scales[scale].stored) && is_nan(format, right.scales[scale].stored ^ 1))
        continue;
      EXPECT_EQ(judge().wrong_scales, 1U) << line.words.at(1);
      EXPECT_EQ(judge().first_scale, static_cast<std::int64_t>(scale));
    }
  }
}

TEST(QuantizeJudge, LoopsAgreeOnEveryMachine) {
  Words words(12);
  for (int i = 0; i < 500; ++i) {
    const std::vector<float> x = draw(words, static_cast<std::size_t>(words.below(70)));
    const float factor = words.below(10) == 0 ? std::numeric_limits<float>::infinity() : draw(words, 1)[0];
    const auto count = static_cast<std::int64_t>(x.size());
    for (const Loops& l : available_loops()) {
      const float ignored = amax_of(x, AmaxNan::ignored), with_nan = amax_of(x, AmaxNan::propagates);
      EXPECT_EQ(l.amax(x.data(), count), code_of(ignored));
      const std::uint32_t all = l.amax_with_nan(x.data(), count);
      EXPECT_TRUE(std::isnan(with_nan) ? all > 0x7F800000 : all == code_of(with_nan));
      std::vector<float> t(x.size());
      l.products(x.data(), factor, count, t.data());
      for (std::size_t e = 0; e < x.size(); ++e) {
        const float product = x[e] * factor;
        const float expected = !std::isnan(product) ? product : std::isnan(x[e]) ? x[e] : number(0x7FC00000);
        EXPECT_EQ(code_of(t[e]), code_of(expected));
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate
