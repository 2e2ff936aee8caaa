#pragma once

#include <string>
#include <vector>

#include "reports/record/report.h"

/// Records and reports made up for tests.
namespace ulpgate::report::sample {

Header header(const std::string& operation = "convert", const std::string& implementation = "f16c");
Json environment();

/// A row of that operation and implementation from fp32 to `to`, with every field filled in.
RowIdentity identity(const std::string& operation, const std::string& implementation, const std::string& to,
                     const std::string& variant = "vcvtps2ph.rne");
Row passing(const RowIdentity& identity);
Row failing(const RowIdentity& identity);
Row waived(const RowIdentity& identity);
Row not_run(const RowIdentity& identity);

/// The text of a whole record file that holds these rows, all planned.
std::string record_text(const Header& header, const std::vector<Row>& rows);

/// Operations x implementations x formats x variants, with every verdict somewhere in it where there are 8
/// rows or more.
Report report(int implementations = 3, int formats = 4, int variants = 2);

}  // namespace ulpgate::report::sample
