#pragma once
// A call of an operation on rows with memory of its own, for tests of adapters and kernels.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/api/row_operations.h"

namespace ulpgate {

/// inner is attention's d.
struct RowSizes {
  std::int64_t outer = 1, n = 1, inner = 1;
};

/// How tensors lie in memory.
struct RowLayout {
  std::int64_t step = 1;       ///< from element to element of the last dimension
  std::int64_t padding = 0;    ///< elements behind each line
  std::int64_t misplaced = 0;  ///< elements by which data is beyond an aligned address
};

class RowProblem {
 public:
  /// Every tensor that `offer` names, filled with bytes 0xA5; scalars that it claims: scale 0.5, scale_y 24,
  /// causal 2, eps 2^-10, ignore_index -100, smoothing 0.125;
  /// groups, as many as the least factor of n above 1.
  RowProblem(const Offer& offer, const RowSizes& sizes, const RowLayout& layout = {});
  RowProblem(const RowProblem&) = delete;
  RowProblem& operator=(const RowProblem&) = delete;

  bool has(const std::string& role) const { return tensors_.contains(role); }
  double get(const std::string& role, std::int64_t outer, std::int64_t i, std::int64_t inner = 0) const;
  void set(const std::string& role, std::int64_t outer, std::int64_t i, std::int64_t inner, double value);
  /// Every element of every input gets a small value, different from its neighbours'.
  void fill_inputs();
  /// Sets elements (outer, i, inner) of a tensor; those that it does not have count as 0.
  void fill(const std::string& role,
            const std::function<double(std::int64_t outer, std::int64_t i, std::int64_t inner)>& value);
  /// Refers to this object.
  Call call() const;
  /// The scalar's value; `otherwise` where there is none.
  double scalar(const std::string& name, double otherwise) const;
  /// All memory that a call may touch, without what lies around it.
  struct Memory {
    std::byte* data;
    std::size_t bytes;
  };
  std::vector<Memory> memory() const;
  /// Whether the bytes around and between the elements of outputs are as they were.
  bool gaps_hold() const;
  const Offer& offer() const { return offer_; }
  const RowSizes& sizes() const { return sizes_; }

 private:
  struct Place {
    const Format* format = nullptr;
    bool output = false;
    Extents extents{};
    std::vector<std::int64_t> shape{}, strides{};
    std::vector<std::byte> memory{};
    std::int64_t first = 0;  ///< element (0, ..., 0), in elements
    std::int64_t last = 0;
  };
  void add(const RowTensor& role, const Format& format, const RowLayout& layout);
  void add_scalar(const char* name, const Format& format, double value);
  std::int64_t index(const Place& place, std::int64_t outer, std::int64_t i, std::int64_t inner) const;

  Offer offer_;
  RowSizes sizes_;
  std::map<std::string, Place> tensors_;
  mutable std::vector<Tensor> call_tensors_;
  std::vector<Scalar> scalars_;
};

}  // namespace ulpgate
