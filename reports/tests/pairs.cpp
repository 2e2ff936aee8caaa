#include "reports/tests/pairs.h"

#include <stdexcept>

#include "reports/tests/sample.h"

namespace ulpgate::report::pairs {
namespace {

Row sampled(const std::string& variant) {
  Row row = sample::passing(sample::identity("convert", "f16c", "fp16", variant));
  row.coverage = Coverage::sampled;
  row.seed = "1";
  return row;
}

Report with(void (*edit)(Report&)) {
  Report report = before();
  edit(report);
  finish(report);
  return report;
}

}  // namespace

Report before() {
  const Header header = sample::header();
  Report report;
  report.suite = header.suite;
  report.environment = sample::environment();
  report.tier = header.tier;
  report.seed = 1;
  report.requirements = header.requirements;
  report.implementations["f16c"] = header.implementation;
  for (const char* variant : {"a", "b", "c", "d"}) report.rows.push_back(sampled(variant));
  Row failing = sample::failing(sample::identity("convert", "f16c", "fp16", "failing"));
  failing.coverage = Coverage::sampled;
  failing.seed = "1";
  report.rows.push_back(failing);
  report.rows.push_back(sample::not_run(sample::identity("convert", "f16c", "fp16", "never")));
  report.started = "2026-01-02T03:04:05Z";
  finish(report);
  return report;
}

Row& row(Report& report, const std::string& variant) {
  for (Row& row : report.rows) {
    if (row.variant == variant) return row;
  }
  throw std::logic_error("no row of variant " + variant);
}

Report driver_change_with_drift() {
  return with([](Report& report) {
    report.environment["device"]["kernel_driver"] = "575.2";
    Row& moved = row(report, "b");
    moved.fingerprint = "xxh3-64:ffeeddccbbaa9988";
    moved.rms_ulp_error = 0.2901;
    moved.max_error_over_bound = 0.9995;
  });
}

Report fixed() {
  return with([](Report& report) {
    const Row old = row(report, "failing");
    row(report, "failing") = sampled("failing");
    row(report, "failing").worst = old.worst;
  });
}

Report new_fail() {
  return with([](Report& report) {
    Row& row_c = row(report, "c");
    row_c.verdict = Verdict::fail;
    row_c.failed = 3;
    row_c.max_error_over_bound = 1.75;
    row_c.message = "3 of 65536 elements lie beyond the bound";
  });
}

Report lost_test() {
  return with([](Report& report) {
    Row& row_a = row(report, "a");
    row_a =
        unjudged_row(row_a, Verdict::not_run, Reason{"no CUDA device", "This machine has no CUDA device."});
    std::erase_if(report.rows, [](const Row& r) { return r.variant == "d"; });
  });
}

Report other_seed() {
  return with([](Report& report) {
    report.seed = 2;
    for (Row& r : report.rows) {
      if (r.verdict == Verdict::not_run) continue;
      r.seed = "2";
      r.fingerprint = "xxh3-64:0123456789abcdef";
      if (r.rms_ulp_error) r.rms_ulp_error = *r.rms_ulp_error + 0.0001;
    }
  });
}

Report other_algorithm() {
  return with([](Report& report) {
    Row& row_a = row(report, "a");
    row_a.ran["algorithm"] = "34";
    row_a.fingerprint = "xxh3-64:ffeeddccbbaa9988";
  });
}

}  // namespace ulpgate::report::pairs
