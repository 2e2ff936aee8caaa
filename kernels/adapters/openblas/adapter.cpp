// OpenBLAS's cblas_sgemm and cblas_dgemm. A file of its own: cblas.h declares a global `bfloat16`.
#include <algorithm>
#include <cblas.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "kernels/api/gemm_call.h"
#include "kernels/api/gemm_offer.h"
#include "kernels/api/table_adapter.h"

namespace ulpgate::adapters {
namespace {

template <typename Element>
struct Function;

template <>
struct Function<float> {
  static constexpr const Format* format = &formats::fp32;
  static constexpr const char* name = "sgemm";
  static constexpr auto run = cblas_sgemm;
};

template <>
struct Function<double> {
  static constexpr const Format* format = &formats::fp64;
  static constexpr const char* name = "dgemm";
  static constexpr auto run = cblas_dgemm;
};

Reply unsupported(std::string message) { return {Status::unsupported, std::move(message)}; }

CBLAS_TRANSPOSE transposition(const BlasLayout& layout, const BlasLayout& of_d) {
  return layout.row_major == of_d.row_major ? CblasNoTrans : CblasTrans;
}

/// Sizes and leading dimensions are blasint, 32 bits in most builds.
bool fits(const GemmCall& g, const std::vector<BlasLayout>& layouts) {
  std::int64_t largest = std::max({g.m, g.n, g.k});
  for (const BlasLayout& l : layouts) largest = std::max(largest, l.leading_dimension);
  return largest <= std::numeric_limits<blasint>::max();
}

template <typename Element>
Reply gemm(const Call& call) {
  GemmCall g;
  if (Reply reply = understand_gemm(call, g); reply.status != Status::ok) return reply;
  if (g.empty()) return {};
  std::vector<BlasLayout> layouts;
  for (const auto& [role, matrix] : {std::pair{"a", &g.a}, std::pair{"b", &g.b}, std::pair{"d", &g.d}}) {
    const auto layout = blas_layout(*matrix);
    if (!layout) {
      return unsupported(std::string(role) +
                         " has strides that BLAS cannot express: one has to be 1, the other a leading "
                         "dimension no shorter than a line");
    }
    layouts.push_back(*layout);
  }
  if (!fits(g, layouts)) return unsupported("a size or leading dimension is too large for blasint");
  const auto& [a, b, d] = std::tie(layouts[0], layouts[1], layouts[2]);
  // BLAS updates C in place.
  if (g.beta != 0) copy_c_to_d(g);
  const auto size = [](std::int64_t n) { return static_cast<blasint>(n); };
  const auto leading = [](const BlasLayout& l) {
    return static_cast<blasint>(std::max<std::int64_t>(l.leading_dimension, 1));
  };
  for (std::int64_t p = 0; p < g.batch; ++p) {
    Function<Element>::run(d.row_major ? CblasRowMajor : CblasColMajor, transposition(a, d),
                           transposition(b, d), size(g.m), size(g.n), size(g.k),
                           static_cast<Element>(g.alpha), reinterpret_cast<const Element*>(g.a.at(p)),
                           leading(a), reinterpret_cast<const Element*>(g.b.at(p)), leading(b),
                           static_cast<Element>(g.beta), reinterpret_cast<Element*>(g.d.at(p)), leading(d));
  }
  return {};
}

template <typename Element>
EntryPoint entry() {
  const Format* f = Function<Element>::format;
  return {gemm_offer(Function<Element>::name, {.a = f, .b = f, .c = f, .d = f, .alpha = f},
                     {{"accumulator", std::string(f->name)}, {"alpha_zero", "skips"}},
                     {{"function", std::string("cblas_") + Function<Element>::name},
                      {"library", openblas_get_config()},
                      {"kernels", openblas_get_corename()},
                      {"threads", std::to_string(openblas_get_num_threads())}}),
          gemm<Element>};
}

/// "OpenBLAS 0.3.21 ..." without the name.
std::string openblas_version() {
  const std::string config = openblas_get_config();
  const std::size_t begin = config.find_first_of("0123456789");
  return begin == std::string::npos ? config : config.substr(begin, config.find(' ', begin) - begin);
}

class OpenBlas : public TableAdapter {
 public:
  OpenBlas()
      : TableAdapter({"openblas", openblas_version(), "OpenBLAS's sgemm and dgemm"},
                     {entry<float>(), entry<double>()}) {}

  /// Its threads are its own: one call at a time uses them all.
  bool concurrent() const override { return false; }
};

}  // namespace

std::unique_ptr<Implementation> make_openblas() { return std::make_unique<OpenBlas>(); }

}  // namespace ulpgate::adapters
