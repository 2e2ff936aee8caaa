#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "reports/record/counts.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/merge.h"
#include "reports/record/reader.h"
#include "reports/record/writer.h"
#include "reports/tests/sample.h"
#include "reports/tests/scratch.h"

namespace ulpgate::report {
namespace {

std::vector<Row> three_rows() {
  return {sample::passing(sample::identity("convert", "f16c", "fp16")),
          sample::failing(sample::identity("convert", "f16c", "bf16")),
          sample::not_run(sample::identity("convert", "f16c", "e4m3"))};
}

std::string refusal(const std::string& text) {
  try {
    parse_records(text, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(RecordFile, WriterAndReaderAgree) {
  const Scratch scratch;
  RecordWriter writer(scratch.path() / "records" / record_file_name("convert", "f16c"),
                      RecordWriter::Mode::create);
  writer.header(sample::header());
  writer.environment(sample::environment());
  const std::vector<Row> rows = three_rows();
  writer.plan({rows.begin(), rows.end()});
  for (const Row& row : rows) {
    writer.begin(row.id);
    writer.row(row);
  }
  writer.footer(true);
  EXPECT_EQ(read_file(writer.path()), sample::record_text(sample::header(), rows));
  const RecordFile file = read_records(writer.path());
  EXPECT_TRUE(file.whole());
  EXPECT_EQ(file.rows, rows);
  EXPECT_EQ(file.environment, sample::environment());
  EXPECT_EQ(file.header->seed, sample::header().seed);
  EXPECT_EQ(file.footer->counts, count(rows));
  EXPECT_THROW(RecordWriter(writer.path(), RecordWriter::Mode::append), InputError);
}

TEST(RecordFile, CreatingReplacesAnOldFile) {
  const Scratch scratch;
  const auto path = scratch.path() / "a.jsonl";
  std::ofstream(path) << "old\n";
  RecordWriter(path, RecordWriter::Mode::create).header(sample::header());
  EXPECT_TRUE(read_file(path).starts_with("{\"type\":\"header\""));
}

TEST(RecordFile, ResumesAfterACrash) {
  const Scratch scratch;
  const auto path = scratch.path() / "a.jsonl";
  const std::vector<Row> rows = three_rows();
  const Row crashed = unjudged_row(rows[1], Verdict::crashed, std::nullopt, "signal 11");
  {
    RecordWriter worker(path, RecordWriter::Mode::create);
    worker.header(sample::header());
    worker.environment(sample::environment());
    worker.plan({rows.begin(), rows.end()});
    worker.begin(rows[0].id);
    worker.row(rows[0]);
    worker.begin(rows[1].id);
  }
  std::ofstream(path, std::ios::app) << R"({"type":"row","id":"half)";
  EXPECT_EQ(read_records(path).in_flight, std::vector{rows[1].id});
  RecordWriter(path, RecordWriter::Mode::append).row(crashed);
  RecordWriter restarted(path, RecordWriter::Mode::append);
  restarted.begin(rows[2].id);
  restarted.row(rows[2]);
  restarted.footer(true);
  const RecordFile file = read_records(path);
  EXPECT_TRUE(file.whole());
  EXPECT_EQ(file.footer->counts[Verdict::crashed], 1U);
  EXPECT_EQ(file.rows.size(), 3U);
}

TEST(RecordFile, TruncationAnywhereIsRecognised) {
  const std::vector<Row> rows = three_rows();
  const std::string text = sample::record_text(sample::header(), rows);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const RecordFile file = parse_records(text.substr(0, size), "cut");
    ASSERT_FALSE(file.whole()) << size;
    ASSERT_FALSE(file.footer) << size;
    if (!file.header) continue;
    const Report report = merge({file});
    ASSERT_FALSE(report.footer.complete) << size;
    ASSERT_EQ(report.footer.missing.size() + file.rows.size(), file.plan.size()) << size;
    ASSERT_EQ(report.rows.size(), file.plan.size()) << size;
  }
  EXPECT_TRUE(parse_records(text, "whole").whole());
}

TEST(RecordFile, EachFlippedByteIsReadOrRefused) {
  const std::string text = sample::record_text(sample::header(), three_rows());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char flip : {'\x01', '\x20', '\x80'}) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      (void)refusal(damaged);
    }
  }
}

TEST(RecordFile, GarbageNamesFileLineAndReason) {
  const std::vector<Row> rows = three_rows();
  const std::string text = sample::record_text(sample::header(), rows);
  EXPECT_EQ(refusal("\n" + text).substr(0, 7), "file:1:");
  std::string damaged = text;
  damaged.insert(damaged.find("{\"type\":\"begin\""), "oops\n");
  EXPECT_EQ(refusal(damaged).substr(0, 17), "file:4: not JSON:");
  EXPECT_NE(refusal(text + "{\"type\":\"begin\",\"id\":\"x\"}\n").find("follows the footer"),
            std::string::npos);
  EXPECT_NE(refusal(text.substr(text.find('\n') + 1)).find("the header was expected"), std::string::npos);
  EXPECT_NE(refusal(text.substr(0, text.find("{\"type\":\"footer\"")) +
                    "{\"type\":\"begin\",\"id\":\"\\u001b[2J\"}\n")
                .find("row ?[2J is not in the plan"),
            std::string::npos);
}

TEST(RecordFile, AnotherSchemaVersionIsRefusedByNumber) {
  std::string text = sample::record_text(sample::header(), three_rows());
  const std::string version = "\"schema_version\":2";
  text.replace(text.find(version), version.size(), "\"schema_version\":1");
  EXPECT_EQ(refusal(text), "file:1: schema_version is 1, and this build reads version 2");
}

TEST(RecordFile, FooterThatDoesNotAddUpIsRefused) {
  std::string text = sample::record_text(sample::header(), three_rows());
  text.replace(text.rfind("\"pass\":1"), 8, "\"pass\":2");
  EXPECT_NE(refusal(text).find("footer.counts"), std::string::npos);
}

TEST(RecordFile, RowsBeyondThePlanAreRefused) {
  const std::vector<Row> rows = three_rows();
  const std::string text = sample::record_text(sample::header(), rows);
  const std::size_t row = text.find("{\"type\":\"row\"");
  const std::string line = text.substr(row, text.find('\n', row) + 1 - row);
  std::string twice = text;
  twice.insert(row, line);
  EXPECT_NE(refusal(twice).find("stands twice"), std::string::npos);
  std::string changed = text;
  changed.replace(changed.find("vcvtps2ph.rne", row + line.find("\"variant\"")), 13, "vcvtps2ph.rtz");
  EXPECT_NE(refusal(changed).find("not the planned one"), std::string::npos);
}

TEST(RecordFile, NamesAreSafeAndDistinct) {
  EXPECT_EQ(record_file_name("convert", "f16c"), "convert.f16c.jsonl");
  EXPECT_EQ(record_file_name("gemm", "user:../x"), "gemm.user%3A..%2Fx.jsonl");
}

TEST(RecordFile, SystemErrorsNameThePath) {
  try {
    read_records("/nowhere/at/all.jsonl");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/at/all.jsonl: No such file"), std::string::npos);
  }
  EXPECT_THROW(RecordWriter("/proc/nowhere/a.jsonl", RecordWriter::Mode::create), InputError);
  EXPECT_THROW(read_records("/"), InputError);
}

std::string refusal_of_file(const std::filesystem::path& path) {
  try {
    salvage_records(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(RecordFile, ALastLineWithoutEndIsPassedOver) {
  const Scratch scratch;
  const auto path = scratch.path() / "a.jsonl";
  std::string text = sample::record_text(sample::header(), three_rows());
  text.resize(text.find("{\"type\":\"footer\""));
  std::ofstream(path) << text << std::string(max_line_bytes + 1, ' ');
  EXPECT_THROW(read_records(path), InputError);
  const RecordFile file = salvage_records(path);
  EXPECT_EQ(file.rows, three_rows());
  ASSERT_EQ(file.problems.size(), 3U);
  EXPECT_NE(file.problems[0].find("longer than 64 MiB"), std::string::npos) << file.problems[0];
  EXPECT_NE(file.problems[1].find("the last line is cut"), std::string::npos) << file.problems[1];
}

TEST(RecordFile, WhatIsNoFileOfRecordsIsRefusedUnread) {
  const Scratch scratch;
  const auto fifo = scratch.path() / "fifo.jsonl", device = scratch.path() / "device.jsonl";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(refusal_of_file(fifo), fifo.string() + " is not a regular file");
  std::filesystem::create_symlink("/dev/zero", device);
  EXPECT_EQ(refusal_of_file(device), device.string() + " is not a regular file");
  const auto large = scratch.path() / "large.jsonl";
  std::ofstream(large).close();
  std::filesystem::resize_file(large, max_report_bytes + 1);
  EXPECT_NE(refusal_of_file(large).find("larger than 512 MiB"), std::string::npos);
}

TEST(RecordFile, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no device: /dev/full";
  RecordWriter writer("/dev/full", RecordWriter::Mode::create);
  EXPECT_THROW(writer.header(sample::header()), InputError);
}

}  // namespace
}  // namespace ulpgate::report
