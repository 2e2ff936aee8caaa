#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ulpgate::report {

/// What became of one row. `not_run` is never a pass: it carries a category and a reason.
enum class Verdict { pass, fail, deviation, waived, crashed, timed_out, not_claimed, not_run };

/// How a requirement binds: sound (must hold), faithful (must hold where claimed), quality (a statistic).
enum class Level { sound, faithful, quality };

/// What the inputs covered. The largest error of an exhaustive row is an upper bound, of a sampled one a
/// lower bound.
enum class Coverage { exhaustive, sampled, none };

/// Every verdict, in the order that people read them.
inline constexpr std::array all_verdicts{Verdict::pass,        Verdict::fail,    Verdict::deviation,
                                         Verdict::waived,      Verdict::crashed, Verdict::timed_out,
                                         Verdict::not_claimed, Verdict::not_run};

/// Names as they stand in records: "pass", "timed out", ...
std::string_view name(Verdict verdict);
std::string_view name(Level level);
std::string_view name(Coverage coverage);

/// The value with that name; nothing where there is none.
std::optional<Verdict> verdict_named(std::string_view text);
std::optional<Level> level_named(std::string_view text);
std::optional<Coverage> coverage_named(std::string_view text);

/// True for the verdicts that fail a run: fail, crashed, timed out, not claimed.
bool fails_a_run(Verdict verdict);

/// Number of rows of each verdict.
class VerdictCounts {
 public:
  std::uint64_t& operator[](Verdict verdict) { return counts_.at(static_cast<std::size_t>(verdict)); }
  std::uint64_t operator[](Verdict verdict) const { return counts_.at(static_cast<std::size_t>(verdict)); }
  std::uint64_t total() const;
  bool operator==(const VerdictCounts&) const = default;

 private:
  std::array<std::uint64_t, all_verdicts.size()> counts_{};
};

}  // namespace ulpgate::report
