// What kernels of quantization are offered as.
#include <utility>

#include "kernels/cuda/quantize/variant.h"
#include "reference/formats/decode.h"

namespace ulpgate::cuda {
namespace {

using namespace formats;  // NOLINT(google-build-using-namespace)

ElementRecord record_of(const Format& f) {
  ElementRecord r;
  r.significand_bits = f.significand_bits;
  r.smallest_field = 127 + f.min_exponent();
  r.largest = static_cast<float>(to_double(f, max_finite_magnitude(f)));
  r.nan = static_cast<std::uint8_t>(f.has_nan() ? 0x7F : max_finite_magnitude(f));
  r.sign = static_cast<std::uint8_t>(f.sign_mask());
  r.infinity = static_cast<std::uint8_t>(f.has_infinity ? infinity_magnitude(f) : 0xFF);
  r.first_nan = static_cast<std::uint8_t>(!f.has_nan()     ? 0xFF
                                          : f.has_infinity ? infinity_magnitude(f) + 1
                                                           : f.magnitude_mask());
  return r;
}

ElementFormat wide(const Format& f) {
  if (&f == &fp16) return ElementFormat::fp16;
  return &f == &bf16 ? ElementFormat::bf16 : ElementFormat::fp32;
}

std::string text_of(const BlockShape& b) {
  if (b.rows == 0 && b.columns == 0) return "tensor";
  if (b.columns == 0) return "row";
  return b.rows == 0 ? "column" : std::to_string(b.rows) + "x" + std::to_string(b.columns);
}

const char* text_of(ScalePlaces p) {
  return p == ScalePlaces::plain ? "plain" : p == ScalePlaces::padded ? "padded" : "swizzled";
}

class Variants {
 public:
  explicit Variants(const std::map<std::string, std::string>& ran) : ran_(ran) {}

  void add_amax(const Format& x, const BlockShape& block, bool before, bool nan_wins = false) {
    Formats formats{{"x", std::string(x.name)}};
    if (before) formats.emplace_back("before", "fp32");
    formats.emplace_back("amax", "fp32");
    add("amax", std::string(before ? "merged" : "parts") + (nan_wins ? "+nan" : ""), std::move(formats),
        {{"block", text_of(block)}, {"amax_nan", nan_wins ? "propagates" : "ignored"}},
        AmaxProblem{.format = wide(x), .nan_wins = nan_wins}, block);
  }

  struct Quantize {
    const Format* x;
    const Format* q;
    ScaleUse use;
    BlockShape block = {};
    ScalePlaces places = ScalePlaces::plain;
    bool transposed = false;
    bool warps = false;
    bool power_of_two = false;
    bool divides = false;
    bool stochastic = false;
    bool packed = false;
    bool conversions = false;
    MxRule rule = MxRule::transformer_engine;
  };

  void add_quantize(const Quantize& o) {
    constexpr const char* names[] = {"given", "current", "mx", "nvfp4"};
    const std::string use = names[static_cast<std::size_t>(o.use)], q(o.q->name);
    const char* stored = o.use == ScaleUse::current ? "fp32" : o.use == ScaleUse::mx ? "e8m0" : "e4m3";
    const bool given = o.use == ScaleUse::given, nan_wins = o.rule != MxRule::transformer_engine;
    constexpr const char* rules[] = {"transformer_engine", "torchao_rceil", "torchao_floor"};
    const char* rule = rules[static_cast<std::size_t>(o.rule)];
    Formats formats{{"x", std::string(o.x->name)}};
    if (given) formats.emplace_back("scale", "fp32");
    if (o.use == ScaleUse::nvfp4) formats.emplace_back("global", "fp32");
    if (o.stochastic) formats.emplace_back("random", "int32");
    formats.emplace_back("q", q);
    if (!given) formats.emplace_back("scales", stored);
    if (o.transposed) formats.insert(formats.end(), {{"q_t", q}, {"scales_t", stored}});
    Claims claims{{"scales", use},
                  {"rule", given ? o.divides ? "divide" : "multiply" : rule},
                  {"block", text_of(o.block)},
                  {"overflow", "saturate"},
                  {"infinity", "saturate"},
                  {"nan", o.q->has_nan() ? "code:0x7f" : "max_positive"}};
    if (!given) claims["amax_nan"] = nan_wins ? "propagates" : "ignored";
    if (o.power_of_two) claims["power_of_two"] = "yes";
    if (o.stochastic) claims.insert({{"rounding", "stochastic"}, {"random_bits", "8"}});
    if (o.packed) claims["packing"] = "low_first";
    if (o.places != ScalePlaces::plain)
      claims.insert({{"scale_layout", text_of(o.places)}, {"padding", "zero"}});
    std::string name = use;
    if (o.warps) name += "+warps";
    if (o.power_of_two) name += "+power_of_two";
    if (o.stochastic) name += "+stochastic";
    if (nan_wins) name += std::string("+") + rule;
    if (o.packed) name += "+packed";
    if (o.conversions) name += "+conversions";
    if (o.places != ScalePlaces::plain) name += std::string("+") + text_of(o.places);
    name += "." + text_of(o.block);
    QuantizeCall call;
    call.problem = {.format = wide(*o.x),
                    .element = record_of(*o.q),
                    .use = o.use,
                    .places = o.places,
                    .power_of_two = o.power_of_two,
                    .divides = o.divides,
                    .warps = o.warps,
                    .stochastic = o.stochastic,
                    .nan_wins = nan_wins,
                    .packed = o.packed,
                    .conversions = o.conversions,
                    .rule = o.rule};
    add("quantize", std::move(name), std::move(formats), std::move(claims), call, o.block,
        static_cast<ScaleStorage>(o.places), o.packed);
  }

  struct Dequantize {
    const Format* q;
    const Format* y;
    ScaleUse use;
    BlockShape block;
    ScalePlaces places = ScalePlaces::plain;
    bool two_steps = true;
    bool packed = false;
  };

  void add_dequantize(const Dequantize& o) {
    const bool nvfp4 = o.use == ScaleUse::nvfp4;
    Formats formats{{"q", std::string(o.q->name)},
                    {"scales", o.use == ScaleUse::given ? "fp32"
                               : nvfp4                  ? "e4m3"
                                                        : "e8m0"}};
    if (nvfp4) formats.emplace_back("global", "fp32");
    formats.emplace_back("y", o.y->name);
    const char* rule = o.use == ScaleUse::given ? "fp32"
                       : !nvfp4                 ? "e8m0"
                       : o.two_steps            ? "nvfp4_reference"
                                                : "nvfp4_kernel";
    Claims claims{{"rule", rule}, {"block", text_of(o.block)}, {"scale_layout", text_of(o.places)}};
    if (o.packed) claims["packing"] = "low_first";
    add("dequantize",
        std::string(rule) + "." + text_of(o.block) + "+" + text_of(o.places) + (o.packed ? "+packed" : ""),
        std::move(formats), std::move(claims),
        DequantizeProblem{.element = record_of(*o.q),
                          .format = wide(*o.y),
                          .use = o.use,
                          .two_steps = o.two_steps,
                          .places = o.places,
                          .packed = o.packed},
        o.block, static_cast<ScaleStorage>(o.places), o.packed);
  }

  void add_history(HistoryPath path, bool most_recent, const Format& element, bool reduced) {
    constexpr const char* names[] = {"bulk", "non_bulk", "unfused"};
    const std::string name = names[static_cast<std::size_t>(path)];
    Formats formats{{"history", "fp32"}, {"scale", "fp32"}};
    if (reduced) formats.emplace_back("reduced", "fp32");
    for (const char* out : {"new_history", "new_scale", "scale_inverse"}) formats.emplace_back(out, "fp32");
    add("delayed_scale_update", name + (most_recent ? "+most_recent" : ""), std::move(formats),
        {{"path", name},
         {"algorithm", most_recent ? "most_recent" : "max"},
         {"element", std::string(element.name)}},
        HistoryProblem{.path = path, .most_recent = most_recent, .largest = record_of(element).largest}, {});
  }

  void add_hadamard(const Format& f) {
    add("hadamard", "exchanges", {{"x", std::string(f.name)}, {"y", std::string(f.name)}},
        {{"signs", "0xd7e8"}, {"accumulator", "fp32"}}, HadamardProblem{.format = wide(f), .signs = 0xD7E8},
        {});
  }

  std::vector<BlocksVariant> all() && { return std::move(all_); }

 private:
  void add(const char* operation, std::string name, Formats formats, Claims claims, BlocksProblem p,
           const BlockShape& block, ScaleStorage storage = ScaleStorage::plain, bool packed = false) {
    std::map<std::string, std::string> ran = ran_;
    ran["function"] = std::string(operation) + " " + name;
    all_.push_back({Offer{operation, std::move(name), std::move(formats), std::move(claims), std::move(ran)},
                    std::move(p), block, storage, packed});
  }

  std::map<std::string, std::string> ran_;
  std::vector<BlocksVariant> all_;
};

}  // namespace

std::vector<BlocksVariant> blocks_variants(const std::map<std::string, std::string>& ran) {
  Variants v(ran);
  v.add_amax(fp32, {}, false);
  v.add_amax(bf16, {1, 128}, true);
  v.add_amax(fp16, {1, 0}, false);
  v.add_amax(fp32, {1, 0}, false, true);
  using enum ScaleUse;
  using enum ScalePlaces;
  v.add_quantize({.x = &fp32, .q = &e4m3, .use = given});
  v.add_quantize({.x = &bf16, .q = &e5m2, .use = given});
  v.add_quantize({.x = &fp32, .q = &e4m3, .use = given, .block = {1, 0}, .divides = true});
  v.add_quantize({.x = &bf16, .q = &e4m3, .use = current});
  v.add_quantize({.x = &fp32, .q = &e5m2, .use = current, .block = {1, 0}});
  v.add_quantize(
      {.x = &bf16, .q = &e4m3, .use = current, .block = {1, 128}, .transposed = true, .power_of_two = true});
  v.add_quantize({.x = &fp32, .q = &e4m3, .use = current, .block = {128, 128}, .power_of_two = true});
  v.add_quantize({.x = &bf16, .q = &e4m3, .use = mx, .block = {1, 32}, .transposed = true, .warps = true});
  v.add_quantize({.x = &fp32, .q = &e5m2, .use = mx, .block = {1, 32}, .warps = true});
  v.add_quantize(
      {.x = &fp16, .q = &e4m3, .use = mx, .block = {1, 32}, .places = swizzled, .transposed = true});
  v.add_quantize({.x = &fp32, .q = &e4m3, .use = mx, .block = {32, 32}, .places = padded});
  for (const Format* q : {&e3m2, &e2m3, &e2m1})
    v.add_quantize({.x = &fp32, .q = q, .use = mx, .block = {1, 32}, .warps = true});
  v.add_quantize({.x = &bf16, .q = &e2m1, .use = nvfp4, .block = {1, 16}, .warps = true});
  v.add_quantize({.x = &fp32, .q = &e2m1, .use = nvfp4, .block = {1, 16}, .warps = true, .stochastic = true});
  v.add_quantize(
      {.x = &bf16, .q = &e2m1, .use = nvfp4, .block = {16, 16}, .places = swizzled, .transposed = true});
  v.add_quantize({.x = &bf16, .q = &e5m2, .use = given, .block = {0, 1}, .conversions = true});
  v.add_quantize({.x = &fp32, .q = &e4m3, .use = current, .block = {0, 1}, .conversions = true});
  v.add_quantize({.x = &bf16, .q = &e4m3, .use = mx, .block = {1, 32}, .warps = true, .conversions = true});
  v.add_quantize({.x = &bf16,
                  .q = &e2m1,
                  .use = nvfp4,
                  .block = {1, 16},
                  .warps = true,
                  .packed = true,
                  .conversions = true});
  for (const auto& [q, rule] : {std::pair(&e4m3, MxRule::floor), std::pair(&e5m2, MxRule::rceil),
                                std::pair(&e3m2, MxRule::rceil), std::pair(&e2m3, MxRule::floor)})
    v.add_quantize(
        {.x = &bf16, .q = q, .use = mx, .block = {1, 32}, .warps = true, .conversions = true, .rule = rule});
  v.add_quantize(
      {.x = &fp32, .q = &e4m3, .use = mx, .block = {1, 32}, .places = swizzled, .rule = MxRule::rceil});
  v.add_quantize({.x = &fp32,
                  .q = &e2m1,
                  .use = mx,
                  .block = {1, 32},
                  .warps = true,
                  .packed = true,
                  .rule = MxRule::floor});
  v.add_dequantize({&e4m3, &fp32, given, {}});
  v.add_dequantize({&e4m3, &bf16, given, {1, 128}});
  v.add_dequantize({&e5m2, &fp32, mx, {1, 32}});
  v.add_dequantize({&e3m2, &fp16, mx, {1, 32}, padded});
  v.add_dequantize({&e4m3, &bf16, mx, {1, 32}, swizzled});
  v.add_dequantize({&e2m1, &fp32, nvfp4, {1, 16}});
  v.add_dequantize({&e2m1, &fp32, nvfp4, {1, 16}, swizzled, false});
  v.add_dequantize({.q = &e2m1, .y = &bf16, .use = nvfp4, .block = {16, 16}, .packed = true});
  v.add_history(HistoryPath::bulk, false, e4m3, true);
  v.add_history(HistoryPath::bulk, true, e4m3, false);
  v.add_history(HistoryPath::non_bulk, false, e5m2, false);
  v.add_history(HistoryPath::unfused, false, e4m3, false);
  for (const Format* f : {&fp32, &bf16, &fp16}) v.add_hadamard(*f);
  return std::move(v).all();
}

}  // namespace ulpgate::cuda
