#include "reports/record/verdict.h"

#include <numeric>

namespace ulpgate::report {
namespace {

// Indexed by the enumerators' values.
constexpr std::array<std::string_view, 8> verdict_names{"pass",    "fail",      "deviation",   "waived",
                                                        "crashed", "timed out", "not claimed", "not run"};
constexpr std::array<std::string_view, 3> level_names{"sound", "faithful", "quality"};
constexpr std::array<std::string_view, 3> coverage_names{"exhaustive", "sampled", "none"};

template <typename Enum, std::size_t Size>
std::optional<Enum> find(const std::array<std::string_view, Size>& names, std::string_view text) {
  for (std::size_t i = 0; i < Size; ++i) {
    if (names.at(i) == text) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Verdict verdict) { return verdict_names.at(static_cast<std::size_t>(verdict)); }
std::string_view name(Level level) { return level_names.at(static_cast<std::size_t>(level)); }
std::string_view name(Coverage coverage) { return coverage_names.at(static_cast<std::size_t>(coverage)); }

std::optional<Verdict> verdict_named(std::string_view text) { return find<Verdict>(verdict_names, text); }
std::optional<Level> level_named(std::string_view text) { return find<Level>(level_names, text); }
std::optional<Coverage> coverage_named(std::string_view text) { return find<Coverage>(coverage_names, text); }

bool fails_a_run(Verdict verdict) {
  return verdict == Verdict::fail || verdict == Verdict::crashed || verdict == Verdict::timed_out ||
         verdict == Verdict::not_claimed;
}

std::uint64_t VerdictCounts::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

}  // namespace ulpgate::report
