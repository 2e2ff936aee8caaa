#include "suites/mma/shrink_case.h"

#include <algorithm>

#include "suites/framework/shrink.h"

namespace ulpgate::mma {
namespace {

/// What an element's row, column, accumulator and scales are made of.
bool belongs(const Planted& p, int row, int column) {
  switch (p.matrix) {
    case Matrix::a:
    case Matrix::a_scale:
      return p.row == row;
    case Matrix::b:
    case Matrix::b_scale:
      return p.column == column;
    case Matrix::c:
      break;
  }
  return p.row == row && p.column == column;
}

/// Everything about row `row` and column `column` at (0, 0) instead.
void move_to_front(MmaCase& c, int row, int column) {
  for (Planted& p : c.planted) {
    if (p.matrix != Matrix::b && p.matrix != Matrix::b_scale && p.row == row) p.row = 0;
    if (p.matrix != Matrix::a && p.matrix != Matrix::a_scale && p.column == column) p.column = 0;
  }
}

}  // namespace

MmaCase reduce_around(const MmaOffer& o, const MmaCase& whole, const CaseJudgement& judgement,
                      const Judge& judge) {
  if (!judgement.finding || whole.family == Family::vector) return whole;
  const Finding& f = *judgement.finding;
  const MmaCase spelled = spelled_out(o, whole, f.instruction, f.accumulators);
  MmaCase element = spelled;
  std::erase_if(element.planted, [&](const Planted& p) { return !belongs(p, f.row, f.column); });
  MmaCase front = element;
  move_to_front(front, f.row, f.column);
  for (MmaCase* part : {&front, &element}) {
    part->lead = 0;
    if (judge(*part).fails()) return *part;
  }
  return judge(spelled).fails() ? spelled : whole;
}

std::vector<MmaCase> simpler_cases(const MmaOffer& o, const MmaCase& c) {
  std::vector<MmaCase> out;
  const auto variant = [&](auto change) {
    MmaCase simpler = c;
    change(simpler);
    out.push_back(std::move(simpler));
  };
  if (c.lead != 0) variant([](MmaCase& s) { s.lead = 0; });
  if (c.family == Family::vector) return out;
  if (c.instructions > 1) variant([](MmaCase& s) { s.instructions = 1; });
  const std::size_t count = c.planted.size();
  for (std::size_t part = count; part > 0; part = part == 1 ? 0 : (part + 1) / 2) {
    for (std::size_t first = 0; first < count; first += part) {
      variant([&](MmaCase& s) {
        const auto begin = s.planted.begin() + static_cast<std::ptrdiff_t>(first);
        s.planted.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(part, count - first)));
      });
    }
    if (count > 512 && part < count / 64) break;  // single elements of few only
  }
  if (count > 128) return out;
  for (std::size_t i = 0; i < count; ++i) {
    const Planted& p = c.planted[i];
    for (const std::uint64_t code : simpler_codes(format_of(o, p.matrix), p.code))
      variant([&](MmaCase& s) { s.planted[i].code = code; });
  }
  return out;
}

}  // namespace ulpgate::mma
