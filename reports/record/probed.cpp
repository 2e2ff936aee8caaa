#include "reports/record/probed.h"

#include <algorithm>

#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/record/text.h"

namespace ulpgate::report {
namespace {

const Json& member(const Json& json, const char* key, const std::string& where) {
  if (!json.is_object() || !json.contains(key)) throw InputError(where + "." + key + " is missing");
  return json[key];
}

std::string text(const Json& json, const char* key, const std::string& where) {
  const Json& value = member(json, key, where);
  if (!value.is_string()) throw InputError(where + "." + key + " is not a string");
  return value.get<std::string>();
}

std::uint64_t count(const Json& json, const char* key, const std::string& where) {
  const Json& value = member(json, key, where);
  const bool whole =
      value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!whole) throw InputError(where + "." + key + " is not a whole number");
  return value.get<std::uint64_t>();
}

bool flag(const Json& json, const char* key, const std::string& where) {
  const Json& value = member(json, key, where);
  if (!value.is_boolean()) throw InputError(where + "." + key + " is not true or false");
  return value.get<bool>();
}

const Json& list(const Json& json, const char* key, const std::string& where) {
  const Json& value = member(json, key, where);
  if (!value.is_array()) throw InputError(where + "." + key + " is not an array");
  return value;
}

void read_profiles(const Json& findings, Probed& probed) {
  for (const Json& item : list(findings, "profiles", "findings")) {
    const std::string where = "findings.profiles";
    Probed::Profile profile{text(item, "profile", where),   text(item, "entry", where),
                            flag(item, "equal", where),     count(item, "dots", where),
                            count(item, "agreeing", where), {}};
    for (const Json& d : list(item, "differences", where)) {
      const std::string below = where + ".differences";
      profile.differences.push_back(
          {text(d, "parameter", below), text(d, "found", below), text(d, "profile", below)});
    }
    probed.profiles.push_back(std::move(profile));
  }
}

void read_instruction(const Json& findings, Probed& probed) {
  const std::string where = "findings";
  probed.formats = text(findings, "a", where) + " x " + text(findings, "b", where) + " + " +
                   text(findings, "accumulator", where) + " -> " + text(findings, "output", where) + ", k " +
                   std::to_string(count(findings, "k", where));
  if (const Json& scale = member(findings, "scale_format", where); scale.is_string())
    probed.formats += ", scales " + scale.get<std::string>();
  const std::uint64_t dots = count(findings, "dots", where), agreeing = count(findings, "agreeing", where);
  probed.explained = flag(findings, "fits", where);
  if (probed.explained) {
    probed.verdict = "one model explains all " + std::to_string(dots) + " dots";
  } else {
    probed.verdict = "no model explains it: " + std::to_string(dots - std::min(dots, agreeing)) + " of " +
                     std::to_string(dots) + " dots contradict the nearest one";
  }
  for (const Json& p : list(findings, "parameters", where))
    probed.facts.push_back({text(p, "name", "parameters"), text(p, "found", "parameters"),
                            text(p, "evidence", "parameters"), text(p, "observable", "parameters") != "no"});
  read_profiles(findings, probed);
}

void read_gemm(const Json& facts, Probed& probed) {
  probed.formats = text(facts, "formats", "facts");
  for (const Json& fact : list(facts, "facts", "facts")) {
    const Json& value = member(fact, "value", "facts.facts");
    probed.facts.push_back({text(fact, "name", "facts.facts"),
                            value.is_string() ? value.get<std::string>() : "not observable",
                            text(fact, "evidence", "facts.facts"), value.is_string()});
  }
}

}  // namespace

std::vector<Probed> probed_from_json(const Json& json) {
  if (!json.is_array()) throw InputError("what was probed is not an array");
  std::vector<Probed> all;
  for (const Json& item : json) {
    Probed probed;
    probed.operation = text(item, "operation", "probe");
    probed.variant = text(item, "variant", "probe");
    if (item.contains("findings")) {
      read_instruction(item["findings"], probed);
    } else if (item.contains("facts")) {
      read_gemm(item["facts"], probed);
    } else {
      probed.not_run = text(item, "not_run", "probe");
    }
    all.push_back(std::move(probed));
  }
  return all;
}

std::vector<std::filesystem::path> probe_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("probe") && name.ends_with(".json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Probed> read_probed(const std::filesystem::path& folder) {
  std::vector<Probed> all;
  for (const std::filesystem::path& file : probe_files(folder)) {
    try {
      for (Probed& probed : probed_from_json(parse_json(read_file(file)))) all.push_back(std::move(probed));
    } catch (const InputError& error) {
      const std::string why = one_line(error.what());
      throw InputError(why.starts_with(file.string()) ? why : file.string() + ": " + why);
    }
  }
  return all;
}

}  // namespace ulpgate::report
