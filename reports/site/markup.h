#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/page/html.h"
#include "reports/site/column.h"

/// What the pages of a site have in common.
namespace ulpgate::report {

/// Up to <main>. `root` leads from the page to the site's folder: "" or "../".
void page_head(Html& html, std::string_view title, std::string_view root);
void page_foot(Html& html);

/// <thead> with one column for each report, linked to its page.
void column_heads(Html& html, const std::vector<Column>& columns, std::string_view first,
                  std::string_view root);

/// A cell: sign, verdict, how many rows have it, largest error over its bound, U or L. Nothing known is grey
/// and never a pass. `link` may be empty.
void tally_cell(Html& html, const Tally* tally, const std::string& link);

Json to_json(const Tally& tally);

}  // namespace ulpgate::report
