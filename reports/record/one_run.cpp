#include "reports/record/one_run.h"

#include "reports/record/error.h"
#include "reports/record/json_text.h"

namespace ulpgate::report {
namespace {

std::string brief(const Json& value) {
  constexpr std::size_t most = 100;
  const std::string text = value.is_discarded() ? "nothing" : compact(value);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

void same(const std::string& left, const std::string& right, const std::string& field, const Json& a,
          const Json& b) {
  const auto different = first_difference(a, b);
  if (!different) return;
  refuse_mixture(left, right, different->path.empty() ? field : field + "." + different->path,
                 different->left, different->right);
}

}  // namespace

void refuse_mixture(const std::string& left, const std::string& right, const std::string& field,
                    const Json& left_value, const Json& right_value) {
  throw InputError(left + " and " + right + " are not of one run: " + field +
                   " differs: " + brief(left_value) + " and " + brief(right_value));
}

void OneRun::identity(const std::string& name, const Suite& suite, const std::string& tier,
                      std::uint64_t seed) {
  if (first_.empty()) {
    first_ = name;
    into_.suite = suite;
    into_.tier = tier;
    into_.seed = seed;
  }
  same(first_, name, "suite", to_json(into_.suite), to_json(suite));
  same(first_, name, "tier", into_.tier, tier);
  same(first_, name, "seed", seed_text(into_.seed), seed_text(seed));
}

void OneRun::environment(const std::string& name, const Json& environment) {
  if (into_.environment.is_null()) {
    environment_of_ = name;
    into_.environment = environment;
  }
  same(environment_of_, name, "environment", into_.environment, environment);
}

void OneRun::implementation(const std::string& name, const ImplementationInfo& info) {
  const auto [found, is_new] = into_.implementations.emplace(info.name, info);
  if (is_new) implementation_of_[info.name] = name;
  const std::string field = "implementation." + info.name;
  same(implementation_of_[info.name], name, field + ".version", found->second.version, info.version);
  same(implementation_of_[info.name], name, field + ".description", found->second.description,
       info.description);
}

void OneRun::requirements(const std::string& name, const Requirements& requirements) {
  for (const auto& [id, text] : requirements) {
    const auto [found, is_new] = into_.requirements.emplace(id, text);
    if (is_new) requirement_of_[id] = name;
    if (found->second != text)
      same(requirement_of_[id], name, "requirements", to_json(Requirements{{id, found->second}}),
           to_json(Requirements{{id, text}}));
  }
}

void OneRun::formats(const std::string& name, const FormatTable& formats) {
  for (const auto& [format, facts] : formats) {
    const auto [found, is_new] = into_.formats.emplace(format, facts);
    if (is_new) format_of_[format] = name;
    if (found->second != facts)
      same(format_of_[format], name, "formats", to_json(FormatTable{{format, found->second}}),
           to_json(FormatTable{{format, facts}}));
  }
}

std::string OneRun::row_elsewhere(const std::string& name, const std::string& id) {
  const auto [found, is_new] = row_of_.emplace(id, name);
  return is_new ? std::string() : found->second;
}

}  // namespace ulpgate::report
