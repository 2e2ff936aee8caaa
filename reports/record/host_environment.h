#pragma once

#include "reports/record/header.h"

namespace ulpgate::report {

/// This build of ulpgate, for headers.
Suite this_suite();

/// What can be known without a GPU: {"host":{cpu, architecture, logical_cores, os, kernel}, "build":{version,
/// commit, clean, compiler, type, flags}, "variables":{...}}. "variables" are those of the environment that
/// change numerics, where they are set. The caller adds "cuda", "libraries" and "device" (null where there is
/// none). What cannot be found out is "unknown"; nothing throws.
Json host_environment();

}  // namespace ulpgate::report
