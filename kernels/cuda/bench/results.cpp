#include "kernels/cuda/bench/results.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "kernels/cuda/format_of.h"

namespace ulpgate::cuda::bench {
namespace {

using Json = nlohmann::ordered_json;

double operations(const GemmShape& s) {
  return 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
}

/// Operations in a microsecond.
using Rates = std::map<std::string, double>;

Rates best_library_rates(const Results& results) {
  Rates best;
  for (const Result& r : results.gemm) {
    if (!r.library) continue;
    double& rate = best[text(r.measured.formats)];
    rate = std::max(rate, operations(r.measured.shape) / r.library->median);
  }
  return best;
}

struct Shares {
  std::optional<double> of_library;
  double of_bandwidth_floor;
  std::optional<double> of_operation_floor;
};

Shares shares(const Results& results, const Rates& best, const Result& r) {
  const double time = r.kernel.median, bandwidth = results.copy_bytes / results.copy.median;
  Shares s{std::nullopt, r.bytes / bandwidth / time, std::nullopt};
  if (r.library) s.of_library = r.library->median / time;
  if (const auto rate = best.find(text(r.measured.formats)); rate != best.end())
    s.of_operation_floor = operations(r.measured.shape) / rate->second / time;
  return s;
}

template <typename... Values>
std::string line(const char* format, Values... values) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

std::string share(const std::optional<double>& x) { return x ? line("%.3f", *x) : "-"; }

Json number_or_null(const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); }

Json to_json(const Times& t) {
  return {{"median_us", t.median}, {"min_us", t.least},    {"p10_us", t.tenth},
          {"p90_us", t.ninetieth}, {"samples", t.samples}, {"calls_a_sample", t.calls}};
}

Json to_json(const GemmCase& c) {
  const auto name = [](ElementFormat f) { return std::string(format_of(f).name); };
  return {{"kernel", name_of(c)},   {"m", c.shape.m},
          {"n", c.shape.n},         {"k", c.shape.k},
          {"split_k", c.split_k},   {"a", name(c.formats.a)},
          {"b", name(c.formats.b)}, {"accumulator", name(c.formats.accumulator)},
          {"d", name(c.formats.d)}};
}

}  // namespace

bool Results::failed() const {
  return std::any_of(left_out.begin(), left_out.end(), [](const LeftOut& l) { return l.failed; });
}

std::string table(const Results& results) {
  std::string all;
  for (const auto& [key, value] : results.environment) all += line("%-20s %s\n", key.c_str(), value.c_str());
  all +=
      line("%-20s %.0f GB/s, read and written\n\n", "copy", results.copy_bytes / results.copy.median / 1e3);
  constexpr const char* columns = "%-22s %-25s %-32s %10s %10s %19s %8s %9s %9s %9s\n";
  all += line(columns, "shape", "A B accumulator D", "kernel", "median us", "min", "10-90 %", "Tflop/s",
              "of cuBLAS", "of copy", "of flops");
  const Rates best = best_library_rates(results);
  for (const Result& r : results.gemm) {
    const Shares s = shares(results, best, r);
    const Times& t = r.kernel;
    all +=
        line(columns, text(r.measured.shape).c_str(), text(r.measured.formats).c_str(),
             name_of(r.measured).c_str(), line("%.2f", t.median).c_str(), line("%.2f", t.least).c_str(),
             line("%.2f-%.2f", t.tenth, t.ninetieth).c_str(),
             line("%.1f", operations(r.measured.shape) / t.median / 1e6).c_str(), share(s.of_library).c_str(),
             share(s.of_bandwidth_floor).c_str(), share(s.of_operation_floor).c_str());
  }
  for (const LeftOut& l : results.left_out) {
    all += std::string(l.failed ? "failed: " : "not measured: ") + text(l.measured.shape) + ", " +
           text(l.measured.formats) + ", " + name_of(l.measured) + ": " + l.reason + "\n";
  }
  return all;
}

Json to_json(const Results& results) {
  const Rates best = best_library_rates(results);
  Json gemm = Json::array(), left_out = Json::array();
  for (const Result& r : results.gemm) {
    const Shares s = shares(results, best, r);
    Json one = to_json(r.measured);
    one.update(to_json(r.kernel));
    one["cublas"] = r.library ? to_json(*r.library) : Json(nullptr);
    if (!r.library) one["why_no_cublas"] = r.why_no_library;
    one["of_cublas"] = number_or_null(s.of_library);
    one["of_bandwidth_floor"] = s.of_bandwidth_floor;
    one["of_flop_floor"] = number_or_null(s.of_operation_floor);
    gemm.push_back(std::move(one));
  }
  for (const LeftOut& l : results.left_out) {
    Json one = to_json(l.measured);
    one["reason"] = l.reason;
    one["failed"] = l.failed;
    left_out.push_back(std::move(one));
  }
  Json copy = to_json(results.copy);
  copy["bytes"] = results.copy_bytes;
  copy["bytes_per_second"] = results.copy_bytes / results.copy.median * 1e6;
  return {{"environment", results.environment},
          {"copy", std::move(copy)},
          {"gemm", std::move(gemm)},
          {"not_measured", std::move(left_out)}};
}

}  // namespace ulpgate::cuda::bench
