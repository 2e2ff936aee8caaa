// NaN and infinities: where they go, and where they do not.
#include "reference/formats/decode.h"
#include "suites/framework/text.h"
#include "suites/mma/element.h"
#include "suites/mma/property.h"

namespace ulpgate::mma {
namespace {

/// The same case without what is special.
MmaInputs without_specials(const MmaOffer& o, MmaInputs in) {
  for (const Matrix matrix : matrices_of(o)) {
    for (std::uint64_t& code : in.of(matrix)) {
      if (!is_finite(format_of(o, matrix), code)) code = plain_code(o, matrix);
    }
  }
  return in;
}

std::string name_of(const Elements::Kind& kind) {
  if (kind.number_class == NumberClass::nan) return "NaN";
  return kind.negative ? "-Inf" : "Inf";
}

bool is(const Format& d, std::uint64_t code, const Elements::Kind& kind) {
  if (kind.number_class == NumberClass::nan) return is_nan(d, code);
  return is_infinity(d, code) && ((code & d.sign_mask()) != 0) == kind.negative;
}

}  // namespace

CaseJudgement judge_special(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  const MmaInputs in = expand(o, c);
  const MmaRun run = bench.run(in, c), calm = bench.run(without_specials(o, in), c);
  for (const MmaRun* r : {&run, &calm}) {
    if (auto problem = call_problem(*r)) return *problem;
  }
  const Elements elements(o, in);
  const Format& d = *o.d;
  CaseJudgement j;
  for (int row = 0; row < o.shape.m; ++row) {
    for (int column = 0; column < o.shape.n; ++column) {
      const auto at = place(row, o.shape.n, column);
      const std::uint64_t got = run.d[at];
      ++j.judged;
      Finding f{.row = row, .column = column, .actual = got, .expected = got, .what = {}};
      if (!elements.finite(row, column)) {
        const Elements::Kind kind = elements.kind(row, column);
        if (is(d, got, kind)) continue;
        f.what = "expected " + name_of(kind);
      } else {
        if (got == calm.d[at]) continue;
        f.expected = calm.d[at];
        f.what = "no operand of it is special, and it is " + shown_text(d, calm.d[at]) +
                 " where other rows and columns have no NaN or infinity";
      }
      j.fail(std::move(f));
    }
  }
  return j;
}

}  // namespace ulpgate::mma
