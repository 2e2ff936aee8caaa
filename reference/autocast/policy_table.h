#pragma once
// Which policy autocast has for an operation, read from data: fixtures/autocast/README.md documents the
// files.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ulpgate {

enum class AutocastPolicy {
  lower_precision,  ///< inputs are cast to the region's format
  fp32,             ///< inputs are cast to fp32
  fp32_result,      ///< dtype = fp32 is passed where none was, inputs stay
  fp32_appended,    ///< the overload with a dtype is called, with fp32
  widest,           ///< inputs are cast to fp32 where one of them is, else to the region's format
  banned,           ///< an error
  none,             ///< not listed: as without autocast
};

class AutocastTable {
 public:
  /// `file` is what messages call the text. Throws std::runtime_error, "file:line: " and one sentence, for a
  /// malformed line, an operation that is listed twice, and for a text without any.
  AutocastTable(std::string_view text, const std::string& file);

  AutocastPolicy policy(std::string_view operation) const;
  /// Those of a policy, by name.
  std::vector<std::string> operations(AutocastPolicy policy) const;
  std::size_t size() const { return policies_.size(); }

 private:
  std::map<std::string, AutocastPolicy, std::less<>> policies_;
};

}  // namespace ulpgate
