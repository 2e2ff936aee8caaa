#include "suites/gemm/offer.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "reference/formats/rule_text.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::gemm {
namespace {

constexpr std::array<std::string_view, 9> roles{"a",    "b",       "c",       "d",   "alpha",
                                                "bias", "a_scale", "b_scale", "amax"};

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Reads one claim after the other; the first that cannot be understood is what is wrong with the offer.
class Reader {
 public:
  explicit Reader(GemmOffer& offer) : o_(offer) {}

  std::string read() {
    if (std::string problem = formats(); !problem.empty()) return problem;
    for (const char* key : {"accumulator", "alpha_zero"}) {
      if (!o_.offer.claims.contains(key)) return std::string("no claim about '") + key + "'";
    }
    if (!o_.d->has_infinity && o_.d->is_floating() && !o_.offer.claims.contains("overflow"))
      return "no claim about 'overflow'";
    o_.rule.overflow = o_.d->has_infinity ? Overflow::infinity : Overflow::saturate;
    if (!o_.d->has_infinity) o_.rule.infinity = InfinityRule::saturate;
    // What is multiplied decides which instructions there are.
    if (const auto found = o_.offer.claims.find("inputs"); found != o_.offer.claims.end()) {
      if (std::string problem = inputs(found->second); !problem.empty()) return problem;
    }
    for (const auto& [key, value] : o_.offer.claims) {
      if (std::string problem = claim(key, value); !problem.empty()) return problem;
    }
    return scales();
  }

 private:
  std::string formats() {
    const std::array<const Format**, 9> slots{&o_.a,    &o_.b,       &o_.c,       &o_.d,   &o_.alpha,
                                              &o_.bias, &o_.a_scale, &o_.b_scale, &o_.amax};
    for (const auto& [role, name] : o_.offer.formats) {
      const Format* format = find_format(name);
      if (format == nullptr) return "no format is called '" + name + "'";
      for (std::size_t i = 0; i < roles.size(); ++i) {
        if (roles[i] == role) *slots[i] = format;
      }
    }
    for (std::size_t i = 0; i < 5; ++i) {
      if (*slots[i] == nullptr) return "the offer names no format for '" + std::string(roles[i]) + "'";
    }
    o_.arithmetic.a = o_.a;
    o_.arithmetic.b = o_.b;
    o_.arithmetic.d = o_.d;
    return {};
  }

  static std::string bad(const std::string& key, const std::string& value, const char* allowed) {
    return "the claim '" + key + "' is '" + value + "', and may be " + allowed;
  }

  std::string claim(const std::string& key, const std::string& value) {
    GemmArithmetic& sum = o_.arithmetic;
    const auto choose = [&](auto& target, auto yes, auto no, const char* yes_text, const char* no_text) {
      if (value != yes_text && value != no_text)
        return bad(key, value, (std::string(yes_text) + " or " + no_text).c_str());
      target = value == yes_text ? yes : no;
      return std::string();
    };
    const auto number = [&](auto& target, std::int64_t low) {
      const auto parsed = whole(value);
      constexpr std::int64_t most = std::int64_t{1} << 30;
      if (!parsed || *parsed < low || *parsed > most)
        return bad(key, value,
                   ("a whole number from " + std::to_string(low) + " to " + std::to_string(most)).c_str());
      target = static_cast<std::remove_reference_t<decltype(target)>>(*parsed);
      return std::string();
    };
    if (key == "accumulator") return accumulator(value);
    if (key == "alpha_zero") return choose(o_.skips_alpha_zero, true, false, "skips", "multiplies");
    if (key == "order") return choose(sum.ascending, true, false, "ascending", "any");
    if (key == "instruction_k") return number(sum.instruction_k, 1);
    if (key == "split_k") return number(sum.split_k, 1);
    if (key == "partials") return choose(sum.stores_partials_in_d, true, false, "output", "accumulator");
    if (key == "promotion") return number(sum.promotion, 0);
    if (key == "inputs") return {};
    if (key == "input_subnormals") return choose(o_.flushes_inputs, true, false, "flushed", "kept");
    if (key == "zero_products") return choose(o_.skips_zero_products, true, false, "skipped", "ieee");
    if (key == "deterministic") return choose(o_.deterministic, true, false, "yes", "no");
    if (key == "batch_invariant") return choose(o_.batch_invariant, true, false, "yes", "no");
    if (key == "a_scale_block") return block(o_.a_block, key, value);
    if (key == "b_scale_block") return block(o_.b_block, key, value);
    if (key == "amax") return choose(o_.amax_unrounded, true, false, "unrounded", "d");
    if (key == "amax_nan") return choose(o_.amax_propagates_nan, true, false, "propagates", "any");
    if (o_.integer()) return "the claim '" + key + "' means nothing for an integer result";
    return of_result(key, value);
  }

  /// Claims about how a sum becomes an element of D.
  std::string of_result(const std::string& key, const std::string& value) {
    constexpr std::string_view of_conversions[] = {"rounding", "overflow", "infinity",   "nan",
                                                   "negative", "zero",     "subnormals", "random_bits"};
    if (std::find(std::begin(of_conversions), std::end(of_conversions), key) == std::end(of_conversions)) {
      return "there is no claim '" + key +
             "' of gemm; its claims are accumulator, alpha_zero, order, instruction_k, split_k, partials, "
             "promotion, inputs, input_subnormals, zero_products, rounding, overflow, infinity, nan, "
             "subnormals, "
             "a_scale_block, b_scale_block, amax, amax_nan, deterministic and batch_invariant";
    }
    if (key == "nan" && (value == "payload" || value == "max_signed" || value == "zero_flipped_sign")) {
      return bad(key, value,
                 "any, code:0xHH, code_signed:0xHH, or max_positive where d has no NaN: a NaN that arises in "
                 "a sum has no sign and no payload to keep");
    }
    return set_claim(o_.rule, key, value);
  }

  std::string accumulator(const std::string& value) {
    GemmArithmetic& sum = o_.arithmetic;
    const auto slash = value.find('/');
    if (slash == std::string::npos) {
      sum.accumulator = find_format(value);
      if (sum.accumulator == nullptr || sum.accumulator->precision() < 8)
        return "the claim 'accumulator' names '" + value + "', which is no format that sums are kept in";
      if (!sum.accumulator->is_floating() && (o_.a->is_floating() || o_.b->is_floating()))
        return "the claim 'accumulator' names '" + value + "', which sums of whole numbers alone are kept in";
      return {};
    }
    const Profile* profile = find_profile(value.substr(0, slash));
    const ProfileEntry* entry = profile == nullptr ? nullptr : profile->find(value.substr(slash + 1));
    if (entry == nullptr)
      return "the claim 'accumulator' names '" + value + "', which is no entry of a profile";
    const Format &a = sum.multiplied_a(), &b = sum.multiplied_b();
    if (!entry->takes(a, b)) {
      return "the claim 'accumulator' names '" + value + "', which does not take " +
             (a.name == b.name ? std::string(a.name) : std::string(a.name) + " and " + std::string(b.name));
    }
    o_.entry = *entry;
    sum.instruction = step_error(*entry, a, b);
    sum.accumulator = entry->output;
    if (!o_.offer.claims.contains("instruction_k")) sum.instruction_k = entry->largest_k();
    if (sum.instruction->flushes_operands) o_.flushes_inputs = true;
    return {};
  }

  std::string inputs(const std::string& value) {
    if (value == "exact") return {};
    if (value != "tf32" && value != "bf16" && value != "fp16")
      return bad("inputs", value, "exact, tf32, bf16 or fp16");
    if (!o_.a->is_floating() || !o_.b->is_floating())
      return "the claim 'inputs' means nothing for operands that are whole numbers";
    o_.arithmetic.inputs = find_format(value);
    return {};
  }

  static std::string block(ScaleBlock& block, const std::string& key, const std::string& value) {
    if (value == "tensor") return {};
    // One scale for each row of A, or each column of B.
    if (value == "row" && key == "a_scale_block") {
      block.rows = 1;
      return {};
    }
    if (value == "column" && key == "b_scale_block") {
      block.columns = 1;
      return {};
    }
    const auto cross = value.find('x');
    const auto rows = cross == std::string::npos ? std::nullopt : whole(value.substr(0, cross));
    const auto columns = cross == std::string::npos ? std::nullopt : whole(value.substr(cross + 1));
    if (!rows || !columns || *rows < 1 || *columns < 1)
      return bad(key, value, "tensor, row (of A), column (of B), or like 1x32");
    block = {*rows, *columns};
    return {};
  }

  /// Whether the entry has an instruction of so many products.
  std::string instruction_k() const {
    if (!o_.entry || !o_.offer.claims.contains("instruction_k")) return {};
    std::string known;
    int last = 0;
    for (const MmaShape& shape : o_.entry->shapes) {
      if (shape.k == o_.arithmetic.instruction_k) return {};
      if (shape.k != last) known += (last == 0 ? "" : " or ") + std::to_string(shape.k);
      last = shape.k;
    }
    return "the claim 'instruction_k' is '" + o_.offer.claims.at("instruction_k") +
           "', and an instruction of '" + o_.offer.claims.at("accumulator") + "' has " + known;
  }

  std::string amax() const {
    if (o_.amax == nullptr) {
      for (const char* key : {"amax", "amax_nan"}) {
        if (o_.offer.claims.contains(key))
          return std::string("the claim '") + key + "' needs an amax, and the offer names no format for one";
      }
      return {};
    }
    if (o_.amax != &formats::fp32) return "the format of amax is fp32";
    if (!o_.d->is_floating()) return "amax is of floating-point results";
    return o_.offer.claims.contains("amax") ? "" : "no claim about 'amax'";
  }

  std::string scales() {
    for (const auto& [format, key] :
         {std::pair{o_.a_scale, "a_scale_block"}, std::pair{o_.b_scale, "b_scale_block"}}) {
      if (format != nullptr && !o_.offer.claims.contains(key))
        return std::string("no claim about '") + key + "'";
      if (format == nullptr && o_.offer.claims.contains(key))
        return std::string("the claim '") + key + "' needs a scale, and the offer names no format for one";
    }
    if (std::string problem = amax(); !problem.empty()) return problem;
    if (std::string problem = instruction_k(); !problem.empty()) return problem;
    o_.arithmetic.scales_operands = (o_.a_scale != nullptr || o_.b_scale != nullptr) &&
                                    !(o_.entry && o_.entry->arithmetic.scale_format != nullptr);
    if (o_.block_scaled() && o_.arithmetic.scales_operands) {
      if (o_.arithmetic.instruction || !o_.d->is_floating())
        return "scales of blocks need an accumulator that applies them: an entry with scales, or rounded "
               "additions";
      o_.arithmetic.scales_operands = false;
      o_.arithmetic.scales_blocks = true;
      if (o_.arithmetic.ascending || o_.arithmetic.inputs != nullptr)
        return "scales of blocks between rounded additions have order any, and inputs exact";
    }
    o_.arithmetic.flushes_operands = o_.flushes_inputs;
    if (o_.integer()) return {};
    return check_rule(formats::fp64, *o_.d, o_.rule);
  }

  GemmOffer& o_;
};

}  // namespace

bool GemmOffer::block_scaled() const { return a_block.columns != 0 || b_block.rows != 0; }

std::string GemmOffer::formats_text() const {
  std::string text = std::string(a->name) + "." + std::string(b->name);
  if (c != d) text += "." + std::string(c->name);
  text += "_to_" + std::string(d->name);
  if (alpha != &formats::fp32 && !(alpha == d && d->storage_bits >= 32))
    text += "." + std::string(alpha->name);
  for (const Format* extra : {bias, a_scale, b_scale}) {
    if (extra != nullptr) text += "." + std::string(extra->name);
  }
  return text;
}

std::optional<GemmOffer> understand(const Offer& offer) {
  if (offer.operation != "gemm") return std::nullopt;
  GemmOffer o;
  o.offer = offer;
  o.unclaimed = Reader(o).read();
  // Without formats there is nothing to judge; fp32 stands in so that the row can be named.
  for (const Format** f : {&o.a, &o.b, &o.c, &o.d, &o.alpha}) {
    if (*f == nullptr) *f = &formats::fp32;
  }
  return o;
}

std::vector<GemmOffer> gemm_offers(const Implementation& implementation) {
  std::vector<GemmOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (auto understood = understand(offer)) all.push_back(std::move(*understood));
  }
  // So many offers take all cases each; of more, each takes the smaller a part.
  constexpr std::size_t few = 20, part = 16;
  const std::size_t share = all.size() <= few ? 1 : 1 + (all.size() - 1) / part * 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].share = {share, i};
    all[i].emulated = implementation.emulated();
  }
  return all;
}

}  // namespace ulpgate::gemm
