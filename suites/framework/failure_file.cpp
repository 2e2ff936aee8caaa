#include "suites/framework/failure_file.h"

#include <cstdio>
#include <xxhash.h>

#include "reports/record/error.h"
#include "reports/record/reader.h"
#include "reports/record/report.h"

namespace ulpgate {
namespace {

constexpr int version = 1;
constexpr std::size_t max_depth = 32;

using nlohmann::ordered_json;

std::string file_name(const std::string& id) {
  char hash[24];
  std::snprintf(hash, sizeof hash, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(id.data(), id.size())));
  return id.substr(id.rfind('/') + 1) + "-" + hash + ".json";
}

/// Bounded depth: destroying a deeply nested value would recurse as deep.
ordered_json parse_bounded(std::string_view text, const std::string& name) {
  bool too_deep = false;
  ordered_json json;
  try {
    json = ordered_json::parse(text, [&](int depth, ordered_json::parse_event_t, ordered_json&) {
      if (depth > static_cast<int>(max_depth)) too_deep = true;
      return !too_deep;
    });
  } catch (const nlohmann::json::exception&) {
    throw report::InputError(name + ": not JSON");
  }
  if (too_deep) throw report::InputError(name + ": nested too deeply for a failure file");
  return json;
}

}  // namespace

std::filesystem::path write_failure(const std::filesystem::path& folder, const Failure& failure) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  ordered_json json;
  json["ulpgate_failure"] = version;
  json["implementation"] = failure.spec;
  json["row"] = report::to_json(failure.row);
  json["case"] = failure.the_case;
  json["message"] = failure.message;
  std::filesystem::path path = folder / file_name(failure.row.id);
  report::write_file(json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n", path);
  return path;
}

Failure parse_failure(std::string_view text, const std::string& name) {
  const ordered_json json = parse_bounded(text, name);
  if (!json.is_object() || !json.contains("ulpgate_failure"))
    throw report::InputError(name + ": not a failure file of ulpgate");
  const auto& v = json["ulpgate_failure"];
  if (!v.is_number_integer() || v != version) {
    throw report::InputError(name + ": failure file of another version; this ulpgate reads version " +
                             std::to_string(version));
  }
  for (const char* key : {"implementation", "message"}) {
    if (!json.contains(key) || !json[key].is_string())
      throw report::InputError(name + ": '" + key + "' is missing or not a text");
  }
  for (const char* key : {"row", "case"}) {
    if (!json.contains(key) || !json[key].is_object())
      throw report::InputError(name + ": '" + key + "' is missing or not an object");
  }
  Failure f;
  f.spec = json["implementation"];
  f.message = json["message"];
  f.the_case = json["case"];
  try {
    f.row = report::identity_from_json(json["row"]);
  } catch (const report::InputError& e) {
    throw report::InputError(name + ": row: " + e.what());
  }
  return f;
}

Failure read_failure(const std::filesystem::path& path) {
  return parse_failure(report::read_file(path), path.string());
}

}  // namespace ulpgate
