// Answers that took no work are convicted in each class of shapes alone, of every operation on rows and of
// each of its outputs: zeros, one number, a copy of an input, the answer before, and none.
#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fixtures/mutants/rows/idle.h"
#include "kernels/api/registry.h"
#include "suites/framework/suite.h"
#include "suites/rows/case_json.h"

namespace ulpgate {
namespace {

using mutants::IdleAnswer;
using mutants::IdleOutput;
using rows::RowsCase;
using rows::RowsOffer;

constexpr const char* operations[] = {"softmax",
                                      "log_softmax",
                                      "layer_norm",
                                      "rms_norm",
                                      "group_norm",
                                      "attention",
                                      "cross_entropy",
                                      "softmax_backward",
                                      "log_softmax_backward",
                                      "layer_norm_backward",
                                      "rms_norm_backward",
                                      "cross_entropy_backward"};

constexpr std::array<const char*, 5> names{"zeros", "one number", "a copy", "the answer before", "nothing"};

std::string text(const IdleOutput& idle) {
  const std::string of = idle.input.empty() ? "" : " of " + idle.input;
  return idle.name + " is " + names[static_cast<std::size_t>(idle.answer)] + of;
}

/// All that are other ones: a copy of each input that is one of numbers.
std::vector<IdleOutput> idle_outputs(const RowsOffer& o) {
  std::vector<IdleOutput> all;
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || !o.operation->tensors[t].output) continue;
    const std::string name(o.operation->tensors[t].name);
    for (const IdleAnswer answer :
         {IdleAnswer::zero, IdleAnswer::uniform, IdleAnswer::stale, IdleAnswer::unwritten})
      all.push_back({name, answer, ""});
    for (std::size_t input = 0; input < o.formats.size(); ++input) {
      const RowTensor& from = o.operation->tensors[input];
      if (o.formats[input] == nullptr || from.output || !o.formats[input]->is_floating()) continue;
      all.push_back({name, IdleAnswer::copy, std::string(from.name)});
    }
  }
  return all;
}

/// The classes of shapes that kernels and suites distinguish, by name. Nothing is masked: a mask makes rows
/// 0.
std::map<std::string, RowsCase> shapes(const RowsOffer& o, std::uint64_t seed) {
  std::map<std::string, RowsCase> all;
  const auto add = [&](const char* name, std::int64_t outer, std::int64_t n) -> RowsCase& {
    RowsCase c = plain_case(o, outer, n, rows::Family::uniform, seed);
    c.plain_parameters = o.has("mask");
    if (o.causal) c.causal = 1;
    set_groups(o, c);
    return all[name] = std::move(c);
  };
  add("one element", 6, 1);
  add("short", 6, 3);
  add("a vector", 6, 32);
  add("past a vector", 6, 33);
  add("long", 5, 2051);
  add("tall", 521, 5);
  RowsCase& strided = add("strided", 5, 11);
  if (o.operation->tensors[0].extents == Extents::lines) strided.inner = 3;
  set_groups(o, strided);
  for (std::size_t t = 0; t < strided.layouts.size(); ++t)
    if (o.formats[t] != nullptr)
      strided.layouts[t] = {.order = 2, .pad = 3, .step = 2, .reversed = t % 2 == 0 ? 2U : 1U, .lead = 1};
  return all;
}

/// Whether the definition says just that of rows with one element.
bool is_right_of_one_element(const RowsOffer& o, const IdleOutput& idle) {
  const std::string_view op = o.operation->name, output = idle.name, input = idle.input;
  const bool zero = idle.answer == IdleAnswer::zero, uniform = idle.answer == IdleAnswer::uniform,
             stale = idle.answer == IdleAnswer::stale;
  const bool always = uniform || stale;
  // A softmax of one is 1, and its largest, too.
  if (op == "softmax") return always;
  // Its logarithm, the loss and the gradients of all of them are 0, and so is y of log_softmax.
  if (op == "log_softmax" || op.starts_with("cross_entropy")) return zero || always;
  if (op == "softmax_backward") return zero || always;
  if (op == "log_softmax_backward") return zero || always || input == "y";
  // All weight is on the one value, and lse is the score.
  if (op == "attention") return (output == "o" && input == "v") || (output == "lse" && input == "x");
  if (op == "layer_norm" || op == "group_norm") {
    // The element is its own mean, and nothing varies.
    if (output == "mean") return input == "x";
    if (output == "rstd") return always;
    if (!o.has("beta")) return zero || stale || (uniform && output == "y");
    return uniform || input == "beta";
  }
  // A column of one element is one number; of normalised ones, which are 0, it is 0.
  if (output == "dbeta") return uniform;
  if (op == "layer_norm_backward") return zero || always;
  if (output == "dgamma") return uniform;
  // 1 - eps / (2 x^2) of the largest x, which is about 4 before, too: the same to less than an ulp.
  return op == "rms_norm" && output == "amax" && stale;
}

/// Of a folded row with one element, beta - m a + m a, each row has other roundings: those of the first may
/// be more than another's bound.
bool is_right_by_chance(const RowsOffer& o, const IdleOutput& idle) {
  return o.arithmetic.folded && idle.name == "y" && idle.answer == IdleAnswer::uniform;
}

class Trial {
 public:
  explicit Trial(Implementation& inner) : inner_(inner) {}

  /// What the suite says of an offer with that output; nothing where it passes.
  std::string judged(const RowsOffer& o, const IdleOutput& idle, const RowsCase& before, const RowsCase& c) {
    const auto implementation = mutants::with_idle_output(inner_, idle);
    const Suite& suite = *find_suite(o.operation->name);
    RowIdentity row;
    row.operation = o.offer.operation;
    row.implementation = inner_.name();
    row.variant = o.offer.variant;
    row.formats = o.offer.formats;
    row.requirement = idle.name == "amax" ? "ROWS-AMAX-1" : "ROWS-LENGTH-1";
    // What memory held may be small enough to pass for 0.
    if (idle.answer == IdleAnswer::unwritten) row.requirement = "ROWS-WRITE-1";
    if (idle.answer == IdleAnswer::stale) {
      EXPECT_EQ(suite.replay(*implementation, row, to_json(o, before)), "");
    }
    return suite.replay(*implementation, row, to_json(o, c));
  }

 private:
  Implementation& inner_;
};

TEST(IdleRows, AreConvictedInEveryClassOfShapes) {
  const auto control = make_implementation("plugin:" ULPGATE_PLUGINS_FOLDER "/rows_control.so");
  Trial trial(*control);
  int convicted = 0;
  std::set<std::string> operations_seen;
  for (const char* operation : operations) {
    for (const RowsOffer& o : rows::rows_offers(*control, operation)) {
      const auto before = shapes(o, 8);
      for (const auto& [shape, c] : shapes(o, 7)) {
        for (const IdleOutput& idle : idle_outputs(o)) {
          const std::string said = trial.judged(o, idle, before.at(shape), c);
          if (shape == "one element" && is_right_by_chance(o, idle)) continue;
          const bool right = shape == "one element" && is_right_of_one_element(o, idle);
          EXPECT_EQ(said.empty(), right) << operation << " " << o.offer.variant << " " << o.formats_text()
                                         << ", " << shape << ": " << text(idle);
          convicted += said.empty() ? 0 : 1;
        }
      }
      operations_seen.insert(operation);
    }
  }
  EXPECT_EQ(operations_seen.size(), std::size(operations));
  EXPECT_GT(convicted, 2000);
}

}  // namespace
}  // namespace ulpgate
