#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "reports/diff/diff_json.h"
#include "reports/record/host_environment.h"
#include "reports/record/json_text.h"
#include "reports/record/merge.h"
#include "reports/tests/pairs.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

/// valijson reads nlohmann's unordered documents.
using Document = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

Document document(const std::string& name) {
  return Document::parse(read_file(std::string(ULPGATE_SCHEMA_DIR) + "/" + name));
}

class Validator {
 public:
  explicit Validator(const std::string& name) : text_(document(name)) {
    const Adapter adapter(text_);
    parser_.populateSchema(
        adapter, schema_, [](const std::string& other) { return new Document(document(other)); },
        [](const Document* loaded) { delete loaded; });
  }

  /// Empty where `json` is valid.
  std::string refusal(const Json& json) {
    const Document unordered = Document::parse(compact(json));
    valijson::ValidationResults results;
    valijson::Validator validator;
    if (validator.validate(schema_, Adapter(unordered), &results)) return {};
    std::string text = "invalid";
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      for (const std::string& part : error.context) text += part;
      text += " " + error.description + "; ";
    }
    return text.substr(0, 500);
  }

 private:
  Document text_;
  valijson::Schema schema_;
  valijson::SchemaParser parser_;
};

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    result.push_back(parse_json(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return result;
}

std::string whole_record() {
  const RowIdentity identity = sample::identity("convert", "f16c", "fp16");
  return sample::record_text(
      sample::header(),
      {sample::passing(identity), sample::waived(sample::identity("convert", "f16c", "bf16")),
       sample::not_run(sample::identity("convert", "f16c", "e4m3"))});
}

using Edit = std::function<void(Json&)>;

TEST(Schema, RecordsAreValid) {
  Validator validator("record.schema.json");
  for (const Json& line : lines(whole_record())) EXPECT_EQ(validator.refusal(line), "") << compact(line);
  Json environment = {{"type", "environment"}};
  environment.update(host_environment());
  EXPECT_EQ(validator.refusal(environment), "");
}

TEST(Schema, ReportsAreValid) {
  Validator validator("report.schema.json");
  EXPECT_EQ(validator.refusal(to_json(sample::report())), "");
  const std::string text = whole_record();
  for (const std::size_t size : {text.find('\n') + 1, text.rfind("{\"type\":\"row\"")}) {
    EXPECT_EQ(validator.refusal(to_json(merge({parse_records(text.substr(0, size), "cut")}))), "");
  }
}

TEST(Schema, DiffsAreValid) {
  Validator validator("diff.schema.json");
  for (Report (*after)() : {pairs::before, pairs::driver_change_with_drift, pairs::fixed, pairs::new_fail,
                            pairs::lost_test, pairs::other_seed, pairs::other_algorithm}) {
    for (const auto& [a, b] : {std::pair(pairs::before(), after()), std::pair(after(), pairs::before())}) {
      Json json = to_json(Comparison(side_of(a, "old"), side_of(b, "new")));
      EXPECT_EQ(validator.refusal(json), "");
      json["counts"].erase("same");
      EXPECT_NE(validator.refusal(json), "");
    }
  }
}

TEST(Schema, BrokenRowsAreInvalid) {
  Validator validator("record.schema.json");
  const Json row = lines(whole_record()).at(4);
  ASSERT_EQ(row.at("type"), "row");
  for (const auto& item : row.items()) {
    Json json = row;
    json.erase(item.key());
    EXPECT_NE(validator.refusal(json), "") << "without " << item.key();
    json = row;
    json[item.key()] = Json::array({1});
    EXPECT_NE(validator.refusal(json), "") << "wrong " << item.key();
  }
  const std::vector<Edit> edits{[](Json& json) { json["judged"] = 0; },
                                [](Json& json) { json["judged"] = -1; },
                                [](Json& json) { json["judged"] = 1.5; },
                                [](Json& json) { json["failed"] = 1; },
                                [](Json& json) { json["verdict"] = "passed"; },
                                [](Json& json) { json["verdict"] = "not run"; },
                                [](Json& json) { json["verdict"] = "waived"; },
                                [](Json& json) { json["level"] = "loud"; },
                                [](Json& json) { json["coverage"] = "most"; },
                                [](Json& json) { json["max_ulp_error"] = "0.5"; },
                                [](Json& json) { json["claims"]["rounding"] = 1; },
                                [](Json& json) { json["worst"].erase("actual"); },
                                [](Json& json) { json["worst"]["input"]["bits"] = 3; },
                                [](Json& json) { json["timing"] = Json::object(); },
                                [](Json& json) { json["started"] = "now"; },
                                [](Json& json) {
                                  json["formats"] = Json{{"from", 16}};
                                },
                                [](Json& json) { json["ulp_histogram"][0]["count"] = -3; }};
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Json json = row;
    edits[i](json);
    EXPECT_NE(validator.refusal(json), "") << "edit " << i;
  }
}

TEST(Schema, OtherBrokenLinesAreInvalid) {
  Validator validator("record.schema.json");
  const std::vector<Json> whole = lines(whole_record());
  const auto refused = [&](std::size_t index, const Edit& edit) {
    Json json = whole.at(index);
    edit(json);
    return !validator.refusal(json).empty();
  };
  EXPECT_TRUE(refused(0, [](Json& json) { json["schema_version"] = 1; }));
  EXPECT_TRUE(refused(0, [](Json& json) { json["seed"] = 42; }));
  EXPECT_TRUE(refused(0, [](Json& json) { json["seed"] = "-1"; }));
  EXPECT_TRUE(refused(0, [](Json& json) { json["started"] = "now"; }));
  EXPECT_TRUE(refused(0, [](Json& json) { json["requirements"]["CONVERT-ROUND-1"].erase("source"); }));
  EXPECT_TRUE(refused(1, [](Json& json) { json.erase("host"); }));
  EXPECT_TRUE(refused(1, [](Json& json) { json.erase("type"); }));
  EXPECT_TRUE(refused(2, [](Json& json) { json["rows"][0].erase("tier"); }));
  EXPECT_TRUE(refused(3, [](Json& json) { json["id"] = ""; }));
  EXPECT_TRUE(refused(3, [](Json& json) { json["type"] = "start"; }));
  EXPECT_TRUE(refused(whole.size() - 1, [](Json& json) { json["counts"].erase("not run"); }));
  EXPECT_TRUE(refused(whole.size() - 1, [](Json& json) { json["complete"] = "yes"; }));
}

TEST(Schema, BrokenReportsAreInvalid) {
  Validator validator("report.schema.json");
  const Json whole = to_json(sample::report());
  for (const auto& item : whole.items()) {
    Json json = whole;
    json.erase(item.key());
    EXPECT_NE(validator.refusal(json), "") << "without " << item.key();
  }
  const auto refused = [&](const Edit& edit) {
    Json json = whole;
    edit(json);
    return !validator.refusal(json).empty();
  };
  EXPECT_TRUE(refused([](Json& json) { json["rows"][0]["type"] = "row"; }));
  EXPECT_TRUE(refused([](Json& json) { json["rows"][0]["judged"] = 0; }));
  EXPECT_TRUE(refused([](Json& json) { json["footer"].erase("missing"); }));
  EXPECT_TRUE(refused([](Json& json) { json["footer"]["counts"]["pass"] = -1; }));
  EXPECT_TRUE(refused([](Json& json) { json["environment"] = nullptr; }));
  EXPECT_TRUE(refused([](Json& json) { json["extra"] = 1; }));
}

}  // namespace
}  // namespace ulpgate::report
