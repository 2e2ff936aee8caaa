#pragma once

#include "reports/page/html.h"
#include "reports/page/view.h"

/// The page's sections, in its order. Each appends a whole <section>, or nothing where there is nothing to
/// say.
namespace ulpgate::report {

/// Does it conform, on what, how much was judged, and what is wrong with the run.
void verdict_section(Html& html, const View& view);

/// What needs attention: rows that fail, deviate or are waived, each with all that it says.
void findings_section(Html& html, const View& view);

/// Formats x implementations, a table an operation.
void matrix_section(Html& html, const View& view);

/// Every row: a place that the script fills on demand from data_section, and a plain table without scripts.
void evidence_section(Html& html, const View& view);

/// Every row, once, as JSON for the script. What rows share stands once.
void data_section(Html& html, const View& view);

/// What rows show together, as plots for the script and as tables.
void plots_section(Html& html, const View& view);
bool has_plots(const View& view);

/// What each requirement says, and why.
void glossary_section(Html& html, const Report& report);

/// Anchor of a requirement in the glossary.
std::string requirement_anchor(const std::string& id);

}  // namespace ulpgate::report
