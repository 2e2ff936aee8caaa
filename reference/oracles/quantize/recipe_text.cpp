#include "reference/oracles/quantize/recipe_text.h"

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "reference/formats/rule_text.h"
#include "reference/formats/text.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate::quantize {
namespace {

template <typename Value>
using Names = std::pair<std::string_view, Value>;

constexpr std::array scale_kinds{
    Names<ScaleKind>{"given", ScaleKind::given}, Names<ScaleKind>{"current", ScaleKind::current},
    Names<ScaleKind>{"mx", ScaleKind::mx}, Names<ScaleKind>{"nvfp4", ScaleKind::nvfp4}};
constexpr std::array nan_rules{Names<AmaxNan>{"ignored", AmaxNan::ignored},
                               Names<AmaxNan>{"propagates", AmaxNan::propagates}};
constexpr std::array answers{Names<bool>{"yes", true}, Names<bool>{"no", false}};
constexpr std::array given_rules{Names<GivenRule>{"multiply", GivenRule::multiply},
                                 Names<GivenRule>{"divide", GivenRule::divide}};
constexpr std::array current_rules{
    Names<CurrentRule>{"transformer_engine", CurrentRule::transformer_engine},
    Names<CurrentRule>{"transformer_engine_python", CurrentRule::transformer_engine_python},
    Names<CurrentRule>{"torchao", CurrentRule::torchao}};
constexpr std::array mx_rules{Names<MxRule>{"transformer_engine", MxRule::transformer_engine},
                              Names<MxRule>{"torchao_rceil", MxRule::torchao_rceil},
                              Names<MxRule>{"torchao_floor", MxRule::torchao_floor},
                              Names<MxRule>{"torchao_ceil", MxRule::torchao_ceil},
                              Names<MxRule>{"torchao_even", MxRule::torchao_even},
                              Names<MxRule>{"ocp", MxRule::ocp},
                              Names<MxRule>{"onnx_up", MxRule::onnx_up},
                              Names<MxRule>{"onnx_nearest", MxRule::onnx_nearest},
                              Names<MxRule>{"onnx_down", MxRule::onnx_down}};
constexpr std::array nvfp4_rules{
    Names<Nvfp4Rule>{"transformer_engine", Nvfp4Rule::transformer_engine},
    Names<Nvfp4Rule>{"transformer_engine_python", Nvfp4Rule::transformer_engine_python},
    Names<Nvfp4Rule>{"torchao", Nvfp4Rule::torchao}};

std::string refused(std::string_view key, std::string_view value, std::string_view known) {
  return "The claim '" + std::string(key) + "' cannot be '" + std::string(value) + "'; it is " +
         std::string(known) + ".";
}

template <typename Value, std::size_t N>
std::string set_named(Value& target, const std::array<Names<Value>, N>& names, std::string_view key,
                      std::string_view value) {
  std::string known = "one of ";
  for (const auto& [name, named] : names) {
    if (name == value) {
      target = named;
      return {};
    }
    known += (known.size() > 7 ? ", " : "") + std::string(name);
  }
  return refused(key, value, known);
}

std::string set_rule(Recipe& r, std::string_view value) {
  switch (r.scales) {
    case ScaleKind::given:
      return set_named(r.given, given_rules, "rule", value);
    case ScaleKind::current:
      return set_named(r.current, current_rules, "rule", value);
    case ScaleKind::mx:
      return set_named(r.mx, mx_rules, "rule", value);
    case ScaleKind::nvfp4:
      return set_named(r.nvfp4, nvfp4_rules, "rule", value);
  }
  return {};
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size() || number < 1 || number > 1 << 20)
    return std::nullopt;
  return number;
}

std::string set_block(Block& block, std::string_view value) {
  const auto cross = value.find('x');
  if (value == "tensor") {
    block = {};
  } else if (value == "row") {
    block = {1, 0};
  } else if (value == "column") {
    block = {0, 1};
  } else if (cross == std::string_view::npos) {
    return refused("block", value, "tensor, row, column or ROWSxCOLUMNS");
  } else {
    const auto rows = parse_count(value.substr(0, cross)), columns = parse_count(value.substr(cross + 1));
    if (!rows || !columns) return refused("block", value, "tensor, row, column or ROWSxCOLUMNS");
    block = {*rows, *columns};
  }
  return {};
}

std::string set_number(float& target, std::string_view key, std::string_view value) {
  const auto code = parse_hex_code(formats::fp32, value);
  if (!code) return refused(key, value, "an fp32 code, 0x...");
  target = number(static_cast<std::uint32_t>(*code));
  return {};
}

}  // namespace

std::string set_claim(Recipe& r, std::string_view key, std::string_view value) {
  if (key == "scales") return set_named(r.scales, scale_kinds, key, value);
  if (key == "rule") return set_rule(r, value);
  if (key == "block") return set_block(r.block, value);
  if (key == "amax_nan") return set_named(r.amax_nan, nan_rules, key, value);
  if (key == "power_of_two") return set_named(r.power_of_two, answers, key, value);
  if (key == "fast_math") return set_named(r.fast_math, answers, key, value);
  if (key == "flush_to_zero") return set_named(r.flush_to_zero, answers, key, value);
  if (key == "epsilon") return set_number(r.epsilon, key, value);
  if (key == "infinite_scale") return set_number(r.infinite_scale, key, value);
  return ulpgate::set_claim(r.cast, key, value);
}

Recipe parse_recipe(std::string_view text, const Format& element) {
  Recipe r{.element = &element};
  while (!text.empty()) {
    const std::string_view claim = text.substr(0, text.find(','));
    text.remove_prefix(std::min(claim.size() + 1, text.size()));
    const auto equals = claim.find('=');
    if (equals == std::string_view::npos)
      throw std::invalid_argument("A claim is key=value, and '" + std::string(claim) + "' has no '='.");
    const std::string wrong = set_claim(r, claim.substr(0, equals), claim.substr(equals + 1));
    if (!wrong.empty()) throw std::invalid_argument(wrong);
  }
  if (const std::string wrong = check_rule(formats::fp32, element, r.cast); !wrong.empty())
    throw std::invalid_argument("The cast does not fit: " + wrong + ".");
  return r;
}

std::string to_text(const Block& block) {
  if (block == Block{}) return "tensor";
  if (block == Block{1, 0}) return "row";
  if (block == Block{0, 1}) return "column";
  return std::to_string(block.rows) + "x" + std::to_string(block.columns);
}

}  // namespace ulpgate::quantize
