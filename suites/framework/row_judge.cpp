#include "suites/framework/row_judge.h"

#include <chrono>
#include <exception>

#include "reports/record/error.h"
#include "suites/framework/text.h"

namespace ulpgate {

Row judge_row(const PlannedRow& planned, const SuiteContext& context,
              const std::vector<KnownDeviation>& known) {
  Row row;
  static_cast<RowIdentity&>(row) = planned.identity;
  row.claims = planned.claims;
  row.ran = planned.ran;
  row.seed = std::to_string(context.seed);
  const auto start = std::chrono::steady_clock::now();
  try {
    planned.judge(row);
  } catch (const std::exception& e) {
    row.verdict = Verdict::fail;
    row.message = "an exception stopped the judgement: " + excerpt(e.what());
  } catch (...) {
    row.verdict = Verdict::fail;
    row.message = "an unknown exception stopped the judgement";
  }
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  apply_expectations(known, context.implementation.version(), row);
  try {
    report::check(row);
  } catch (const report::InputError& e) {
    row.verdict = Verdict::fail;
    row.message = std::string("the suite made a row that contradicts itself: ") + e.what();
  }
  return row;
}

}  // namespace ulpgate
