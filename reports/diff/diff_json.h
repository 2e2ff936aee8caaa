#pragma once

#include "reports/diff/comparison.h"

namespace ulpgate::report {

/// Version of schema/diff.schema.json that this code writes.
inline constexpr std::uint64_t diff_schema_version = 2;

/// The comparison as schema/diff.schema.json has it. Rows that are the same are counted and not listed.
Json to_json(const Comparison& comparison);

}  // namespace ulpgate::report
