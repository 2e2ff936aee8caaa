#pragma once

#include <map>
#include <string>

#include "reports/record/report.h"

namespace ulpgate::report {

/// Puts together what several files say of one run. Every member takes the name of a file, throws InputError,
/// one sentence, where it says something else than an earlier file did, and names both files, the first field
/// that differs and both values.
class OneRun {
 public:
  /// `into` outlives this; it takes what the files say.
  explicit OneRun(Report& into) : into_(into) {}

  void identity(const std::string& name, const Suite& suite, const std::string& tier, std::uint64_t seed);
  void environment(const std::string& name, const Json& environment);
  void implementation(const std::string& name, const ImplementationInfo& info);
  void requirements(const std::string& name, const Requirements& requirements);
  void formats(const std::string& name, const FormatTable& formats);

  /// Takes note that a file holds that row. The name of the file that held it before; empty where none did.
  std::string row_elsewhere(const std::string& name, const std::string& id);

  /// Nothing was taken.
  bool empty() const { return first_.empty(); }

 private:
  Report& into_;
  std::string first_, environment_of_;
  std::map<std::string, std::string> implementation_of_, requirement_of_, format_of_, row_of_;
};

/// Why two files are not of one run. Values are cut where they are long.
[[noreturn]] void refuse_mixture(const std::string& left, const std::string& right, const std::string& field,
                                 const Json& left_value, const Json& right_value);

}  // namespace ulpgate::report
