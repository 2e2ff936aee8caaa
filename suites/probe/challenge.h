#pragma once
// Questions for the sake of what still explains everything.
#include <vector>

#include "suites/probe/alike.h"
#include "suites/probe/fit.h"

namespace ulpgate::probe {

/// `best` explains everything. Asks for dots that tell it from every other arithmetic that does too, the
/// rivals (of other algorithms) among them, until random dots near their borders find none; `best` may become
/// another. What is then alike; empty where in the end nothing explains everything.
std::vector<Alike> challenge(Inquiry& inquiry, Fit& best, const std::vector<Fit>& rivals);

}  // namespace ulpgate::probe
