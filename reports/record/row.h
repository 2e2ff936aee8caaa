#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/record/verdict.h"

namespace ulpgate::report {

/// Keys keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// Role -> format, in the operation's own order: {"from","fp32"}, {"to","fp16"}.
using Formats = std::vector<std::pair<std::string, std::string>>;
using StringMap = std::map<std::string, std::string>;

/// What a row is about. Known before anything is judged: the plan is a list of these.
struct RowIdentity {
  std::string id;              ///< stable: "convert/f16c/fp32_to_fp16/vcvtps2ph.rne/CONVERT-ROUND-1"
  std::string operation;       ///< "convert"
  std::string implementation;  ///< "f16c"
  std::string variant;         ///< entry point: "vcvtps2ph.rne"
  std::string requirement;     ///< "CONVERT-ROUND-1"
  Level level = Level::sound;  ///< the requirement's level
  Formats formats;
  std::string tier;  ///< "standard"
  bool operator==(const RowIdentity&) const = default;
};

/// One number, in hexadecimal bits ("0x3c00") and in decimal ("1"). JSON: {"bits","value"}.
struct Value {
  std::string bits;
  std::string decimal;
  bool operator==(const Value&) const = default;
};

/// One element that was judged.
struct Worst {
  std::uint64_t index = 0;
  Value input, actual, expected;
  std::string ulps;                        ///< signed distance to the correct result, in codes of the target
  std::optional<double> error_over_bound;  ///< 1 is exactly at the bound
  std::string note;
  bool operator==(const Worst&) const = default;
};

/// Elements whose signed distance to the nearest accepted code lies in `bin`, in codes: "-[2^1,2^2)", "0",
/// "+1".
struct HistogramBin {
  std::string bin;
  std::uint64_t count = 0;
  bool operator==(const HistogramBin&) const = default;
};

/// What a number of this row depends on: points (x, y) in ascending x, finite. `name` says both:
/// "error over bound by K", "scale by command".
struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool operator==(const Curve&) const = default;
};

/// Why something was not run. `category` is short and countable ("no CUDA device"), `text` is a sentence.
struct Reason {
  std::string category, text;
  bool operator==(const Reason&) const = default;
};

/// A known deviation that applies to this row. `state`: "matched" (the row deviates as expected) or "stale"
/// (it no longer does).
struct Expectation {
  std::string id, reason, link, state;
  bool operator==(const Expectation&) const = default;
};

/// One row of a report: what one requirement showed of one variant of one implementation, for one set of
/// formats.
struct Row : RowIdentity {
  Verdict verdict = Verdict::not_run;
  std::uint64_t judged = 0;  ///< elements
  std::uint64_t failed = 0;  ///< elements, <= judged
  Coverage coverage = Coverage::none;
  std::optional<double> max_error_over_bound;
  std::optional<double> max_ulp_error, rms_ulp_error,
      mean_ulp_error;  ///< ulps of the target, against the exact value
  std::string bound;   ///< how the bound is made
  std::vector<HistogramBin> ulp_histogram;
  std::vector<Curve> curves;
  std::optional<Worst> worst;  ///< the element with the largest error over its bound, as it was judged
  std::optional<Worst>
      shrunk;  ///< what is wrong in the smallest case that still fails, which `replay` runs again
  std::string fingerprint;  ///< of the output bits, "xxh3-64:<hex>", or empty
  StringMap claims;
  std::string recipe;
  std::string seed;
  std::string message;
  std::optional<Reason> reason;  ///< always there when not run
  std::optional<Expectation> expectation;
  std::string replay;  ///< command line
  StringMap ran;       ///< what really ran: instruction, algorithm, split-K, ...
  double seconds = 0;  ///< JSON: {"timing":{"seconds"}}, the only time in a row
  bool operator==(const Row&) const = default;
};

/// A row that nothing was judged for: not run, crashed, timed out, not claimed.
Row unjudged_row(const RowIdentity& identity, Verdict verdict, std::optional<Reason> reason,
                 std::string message = {});

/// Throws InputError where a row contradicts itself: a pass that judged nothing or that has failures, more
/// failed than judged, not run without a reason, waived without an expectation.
void check(const Row& row);

/// JSON has no NaN or infinity: such numbers are written as null. to_json(Row) throws InputError as `check`
/// does.
Json to_json(const RowIdentity& identity);
Json to_json(const Row& row);

/// Throws InputError naming the first key that is missing, unknown or of the wrong kind. A row is checked,
/// too.
RowIdentity identity_from_json(const Json& json);
Row row_from_json(const Json& json);

}  // namespace ulpgate::report
