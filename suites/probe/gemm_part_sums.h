#pragma once
// What parts of a sum are kept in, and what they are added in.
#include <string>
#include <vector>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {

/// What a sum keeps at the one of these places that limits it most.
struct Width {
  Kept kept;
  Place place;
};
Width width_at(Context& context, std::int64_t k, const std::vector<Place>& places);

/// Places on three points. Where the first large product that the small one meets has the other sign, a bit
/// less is lost; one of the places has it right for any order of three parts.
std::vector<Place> around(std::int64_t x, std::int64_t y, std::int64_t z);

/// Adds the facts `name` and `name`_rounding: the additions between the parts that the places are in.
void add_addition(Context& context, std::int64_t k, const std::vector<Place>& places,
                  const std::string& name);

/// Three products of one part of K, and one of the next.
struct Inside {
  std::int64_t first, second, third, next;
};
/// Adds the fact partials.
void add_partials(Context& context, std::int64_t k, const Inside& at);

}  // namespace ulpgate::probe::box
