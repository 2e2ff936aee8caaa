#pragma once

#include <string_view>

namespace ulpgate::report {

/// The script of a report's page: a search over the rows of data_section, and the evidence of each cell. It
/// puts texts into the page as texts, never as markup.
std::string_view page_script();

}  // namespace ulpgate::report
