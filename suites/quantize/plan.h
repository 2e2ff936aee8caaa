#pragma once
// Rows of a suite of an operation of quantization, from its definition.
#include <string>
#include <vector>

#include "suites/framework/suite.h"
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

std::vector<PlannedRow> plan(const Definition& definition, const SuiteContext& context);
std::string replay(const Definition& definition, Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case);
/// Those of all operations of quantization, then those of the definition.
std::span<const Requirement> all_requirements(const Definition& definition);

/// The suite that a definition makes: `definition` is one object for each operation.
template <const Definition& definition>
Suite suite_of() {
  return {
      .operation = definition.operation,
      .requirements = all_requirements(definition),
      .plan = [](const SuiteContext& context) { return plan(definition, context); },
      .replay =
          [](Implementation& implementation, const RowIdentity& row, const nlohmann::ordered_json& the_case) {
            return replay(definition, implementation, row, the_case);
          }};
}

}  // namespace ulpgate::blocks
