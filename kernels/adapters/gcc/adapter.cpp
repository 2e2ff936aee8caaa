// The compiler's own _Float16. On baseline x86-64 that is libgcc's software (__truncsfhf2, __truncdfhf2,
// __extendhfsf2), elsewhere the processor's instructions.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/api/convert_loop.h"
#include "kernels/api/convert_offer.h"
#include "kernels/api/table_adapter.h"

// The macro alone is not enough: g++ 12 knows the type in C++ on x86 only.
#if defined(__FLT16_MANT_DIG__) && defined(__GNUC__) && \
    (defined(__clang__) || __GNUC__ >= 13 || (__GNUC__ == 12 && defined(__x86_64__)))
#define ULPGATE_HAS_FLOAT16 1
#endif

namespace ulpgate::adapters {
namespace {

#if defined(ULPGATE_HAS_FLOAT16)

__extension__ using Half = _Float16;

template <typename FromType, typename ToType>
struct Cast {
  using From = FromType;
  using To = ToType;
  static To apply(From x) { return static_cast<To>(x); }
};

std::string ran(const char* software) {
#if defined(__x86_64__) && !defined(__F16C__)
  return software;
#else
  return std::string("the processor's instructions in place of ") + software;
#endif
}

template <typename From, typename To>
EntryPoint entry(const char* variant, const Format& from, const Format& to, const char* function) {
  return {convert_offer(variant, from, to, {.nan = "payload"}, {{"function", ran(function)}}),
          convert_elements<Cast<From, To>>};
}

std::vector<EntryPoint> table() {
  using namespace formats;  // NOLINT(google-build-using-namespace)
  return {
      entry<float, Half>("_Float16", fp32, fp16, "__truncsfhf2"),
      entry<double, Half>("_Float16", fp64, fp16, "__truncdfhf2"),
      entry<std::int32_t, Half>("_Float16", int32, fp16, "int32 to float, then __truncsfhf2"),
      entry<std::int64_t, Half>("_Float16", int64, fp16, "int64 to float, then __truncsfhf2"),
      entry<Half, float>("_Float16", fp16, fp32, "__extendhfsf2"),
      entry<Half, double>("_Float16", fp16, fp64, "__extendhfsf2, then to double"),
  };
}

#else

std::vector<EntryPoint> table() { return {}; }

#endif

class Gcc : public TableAdapter {
 public:
  Gcc() : TableAdapter({"gcc", __VERSION__, "the compiler's _Float16"}, table()) {}

  std::optional<NotRun> not_run() const override {
#if defined(ULPGATE_HAS_FLOAT16)
    return std::nullopt;
#else
    return NotRun{"not built", "the compiler that built this has no _Float16"};
#endif
  }
};

}  // namespace

std::unique_ptr<Implementation> make_gcc() { return std::make_unique<Gcc>(); }

}  // namespace ulpgate::adapters
