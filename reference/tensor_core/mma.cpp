#include "reference/tensor_core/mma.h"

#include <algorithm>
#include <stdexcept>

#include "reference/formats/decode.h"
#include "reference/tensor_core/cdna_sums.h"
#include "reference/tensor_core/chain_sums.h"

namespace ulpgate {
namespace {

[[noreturn]] void refuse(const ProfileEntry& entry, const std::string& problem) {
  throw std::invalid_argument(entry.id + ": " + problem + ".");
}

}  // namespace

int k_at(KOrder order, int k, int place) {
  if (order == KOrder::ascending) return place;
  const int half = k / 2;
  const int pair = place < half ? 0 : 2;
  const int within = place % half;
  return within / 2 * 4 + pair + within % 2;
}

Mma::Mma(const ProfileEntry& entry, const Format& a, const Format& b)
    : entry_(entry), a_format_(a), b_format_(b) {
  if (const std::string problem = check_entry(entry); !problem.empty()) refuse(entry, problem);
  if (!entry.takes(a, b))
    refuse(entry, "it does not take " + std::string(a.name) + " and " + std::string(b.name));
  if (entry.arithmetic.algorithm == Algorithm::fused_sum) fused_.emplace(entry, a, b);
  if (entry.arithmetic.algorithm == Algorithm::grouped_scaled_sum) grouped_.emplace(entry, a, b);
  if (entry.arithmetic.algorithm == Algorithm::two_stage_sum) two_stage_.emplace(entry, a, b);
  if (fused_ && entry.arithmetic.scale_format != nullptr)
    scale_.emplace(*entry.arithmetic.scale_format, SubnormalRule::unnormalised);
}

void Mma::decode(const OperandDecoder& decoder, const std::uint64_t* codes, int stride, int k,
                 const std::uint64_t* scales, int scale_stride, Operands& out, std::size_t first) const {
  const KOrder order = entry_.arithmetic.k_order;
  if (!scale_ && order == KOrder::ascending) {
    for (int at = 0; at < k; ++at)
      out.set(first + static_cast<std::size_t>(at),
              decoder.decode(codes[static_cast<std::ptrdiff_t>(at) * stride]));
    return;
  }
  const int block = std::max(entry_.arithmetic.scale_block, 1);
  for (int place = 0; place < k; ++place) {
    const int at = k_at(order, k, place);
    Operand x = decoder.decode(codes[static_cast<std::ptrdiff_t>(at) * stride]);
    if (scale_) {
      const Operand scale = scale_->decode(scales[at / block * scale_stride]);
      if (scale.is_special()) {
        x = scale;  // NaN
      } else if (x.significand != 0) {
        x.exponent += scale.exponent;
      }
    }
    out.set(first + static_cast<std::size_t>(place), x);
  }
}

std::uint64_t Mma::dot_codes(const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator,
                             const std::uint64_t* a_scales, const std::uint64_t* b_scales) const {
  switch (entry_.arithmetic.algorithm) {
    case Algorithm::fused_sum:
      break;
    case Algorithm::grouped_scaled_sum:
      return grouped_->dot(a, b, k, a_scales, b_scales, accumulator);
    case Algorithm::fma_chain:
      return fma_chain(entry_, a, b, k, accumulator);
    case Algorithm::integer_sum:
      return integer_sum(entry_, a_format_, b_format_, a, b, k, accumulator);
    case Algorithm::exact_sum:
      return exact_sum(entry_, a_format_, b_format_, a, b, k, accumulator);
    case Algorithm::pairwise_sum:
      return pairwise_sum(entry_, a_format_, b_format_, a, b, k, accumulator);
    case Algorithm::two_stage_sum:
      return two_stage_->dot(a, b, k, accumulator);
  }
  Operands row(static_cast<std::size_t>(k)), column(static_cast<std::size_t>(k));
  decode(fused_->a_decoder(), a, 1, k, a_scales, 1, row, 0);
  decode(fused_->b_decoder(), b, 1, k, b_scales, 1, column, 0);
  return fused_->chain(row.from(0), column.from(0), k, accumulator);
}

std::uint64_t Mma::dot(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                       std::uint64_t accumulator, std::span<const std::uint64_t> a_scales,
                       std::span<const std::uint64_t> b_scales) const {
  return dot_chain(static_cast<int>(a.size()), a, b, accumulator, a_scales, b_scales);
}

std::uint64_t Mma::dot_chain(int instruction_k, std::span<const std::uint64_t> a,
                             std::span<const std::uint64_t> b, std::uint64_t accumulator,
                             std::span<const std::uint64_t> a_scales,
                             std::span<const std::uint64_t> b_scales) const {
  const int k = static_cast<int>(a.size()), block = entry_.arithmetic.scale_block;
  if (b.size() != a.size()) refuse(entry_, "A and B differ in k");
  if (entry_.arithmetic.k_order == KOrder::mod4 && (instruction_k % 4 != 0 || k % 4 != 0))
    refuse(entry_, "k must be a multiple of 4");
  if (k > instruction_k && entry_.accumulator->name != entry_.output->name)
    refuse(entry_, "a chain needs the same format for C and D");
  if (block != 0) {
    const auto scales = static_cast<std::size_t>((k + block - 1) / block);
    if (a_scales.size() != scales || b_scales.size() != scales || instruction_k % block != 0)
      refuse(entry_, "there must be a scale for each block of k");
  }
  for (int done = 0; done < k; done += instruction_k) {
    const int scale = block == 0 ? 0 : done / block;
    accumulator = dot_codes(a.data() + done, b.data() + done, std::min(instruction_k, k - done), accumulator,
                            a_scales.data() + scale, b_scales.data() + scale);
  }
  return accumulator;
}

void Mma::run_fused(const MmaOperands& o, std::span<std::uint64_t> d, MmaScratch& scratch) const {
  const auto [m, n, k] = o.shape;
  const int block = entry_.arithmetic.scale_block;
  const int blocks = block == 0 ? 0 : k / block;
  const auto at = [](int row, int width, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
  };
  Operands &a = scratch.a, &b = scratch.b;
  a.resize(at(m, k, 0));
  b.resize(at(n, k, 0));
  for (int i = 0; i < m; ++i)
    decode(fused_->a_decoder(), &o.a[at(i, k, 0)], 1, k, o.a_scales.data() + at(i, blocks, 0), 1, a,
           at(i, k, 0));
  for (int j = 0; j < n; ++j)
    decode(fused_->b_decoder(), &o.b[at(0, n, j)], n, k, o.b_scales.data() + (block == 0 ? 0 : j), n, b,
           at(j, k, 0));
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j)
      d[at(i, n, j)] = fused_->chain(a.from(at(i, k, 0)), b.from(at(j, k, 0)), k, o.c[at(i, n, j)]);
  }
}

std::vector<std::uint64_t> Mma::run(const MmaOperands& o) const {
  std::vector<std::uint64_t> d(o.c.size());
  MmaScratch scratch;
  run(o, d, scratch);
  return d;
}

void Mma::run(const MmaOperands& o, std::span<std::uint64_t> d, MmaScratch& scratch) const {
  const auto [m, n, k] = o.shape;
  const int block = entry_.arithmetic.scale_block;
  if (m < 1 || n < 1 || k < 1) refuse(entry_, "the shape is empty");
  const auto rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n),
             depth = static_cast<std::size_t>(k);
  const std::size_t blocks = block == 0 ? 0 : depth / static_cast<std::size_t>(block);
  if (o.a.size() != rows * depth || o.b.size() != depth * columns || o.c.size() != rows * columns ||
      d.size() != o.c.size())
    refuse(entry_, "the operands do not fit the shape " + to_text(o.shape));
  if (o.a_scales.size() != rows * blocks || o.b_scales.size() != blocks * columns ||
      (block != 0 && k % block != 0))
    refuse(entry_, "the scales do not fit the shape " + to_text(o.shape));
  if (entry_.arithmetic.k_order == KOrder::mod4 && k % 4 != 0) refuse(entry_, "k must be a multiple of 4");
  if (fused_) return run_fused(o, d, scratch);
  std::vector<std::uint64_t> column(depth), column_scales(blocks);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t p = 0; p < depth; ++p) column[p] = o.b[p * columns + j];
    for (std::size_t p = 0; p < blocks; ++p) column_scales[p] = o.b_scales[p * columns + j];
    for (std::size_t i = 0; i < rows; ++i)
      d[i * columns + j] = dot_codes(&o.a[i * depth], column.data(), k, o.c[i * columns + j],
                                     o.a_scales.data() + i * blocks, column_scales.data());
  }
}

bool Mma::meets(std::uint64_t expected, std::uint64_t got) const {
  if (expected == got) return true;
  const auto evidence = entry_.evidence.find("nan_code");
  return evidence != entry_.evidence.end() && evidence->second.kind == EvidenceKind::uncertain &&
         is_nan(*entry_.output, expected) && is_nan(*entry_.output, got);
}

}  // namespace ulpgate
