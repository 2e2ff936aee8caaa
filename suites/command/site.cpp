// ulpgate site: many reports as a site of static files.
#include "reports/site/site.h"

#include <cstdio>

#include "suites/command/commands.h"

namespace ulpgate {

int site_command(const SiteOptions& options) {
  const report::SiteResult site = report::write_site(options.reports, options.out, options.threads);
  for (const std::string& sentence : site.refused) std::fprintf(stderr, "refused: %s\n", sentence.c_str());
  std::printf("%zu of %zu reports\n%s\n", site.columns.size(), options.reports.size(),
              (options.out / "index.html").string().c_str());
  return site.refused.empty() ? 0 : 1;
}

}  // namespace ulpgate
