#pragma once

#include <string_view>

namespace ulpgate::report {

/// The script of a site's first page: the diff of any two columns of its matrix.
std::string_view site_script();

}  // namespace ulpgate::report
