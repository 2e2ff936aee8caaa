#pragma once
// Which values of each parameter explain the same answers.
#include <map>
#include <vector>

#include "suites/probe/observed.h"

namespace ulpgate::probe {

/// What is known of one parameter's values.
struct Alike {
  const Searched* parameter = nullptr;
  std::map<Value, Arithmetic>
      consistent;  ///< a whole arithmetic for each; of ordered ones, some with both ends
  std::map<Value, std::size_t> contradicted;  ///< the first dot that excludes it, the others as found
  std::vector<Value> all;                     ///< every value that was possible
};

/// `found` explains all of `observed`. Goes from it to every value of each parameter alone, then does the
/// same from the outermost arithmetics met, so that parameters that stand in for each other show.
std::vector<Alike> find_alike(const Signature& signature, const Arithmetic& found, const Observed& observed,
                              const Equality& equal);

}  // namespace ulpgate::probe
