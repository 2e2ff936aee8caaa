#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/site/column.h"

namespace ulpgate::report {

/// A site's page that compares any two of its reports row by row, with the verdicts of `ulpgate diff`: a
/// script loads what RowsFile made of both. diff.html#OLD/NEW is a permanent link. Without scripts it
/// leads to the pages of neighbours in history, and names the command for any others.
std::string compare_page(const std::vector<Column>& columns);

/// That script: reports/diff/classify.cpp, once more.
std::string_view compare_script();

}  // namespace ulpgate::report
