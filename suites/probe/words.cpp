#include "suites/probe/words.h"

#include <algorithm>
#include <bit>

#include "reference/formats/decode.h"
#include "reference/formats/text.h"

namespace ulpgate::probe {
namespace {

/// Decimal where that is short, a power of two where it is one.
std::string number(const Format& f, std::uint64_t code) {
  const Unpacked u = unpack(f, code);
  if (u.number_class == NumberClass::finite && std::has_single_bit(u.significand)) {
    const int e = u.exponent + std::countr_zero(u.significand);
    if (e < -3 || e > 10) return (u.negative ? "-2^" : "2^") + std::to_string(e);
  }
  const std::string decimal = to_decimal(f, code);
  return decimal.size() > 8 ? to_hex(f, code) + " (" + decimal + ")" : decimal;
}

/// Whether a place holds more than zeros.
bool counts(const Signature& s, const Dot& dot, std::size_t i) {
  const auto special = [](const Format& f, std::uint64_t code) {
    return f.is_floating() && !is_finite(f, code);
  };
  return (dot.a[i] != 0 && dot.b[i] != 0) || special(*s.a, dot.a[i]) || special(*s.b, dot.b[i]);
}

}  // namespace

std::string to_text(const Signature& s, const Dot& dot) {
  std::string text;
  std::size_t products = 0, shown = 0;
  for (std::size_t i = 0; i < dot.a.size(); ++i) products += counts(s, dot, i) ? 1 : 0;
  for (std::size_t i = 0; i < dot.a.size() && shown < 4 && products <= 4; ++i) {
    if (!counts(s, dot, i)) continue;
    text += number(*s.a, dot.a[i]) + " * " + number(*s.b, dot.b[i]) + " at k " + std::to_string(i) + ", ";
    ++shown;
  }
  if (products > 4) text += std::to_string(products) + " products, ";
  text += "c = " + number(*s.accumulator, dot.c);
  for (std::size_t i = 0; i < dot.a_scales.size(); ++i) {
    const std::string of_a = number(*s.scale_format, dot.a_scales[i]),
                      of_b = number(*s.scale_format, dot.b_scales[i]);
    if (of_a == "1" && of_b == "1") continue;
    text += ", scales of block " + std::to_string(i) + " " + of_a + " and " + of_b;
  }
  return text;
}

Finding describe(const Signature& s, const Alike& a, const Observed& observed) {
  const Searched& p = *a.parameter;
  Finding f;
  f.name = p.name;
  f.is_range = p.ordered;
  for (const auto& [value, arithmetic] : a.consistent) {
    f.values.push_back(value);
    f.witnesses.push_back(arithmetic);
  }
  if (p.ordered && f.values.size() > 2) {
    f.values = {f.values.front(), f.values.back()};
    f.witnesses = {f.witnesses.front(), f.witnesses.back()};
  }
  const bool everything = p.ordered ? f.values.front() == a.all.front() && f.values.back() == a.all.back()
                                    : f.values.size() == a.all.size();
  if (f.values.size() == 1) {
    f.text = to_text(p, f.values.front());
  } else {
    for (const Value v : f.values)
      f.text += (f.text.empty()         ? ""
                 : p.ordered            ? " to "
                 : v == f.values.back() ? " and "
                                        : ", ") +
                to_text(p, v);
    f.text += " are alike";
  }
  if (everything) {
    f.kind = Finding::Kind::not_observable;
    f.text = "not observable";
    f.evidence = a.all.size() == 1 ? "these formats and k allow one value alone"
                                   : "no dot of " + std::to_string(observed.size()) + " changes with it";
    return f;
  }
  f.kind = f.values.size() == 1 ? Finding::Kind::found : Finding::Kind::alike;
  // The values nearest to those that explain everything.
  std::vector<std::pair<Value, std::size_t>> against;
  const auto above = a.contradicted.upper_bound(f.values.back());
  auto below = a.contradicted.lower_bound(f.values.front());
  if (below != a.contradicted.begin()) against.push_back(*--below);
  if (above != a.contradicted.end()) against.push_back(*above);
  if (against.empty()) against.assign(a.contradicted.begin(), a.contradicted.end());
  for (const auto& [value, at] : against) {
    Arithmetic other = f.witnesses.front();
    p.set(other, value);
    if (!f.evidence.empty()) f.evidence += "; ";
    f.evidence += to_text(s, observed.dots[at]) + ": " + number(*s.output, observed.outputs[at]);
    if (check_entry(entry_of(s, other)).empty())
      f.evidence +=
          ", not " + number(*s.output, Model(s, other)(observed.dots[at])) + " as with " + to_text(p, value);
  }
  return f;
}

}  // namespace ulpgate::probe
