// Eigen::half and Eigen::bfloat16. A file of its own: other libraries' headers declare a global `bfloat16`
// that would hide Eigen's without a diagnostic.
#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/adapters/eigen/gemm.h"
#include "kernels/adapters/eigen/rows.h"
#include "kernels/api/convert_loop.h"
#include "kernels/api/convert_offer.h"
#include "kernels/api/table_adapter.h"

namespace ulpgate::adapters {
namespace {

template <typename FromType, typename ToType>
struct Cast {
  using From = FromType;
  using To = ToType;
  static To apply(From x) { return static_cast<To>(x); }
};

// What a NaN becomes is not documented. This is what the software path does, which baseline x86-64 takes.
#if defined(EIGEN_HAS_FP16_C) || defined(EIGEN_HAS_ARM64_FP16_SCALAR_ARITHMETIC)
constexpr const char* half_nan = "payload";
#else
constexpr const char* half_nan = "code_signed:0x7e00";
#endif
constexpr const char* bfloat16_nan = "code_signed:0x7fc0";

template <typename From, typename To>
EntryPoint entry(const char* variant, const Format& from, const Format& to, const char* nan) {
  return {convert_offer(variant, from, to, {.nan = nan}, {{"function", "Eigen's conversion operators"}}),
          convert_elements<Cast<From, To>>};
}

template <typename Narrow>
void append(std::vector<EntryPoint>& table, const char* variant, const Format& narrow, const char* nan) {
  table.push_back(entry<float, Narrow>(variant, formats::fp32, narrow, nan));
  table.push_back(entry<double, Narrow>(variant, formats::fp64, narrow, nan));
  table.push_back(entry<std::int32_t, Narrow>(variant, formats::int32, narrow, nan));
  table.push_back(entry<std::int64_t, Narrow>(variant, formats::int64, narrow, nan));
  table.push_back(entry<Narrow, float>(variant, narrow, formats::fp32, "any"));
  table.push_back(entry<Narrow, double>(variant, narrow, formats::fp64, "any"));
}

std::vector<EntryPoint> table() {
  std::vector<EntryPoint> all;
  append<Eigen::half>(all, "half", formats::fp16, half_nan);
  append<Eigen::bfloat16>(all, "bfloat16", formats::bf16, bfloat16_nan);
  for (EntryPoint& e : eigen_gemm()) all.push_back(std::move(e));
  for (EntryPoint& e : eigen_rows()) all.push_back(std::move(e));
  return all;
}

/// Whether Narrow is the two-byte number it should be, and not an integer of that name.
template <typename Narrow>
bool holds_one_and_a_half() {
  volatile float value = 1.5F;
  return sizeof(Narrow) == 2 && static_cast<float>(static_cast<Narrow>(value)) == 1.5F;
}

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

class EigenAdapter : public TableAdapter {
 public:
  EigenAdapter()
      : TableAdapter({"eigen", eigen_version(),
                      "Eigen: half, bfloat16, products of matrices, softmax and normalizations"},
                     table()) {}

  std::optional<NotRun> not_run() const override {
    if (holds_one_and_a_half<Eigen::half>() && holds_one_and_a_half<Eigen::bfloat16>()) return std::nullopt;
    return NotRun{"load", "1.5 does not survive Eigen's half and bfloat16 as this was built"};
  }
};

}  // namespace

std::unique_ptr<Implementation> make_eigen() { return std::make_unique<EigenAdapter>(); }

}  // namespace ulpgate::adapters
