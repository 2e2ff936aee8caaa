#pragma once
// How test failures name formats, codes and expectations.
#include <ostream>
#include <string>
#include <vector>

#include "reference/formats/encode.h"
#include "reference/formats/rule_text.h"
#include "reference/formats/text.h"

namespace ulpgate {

inline bool operator==(const Expected& a, const Expected& b) {
  return a.code == b.code && a.outcome == b.outcome && a.any_nan == b.any_nan;
}

inline std::ostream& operator<<(std::ostream& out, const Expected& e) {
  return out << "code 0x" << std::hex << e.code << std::dec << " outcome " << static_cast<int>(e.outcome)
             << (e.any_nan ? " (any NaN)" : "");
}

/// Name of a format for gtest's parameterised tests.
struct FormatName {
  template <typename Info>
  std::string operator()(const Info& info) const {
    return std::string(info.param->name);
  }
};

/// Formats of at most `width` bits, and tf32's 19 when asked for; integers left out.
inline std::vector<const Format*> formats_up_to(int width) {
  std::vector<const Format*> chosen;
  for (const Format* f : all_formats()) {
    if (f->kind != FormatKind::integer && f->width() <= width) chosen.push_back(f);
  }
  return chosen;
}

}  // namespace ulpgate
