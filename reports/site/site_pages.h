#pragma once

#include <string>
#include <vector>

#include "reports/record/header.h"
#include "reports/site/column.h"

namespace ulpgate::report {

/// Pages of a site. Each refers to pages of the site alone; `Json` beside a page says the same.
std::string index_page(const std::vector<Column>& columns, const std::vector<std::string>& refused);
/// What was probed, by formats and feature.
bool has_facts(const std::vector<Column>& columns);
std::string facts_page(const std::vector<Column>& columns);
Json facts_json(const std::vector<Column>& columns);
std::string operation_page(const std::vector<Column>& columns, const std::string& operation);
std::string requirement_page(const std::vector<Column>& columns, const std::string& id,
                             const RequirementText& text);

Json index_json(const std::vector<Column>& columns, const std::vector<std::string>& refused);
Json operation_json(const std::vector<Column>& columns, const std::string& operation);
Json requirement_json(const std::vector<Column>& columns, const std::string& id, const RequirementText& text);

}  // namespace ulpgate::report
