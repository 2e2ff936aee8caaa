#include "reports/page/page_head.h"

#include "reports/page/style.h"

namespace ulpgate::report {

void open_page(Html& html, std::string_view title, std::string_view description) {
  html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
      .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
      .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
      .raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
      .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
      .raw("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<meta name=\"description\" content=\"")
      .text(description)
      .raw("\">\n<title>")
      .text(title)
      .raw("</title>\n<style>\n")
      .raw(style())
      .raw("</style>\n</head>\n<body>\n<main>\n");
}

}  // namespace ulpgate::report
