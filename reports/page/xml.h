#pragma once

#include <string>
#include <string_view>

namespace ulpgate::report {

/// Text for XML's element content and quoted attributes. Characters that XML forbids are left out.
std::string xml(std::string_view text);

}  // namespace ulpgate::report
