#pragma once

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// The comparison as schema/diff.schema.json has it. Rows that are the same are counted and not listed.
Json to_json(const Comparison& comparison);

}  // namespace ulpgate::report
