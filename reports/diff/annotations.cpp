#include "reports/diff/gate.h"
#include "reports/diff/terminal.h"
#include "reports/page/visible.h"

namespace ulpgate::report {
namespace {

/// What a workflow command takes for itself, spelled as it demands; "##[" starts one, too, wherever it
/// stands.
std::string data(std::string_view text, bool property) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '%') {
      out += "%25";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else if (c == '[' && out.ends_with("##")) {
      out += " [";
    } else {
      out += c;
    }
  }
  return out;
}

std::string command(std::string_view kind, const std::string& title, const std::string& text) {
  return "::" + std::string(kind) + " title=" + data(title, true) + "::" + data(text, false) + "\n";
}

std::string text(const Comparison& comparison, const Group& group, const Pair& pair) {
  std::string line = pair.entry().id + ": " + verdicts_text(pair);
  const std::string what = what_moved(pair);
  if (!what.empty()) line += "; " + what;
  if (!pair.entry().note.empty()) line += "; " + pair.entry().note;
  if (group.environment) line += "; environment: " + text_of(*group.environment);
  for (const Difference& reason : pair.reasons) line += "; " + text_of(reason);
  if (pair.new_entry != nullptr && !pair.new_entry->replay.empty())
    line += "; " + comparison.new_side().replay(*pair.new_entry);
  return line;
}

}  // namespace

std::string annotations(const Comparison& comparison, bool strict, std::size_t most) {
  std::string out;
  std::size_t written = 0;
  for (const Group& group : comparison.groups()) {
    const bool stops = stops_a_gate(group.change, strict);
    if (!stops && group.change != Change::fixed) continue;
    const std::string title = "ulpgate " + std::string(name(group.change));
    for (const Pair& pair : group.pairs) {
      if (written++ < most) out += command(stops ? "error" : "notice", title, text(comparison, group, pair));
    }
  }
  if (written > most)
    out += command("warning", "ulpgate", std::to_string(written - most) + " more rows changed");
  for (const std::string& id : comparison.new_side().stale)
    out += command("warning", "ulpgate stale expectation", id + " excuses no row");
  const Gate result = gate(comparison, strict);
  return out + command(result.status == 0 ? "notice" : "error", "ulpgate gate", result.reason);
}

}  // namespace ulpgate::report
