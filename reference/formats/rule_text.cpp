#include "reference/formats/rule_text.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

namespace ulpgate {
namespace {

template <typename Value>
using Names = std::pair<std::string_view, Value>;

constexpr std::array rounding_names{
    Names<Rounding>{"nearest_even", Rounding::nearest_even},
    Names<Rounding>{"toward_zero", Rounding::toward_zero},
    Names<Rounding>{"nearest_away", Rounding::nearest_away},
    Names<Rounding>{"up", Rounding::up},
    Names<Rounding>{"down", Rounding::down},
    Names<Rounding>{"stochastic", Rounding::stochastic},
    Names<Rounding>{"e8m0_nearest_field", Rounding::e8m0_nearest_field},
    Names<Rounding>{"e8m0_up_field", Rounding::e8m0_up_field},
};
constexpr std::array overflow_names{
    Names<Overflow>{"infinity", Overflow::infinity},
    Names<Overflow>{"saturate", Overflow::saturate},
    Names<Overflow>{"nan", Overflow::nan},
    Names<Overflow>{"nan_signed", Overflow::nan_signed},
};
constexpr std::array infinity_names{
    Names<InfinityRule>{"infinity", InfinityRule::infinity},
    Names<InfinityRule>{"saturate", InfinityRule::saturate},
    Names<InfinityRule>{"nan", InfinityRule::nan},
    Names<InfinityRule>{"nan_signed", InfinityRule::nan_signed},
};
constexpr std::array nan_names{
    Names<NanRule>{"any", NanRule::any},
    Names<NanRule>{"code", NanRule::code},
    Names<NanRule>{"code_signed", NanRule::code_signed},
    Names<NanRule>{"payload", NanRule::payload},
    Names<NanRule>{"max_positive", NanRule::max_positive},
    Names<NanRule>{"max_signed", NanRule::max_signed},
    Names<NanRule>{"zero_flipped_sign", NanRule::zero_flipped_sign},
};
constexpr std::array negative_names{
    Names<NegativeRule>{"magnitude", NegativeRule::magnitude},
    Names<NegativeRule>{"zero", NegativeRule::zero},
    Names<NegativeRule>{"nan", NegativeRule::nan},
};
constexpr std::array zero_names{
    Names<ZeroRule>{"smallest", ZeroRule::smallest},
    Names<ZeroRule>{"nan", ZeroRule::nan},
};
constexpr std::array subnormals_names{
    Names<Subnormals>{"kept", Subnormals::kept},
    Names<Subnormals>{"flushed", Subnormals::flushed},
};

template <typename Value>
std::string_view name_of(std::span<const Names<Value>> names, Value value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  return "?";
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

template <typename Value>
std::string set_named(Value& target, std::span<const Names<Value>> names, std::string_view key,
                      std::string_view value) {
  std::string known;
  for (const auto& [name, named] : names) {
    if (name == value) {
      target = named;
      return {};
    }
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  return "The claim '" + std::string(key) + "' cannot be " + quoted(value) + "; it is one of " + known + ".";
}

std::optional<std::uint64_t> parse_number(std::string_view text, int base) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

bool takes_code(NanRule rule) { return rule == NanRule::code || rule == NanRule::code_signed; }

std::string set_nan(Rule& rule, std::string_view value) {
  const std::size_t colon = value.find(':');
  NanRule nan{};
  std::string problem = set_named<NanRule>(nan, nan_names, "nan", value.substr(0, colon));
  if (!problem.empty()) return problem;
  std::optional<std::uint64_t> code = 0;
  if (takes_code(nan)) {
    const std::string_view digits = colon == std::string_view::npos ? "" : value.substr(colon + 1);
    code = digits.starts_with("0x") ? parse_number(digits.substr(2), 16) : std::nullopt;
    if (!code)
      return "The claim 'nan' needs a code after " + quoted(value.substr(0, colon)) + ", as in ':0x7f'.";
  } else if (colon != std::string_view::npos) {
    return "The claim 'nan' takes no code after " + quoted(value.substr(0, colon)) + ".";
  }
  rule.nan = nan;
  rule.nan_code = *code;
  return {};
}

std::string set_random_bits(Rule& rule, std::string_view value) {
  const std::optional<std::uint64_t> bits = parse_number(value, 10);
  if (!bits || *bits > 32)
    return "The claim 'random_bits' is a number from 0 to 32, not " + quoted(value) + ".";
  rule.random_bits = static_cast<int>(*bits);
  return {};
}

std::string nan_text(const Rule& rule) {
  std::string text(name_of<NanRule>(nan_names, rule.nan));
  if (!takes_code(rule.nan)) return text;
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), rule.nan_code, 16).ptr;
  return text + ":0x" + std::string(digits.data(), end);
}

}  // namespace

std::string set_claim(Rule& rule, std::string_view key, std::string_view value) {
  if (key == "rounding") return set_named<Rounding>(rule.rounding, rounding_names, key, value);
  if (key == "overflow") return set_named<Overflow>(rule.overflow, overflow_names, key, value);
  if (key == "infinity") return set_named<InfinityRule>(rule.infinity, infinity_names, key, value);
  if (key == "nan") return set_nan(rule, value);
  if (key == "negative") return set_named<NegativeRule>(rule.negative, negative_names, key, value);
  if (key == "zero") return set_named<ZeroRule>(rule.zero, zero_names, key, value);
  if (key == "subnormals") return set_named<Subnormals>(rule.subnormals, subnormals_names, key, value);
  if (key == "random_bits") return set_random_bits(rule, value);
  return "There is no claim " + quoted(key) +
         "; the claims of a conversion are rounding, overflow, infinity, nan, negative, zero, subnormals and "
         "random_bits.";
}

std::string to_text(const Rule& rule) {
  constexpr Rule usual;
  std::string text = "rounding=" + std::string(name_of<Rounding>(rounding_names, rule.rounding)) +
                     ",overflow=" + std::string(name_of<Overflow>(overflow_names, rule.overflow)) +
                     ",infinity=" + std::string(name_of<InfinityRule>(infinity_names, rule.infinity)) +
                     ",nan=" + nan_text(rule);
  if (rule.negative != usual.negative)
    text += ",negative=" + std::string(name_of<NegativeRule>(negative_names, rule.negative));
  if (rule.zero != usual.zero) text += ",zero=" + std::string(name_of<ZeroRule>(zero_names, rule.zero));
  if (rule.subnormals != usual.subnormals)
    text += ",subnormals=" + std::string(name_of<Subnormals>(subnormals_names, rule.subnormals));
  if (rule.random_bits != usual.random_bits) text += ",random_bits=" + std::to_string(rule.random_bits);
  return text;
}

Rule parse_rule(std::string_view text) {
  Rule rule;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view claim = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const std::size_t equals = claim.find('=');
    if (equals == std::string_view::npos)
      throw std::invalid_argument("A claim is key=value, and " + quoted(claim) + " has no '='.");
    const std::string_view key = claim.substr(0, equals);
    const std::string problem = set_claim(rule, key, claim.substr(equals + 1));
    if (!problem.empty()) throw std::invalid_argument(problem);
    if (!seen.insert(key).second)
      throw std::invalid_argument("The claim " + quoted(key) + " is given twice.");
  }
  return rule;
}

}  // namespace ulpgate
