#pragma once

#include "reports/page/html.h"
#include "reports/page/notes.h"
#include "reports/page/view.h"

/// The page's sections, in its order. Each appends a whole <section>, or nothing where there is nothing to
/// say.
namespace ulpgate::report {

/// Does it conform, on what, how much was judged, and what is wrong with the run.
void verdict_section(Html& html, const View& view);

/// What needs attention: rows that fail, deviate or are waived, each with a link to its evidence.
void findings_section(Html& html, const View& view);

/// Formats x implementations, a table an operation.
void matrix_section(Html& html, const View& view);

/// Every row. Shared texts go to `notes`.
void evidence_section(Html& html, const View& view, Notes& notes);

/// What each requirement says, and why.
void glossary_section(Html& html, const Report& report);

/// Anchor of a requirement in the glossary.
std::string requirement_anchor(const std::string& id);

}  // namespace ulpgate::report
