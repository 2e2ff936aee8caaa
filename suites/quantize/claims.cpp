#include "suites/quantize/claims.h"

#include <charconv>
#include <initializer_list>

#include "reference/formats/rule_text.h"
#include "reference/oracles/quantize/judge.h"
#include "reference/oracles/quantize/recipe_text.h"

namespace ulpgate::blocks {
namespace {

using quantize::ScaleKind;

/// Claims are taken one by one; what is left over is unknown.
class Reader {
 public:
  explicit Reader(const BlocksOffer& o) : left_(o.offer.claims) {}

  /// Sets each key that is there with `set(key, value)`.
  template <typename Set>
  void take(std::initializer_list<const char*> keys, Set set) {
    for (const char* key : keys) {
      const auto found = left_.find(key);
      if (found == left_.end() || !wrong_.empty()) continue;
      wrong_ = set(found->first, found->second);
      left_.erase(found);
    }
  }

  void require(std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
      if (wrong_.empty() && !left_.contains(key)) wrong_ = "The claim '" + std::string(key) + "' is missing.";
    }
  }

  void refuse(std::string why) {
    if (wrong_.empty()) wrong_ = std::move(why);
  }

  std::string result() const {
    if (!wrong_.empty() || left_.empty()) return wrong_;
    return "The claim '" + left_.begin()->first + "' is unknown.";
  }

 private:
  Claims left_;
  std::string wrong_;
};

std::string set_layout(BlocksOffer& o, const std::string& key, const std::string& value) {
  if (key == "padding") {
    if (value != "zero" && value != "any") return "The claim 'padding' is zero or any, not '" + value + "'.";
    o.zero_padding = value == "zero";
    return {};
  }
  const auto layout = quantize::scale_layout_named(value);
  if (!layout) return "The claim 'scale_layout' is plain, padded or swizzled, not '" + value + "'.";
  o.layout = *layout;
  return {};
}

std::string set_packing(BlocksOffer& o, const std::string& value) {
  const auto packing = quantize::packing_named(value);
  if (!packing) return "The claim 'packing' is none, low_first or high_first, not '" + value + "'.";
  if (*packing != quantize::Packing::none && o.format("q")->width() != 4)
    return "The claim 'packing' is of elements of four bits.";
  o.packing = *packing;
  return {};
}

void read_cast(BlocksOffer& o, Reader& reader, const Format& to) {
  if (!to.has_infinity) reader.require({"overflow"});
  reader.take(
      {"rounding", "overflow", "infinity", "nan", "subnormals", "random_bits"},
      [&](const std::string& key, const std::string& value) { return set_claim(o.recipe.cast, key, value); });
  if (!to.has_infinity && o.recipe.cast.infinity == InfinityRule::infinity &&
      o.recipe.cast.overflow == Overflow::saturate)
    o.recipe.cast.infinity = InfinityRule::saturate;
  if (const std::string wrong = check_rule(formats::fp32, to, o.recipe.cast); !wrong.empty())
    reader.refuse("The cast is not fixed: " + wrong + ".");
}

void read_quantize(BlocksOffer& o, Reader& reader) {
  const auto recipe = [&](const std::string& key, const std::string& value) {
    return set_claim(o.recipe, key, value);
  };
  reader.require({"scales", "rule", "block"});
  reader.take({"scales"}, recipe);
  if (o.recipe.scales != ScaleKind::given) reader.require({"amax_nan"});
  reader.take({"rule", "block", "amax_nan", "power_of_two", "epsilon", "infinite_scale", "fast_math",
               "flush_to_zero"},
              recipe);
  reader.take({"scale_layout", "padding"},
              [&](const std::string& key, const std::string& value) { return set_layout(o, key, value); });
  reader.take({"packing"},
              [&](const std::string&, const std::string& value) { return set_packing(o, value); });
  o.recipe.element = o.format("q");
  read_cast(o, reader, *o.recipe.element);
  const bool given = o.recipe.scales == ScaleKind::given, two_level = o.recipe.scales == ScaleKind::nvfp4;
  if (given != o.has("scale") || given == o.has("scales"))
    reader.refuse("Scales are either given, as \"scale\", or come out, as \"scales\".");
  if (two_level != o.has("global")) reader.refuse("\"global\" is there where scales is nvfp4.");
  if (o.stochastic() != o.has("random")) reader.refuse("\"random\" is there where rounding is stochastic.");
  if (o.has("q_t") != o.has("scales_t") && !given) reader.refuse("\"q_t\" and \"scales_t\" go together.");
  if (o.has("q_t") && given && o.recipe.block != quantize::Block{})
    reader.refuse("A transposed copy with given scales has one scale, per tensor.");
  if (o.has("q_t") && o.format("q_t") != o.format("q")) reader.refuse("\"q\" and \"q_t\" have one format.");
  const Format& stored = quantize::stored_format(o.recipe.scales);
  for (const char* scales : {"scales", "scales_t"}) {
    if (o.has(scales) && o.format(scales) != &stored)
      reader.refuse("\"" + std::string(scales) + "\" are in " + std::string(stored.name) + ".");
  }
}

void read_dequantize(BlocksOffer& o, Reader& reader) {
  reader.require({"rule", "block"});
  reader.take({"rule", "block", "flush_to_zero"}, [&](const std::string& key, const std::string& value) {
    return set_claim(o.dequantize, key, value);
  });
  reader.take({"scale_layout"},
              [&](const std::string& key, const std::string& value) { return set_layout(o, key, value); });
  reader.take({"packing"},
              [&](const std::string&, const std::string& value) { return set_packing(o, value); });
  o.dequantize.element = o.format("q");
  o.recipe.block = o.dequantize.block;
  using enum quantize::DequantizeRule;
  const auto rule = o.dequantize.rule;
  if ((rule != fp32 && rule != e8m0) != o.has("global"))
    reader.refuse("\"global\" is there where the rule is of nvfp4.");
  if (o.format("scales") != &quantize::scale_format(rule))
    reader.refuse("\"scales\" are in " + std::string(quantize::scale_format(rule).name) + ".");
  if (!o.format("y")->has_infinity) reader.refuse("\"y\" is a format with infinity.");
}

void read_delayed(BlocksOffer& o, Reader& reader) {
  reader.require({"path", "algorithm", "element"});
  reader.take({"path", "algorithm", "flush_to_zero"}, [&](const std::string& key, const std::string& value) {
    return set_claim(o.delayed, key, value);
  });
  reader.take({"element"}, [&](const std::string&, const std::string& value) {
    o.delayed.element = find_format(value);
    return o.delayed.element != nullptr && o.delayed.element->is_floating()
               ? std::string()
               : "The claim 'element' is no format of floats.";
  });
}

void read_hadamard(BlocksOffer& o, Reader& reader) {
  reader.require({"signs", "accumulator"});
  reader.take({"signs"}, [&](const std::string&, const std::string& value) {
    const char* const end = value.data() + value.size();
    const auto [stop, error] =
        std::from_chars(value.data() + (value.starts_with("0x") ? 2 : 0), end, o.signs, 16);
    return error == std::errc() && stop == end && o.signs <= 0xFFFF
               ? std::string()
               : "The claim 'signs' is not sixteen bits, 0x....";
  });
  reader.take({"accumulator"}, [&](const std::string&, const std::string& value) {
    for (const Format* f : {&formats::fp64, &formats::fp32, &formats::fp16, &formats::bf16}) {
      if (f->name == value) o.accumulator = f;
    }
    return o.accumulator != nullptr ? std::string() : "The claim 'accumulator' is fp64, fp32, fp16 or bf16.";
  });
  read_cast(o, reader, *o.format("y"));
}

}  // namespace

std::string read_claims(BlocksOffer& o) {
  Reader reader(o);
  if (o.is("amax")) {
    reader.require({"block", "amax_nan"});
    reader.take({"block", "amax_nan"}, [&](const std::string& key, const std::string& value) {
      return set_claim(o.recipe, key, value);
    });
  } else if (o.is("quantize")) {
    read_quantize(o, reader);
  } else if (o.is("dequantize")) {
    read_dequantize(o, reader);
  } else if (o.is("delayed_scale_update")) {
    read_delayed(o, reader);
  } else {
    read_hadamard(o, reader);
  }
  return reader.result();
}

}  // namespace ulpgate::blocks
