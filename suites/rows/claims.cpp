#include "suites/rows/claims.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "reference/formats/rule_text.h"

namespace ulpgate::rows {
namespace {

constexpr std::string_view of_all[] = {"accumulator", "division", "nan",           "subnormals",
                                       "rounding",    "overflow", "deterministic", "batch_invariant"};

/// What else an operation has claims about.
struct Known {
  std::string_view operation;
  std::vector<std::string_view> claims;
};

const std::vector<Known>& known() {
  static const std::vector<Known> all{
      {"softmax",
       {"scale_y", "amax", "amax_nan", "exp", "log", "log_absolute", "algorithm", "quotient", "scale",
        "causal", "masked_row", "infinity", "mask_value", "position_invariant"}},
      {"log_softmax",
       {"scale_y", "amax", "amax_nan", "exp", "log", "log_absolute", "algorithm", "scale", "causal",
        "masked_row", "infinity", "mask_value", "position_invariant"}},
      {"softmax_backward", {"scale", "position_invariant"}},
      {"log_softmax_backward", {"exp", "scale", "position_invariant"}},
      {"layer_norm",
       {"scale_y", "amax", "amax_nan", "rsqrt", "algorithm", "zero_centred", "rounds_first", "folded",
        "position_invariant"}},
      {"rms_norm",
       {"scale_y", "amax", "amax_nan", "rsqrt", "zero_centred", "rounds_first", "position_invariant"}},
      {"group_norm", {"rsqrt", "algorithm", "zero_centred", "rounds_first", "folded", "position_invariant"}},
      {"layer_norm_backward", {"zero_centred", "position_invariant"}},
      {"group_norm_backward", {"zero_centred", "position_invariant"}},
      {"rms_norm_backward", {"zero_centred", "position_invariant"}},
      {"cross_entropy", {"exp", "log", "log_absolute", "algorithm", "reduction", "smoothing"}},
      {"cross_entropy_backward", {"exp", "algorithm", "reduction", "smoothing", "position_invariant"}},
      {"attention",
       {"exp", "log", "log_absolute", "algorithm", "split", "probabilities", "causal", "masked_row",
        "masked_lse"}},
      {"adamw_step", {"order", "scalars", "power"}},
      {"clip_grad_norm", {"norm", "sums"}},
      {"accumulate", {"order"}},
      {"sgd_step", {"nesterov", "scalars"}},
      {"gradient_norm", {"norm", "sums"}},
      {"unscale_check", {"unscaling", "found_at", "checks"}},
      {"scale_update", {"floor"}},
  };
  return all;
}

/// Beside the accumulator.
constexpr std::pair<std::string_view, std::string_view> required[] = {
    {"adamw_step", "order"},        {"clip_grad_norm", "norm"},    {"gradient_norm", "norm"},
    {"unscale_check", "unscaling"}, {"unscale_check", "found_at"},
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A size in ulps: neither negative nor larger than makes sense.
std::optional<double> ulps(std::string_view text) {
  const auto value = number(text);
  return value && *value >= 0 && *value <= 0x1p20 ? value : std::nullopt;
}

class Reader {
 public:
  explicit Reader(RowsOffer& offer) : o_(offer), a_(offer.arithmetic) {}

  std::string read() {
    if (!o_.offer.claims.contains("accumulator")) return "no claim about 'accumulator'";
    const Format& y = o_.output();
    if (!y.has_infinity && !o_.offer.claims.contains("overflow")) return "no claim about 'overflow'";
    o_.rule.overflow = y.has_infinity ? Overflow::infinity : Overflow::saturate;
    if (!y.has_infinity) o_.rule.infinity = InfinityRule::saturate;
    for (const auto& [key, value] : o_.offer.claims) {
      if (std::string problem = claim(key, value); !problem.empty()) return problem;
    }
    if (o_.operation->name == "attention") {
      o_.has_scale = true;
      const bool has_no_bound =
          a_.softmax == SoftmaxAlgorithm::base2 || a_.softmax == SoftmaxAlgorithm::unshifted;
      if (a_.parts > 1 && has_no_bound)
        return "the claim 'split' goes with the algorithms shifted, online and base2_online alone";
    }
    if (a_.flushes_subnormals) o_.rule.subnormals = Subnormals::flushed;
    o_.step.accumulator = a_.accumulator;
    o_.step.flushes_subnormals = a_.flushes_subnormals;
    for (const auto& [operation, needed] : required) {
      if (operation == o_.operation->name && !o_.offer.claims.contains(std::string(needed)))
        return "no claim about '" + std::string(needed) + "'";
    }
    if (o_.scale_y && a_.rounds_first) return "the claims 'scale_y' and 'rounds_first' exclude each other";
    if (a_.folded && a_.rounds_first) return "the claims 'folded' and 'rounds_first' exclude each other";
    const bool is_shifted = a_.softmax == SoftmaxAlgorithm::shifted || a_.softmax == SoftmaxAlgorithm::online;
    if (a_.through_logarithm && !is_shifted)
      return "the claim 'quotient' is exponential for the algorithms shifted and online alone";
    if (std::string problem = amax(); !problem.empty()) return problem;
    return check_rule(formats::fp64, y, o_.rule);
  }

 private:
  static std::string bad(const std::string& key, const std::string& value, const std::string& allowed) {
    return "the claim '" + key + "' is '" + value + "', and may be " + allowed;
  }

  std::string amax() const {
    const Format* format = o_.format("amax");
    if (format != nullptr) {
      if (format != &formats::fp32) return "the format of amax is fp32";
      return o_.offer.claims.contains("amax") ? "" : "no claim about 'amax'";
    }
    for (const char* key : {"amax", "amax_nan"}) {
      if (o_.offer.claims.contains(key))
        return std::string("the claim '") + key + "' needs an amax, and the offer names no format for one";
    }
    return {};
  }

  std::string unknown(const std::string& key) const {
    const auto own = std::find_if(known().begin(), known().end(),
                                  [&](const Known& k) { return k.operation == o_.operation->name; });
    std::vector<std::string_view> all(std::begin(of_all), std::end(of_all));
    all.insert(all.end(), own->claims.begin(), own->claims.end());
    if (std::find(all.begin(), all.end(), key) != all.end()) return {};
    std::string text =
        "there is no claim '" + key + "' of " + std::string(o_.operation->name) + "; its claims are ";
    for (std::size_t i = 0; i < all.size(); ++i)
      text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + std::string(all[i]);
    return text;
  }

  std::string claim(const std::string& key, const std::string& value) {
    if (std::string problem = unknown(key); !problem.empty()) return problem;
    const auto choose = [&](auto& target, auto yes, auto no, const char* yes_text, const char* no_text) {
      if (value != yes_text && value != no_text)
        return bad(key, value, std::string(yes_text) + " or " + no_text);
      target = value == yes_text ? yes : no;
      return std::string();
    };
    const auto flag = [&](bool& target) { return choose(target, true, false, "yes", "no"); };
    if (key == "accumulator") return accumulator(value);
    if (key == "exp") return function(a_.exp, key, value);
    if (key == "log") return function(a_.log, key, value);
    if (key == "log_absolute") return log_absolute(value);
    if (key == "division") return division(value);
    if (key == "rsqrt") {
      const auto n = ulps(value);
      if (!n) return bad(key, value, "a number of ulps, e.g. 2");
      a_.rsqrt_ulps = *n;
      return {};
    }
    if (key == "order" && o_.operation->name == "accumulate")
      return choose(o_.in_turn, true, false, "ascending", "any");
    if (key == "order")
      return choose(o_.step.order, StepOrder::decay_first, StepOrder::decay_added, "decay_first",
                    "decay_added");
    if (key == "sums")
      return choose(o_.step.norm, NormAlgorithm::flat, NormAlgorithm::by_tensor, "flat", "by_tensor");
    if (key == "scalars") {
      o_.step.scalars = find_format(value);
      return value == "fp64" || value == "fp32" ? std::string() : bad(key, value, "fp64 or fp32");
    }
    if (key == "power") {
      const auto n = ulps(value);
      o_.step.power_ulps = n.value_or(0);
      return n ? std::string() : bad(key, value, "a number of ulps, e.g. 2");
    }
    if (key == "norm") return norm(value);
    if (key == "nesterov") return flag(o_.nesterov);
    if (key == "unscaling")
      return choose(o_.unscaling.unscaling, Unscaling::reciprocal, Unscaling::division, "reciprocal",
                    "division");
    if (key == "found_at") return found_at(value);
    if (key == "checks") return choose(o_.checks_as_fp32, true, false, "fp32", "own");
    if (key == "floor") return scale_floor(value);
    if (key == "algorithm") return algorithm(value);
    if (key == "split") return split(value);
    if (key == "probabilities") return probabilities(value);
    if (key == "scale") return flag(o_.has_scale);
    if (key == "causal") return flag(o_.causal);
    if (key == "smoothing") return flag(o_.smoothing);
    if (key == "scale_y") return flag(o_.scale_y);
    if (key == "amax") return choose(o_.amax_unrounded, true, false, "unrounded", "y");
    if (key == "amax_nan") return choose(o_.amax_propagates_nan, true, false, "propagates", "any");
    if (key == "masked_row") return choose(a_.masked_row, MaskedRow::zero, MaskedRow::nan, "zero", "nan");
    if (key == "masked_lse")
      return choose(a_.masked_lse_is_positive, true, false, "infinity", "minus_infinity");
    if (key == "infinity")
      return choose(a_.infinity, InfinityRow::one_hot, InfinityRow::nan, "one_hot", "nan");
    if (key == "mask_value") return mask_value(value);
    if (key == "zero_centred") return flag(a_.zero_centred);
    if (key == "rounds_first") return flag(a_.rounds_first);
    if (key == "folded") return flag(a_.folded);
    if (key == "quotient") return choose(a_.through_logarithm, true, false, "exponential", "divided");
    if (key == "reduction") return reduction(value);
    if (key == "subnormals") return choose(a_.flushes_subnormals, true, false, "flushed", "kept");
    if (key == "deterministic") return flag(o_.deterministic);
    if (key == "batch_invariant") return flag(o_.batch_invariant);
    if (key == "position_invariant") return flag(o_.position_invariant);
    if (key == "nan" && value != "any" && !value.starts_with("code:"))
      return bad(key, value, "any or code:0xHH");
    return set_claim(o_.rule, key, value);
  }

  std::string norm(const std::string& value) {
    if (value == "one" || value == "two" || value == "infinity") {
      o_.norm = value == "one" ? NormKind::one : value == "two" ? NormKind::two : NormKind::infinity;
      return {};
    }
    return bad("norm", value, "one, two or infinity");
  }

  std::string found_at(const std::string& value) {
    using enum FoundAt;
    o_.unscaling.found = value == "scaled" ? scaled : value == "unscaled" ? unscaled : either;
    return value == "scaled" || value == "unscaled" || value == "either"
               ? std::string()
               : bad("found_at", value, "scaled, unscaled or either");
  }

  std::string scale_floor(const std::string& value) {
    const auto floor = number(value);
    if (!floor || *floor < 0 || static_cast<double>(static_cast<float>(*floor)) != *floor)
      return bad("floor", value, "a number of fp32, 0 or above it");
    o_.scale_floor = *floor;
    return {};
  }

  std::string accumulator(const std::string& value) {
    a_.accumulator = find_format(value);
    if (a_.accumulator == nullptr || !a_.accumulator->is_floating() || a_.accumulator->precision() < 8)
      return "the claim 'accumulator' names '" + value + "', which is no format of intermediate results";
    return {};
  }

  static std::string function(FunctionError& target, const std::string& key, const std::string& value) {
    const auto plus = value.find('+');
    const auto constant = ulps(std::string_view(value).substr(0, plus));
    std::optional<double> slope = 0;
    if (plus != std::string::npos) {
      slope = value.ends_with('x') ? ulps(std::string_view(value).substr(plus + 1, value.size() - plus - 2))
                                   : std::nullopt;
    }
    if (!constant || !slope) return bad(key, value, "a number of ulps, e.g. 2, or like 2+1.173x");
    target = {*constant, *slope};
    return {};
  }

  std::string log_absolute(const std::string& value) {
    const auto exponent = number(value);
    if (!exponent || *exponent != std::floor(*exponent) || *exponent < -1100 || *exponent > 0)
      return bad("log_absolute", value, "an exponent of two from -1100 to 0");
    a_.log_absolute = static_cast<int>(*exponent);
    return {};
  }

  std::string division(const std::string& value) {
    if (value == "rounded" || value == "reciprocal") {
      a_.division = value == "rounded" ? Division::rounded : Division::reciprocal;
      return {};
    }
    const auto n = ulps(value);
    if (!n) return bad("division", value, "rounded, reciprocal or a number of ulps");
    a_.division = Division::approximate;
    a_.division_ulps = *n;
    return {};
  }

  /// The part of softmax: "online:32".
  bool softmax_algorithm(std::string_view word) {
    using enum SoftmaxAlgorithm;
    const auto colon = word.find(':');
    const std::string_view name = word.substr(0, colon);
    if (colon != std::string_view::npos) {
      const auto block = number(word.substr(colon + 1));
      if (!block || *block < 1 || *block > 0x1p30 || *block != std::floor(*block)) return false;
      a_.block = static_cast<std::int64_t>(*block);
    }
    const bool blocks = colon != std::string_view::npos;
    if (name == "online" || name == "base2_online") {
      a_.softmax = name == "online" ? online : base2_online;
      return blocks;
    }
    if (name == "shifted") a_.softmax = shifted;
    if (name == "base2") a_.softmax = base2;
    if (name == "unshifted") a_.softmax = unshifted;
    return !blocks && (name == "shifted" || name == "base2" || name == "unshifted");
  }

  bool log_algorithm(std::string_view word) {
    using enum LogSoftmaxAlgorithm;
    if (word == "subtract") a_.log_softmax = subtract;
    if (word == "lse") a_.log_softmax = lse;
    if (word == "of_softmax") a_.log_softmax = of_softmax;
    return word == "subtract" || word == "lse" || word == "of_softmax";
  }

  std::string algorithm(const std::string& value) {
    constexpr const char* of_softmax = "shifted, online:B, base2, base2_online:B or unshifted";
    if (o_.operation->name == "layer_norm" || o_.operation->name == "group_norm") {
      using enum VarianceAlgorithm;
      a_.variance = value == "welford" ? welford : value == "one_pass" ? one_pass : two_pass;
      if (value == "two_pass" || value == "welford" || value == "one_pass") return {};
      return bad("algorithm", value, "two_pass, welford or one_pass");
    }
    const bool logs = o_.operation->name == "log_softmax" || o_.operation->name == "cross_entropy";
    for (std::string_view rest = value; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find('+'));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      if (softmax_algorithm(word) || (logs && log_algorithm(word))) continue;
      return bad("algorithm", value,
                 logs ? std::string("subtract, lse or of_softmax, and of its softmax ") + of_softmax +
                            ", joined by +"
                      : std::string(of_softmax));
    }
    return {};
  }

  std::string split(const std::string& value) {
    const auto parts = number(value);
    if (!parts || *parts < 1 || *parts > 0x1p20 || *parts != std::floor(*parts))
      return bad("split", value, "a number of parts");
    a_.parts = static_cast<std::int64_t>(*parts);
    return {};
  }

  std::string probabilities(const std::string& value) {
    if (value != "fp32" && value != "fp16" && value != "bf16")
      return bad("probabilities", value, "fp32, fp16 or bf16");
    a_.probabilities = find_format(value);
    return {};
  }

  std::string mask_value(const std::string& value) {
    if (value == "minus_infinity") return {};
    a_.mask_value = number(value);
    return a_.mask_value ? std::string() : bad("mask_value", value, "minus_infinity or a number");
  }

  std::string reduction(const std::string& value) {
    using enum Reduction;
    a_.reduction = value == "mean" ? mean : value == "sum" ? sum : none;
    return value == "mean" || value == "sum" || value == "none"
               ? std::string()
               : bad("reduction", value, "none, mean or sum");
  }

  RowsOffer& o_;
  RowArithmetic& a_;
};

}  // namespace

std::string read_claims(RowsOffer& offer) { return Reader(offer).read(); }

}  // namespace ulpgate::rows
