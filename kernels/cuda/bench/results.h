#pragma once
// What was measured, as a table and as JSON.
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/bench/gemm_cases.h"
#include "kernels/cuda/bench/times.h"

namespace ulpgate::cuda::bench {

struct Result {
  GemmCase measured;
  double bytes = 0;  ///< that must be read and written at least
  Times kernel;
  std::optional<Times> library;
  std::string why_no_library = {};  ///< a sentence part
};

/// What was not measured, and why.
struct LeftOut {
  GemmCase measured;
  std::string reason;
  bool failed = false;  ///< and not only left out
};

struct Results {
  std::map<std::string, std::string> environment;  ///< device, clocks, driver, versions
  double copy_bytes = 0;                           ///< read and written by one copy
  Times copy;
  std::vector<Result> gemm;
  std::vector<LeftOut> left_out;

  bool failed() const;
};

/// A row for each product. Of cuBLAS: cuBLAS's time over ours. Of the floors: the time that the bytes take at
/// the measured copy's bandwidth, or the operations at cuBLAS's best rate in this run for the same formats,
/// over ours. All are at most about 1; "-" where cuBLAS has no such product.
std::string table(const Results& results);
nlohmann::ordered_json to_json(const Results& results);

}  // namespace ulpgate::cuda::bench
