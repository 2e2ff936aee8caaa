#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "kernels/adapters/model/calls.h"
#include "kernels/adapters/model/chain.h"
#include "kernels/adapters/model/epilogue.h"
#include "kernels/api/gemm_call.h"

namespace ulpgate::model {
namespace {

/// The chains of one element of D; those of one part of k side by side.
std::vector<Segment> segments_of(const GemmPlan& plan, std::size_t k) {
  std::vector<Segment> segments;
  const auto parts = static_cast<std::size_t>(plan.split_k);
  const std::size_t part = std::max<std::size_t>((k + parts - 1) / parts, 1);
  const std::size_t chain = plan.promotion > 0 ? static_cast<std::size_t>(plan.promotion) : part;
  for (std::size_t first = 0; first < k; first += part) {
    const std::size_t end = std::min(first + part, k);
    for (std::size_t at = first; at < end; at += chain) segments.push_back({at, std::min(chain, end - at)});
  }
  return segments;
}

/// The codes of a row of `matrix`.
void read_row(const CallMatrix& matrix, std::int64_t problem, std::int64_t row,
              std::vector<std::uint64_t>& codes) {
  codes.resize(static_cast<std::size_t>(matrix.columns));
  for (std::int64_t j = 0; j < matrix.columns; ++j)
    codes[static_cast<std::size_t>(j)] = matrix.get(problem, row, j);
}

Reply check_scales(const GemmVariant& v, const GemmCall& g) {
  if (v.plan.scales == Scales::none) return {};
  const std::int64_t block = v.plan.scales == Scales::block ? v.entry->arithmetic.scale_block : 0;
  const std::int64_t other = block == 0 ? 0 : 1;
  Reply reply = check_scale("a_scale", *g.a_scale, g.a, other, block);
  return reply.status == Status::ok ? check_scale("b_scale", *g.b_scale, g.b, block, other) : reply;
}

class Gemm {
 public:
  Gemm(const GemmVariant& variant, const GemmCall& call)
      : variant_(variant),
        call_(call),
        chain_(*variant.entry, *variant.a, *variant.b,
               segments_of(variant.plan, static_cast<std::size_t>(call.k))) {}

  void run() const {
    for (std::int64_t p = 0; p < call_.batch; ++p) run_problem(p);
  }

 private:
  /// The rows of A, or with B transposed its columns.
  Line line(const CallMatrix& matrix, const std::optional<CallMatrix>& scales, bool is_a,
            std::int64_t problem, std::int64_t row) const {
    std::vector<std::uint64_t> codes, scale_codes;
    read_row(matrix, problem, row, codes);
    if (variant_.plan.scales == Scales::block) read_row(*scales, problem, row, scale_codes);
    return is_a ? chain_.decode_a(codes, scale_codes) : chain_.decode_b(codes, scale_codes);
  }

  /// alpha, times the factors of both operands.
  double alpha_of(std::int64_t problem) const {
    if (variant_.plan.scales != Scales::tensor) return call_.alpha;
    const auto factor = [&](const CallMatrix& scale) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(scale.get(problem, 0, 0)));
    };
    return static_cast<float>(call_.alpha) * factor(*call_.a_scale) * factor(*call_.b_scale);
  }

  std::uint64_t element(const Epilogue& epilogue, const Line& a, const Line& b, std::uint64_t c) const {
    const GemmPlan& plan = variant_.plan;
    if (plan.split_k == 1 && plan.promotion == 0) return epilogue.with_sum(chain_.sum(a, b, 0), c);
    float total = 0;
    for (std::size_t s = 0; s < chain_.segment_count(); ++s) {
      auto part = std::bit_cast<float>(static_cast<std::uint32_t>(chain_.sum(a, b, s)));
      if (plan.partials_in_output) part = epilogue.narrowed(part);
      total = s == 0 && plan.promotion == 0 ? part : total + part;
    }
    return epilogue.with_sum(total, c);
  }

  void run_problem(std::int64_t p) const {
    const Epilogue epilogue(*variant_.entry, *variant_.d, alpha_of(p), call_.beta);
    const bool sums = call_.k > 0 && call_.alpha != 0;
    const CallMatrix columns = call_.b.transposed();
    std::optional<CallMatrix> column_scales;
    if (call_.b_scale) column_scales = call_.b_scale->transposed();
    std::vector<Line> b;
    for (std::int64_t j = 0; sums && j < call_.n; ++j) b.push_back(line(columns, column_scales, false, p, j));
    for (std::int64_t i = 0; i < call_.m; ++i) {
      const Line a = sums ? line(call_.a, call_.a_scale, true, p, i) : Line{};
      for (std::int64_t j = 0; j < call_.n; ++j) {
        const std::uint64_t c = call_.beta != 0 ? call_.c.get(p, i, j) : 0;
        call_.d.set(p, i, j,
                    sums ? element(epilogue, a, b[static_cast<std::size_t>(j)], c) : epilogue.without_sum(c));
      }
    }
  }

  const GemmVariant& variant_;
  const GemmCall& call_;
  Chain chain_;
};

}  // namespace

Reply run_gemm(const GemmVariant& variant, const Call& call) {
  GemmCall gemm;
  if (Reply reply = understand_gemm(call, gemm); reply.status != Status::ok) return reply;
  if (Reply reply = check_scales(variant, gemm); reply.status != Status::ok) return reply;
  if (!gemm.empty()) Gemm(variant, gemm).run();
  return {};
}

}  // namespace ulpgate::model
