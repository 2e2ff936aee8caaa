// Offsets beyond 2^31 elements, without the memory: pages that nobody touches are only reserved.
#include <sys/mman.h>

#include "suites/framework/guarded_call.h"
#include "suites/gemm/matrix_buffer.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {
namespace {

/// A matrix in reserved memory that reaches 2^31 elements to both sides of element (0, 0, 0), so that an
/// offset which wraps lands in it, too. Unwritten elements read as zero.
class SparseMatrix {
 public:
  SparseMatrix(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
               const Layout& layout)
      : format_(&format),
        shape_{batch, rows, columns},
        strides_(plan_layout(batch, rows, columns, layout).strides) {
    const std::int64_t extent = plan_layout(batch, rows, columns, layout).extent;
    middle_ = std::max(extent, std::int64_t{1} << 31) + 4096;
    bytes_ = static_cast<std::size_t>(2 * middle_) * format.bytes();
    void* memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) memory_ = static_cast<std::byte*>(memory);
  }
  ~SparseMatrix() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
  }
  SparseMatrix(const SparseMatrix&) = delete;
  SparseMatrix& operator=(const SparseMatrix&) = delete;

  bool reserved() const { return memory_ != nullptr; }

  void set(const std::vector<std::uint64_t>& codes) {
    std::size_t next = 0;
    for_each([&](std::size_t at) { store_element(*format_, memory_, at, codes[next++]); });
  }
  std::vector<std::uint64_t> get() const {
    std::vector<std::uint64_t> codes;
    for_each([&](std::size_t at) { codes.push_back(load_element(*format_, memory_, at)); });
    return codes;
  }
  Tensor tensor(std::string_view name) {
    return {.name = name,
            .format = format_,
            .shape = shape_,
            .strides = strides_,
            .data = memory_ + static_cast<std::size_t>(middle_) * format_->bytes()};
  }

 private:
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::int64_t b = 0; b < shape_[0]; ++b)
      for (std::int64_t i = 0; i < shape_[1]; ++i)
        for (std::int64_t j = 0; j < shape_[2]; ++j)
          visit(static_cast<std::size_t>(middle_ + b * strides_[0] + i * strides_[1] + j * strides_[2]));
  }

  const Format* format_;
  std::array<std::int64_t, 3> shape_;
  std::array<std::int64_t, 3> strides_;
  std::int64_t middle_ = 0;
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace

CaseJudgement judge_index(const Runner& runner, const GemmCase& c) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  SparseMatrix a(*o.a, c.batch, c.m, c.k, c.a), b(*o.b, c.batch, c.k, c.n, c.b),
      cc(*o.c, c.batch, c.m, c.n, c.c), d(*o.d, c.batch, c.m, c.n, c.d);
  CaseJudgement j;
  if (!a.reserved() || !b.reserved() || !cc.reserved() || !d.reserved()) {
    j.reply = Reply{Status::unsupported, "address space for offsets beyond 2^31 could not be reserved"};
    return j;
  }
  a.set(inputs.a);
  b.set(inputs.b);
  cc.set(inputs.c);
  d.set(std::vector<std::uint64_t>(inputs.c.size(), 0x5A));
  const std::array tensors{a.tensor("a"), b.tensor("b"), cc.tensor("c"), d.tensor("d")};
  const std::array scalars{Scalar{"alpha", o.alpha, c.alpha}, Scalar{"beta", o.alpha, c.beta}};
  const Reply reply =
      guarded_call(runner.implementation(),
                   {.operation = "gemm", .variant = o.offer.variant, .tensors = tensors, .scalars = scalars});
  if (reply.status != Status::ok) {
    j.reply = reply;
    return j;
  }
  const std::vector<std::uint64_t> codes = d.get();
  const CaseJudge judge(o, c, inputs);
  for (std::int64_t at = 0; at < static_cast<std::int64_t>(codes.size()); ++at) {
    const std::int64_t batch = at / (c.m * c.n), row = at / c.n % c.m, column = at % c.n;
    const std::uint64_t code = codes[static_cast<std::size_t>(at)];
    const Acceptable acceptable = judge.acceptable(batch, row, column);
    const ElementVerdict v = judge.judge(acceptable, code);
    ++j.judged;
    if (v.accepted || j.failed++ > 0) continue;
    j.finding =
        Finding{batch, row, column, code, acceptable.low, v.error_over_bound, judge.explain(acceptable)};
  }
  return j;
}

}  // namespace ulpgate::gemm
