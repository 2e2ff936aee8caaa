#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "kernels/api/registry.h"
#include "reference/formats/decode.h"
#include "reference/formats/text.h"
#include "suites/command/commands.h"
#include "suites/framework/expectation.h"
#include "suites/framework/suite.h"
#include "suites/framework/table.h"
#include "suites/framework/text.h"
#include "suites/probe/experiment.h"

namespace ulpgate {
namespace {

using nlohmann::ordered_json;

ordered_json implementations(const ListOptions& o) {
  ordered_json all = ordered_json::array();
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    ordered_json one;
    one["name"] = implementation->name();
    one["version"] = implementation->version();
    one["description"] = implementation->description();
    const std::vector<Offer> offers = implementation->offers();
    const auto wanted = [&o](const Offer& offer) {
      return o.operation.empty() || offer.operation == o.operation;
    };
    const auto count = std::count_if(offers.begin(), offers.end(), wanted);
    if (count == 0 && !o.operation.empty()) continue;
    one["offers"] = count;
    const auto reason = implementation->not_run();
    one["not_run"] = reason ? ordered_json(reason->text) : ordered_json(nullptr);
    all.push_back(std::move(one));
  }
  return all;
}

ordered_json requirement(const Requirement& r, std::string_view operation) {
  ordered_json one;
  one["id"] = r.id;
  one["operation"] = operation;
  one["level"] = report::name(r.level);
  one["statement"] = r.statement;
  one["rationale"] = r.rationale;
  one["source"] = r.source;
  return one;
}

ordered_json requirements(const ListOptions& o) {
  ordered_json all = ordered_json::array();
  const auto add = [&](const Requirement& r, std::string_view operation) {
    if (o.level.empty() || report::name(r.level) == o.level) all.push_back(requirement(r, operation));
  };
  for (const Requirement& r : common_requirements()) add(r, "*");
  for (const Suite* s : all_suites()) {
    if (!o.operation.empty() && s->operation != o.operation) continue;
    for (const Requirement& r : s->requirements) add(r, s->operation);
  }
  return all;
}

ordered_json suites(const ListOptions& o) {
  ordered_json all = ordered_json::array();
  for (const Suite* s : all_suites()) {
    if (!o.operation.empty() && s->operation != o.operation) continue;
    ordered_json one;
    one["operation"] = s->operation;
    one["requirements"] = s->requirements.size();
    all.push_back(std::move(one));
  }
  return all;
}

ordered_json experiments(const ListOptions&) {
  ordered_json all = ordered_json::array();
  for (const probe::Experiment& e : probe::all_experiments()) {
    ordered_json one;
    one["name"] = e.name;
    one["item"] = e.item;
    one["question"] = e.question;
    all.push_back(std::move(one));
  }
  return all;
}

ordered_json format_table(const ListOptions&) {
  ordered_json all = ordered_json::array();
  for (const Format* f : all_formats()) {
    ordered_json one;
    one["name"] = f->name;
    one["storage_bits"] = f->storage_bits;
    one["sign"] = f->has_sign;
    one["exponent_bits"] = f->exponent_bits;
    one["significand_bits"] = f->significand_bits;
    one["bias"] = f->bias;
    const std::uint64_t largest =
        f->kind == FormatKind::integer ? Format::ones(f->significand_bits) : max_finite_magnitude(*f);
    one["max_finite"] = to_decimal(*f, largest);
    one["infinity"] = f->has_infinity;
    one["nan"] = f->has_nan();
    one["negative_zero"] = f->has_negative_zero;
    all.push_back(std::move(one));
  }
  return all;
}

/// Filters that this kind of list does not have, or that name nothing.
std::string why_no_filter(const ListOptions& o) {
  const bool by_operation = o.what == "implementations" || o.what == "requirements" || o.what == "suites";
  if (!o.operation.empty() && !by_operation)
    return "--suite is for list implementations, requirements and suites";
  if (!o.level.empty() && o.what != "requirements") return "--level is for list requirements";
  if (!o.operation.empty() && find_suite(o.operation) == nullptr)
    return "no operation is called '" + excerpt(o.operation) + "'; see ulpgate list suites";
  if (!o.level.empty() && !report::level_named(o.level))
    return "no level is called '" + excerpt(o.level) + "'; there are sound, faithful and quality";
  return {};
}

std::string cell(const ordered_json& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void print_table(const ordered_json& rows, const std::vector<std::string>& keys) {
  std::vector<std::vector<std::string>> table{keys};
  for (const auto& row : rows) {
    table.emplace_back();
    for (const std::string& key : keys) table.back().push_back(cell(row[key]));
  }
  std::fputs(table_text(table).c_str(), stdout);
}

}  // namespace

int list_command(const ListOptions& o) {
  if (o.what == "devices") return list_devices(o);
  if (!o.ctest.empty()) {
    std::fprintf(stderr, "ulpgate: --ctest is for list devices\n");
    return 2;
  }
  struct Kind {
    const char* name;
    ordered_json (*rows)(const ListOptions&);
    std::vector<std::string> columns;
  };
  const Kind kinds[] = {
      {"implementations", implementations, {"name", "version", "offers", "not_run", "description"}},
      {"requirements", requirements, {"id", "level", "operation", "statement"}},
      {"suites", suites, {"operation", "requirements"}},
      {"experiments", experiments, {"name", "item", "question"}},
      {"formats",
       format_table,
       {"name", "storage_bits", "exponent_bits", "significand_bits", "bias", "infinity", "nan",
        "negative_zero", "max_finite"}},
  };
  for (const Kind& kind : kinds) {
    if (o.what != kind.name) continue;
    if (const std::string why = why_no_filter(o); !why.empty()) {
      std::fprintf(stderr, "ulpgate: %s\n", why.c_str());
      return 2;
    }
    ordered_json rows = ordered_json::array();
    for (auto& row : kind.rows(o)) {
      if (o.filter.empty() || glob_matches(o.filter, row.front().get<std::string>()))
        rows.push_back(std::move(row));
    }
    if (o.json) {
      std::printf("%s\n", rows.dump(2).c_str());
    } else {
      print_table(rows, kind.columns);
    }
    return 0;
  }
  std::fprintf(
      stderr,
      "ulpgate: cannot list '%s'; there are devices, experiments, implementations, requirements, suites and "
      "formats\n",
      excerpt(o.what).c_str());
  return 2;
}

}  // namespace ulpgate
