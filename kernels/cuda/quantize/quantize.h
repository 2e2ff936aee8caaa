#pragma once
// Quantization in blocks: amax, quantize, dequantize, updates of delayed scales, the Hadamard transform.
// Every step in fp32, rounded to nearest even, as TransformerEngine's kernels take them; scales of MX also as
// torchao's.
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/element_format.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// A tensor of two axes; strides in elements, any; nullptr: there is none.
struct BlockMemory {
  void* data = nullptr;
  std::int64_t row_stride = 0, column_stride = 0;
};

/// A format of quantized elements, a byte each.
struct ElementRecord {
  int significand_bits = 3;
  int smallest_field = 121;  ///< exponent field, in fp32, of the smallest normal number
  float largest = 448;
  std::uint8_t nan = 0x7F;       ///< what NaN becomes
  std::uint8_t sign = 0x80;      ///< the sign's bit
  std::uint8_t infinity = 0xFF;  ///< codes of magnitudes; 0xFF where there is none
  std::uint8_t first_nan = 0x7F;
};

enum class ScaleUse : std::uint8_t { given, current, mx, nvfp4 };
/// From amax to the scale's byte: rounded up, infinity to the largest byte or to NaN; or the exponent alone.
enum class MxRule : std::uint8_t { transformer_engine, rceil, floor };
enum class ScalePlaces : std::uint8_t { plain, padded, swizzled };

/// How rows and columns are cut into blocks; a scale for each.
struct Blocks {
  std::int64_t rows = 0, columns = 0;              ///< of x
  std::int64_t block_rows = 1, block_columns = 1;  ///< of one block
  std::int64_t scale_rows = 0, scale_columns = 0;
};

struct AmaxProblem {
  ElementFormat format = ElementFormat::fp32;  ///< of x: fp32, fp16 or bf16
  Blocks blocks = {};
  bool nan_wins = false;
  BlockMemory x = {}, before = {}, amax = {};  ///< before: fp32, counted with x where there is one
};

/// Rules transformer_engine; elements saturate.
struct QuantizeProblem {
  ElementFormat format = ElementFormat::fp32;
  ElementRecord element = {};
  ScaleUse use = ScaleUse::given;
  ScalePlaces places = ScalePlaces::plain;
  bool power_of_two = false;  ///< current
  bool divides = false;       ///< given: x / scale
  bool warps = false;         ///< a warp has a block of one row and at most 32 elements, and reads it once
  bool stochastic = false;    ///< with the low byte of random
  bool nan_wins = false;      ///< in an amax; else a NaN is no maximum
  bool packed = false;        ///< of four bits, two a byte, the first in its low half; warps alone
  bool conversions = false;   ///< elements, and bytes of scales that are rounded up, by NVIDIA's conversions
  MxRule rule = MxRule::transformer_engine;
  Blocks blocks = {};
  BlockMemory x = {}, scale = {}, random = {}, q = {}, scales = {};
  const float* global = nullptr;  ///< nvfp4
};

struct DequantizeProblem {
  ElementRecord element = {};
  ElementFormat format = ElementFormat::fp32;  ///< of y
  ScaleUse use = ScaleUse::given;              ///< given: fp32 scales
  bool two_steps = true;  ///< nvfp4: (q * s) * (1 / S), else q * ((s * global) * (1 / 2688))
  ScalePlaces places = ScalePlaces::plain;
  bool packed = false;  ///< as of QuantizeProblem
  Blocks blocks = {};
  BlockMemory q = {}, scales = {}, y = {};
  const float* global = nullptr;
};

enum class HistoryPath : std::uint8_t { bulk, non_bulk, unfused };

struct HistoryProblem {
  HistoryPath path = HistoryPath::bulk;
  bool most_recent = false;
  float largest = 448;
  float margin = 0;
  std::int64_t length = 0, tensors = 0;
  BlockMemory history = {}, scale = {}, reduced = {}, new_history = {}, new_scale = {}, scale_inverse = {};
};

struct HadamardProblem {
  ElementFormat format = ElementFormat::fp32;  ///< of x and y
  std::uint32_t signs = 0;
  std::int64_t rows = 0, columns = 0;  ///< columns a multiple of 16
  BlockMemory x = {}, y = {};
};

/// Of launch_amax and launch_quantize, aligned to 4 bytes: an amax and a factor for each block.
constexpr std::size_t blocks_workspace_bytes(const Blocks& b) {
  return 2 * sizeof(float) * static_cast<std::size_t>(b.scale_rows * b.scale_columns);
}

inline namespace SIMT_BUILD {

/// `stream` is a cudaStream_t. 0, or a simt::Error.
int launch_amax(const AmaxProblem& problem, void* workspace, void* stream);
int launch_quantize(const QuantizeProblem& problem, void* workspace, void* stream);
int launch_dequantize(const DequantizeProblem& problem, void* stream);
int launch_history(const HistoryProblem& problem, void* stream);
int launch_hadamard(const HadamardProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
