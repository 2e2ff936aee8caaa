#include "reports/tests/sample.h"

#include <array>

#include "reports/record/counts.h"
#include "reports/record/json_text.h"

namespace ulpgate::report::sample {

Header header(const std::string& operation, const std::string& implementation) {
  Header header;
  header.suite = {"ulpgate", "0.1.0", "0123456789abcdef0123456789abcdef01234567", true};
  header.operation = operation;
  header.implementation = {implementation, "1.2.3", "an implementation for tests"};
  header.tier = "standard";
  header.seed = 18446744073709551615U;
  header.requirements["CONVERT-ROUND-1"] = {
      Level::sound, "A conversion returns the nearest representable value, ties to even.",
      "Training accumulates the bias of any other rounding.", "IEEE 754-2019, 4.3.1"};
  header.requirements["CONVERT-MODEL-1"] = {Level::faithful,
                                            "A conversion equals its architecture's profile bit for bit.",
                                            "A profile that is wrong explains nothing.", "profile sm_90"};
  header.formats = {{"bf16", {16, 8, 0x1p-133, 0x1p-126, 0x1.fep127}},
                    {"fp16", {16, 11, 0x1p-24, 0x1p-14, 65504}}};
  return header;
}

Json environment() {
  return {{"host", {{"cpu", "Example CPU"}, {"os", "Example OS 12"}, {"logical_cores", 8}}},
          {"build", {{"compiler", "gcc 12.2.0"}, {"type", "Release"}, {"flags", "-O2"}}},
          {"variables", {{"NVIDIA_TF32_OVERRIDE", "0"}}},
          {"cuda", {{"driver", "12.8"}, {"runtime", "12.8"}}},
          {"libraries", {{"cublas", "12.8.3"}}},
          {"device", {{"device", "Example GPU"}, {"compute_capability", "9.0"}, {"kernel_driver", "570.1"}}}};
}

RowIdentity identity(const std::string& operation, const std::string& implementation, const std::string& to,
                     const std::string& variant) {
  RowIdentity identity;
  identity.operation = operation;
  identity.implementation = implementation;
  identity.variant = variant;
  identity.requirement = "CONVERT-ROUND-1";
  identity.formats = {{"from", "fp32"}, {"to", to}};
  identity.tier = "standard";
  identity.id =
      operation + "/" + implementation + "/fp32_to_" + to + "/" + variant + "/" + identity.requirement;
  return identity;
}

Row passing(const RowIdentity& identity) {
  Row row;
  static_cast<RowIdentity&>(row) = identity;
  row.verdict = Verdict::pass;
  row.judged = 65536;
  row.coverage = Coverage::exhaustive;
  row.max_error_over_bound = 0.9990234375;
  row.max_ulp_error = 0.49951171875;
  row.rms_ulp_error = 0.2886;
  row.mean_ulp_error = -0.0001;
  row.bound = "half an ulp of the target: correct rounding";
  row.ulp_histogram = {{"-1", 3}, {"0", 65530}, {"+[2,4)", 3}};
  row.curves = {{"error over bound by K", {{16, 0.25}, {64, 0.9990234375}}}};
  row.worst = Worst{4097,
                    {"0x38800fff", "6.1050115618854761e-05"},
                    {"0x0400", "6.103515625e-05"},
                    {"0x0400", "6.103515625e-05"},
                    "+0.4995",
                    0.9990234375,
                    "largest error"};
  row.fingerprint = "xxh3-64:00112233445566aa";
  row.claims = {{"rounding", "nearest even"}, {"subnormals", "kept"}, {"overflow", "infinity"}};
  row.recipe = "every fp32 with the low 13 bits of a grid";
  row.seed = "9871";
  row.replay = "ulpgate replay --seed 9871 " + identity.id;
  row.ran = {{"instruction", identity.variant}};
  row.seconds = 0.25;
  return row;
}

Row failing(const RowIdentity& identity) {
  Row row = passing(identity);
  row.verdict = Verdict::fail;
  row.failed = 12;
  row.max_error_over_bound = 2.5;
  row.message = "12 of 65536 elements lie beyond the bound";
  row.shrunk = row.worst;
  row.shrunk->index = 0;
  return row;
}

Row waived(const RowIdentity& identity) {
  Row row = failing(identity);
  row.verdict = Verdict::waived;
  row.expectation =
      Expectation{"EXP-1", "the vendor documents truncation", "https://example.org/issue/1", "matched"};
  return row;
}

Row not_run(const RowIdentity& identity) {
  return unjudged_row(identity, Verdict::not_run,
                      Reason{"no CUDA device", "This machine has no CUDA device."});
}

std::string record_text(const Header& header, const std::vector<Row>& rows) {
  Json environment_line = {{"type", "environment"}};
  environment_line.update(environment());
  Json plan = Json::array();
  for (const Row& row : rows) plan.push_back(to_json(static_cast<const RowIdentity&>(row)));
  std::string text = compact(to_json(header)) + "\n" + compact(environment_line) + "\n" +
                     compact({{"type", "plan"}, {"rows", plan}}) + "\n";
  for (const Row& row : rows) {
    Json line = {{"type", "row"}};
    line.update(to_json(row));
    text += compact({{"type", "begin"}, {"id", row.id}}) + "\n" + compact(line) + "\n";
  }
  return text + compact({{"type", "footer"}, {"counts", to_json(count(rows))}, {"complete", true}}) + "\n";
}

namespace {

Row nth(const RowIdentity& identity, int n) {
  switch (n % 16) {
    case 3:
      return failing(identity);
    case 5:
      return waived(identity);
    case 6:
      return not_run(identity);
    case 9: {
      Row row = failing(identity);
      row.verdict = Verdict::deviation;
      return row;
    }
    case 10:
      return unjudged_row(identity, Verdict::crashed, std::nullopt, "signal 11 (SIGSEGV)");
    case 12:
      return unjudged_row(identity, Verdict::timed_out, std::nullopt, "no answer in 60 s");
    case 14:
      return unjudged_row(identity, Verdict::not_claimed, std::nullopt, "overflow policy is not claimed");
    default:
      return passing(identity);
  }
}

}  // namespace

Report report(int implementations, int formats, int variants) {
  constexpr std::array<const char*, 7> names{"fp16", "bf16", "e4m3", "e5m2", "tf32", "e3m2", "e2m1"};
  Report report;
  const Header base = header();
  report.suite = base.suite;
  report.environment = environment();
  report.tier = base.tier;
  report.seed = base.seed;
  report.requirements = base.requirements;
  int n = 0;
  for (const char* operation : {"convert", "quantize"}) {
    for (int i = 0; i < implementations; ++i) {
      const std::string implementation = "impl-" + std::to_string(i);
      report.implementations[implementation] = {implementation, "1." + std::to_string(i), "made up"};
      for (int f = 0; f < formats; ++f) {
        for (int v = 0; v < variants; ++v) {
          const std::string to = names.at(static_cast<std::size_t>(f) % names.size());
          report.rows.push_back(nth(identity(operation, implementation, to,
                                             "entry" + std::to_string(f / 7) + "." + std::to_string(v)),
                                    n++));
        }
      }
    }
  }
  report.started = "2026-01-02T03:04:05Z";
  report.seconds = 12.5;
  finish(report);
  return report;
}

}  // namespace ulpgate::report::sample
