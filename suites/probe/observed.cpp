#include "suites/probe/observed.h"

#include <algorithm>
#include <stdexcept>

#include "reference/formats/decode.h"

namespace ulpgate::probe {
namespace {

/// A format of up to 8 bits with more significand bits, all of them zero in what `widened` codes hold: the
/// same values, for which the engine makes no table. It makes one for every dot of a two-stage sum.
Format widened(const Format& f) {
  Format wide = f;
  if (f.width() > 8) return wide;
  wide.storage_bits = 32;
  wide.significand_bits += 9 - f.width();
  return wide;
}

std::vector<std::uint64_t> widened(const Format& f, const std::vector<std::uint64_t>& codes) {
  if (f.width() > 8) return codes;
  const Format wide = widened(f);
  std::vector<std::uint64_t> out;
  for (const std::uint64_t code : codes) {
    const std::uint64_t sign = (code & f.sign_mask()) != 0 ? wide.sign_mask() : 0;
    if (is_nan(f, code)) {
      out.push_back(f.nans == NanCodes::negative_zero ? wide.sign_mask() : wide.magnitude_mask());
    } else {
      out.push_back((code & f.magnitude_mask()) << (9 - f.width()) | sign);
    }
  }
  return out;
}

std::variant<Mma, FusedSum> engine(const Signature& s, const Arithmetic& r) {
  const ProfileEntry entry = entry_of(s, r);
  if (r.algorithm == Algorithm::fused_sum) return FusedSum(entry, *s.a, *s.b);
  if (r.algorithm == Algorithm::two_stage_sum) return Mma(entry, widened(*s.a), widened(*s.b));
  return Mma(entry, *s.a, *s.b);
}

/// The k that is taken at each place.
std::vector<std::size_t> places(KOrder order, std::size_t k) {
  std::vector<std::size_t> all;
  for (const bool first : {true, false}) {
    for (std::size_t i = 0; i < k; ++i) {
      if (order == KOrder::ascending ? first : (i % 4 < 2) == first) all.push_back(i);
    }
  }
  return all;
}

}  // namespace

void Observed::append(const Observed& other) {
  dots.insert(dots.end(), other.dots.begin(), other.dots.end());
  outputs.insert(outputs.end(), other.outputs.begin(), other.outputs.end());
  decoded.clear();
  widened.clear();
}

Observed observe(const Instruction& instruction, Dots dots) {
  Observed made{std::move(dots), {}};
  if (!made.dots.empty()) made.outputs = instruction.evaluate(made.dots);
  if (made.outputs.size() != made.dots.size())
    throw std::runtime_error("The instruction gave " + std::to_string(made.outputs.size()) + " results for " +
                             std::to_string(made.dots.size()) + " dots.");
  return made;
}

bool Equality::operator()(std::uint64_t left, std::uint64_t right) const {
  return left == right || (any_nan && is_nan(*output, left) && is_nan(*output, right));
}

Model::Model(const Signature& s, const Arithmetic& arithmetic)
    : signature_(s), arithmetic_(arithmetic), engine_(engine(s, arithmetic)) {}

const Decoded* Model::decode(const Observed& observed) const {
  if (arithmetic_.algorithm == Algorithm::two_stage_sum && observed.widened.empty()) {
    for (const Dot& d : observed.dots)
      observed.widened.push_back({widened(*signature_.a, d.a), widened(*signature_.b, d.b), d.c});
  }
  const auto* sum = std::get_if<FusedSum>(&engine_);
  if (sum == nullptr) return nullptr;
  for (const auto& made : observed.decoded) {
    if (made->subnormals == arithmetic_.input_subnormals && made->order == arithmetic_.k_order)
      return made.get();
  }
  const auto k = static_cast<std::size_t>(signature_.k);
  Decoded made{arithmetic_.input_subnormals, arithmetic_.k_order, Operands(observed.size() * k),
               Operands(observed.size() * k)};
  const std::vector<std::size_t> order = places(arithmetic_.k_order, k);
  std::optional<OperandDecoder> scale;
  if (signature_.scale_format != nullptr)
    scale.emplace(*signature_.scale_format, SubnormalRule::unnormalised);
  const auto fill = [&](Operands& out, const OperandDecoder& decoder, std::size_t at,
                        const std::vector<std::uint64_t>& codes, const std::vector<std::uint64_t>& scales) {
    for (std::size_t place = 0; place < k; ++place) {
      Operand x = decoder.decode(codes[order[place]]);
      if (scale) {
        const Operand by =
            scale->decode(scales[order[place] / static_cast<std::size_t>(signature_.scale_block)]);
        if (by.is_special()) {
          x = by;
        } else if (x.significand != 0) {
          x.exponent += by.exponent;
        }
      }
      out.set(at * k + place, x);
    }
  };
  for (std::size_t i = 0; i < observed.size(); ++i) {
    fill(made.a, sum->a_decoder(), i, observed.dots[i].a, observed.dots[i].a_scales);
    fill(made.b, sum->b_decoder(), i, observed.dots[i].b, observed.dots[i].b_scales);
  }
  observed.decoded.push_back(std::make_shared<const Decoded>(std::move(made)));
  return observed.decoded.back().get();
}

std::uint64_t Model::run(const Observed& observed, const Decoded* decoded, std::size_t at) const {
  const bool wide = arithmetic_.algorithm == Algorithm::two_stage_sum;
  const Dot& dot = wide ? observed.widened[at] : observed.dots[at];
  if (decoded == nullptr) return std::get<Mma>(engine_).dot(dot.a, dot.b, dot.c, dot.a_scales, dot.b_scales);
  const std::size_t first = at * dot.a.size();
  return std::get<FusedSum>(engine_).chain(decoded->a.from(first), decoded->b.from(first), signature_.k,
                                           dot.c);
}

std::uint64_t Model::operator()(const Dot& dot) const {
  return Mma(entry_of(signature_, arithmetic_), *signature_.a, *signature_.b)
      .dot(dot.a, dot.b, dot.c, dot.a_scales, dot.b_scales);
}

std::vector<std::uint64_t> Model::outputs(const Observed& observed) const {
  const Decoded* decoded = decode(observed);
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < observed.size(); ++i) all.push_back(run(observed, decoded, i));
  return all;
}

std::size_t Model::mismatches(const Observed& observed, const Equality& equal, std::size_t first,
                              std::size_t last, std::size_t limit) const {
  const Decoded* decoded = decode(observed);
  std::size_t wrong = 0;
  for (std::size_t i = first; i < last && wrong <= limit; ++i)
    wrong += equal(observed.outputs[i], run(observed, decoded, i)) ? 0 : 1;
  return wrong;
}

std::optional<std::size_t> Model::first_mismatch(const Observed& observed, const Equality& equal) const {
  const Decoded* decoded = decode(observed);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (!equal(observed.outputs[i], run(observed, decoded, i))) return i;
  }
  return std::nullopt;
}

}  // namespace ulpgate::probe
