#include "reports/record/report.h"

#include <functional>
#include <gtest/gtest.h>

#include "reports/record/counts.h"
#include "reports/record/error.h"
#include "reports/record/host_environment.h"
#include "reports/record/merge.h"
#include "reports/record/summary.h"
#include "reports/tests/sample.h"
#include "reports/tests/scratch.h"

namespace ulpgate::report {
namespace {

RecordFile file_of(const Header& header, const std::vector<Row>& rows, const std::string& name) {
  return parse_records(sample::record_text(header, rows), name);
}

RecordFile one(const std::string& implementation, const std::string& name,
               const std::function<void(RecordFile&)>& edit = {}) {
  RecordFile file = file_of(sample::header("convert", implementation),
                            {sample::passing(sample::identity("convert", implementation, "fp16"))}, name);
  if (edit) edit(file);
  return file;
}

std::string refusal(std::vector<RecordFile> files) {
  try {
    merge(std::move(files));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Merge, SortsAndCounts) {
  const Report report = merge({one("gcc", "b"), one("f16c", "a")});
  ASSERT_EQ(report.rows.size(), 2U);
  EXPECT_LT(report.rows[0].id, report.rows[1].id);
  EXPECT_TRUE(report.footer.complete);
  EXPECT_EQ(report.footer.judged, 2U * 65536U);
  EXPECT_EQ(report.footer.counts[Verdict::pass], 2U);
  EXPECT_EQ(report.implementations.size(), 2U);
  EXPECT_EQ(exit_status(report), 0);
}

TEST(Merge, MixturesAreRefusedNamingBothFilesAndTheField) {
  const auto mixed = [](const std::function<void(RecordFile&)>& edit) {
    return refusal({one("gcc", "a"), one("f16c", "b", edit)});
  };
  const std::string begin = "a and b are not of one run: ";
  EXPECT_EQ(mixed([](RecordFile& file) { file.header->tier = "full"; }),
            begin + "tier differs: \"standard\" and \"full\"");
  EXPECT_EQ(mixed([](RecordFile& file) { file.header->seed = 1; }),
            begin + "seed differs: \"18446744073709551615\" and \"1\"");
  EXPECT_EQ(mixed([](RecordFile& file) { file.header->suite.commit = "x"; }),
            begin + "suite.commit differs: \"0123456789abcdef0123456789abcdef01234567\" and \"x\"");
  EXPECT_EQ(mixed([](RecordFile& file) { file.environment["host"]["cpu"] = "x"; }),
            begin + "environment.host.cpu differs: \"Example CPU\" and \"x\"");
  EXPECT_EQ(mixed([](RecordFile& file) {
              file.header->shard = Shard{1, 2, "x"};
            }),
            begin + R"(shard differs: null and {"index":1,"count":2,"asked":"x"})");
  EXPECT_EQ(
      mixed([](RecordFile& file) { file.environment["device"] = nullptr; }),
      begin +
          R"(environment.device differs: {"device":"Example GPU","compute_capability":"9.0","kernel_driver":"570.1"} and null)");
  EXPECT_EQ(mixed([](RecordFile& file) { file.header->requirements["CONVERT-ROUND-1"].statement = "x"; }),
            begin +
                "requirements.CONVERT-ROUND-1.statement differs: \"A conversion returns the nearest "
                "representable value, ties to even.\" and \"x\"");
  EXPECT_EQ(refusal({one("gcc", "a"), one("gcc", "b")}),
            "a and b both hold row convert/gcc/fp32_to_fp16/vcvtps2ph.rne/CONVERT-ROUND-1");
  RecordFile other = file_of(sample::header("quantize", "gcc"), {}, "b");
  other.header->implementation.version = "9";
  EXPECT_EQ(refusal({one("gcc", "a"), other}),
            begin + "implementation.gcc.version differs: \"1.2.3\" and \"9\"");
  EXPECT_EQ(refusal({}), "there is nothing to report: no record file has a header");
}

TEST(Merge, LostRowsAreNotRun) {
  const std::vector<Row> rows{sample::passing(sample::identity("convert", "f16c", "fp16")),
                              sample::passing(sample::identity("convert", "f16c", "bf16"))};
  std::string text = sample::record_text(sample::header(), rows);
  text.resize(text.rfind("{\"type\":\"row\""));
  const Report report = merge({parse_records(text, "records/cut.jsonl")});
  EXPECT_FALSE(report.footer.complete);
  EXPECT_EQ(report.footer.missing, std::vector{rows[1].id});
  const Row& lost = report.rows.front();
  EXPECT_EQ(lost.id, rows[1].id);
  EXPECT_EQ(lost.verdict, Verdict::not_run);
  EXPECT_EQ(lost.reason->category, "lost");
  EXPECT_EQ(lost.reason->text, "the run was interrupted before this row: records/cut.jsonl is truncated");
  EXPECT_EQ(exit_status(report), 1);
  EXPECT_EQ(report.footer.problems.size(), 2U);
}

TEST(Merge, ProblemsOfTheCallerMakeItIncomplete) {
  const Report report = merge({one("gcc", "a")}, {"the worker for convert f16c wrote no file"});
  EXPECT_FALSE(report.footer.complete);
  EXPECT_EQ(exit_status(report), 1);
}

TEST(Merge, StaleExpectationsAreNamed) {
  Row row = sample::passing(sample::identity("convert", "f16c", "fp16"));
  row.expectation = Expectation{"EXP-7", "was wrong once", "", "stale"};
  const Report report = merge({file_of(sample::header(), {row}, "a")});
  EXPECT_EQ(report.footer.stale_expectations, std::vector<std::string>{"EXP-7"});
  EXPECT_EQ(headline(report), "PASS  convert: 1 pass; judged 65536 elements; 1 stale expectations");
}

TEST(Report, RoundTripsThroughAFile) {
  const Scratch scratch;
  const Report report = sample::report();
  write_report(report, scratch.path() / "out" / "report.json");
  const Report back = read_report(scratch.path() / "out" / "report.json");
  EXPECT_EQ(to_json(back), to_json(report));
  EXPECT_EQ(back.rows, report.rows);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path() / "out"), {}), 1);
}

TEST(Report, FooterThatDoesNotAddUpIsRefused) {
  const Json whole = to_json(sample::report());
  const auto edited = [&whole](const std::function<void(Json&)>& edit) {
    Json json = whole;
    edit(json);
    return json;
  };
  EXPECT_NO_THROW(report_from_json(whole));
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["footer"]["counts"]["pass"] = 0; })),
               InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["footer"]["judged"] = 1; })), InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["footer"]["complete"] = false; })), InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["rows"].push_back(json["rows"][0]); })),
               InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["rows"][0]["judged"] = 0; })), InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["schema_version"] = 1; })), InputError);
  EXPECT_THROW(report_from_json(edited([](Json& json) { json["extra"] = 2; })), InputError);
}

TEST(Report, FormatsOfAllFilesStandInIt) {
  const auto file = [](const Header& header) {
    const std::vector<Row> rows{sample::passing(sample::identity(header.operation, "f16c", "fp16"))};
    return parse_records(sample::record_text(header, rows), header.operation + ".jsonl");
  };
  Header other = sample::header("quantize");
  other.formats.erase("bf16");
  other.formats["e4m3"] = {8, 4, 0x1p-9, 0x1p-6, 448};
  EXPECT_EQ(merge({file(sample::header()), file(other)}).formats.size(), 3U);
  other.formats["fp16"].largest = 1;
  EXPECT_THROW(merge({file(sample::header()), file(other)}), InputError);
  Json json = to_json(other.formats);
  json["e4m3"]["smallest"] = 0;
  EXPECT_THROW(formats_table_from_json(json), InputError);
}

TEST(Report, WhatRowsShareStandsOnce) {
  const Json json = to_json(sample::report(3, 7, 3));
  EXPECT_EQ(json["shared"]["claims"].size(), 1U);
  EXPECT_EQ(json["shared"]["bounds"].size(), 1U);
  EXPECT_EQ(json["shared"]["formats"].size(), 7U);
  for (const Json& row : json["rows"]) {
    for (const char* key : {"level", "tier", "type"}) EXPECT_FALSE(row.contains(key)) << key;
  }
}

TEST(Report, RowsThatDoNotFollowTheSchemaAreRefused) {
  const Json whole = to_json(sample::report());
  const auto refusal = [&whole](const std::function<void(Json&)>& edit) {
    Json json = whole;
    edit(json["rows"][0]);
    try {
      report_from_json(json);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal([](Json& row) { row["claims"] = 1; }),
            "row.claims names a place that shared does not have");
  EXPECT_EQ(refusal([](Json& row) { row["ran"] = -1; }), "row.ran is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(refusal([](Json& row) { row["bound"] = "text"; }),
            "row.bound is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(refusal([](Json& row) { row["loud"] = 1; }), "row.loud is unknown to this schema");
  EXPECT_EQ(refusal([](Json& row) { row["type"] = "row"; }), "row.type is unknown to this schema");
  EXPECT_EQ(refusal([](Json& row) { row.erase("judged"); }), "row.judged is missing");
  EXPECT_EQ(refusal([](Json& row) { row["verdict"] = "passed"; }),
            "row.verdict is not one of the names that the schema lists");
  EXPECT_EQ(refusal([](Json& row) { row["max_ulp_error"] = nullptr; }), "row.max_ulp_error is not a number");
}

TEST(Summary, HeadlineCountsEverything) {
  const Report report = sample::report();
  const std::string line = headline(report);
  EXPECT_EQ(line,
            "FAIL  convert, quantize: 27 pass, 3 fail, 3 deviation, 3 waived, 3 crashed, 3 timed out, 3 not "
            "claimed, "
            "3 not run (no CUDA device); judged 2359296 elements");
  EXPECT_EQ(exit_status(report), 1);
}

TEST(Summary, NothingJudgedFails) {
  Report report =
      merge({file_of(sample::header(), {sample::not_run(sample::identity("convert", "f16c", "fp16"))}, "a")});
  EXPECT_TRUE(report.footer.complete);
  EXPECT_EQ(exit_status(report), 1);
  EXPECT_EQ(why_not(report), "nothing was judged");
  EXPECT_EQ(headline(report), "FAIL  convert: 1 not run (no CUDA device); nothing was judged");
}

TEST(Summary, DeviationAndWaivedDoNotFail) {
  Row deviation = sample::failing(sample::identity("convert", "f16c", "fp16"));
  deviation.verdict = Verdict::deviation;
  const Row waived = sample::waived(sample::identity("convert", "f16c", "bf16"));
  EXPECT_EQ(exit_status(merge({file_of(sample::header(), {deviation, waived}, "a")})), 0);
}

TEST(HostEnvironment, SaysWhatRan) {
  const Json environment = host_environment();
  for (const char* part : {"host", "build", "variables"}) EXPECT_TRUE(environment[part].is_object()) << part;
  EXPECT_FALSE(environment["host"]["cpu"].get<std::string>().empty());
  EXPECT_FALSE(environment["build"]["compiler"].get<std::string>().empty());
  EXPECT_EQ(environment, host_environment());
  EXPECT_EQ(this_suite().name, "ulpgate");
}

}  // namespace
}  // namespace ulpgate::report
