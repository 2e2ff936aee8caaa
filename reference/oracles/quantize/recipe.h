#pragma once
// Quantization recipes as data: how scales follow from amax, and how elements follow from scales. A recipe
// plus inputs fixes every output bit.
//
// Sources: TransformerEngine d0067d0d (current, block, MXFP8 and NVFP4 kernels and their Python references);
// torchao 36027d82; ONNX f7546912 (QuantizeLinear, Cast to float8e8m0); OCP Microscaling 1.0, 6.3.
#include <cfloat>
#include <cstdint>

#include "reference/formats/format.h"
#include "reference/formats/rule.h"

namespace ulpgate::quantize {

enum class ScaleKind {
  given,    ///< an input: per tensor, row, column or block
  current,  ///< fp32, from the amax of what is quantized
  mx,       ///< e8m0, from the amax of a block
  nvfp4,    ///< e4m3, from the amax of a block and that of the whole tensor
};

/// A block of x, in elements; 0 stands for all of that axis.
struct Block {
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  friend bool operator==(const Block&, const Block&) = default;
};

/// What a NaN among the elements does to their amax.
enum class AmaxNan { ignored, propagates };

/// t, the fp32 number that becomes the element, from x and the scale s. Each step is rounded to nearest even.
enum class GivenRule {
  multiply,  ///< t = x * s (TransformerEngine)
  divide,    ///< t = x / s (ONNX QuantizeLinear)
};

/// The scale s of ScaleKind::current; t = x * s, and what is stored is 1 / s. `max` is the element format's
/// largest number.
enum class CurrentRule {
  /// amax below epsilon counts as epsilon; s = 1 where it is 0, infinite or NaN; else max / amax, and
  /// `infinite_scale` where that is infinite; then, where asked for, down to a power of two.
  transformer_engine,
  /// Its Python reference: the same, but an infinite amax gives 0 and a NaN gives NaN.
  transformer_engine_python,
  /// max / max(amax, 1e-12) in fp64, rounded to fp32.
  torchao,
};

/// The scale byte b of a block; t = x * 2^(127 - b), NaN for 0xFF. Let e be the exponent field of amax, E the
/// exponent of the element format's largest number, v = amax * RN(1 / max). Where b is made from e: a field
/// of 255, that of infinity and NaN, and what torchao_even's addition carries into, gives 0xFF; e - E below 0
/// is held to 0. A NaN gives 0xFF by every rule.
enum class MxRule {
  transformer_engine,  ///< v up to a power of two; infinity gives 0xFE
  torchao_rceil,       ///< the same; infinity gives 0xFF
  torchao_floor,       ///< e - E
  torchao_ceil,        ///< e - E, and 1 more where amax is no power of two
  torchao_even,        ///< e - E of amax plus half a unit of the element format's last bit
  ocp,                 ///< e - E; any byte but 0xFF for a block of zeros
  onnx_up,             ///< Cast of RN(amax / max)
  onnx_nearest,
  onnx_down,
};

/// Scales s of blocks, from their amax and that of the tensor, G.
enum class Nvfp4Rule {
  /// S = min(FLT_MAX, 2688 / G), 1 where that or G is 0; s = e4m3(min(FLT_MAX, amax * (S * RN(1 / 6))));
  /// t = x * min(FLT_MAX, 1 / (s * (1 / S))). A NaN loses in min.
  transformer_engine,
  transformer_engine_python,  ///< a NaN wins in min
  /// P = G / 2688; s = e4m3 of amax / 6 / P, held to [2^-6, 448]; t = x * ((1 / P) / s).
  torchao,
};

struct Recipe {
  ScaleKind scales = ScaleKind::given;
  Block block = {};
  const Format* element = &formats::e4m3;
  Rule cast = {};  ///< of t to the element
  AmaxNan amax_nan = AmaxNan::ignored;
  GivenRule given = GivenRule::multiply;
  CurrentRule current = CurrentRule::transformer_engine;
  bool power_of_two = false;
  float epsilon = 0;
  float infinite_scale = FLT_MAX;
  MxRule mx = MxRule::transformer_engine;
  Nvfp4Rule nvfp4 = Nvfp4Rule::transformer_engine;
  bool fast_math = false;      ///< nvfp4: the factor that multiplies x is rounded to bf16
  bool flush_to_zero = false;  ///< subnormal operands and results of fp32 steps are zeros
};

/// Exponent of the format's largest number: 8 for e4m3.
int largest_exponent(const Format& element);
/// The format's largest number.
float largest_number(const Format& element);

}  // namespace ulpgate::quantize
