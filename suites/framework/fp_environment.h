#pragma once
// The thread's floating-point environment: what a call must leave as it found it.
#include <cfenv>
#include <cstdint>
#include <string>

namespace ulpgate {

struct FpEnvironment {
  int rounding = 0;  ///< fegetround()
  std::uint32_t control =
      0;  ///< flush and mask bits of the machine's control register; exception flags left out
  bool keeps_subnormals = true;  ///< measured: a subnormal survives x + 0 and x * 1

  bool operator==(const FpEnvironment&) const = default;
};

FpEnvironment read_fp_environment();
/// What differs, as a sentence part; empty when equal.
std::string describe_change(const FpEnvironment& before, const FpEnvironment& after);

/// Sets a rounding mode and restores the whole environment when it goes.
class ScopedFpEnvironment {
 public:
  ScopedFpEnvironment() { std::fegetenv(&saved_); }
  explicit ScopedFpEnvironment(int rounding) : ScopedFpEnvironment() { std::fesetround(rounding); }
  ScopedFpEnvironment(const ScopedFpEnvironment&) = delete;
  ScopedFpEnvironment& operator=(const ScopedFpEnvironment&) = delete;
  ~ScopedFpEnvironment() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_{};
};

/// "to nearest", "downward", ...
std::string rounding_mode_name(int mode);

}  // namespace ulpgate
