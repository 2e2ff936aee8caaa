#pragma once
// Judges the elements of one case: exact values by the oracles, how far from them is allowed by their bounds.
//
// A computed value before it is rounded to the output's format lies in [x - e, x + e], e the bound, and x in
// an enclosure; the element lies between the roundings of both ends (framework/acceptable.h). Where the
// enclosure is so wide that it leaves the verdict on an element open, the oracle is asked again for as many
// bits as decide it.
#include <array>
#include <map>
#include <memory>
#include <string>

#include "suites/framework/acceptable.h"
#include "suites/rows/definition.h"

namespace ulpgate::rows {

/// Where an element lies in a tensor.
struct Element {
  std::size_t tensor = 0;
  std::int64_t outer = 0, i = 0, inner = 0;
};

/// Which row of a case an element is of, and its place along it: 0 where the tensor has one for each row. Of
/// rows that are groups, inner is the group.
struct RowPlace {
  std::int64_t outer = 0, inner = 0, i = 0;
};

RowPlace place_in_row(const RowsOffer& offer, const RowsCase& c, const Element& at);
/// The element of a tensor that has all elements of rows.
Element element_in_row(const RowsOffer& offer, const RowsCase& c, std::size_t tensor, const RowPlace& at);

/// The oracle of the part of a case that an element belongs to.
class CaseJudge {
 public:
  /// `c` and `inputs` must outlive it. Cases with a period are judged by their repeating_rows().
  CaseJudge(const Definition& definition, const RowsOffer& offer, const RowsCase& c, const Inputs& inputs);

  /// What the element may be, as narrow as it takes to judge `code`.
  Acceptable acceptable(const Element& at, std::uint64_t code) const;
  /// The oracle's own words, for properties with bounds of their own.
  RowValue value(const Element& at) const;
  RowBound bound(const Element& at) const;
  /// Those that it is made of; until the next call about another part.
  const Part& inputs_of(const Element& at) const;

 private:
  /// Of the places along an axis, [first, first + count).
  struct Span {
    std::int64_t first, count;
  };
  struct Asked {
    const RowOracle* oracle;
    int output;
    std::int64_t i;
  };
  Asked ask(const Element& at) const;
  PartOf part_of(std::size_t tensor) const;
  /// Of a row (a, b), of a column a, or of all: which places of a tensor belong to it, along each axis.
  std::array<Span, 3> places(PartOf kind, std::size_t tensor, std::int64_t a, std::int64_t b) const;
  Part part(PartOf kind, std::int64_t a, std::int64_t b) const;

  /// An oracle with the inputs that it looks at.
  struct Kept {
    Part part;
    std::unique_ptr<RowOracle> oracle;
  };
  const Definition& definition_;
  const RowsOffer& o_;
  const RowsCase& c_;
  const Inputs& in_;
  /// The latest row's, column's or whole one: elements are judged part by part.
  mutable std::map<PartOf, std::pair<std::pair<std::int64_t, std::int64_t>, Kept>> kept_;
};

}  // namespace ulpgate::rows
