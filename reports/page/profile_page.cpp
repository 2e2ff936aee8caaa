#include "reports/page/profile_page.h"

#include <set>

#include "reports/page/architecture.h"
#include "reports/page/html.h"
#include "reports/page/numbers.h"
#include "reports/page/page_head.h"

namespace ulpgate::report {
namespace {

std::string anchor(std::size_t number) { return "i" + std::to_string(number); }

/// Other architectures that do the same, or something else.
void others(Html& html, const Probed& p, const std::string& architecture, bool equal) {
  std::set<std::string> names;
  for (const Probed::Profile& profile : p.profiles) {
    if (profile.profile != architecture && profile.equal == equal) names.insert(profile.profile);
  }
  for (const Probed::Profile& profile : p.profiles) {
    if (!equal && profile.equal) names.erase(profile.profile);
  }
  if (names.empty()) return;
  html.raw(equal ? "<br><span class=\"k\">also " : "<br><span class=\"k\">not ");
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  html.text(list).raw("</span>");
}

void profile_cell(Html& html, const Probed& p, const std::string& architecture) {
  if (!p.not_run.empty()) {
    html.raw("<td class=\"n\">– not run: ").text(p.not_run).raw("</td>");
    return;
  }
  const Probed::Profile* own = own_profile(p, architecture);
  if (own == nullptr) {
    html.raw("<td class=\"n\">")
        .text(p.operation != "mma" ? "– no instruction"
              : architecture.empty()
                  ? "? no architecture is named"
                  : "? the profile of " + architecture + " has no entry with these formats");
  } else {
    html.raw(own->equal ? "<td class=\"p\">✓ is " : "<td class=\"v\">≠ differs from ");
    html.text(own->profile + "/" + own->entry).raw(": ");
    html.raw(grouped(own->agreeing) + " of " + grouped(own->dots)).raw(" dots");
  }
  others(html, p, architecture, true);
  others(html, p, architecture, false);
  html.raw("</td>");
}

void overview(Html& html, const std::vector<Probed>& probed, const std::string& architecture) {
  html.raw(
          "<section id=\"instructions\"><h2>What was probed</h2>\n<div class=\"s\" role=\"region\" "
          "tabindex=\"0\" ")
      .raw(
          "aria-label=\"What was probed\"><table class=\"t\"><caption>Each entry point, and the profile that "
          "it is held ")
      .raw("against</caption>\n<thead><tr><th scope=\"col\">Entry point</th><th scope=\"col\">Formats</th>")
      .raw("<th scope=\"col\">Model</th><th scope=\"col\">Profile</th></tr></thead>\n<tbody>");
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const Probed& p = probed[i];
    html.raw("<tr><th scope=\"row\"><a href=\"#")
        .raw(anchor(i))
        .raw("\">")
        .text(p.variant)
        .raw("</a><small>");
    html.text(p.operation).raw("</small></th><td>").text(p.formats).raw("</td><td class=\"");
    html.raw(p.explained ? "" : "v").raw("\">").text(p.verdict).raw("</td>");
    profile_cell(html, p, architecture);
    html.raw("</tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

/// What the profile says of a parameter; null where it does not disagree.
const Probed::Difference* disagreeing(const Probed::Profile& profile, const std::string& parameter) {
  for (const Probed::Difference& d : profile.differences) {
    if (d.parameter == parameter) return &d;
  }
  return nullptr;
}

void facts(Html& html, const Probed& p, std::size_t number, const std::string& architecture) {
  const Probed::Profile* own = own_profile(p, architecture);
  html.raw("<section id=\"").raw(anchor(number)).raw("\"><h2>").text(p.variant).raw("</h2>\n<p>");
  html.text(p.formats).raw(p.verdict.empty() ? "" : ". ").text(p.verdict).raw("</p>\n");
  if (p.facts.empty()) {
    html.raw("<p class=\"n\">")
        .text(p.not_run.empty() ? "Nothing was found." : p.not_run)
        .raw("</p></section>\n");
    return;
  }
  html.raw("<div class=\"s\" role=\"region\" tabindex=\"0\" aria-label=\"Features of ")
      .text(p.variant)
      .raw("\"><table class=\"t\"><caption>Features, and the inputs that decided</caption>\n<thead><tr>")
      .raw("<th scope=\"col\">Feature</th><th scope=\"col\">Found</th><th scope=\"col\">Profile</th>")
      .raw("<th scope=\"col\">Decided by</th></tr></thead>\n<tbody>");
  for (const Probed::Fact& fact : p.facts) {
    const Probed::Difference* other = own == nullptr ? nullptr : disagreeing(*own, fact.name);
    html.raw("<tr><th scope=\"row\">").text(fact.name).raw("</th><td>").text(fact.found).raw("</td>");
    if (!fact.observed) {
      html.raw("<td class=\"n y\">– not seen</td>");
    } else if (own == nullptr) {
      html.raw("<td class=\"n y\">? unknown</td>");
    } else if (other == nullptr) {
      html.raw("<td class=\"p y\">✓ agrees</td>");
    } else {
      html.raw("<td class=\"v\">≠ ").text(other->profile).raw("</td>");
    }
    html.raw("<td>").text(fact.evidence).raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

}  // namespace

std::string render_profile_page(const Report& report, const std::vector<Probed>& probed) {
  Html html;
  open_page(html, "Profile: what matrix instructions do", "Numerical features inferred from outputs alone");
  html.raw("<p class=\"k\"><a href=\"index.html\">The report</a> of ").text(report.started).raw("</p>\n");
  html.raw(
          "<h1>Profile</h1>\n<p>What matrix instructions and matrix products do, inferred from their outputs "
          "alone, and ")
      .raw(
          "whether that is what the architecture's profile says. <b>≠</b> is a fact about the device or "
          "about the profile, ")
      .raw("not a fault.</p>\n");
  const std::string architecture = profiled_architecture(report);
  overview(html, probed, architecture);
  for (std::size_t i = 0; i < probed.size(); ++i) facts(html, probed[i], i, architecture);
  html.raw("</main>\n</body>\n</html>\n");
  return std::move(html).take();
}

}  // namespace ulpgate::report
