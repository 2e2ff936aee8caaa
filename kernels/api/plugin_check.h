#pragma once
// What a plug-in says of itself, checked against the rules of ulpgate/plugin.h.
#include <string>
#include <ulpgate/plugin.h>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// The offers of a plug-in. Throws ImplementationError with one sentence that begins with `path` at the first
/// thing that is missing or malformed. `objects` is what it exports for operations with a state, or nullptr.
std::vector<Offer> checked_offers(const std::string& path, const ulpgate_plugin* plugin,
                                  const ulpgate_objects* objects = nullptr);

}  // namespace ulpgate
