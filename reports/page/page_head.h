#pragma once

#include "reports/page/html.h"

namespace ulpgate::report {

/// A page that needs no network, up to and with <main>.
void open_page(Html& html, std::string_view title, std::string_view description);

}  // namespace ulpgate::report
