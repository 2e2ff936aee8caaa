#include "suites/probe/experiment.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "reference/formats/text.h"
#include "reference/tensor_core/profile.h"
#include "suites/framework/expectation.h"
#include "suites/framework/text.h"
#include "suites/probe/gemm_probe.h"
#include "suites/probe/instruction.h"

namespace ulpgate::probe {
namespace {

const Format* format_of(const Offer& offer, std::string_view role) {
  for (const auto& [name, format] : offer.formats) {
    if (name == role) return find_format(format);
  }
  return nullptr;
}

bool is_one_of(const Format* format, const std::vector<const Format*>& formats) {
  return format != nullptr && std::find(formats.begin(), formats.end(), format) != formats.end();
}

/// "e5m2.e5m2_to_fp32".
std::string formats_text(const Offer& offer) {
  std::string text;
  for (const auto& [role, format] : offer.formats) {
    if (role == "a") text = format;
    if (role == "b") text += "." + format;
    if (role == "d") text += "_to_" + format;
  }
  return text;
}

bool is_asked(const DotQuestion& q, const Offer& offer) {
  const Format* a = format_of(offer, "a");
  return offer.operation == "mma" && is_one_of(a, q.operands) && format_of(offer, "b") == a &&
         format_of(offer, "c") == q.result && format_of(offer, "d") == q.result &&
         format_of(offer, "a_scale") == nullptr;
}

bool is_asked(const GemmQuestion& q, const Offer& offer) {
  const Format* a = format_of(offer, "a");
  return offer.operation == "gemm" && is_one_of(a, q.operands) && format_of(offer, "b") == a &&
         is_one_of(format_of(offer, "d"), q.results) && glob_matches(q.variant, offer.variant);
}

std::uint64_t code_of(const DotValue& value, const Format& format) {
  const auto code = value.code_in(format);
  if (!code) throw std::runtime_error("the input has a value that " + std::string(format.name) + " has not");
  return *code;
}

Dot dot_of(const DotQuestion& q, const Signature& s) {
  if (q.input.needed_k() > s.k)
    throw std::runtime_error("k = " + std::to_string(s.k) + " does not reach so far");
  Dot dot;
  dot.a.assign(static_cast<std::size_t>(s.k), 0);
  dot.b.assign(static_cast<std::size_t>(s.k), 0);
  dot.c = code_of(q.input.accumulator, *s.accumulator);
  for (const DotProduct& p : q.input.products) {
    for (int k = p.everywhere ? 0 : p.k; k <= (p.everywhere ? s.k - 1 : p.k); ++k) {
      dot.a[static_cast<std::size_t>(k)] = code_of(p.a, *s.a);
      dot.b[static_cast<std::size_t>(k)] = code_of(p.b, *s.b);
    }
  }
  return dot;
}

/// The result of the entry that the offer claims.
std::optional<std::uint64_t> by_profile(const Offer& offer, const Instruction& instruction, const Dot& dot) {
  const auto claim = offer.claims.find("profile");
  if (claim == offer.claims.end()) return std::nullopt;
  const std::size_t slash = claim->second.find('/');
  const Profile* profile = find_profile(claim->second.substr(0, slash));
  const ProfileEntry* entry = profile == nullptr ? nullptr : profile->find(claim->second.substr(slash + 1));
  if (entry == nullptr) return std::nullopt;
  const std::array dots{dot};
  return from_model(*entry, *instruction.a, *instruction.b, instruction.k).evaluate(dots).front();
}

std::string meaning_of(const DotQuestion& q, std::uint64_t code) {
  for (const DotQuestion::Meaning& m : q.meanings) {
    if (m.result.code_in(*q.result) == code) return m.text;
  }
  return "none of the results that were thought of";
}

void ask(Implementation& implementation, const DotQuestion& q, const Offer& offer, ExperimentAnswer& answer) {
  const Instruction instruction = from_offer(implementation, offer);
  const std::array dots{dot_of(q, instruction)};
  const std::uint64_t code = instruction.evaluate(dots).front();
  answer.result = to_hex(*q.result, code) + " (" + to_decimal(*q.result, code) + ")";
  answer.meaning = meaning_of(q, code);
  if (const auto expected = by_profile(offer, instruction, dots.front()))
    answer.as_profile = *expected == code;
}

void ask(Implementation& implementation, const GemmQuestion& q, const Offer& offer,
         const ExperimentAnswer& blank, std::vector<ExperimentAnswer>& answers) {
  const GemmFacts facts = probe_gemm(gemm_box(implementation, offer));
  for (const std::string& name : q.facts) {
    ExperimentAnswer answer = blank;
    answer.asked = name;
    if (const GemmFact* fact = facts.find(name)) {
      answer.result = fact->value;
      answer.meaning = fact->evidence;
    } else {
      answer.meaning = "not observed";
    }
    answers.push_back(std::move(answer));
  }
}

}  // namespace

std::vector<ExperimentAnswer> run_experiment(Implementation& implementation, const Experiment& experiment,
                                             const std::string& variant) {
  std::vector<ExperimentAnswer> answers;
  const std::vector<Offer> offers = implementation.offers();
  for (const Offer& offer : offers) {
    if (!variant.empty() && !glob_matches(variant, offer.variant)) continue;
    ExperimentAnswer blank{experiment.name, excerpt(offer.variant), formats_text(offer), {}, {}, {},
                           std::nullopt};
    const auto or_why_not = [&](const std::string& asked, auto ask_it) {
      try {
        ask_it();
      } catch (const std::exception& e) {
        answers.push_back(blank);
        answers.back().asked = asked;
        answers.back().meaning = "not run: " + excerpt(e.what());
      }
    };
    for (const DotQuestion& q : experiment.dots) {
      if (!is_asked(q, offer)) continue;
      or_why_not(q.text, [&] {
        ExperimentAnswer answer = blank;
        answer.asked = q.text;
        ask(implementation, q, offer, answer);
        answers.push_back(std::move(answer));
      });
    }
    for (const GemmQuestion& q : experiment.gemms) {
      if (is_asked(q, offer)) or_why_not("the probe", [&] { ask(implementation, q, offer, blank, answers); });
    }
  }
  return answers;
}

}  // namespace ulpgate::probe
