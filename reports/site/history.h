#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/page/html.h"
#include "reports/site/column.h"

namespace ulpgate::report {

/// Two reports of one device, one after the other.
struct Neighbours {
  const Column* older;
  const Column* newer;

  /// The page that says what changed between them, in the site, without its ending.
  std::string page() const { return "diff/" + older->slug + "/" + newer->slug; }
};

/// The columns of each device, newest first. `columns` are newest first, and outlive it.
std::vector<std::vector<const Column*>> by_device(const std::vector<Column>& columns);

/// All of them, in that order.
std::vector<Neighbours> neighbours(const std::vector<Column>& columns);

/// The section of a site's first page: each device's reports, and what changed since the one before.
void history(Html& html, const std::vector<Column>& columns);

}  // namespace ulpgate::report
