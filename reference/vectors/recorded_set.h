#pragma once
// Recorded outputs of real Tensor Cores, in the layout of the public archive of F. Khattak and M. Mikaitis
// (github.com/north-numerical-computing/MATLAB-tensor-core, folder model_validation, BSD-2-Clause):
//
//   GPU/INPUT/a_GPU_INPUT.txt, b_...   a row is a dot product: k words of 8 hexadecimal digits, the operand
//                                      widened to an fp32 code
//   GPU/INPUT/c_GPU_fp32.txt           a row is 32 characters 0 or 1, an fp32 code
//   GPU/INPUT/d_GPU_{fp32,fp16}.txt    likewise; fp16 results are widened, and their C was rounded to fp16
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/formats/format.h"

namespace ulpgate {

/// One sentence that names the file, the line and the reason.
class RecordedSetError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One set of the archive, and the entry of a profile that computes it.
struct RecordedPlan {
  std::string gpu;            ///< the folder: "H100"
  std::string input;          ///< the folder below it: "E4M3"
  const Format* format;       ///< of A and B
  const Format* accumulator;  ///< of C and D
  std::string architecture;   ///< of the profile
  std::string entry;          ///< its id
  bool c_is_zero;             ///< the file of C does not belong to it

  /// "H100/E4M3/fp16".
  std::string name() const;
};

/// The sets of the archive, 48.
const std::vector<RecordedPlan>& recorded_plans();

/// The folder that holds the GPUs' folders: `folder`, or model_validation below it (a clone). Throws
/// RecordedSetError when neither holds any set.
std::filesystem::path recorded_root(const std::filesystem::path& folder);

struct RecordedSet {
  std::size_t k = 0;
  std::vector<std::uint64_t> a;  ///< rows x k codes of plan.format
  std::vector<std::uint64_t> b;
  std::vector<std::uint64_t> c;  ///< rows codes of plan.accumulator
  std::vector<std::uint64_t> d;

  std::size_t rows() const { return d.size(); }
  std::span<const std::uint64_t> a_row(std::size_t row) const { return {a.data() + row * k, k}; }
  std::span<const std::uint64_t> b_row(std::size_t row) const { return {b.data() + row * k, k}; }
};

/// Whether the file of D is there.
bool has_recorded_set(const std::filesystem::path& root, const RecordedPlan& plan);
/// Throws RecordedSetError for a file that is missing, malformed, or does not fit the others.
RecordedSet read_recorded_set(const std::filesystem::path& root, const RecordedPlan& plan);

}  // namespace ulpgate
