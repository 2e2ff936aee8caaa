// delayed_scale_update.
#include <cfloat>

#include "kernels/adapters/host/quantize/blocks.h"
#include "kernels/adapters/host/quantize/cast.h"
#include "kernels/adapters/host/quantize/variant.h"

namespace ulpgate::host {
namespace {

enum class Path { bulk, non_bulk, unfused };

struct Plan {
  Path path;
  bool most_recent;
  const Format* element;
  bool reduced;
};

/// One tensor: column t of the history.
void update(const Plan& p, const BlockCall& call, float margin, std::int64_t t) {
  const BlockView& history = call.view("history");
  const BlockView& rolled = call.view("new_history");
  const auto length = history.rows;
  float now = number_at(history, 0, t);
  if (p.path == Path::bulk && p.reduced && number_at(call.view("reduced"), 0, t) != 0)
    now = number_at(call.view("reduced"), 0, t);
  const bool used = p.path != Path::bulk || now != 0;
  float amax = now;
  if (!p.most_recent) {
    for (std::int64_t i = 1; i < length; ++i)
      amax = larger(amax, number_at(history, i, t), p.path == Path::unfused);
  }
  float scale = number_at(call.view("scale"), 0, t);
  const float most = largest(*p.element);
  if (used && amax > 0 && std::isfinite(amax)) {
    scale = p.path == Path::unfused ? most / amax / std::exp2(margin) : most * std::exp2(-margin) / amax;
    if (std::isinf(scale)) scale = FLT_MAX;
  }
  for (std::int64_t i = 0; i < length; ++i) {
    float value = number_at(history, i, t);
    if (used) value = i == 0 ? 0 : i == length - 1 ? now : number_at(history, i + 1, t);
    if (used && length == 1) value = 0;
    put(rolled, i, t, value);
  }
  put(call.view("new_scale"), 0, t, scale);
  put(call.view("scale_inverse"), 0, t, 1 / scale);
}

BlockVariant variant(const char* name, const Plan& p) {
  Formats formats{{"history", "fp32"}, {"scale", "fp32"}};
  if (p.reduced) formats.emplace_back("reduced", "fp32");
  for (const char* out : {"new_history", "new_scale", "scale_inverse"}) formats.emplace_back(out, "fp32");
  const Claims claims{{"path", p.path == Path::bulk       ? "bulk"
                               : p.path == Path::non_bulk ? "non_bulk"
                                                          : "unfused"},
                      {"algorithm", p.most_recent ? "most_recent" : "max"},
                      {"element", std::string(p.element->name)}};
  return {
      Offer{
          "delayed_scale_update", name, formats, claims, {{"function", "delayed_scale_update in plain C++"}}},
      [p](const BlockCall& call) {
        const auto margin = call.scalar("margin");
        if (!margin) return Reply{Status::invalid, "margin is not given"};
        if (call.rows == 0) return Reply{Status::invalid, "a history has at least a row"};
        for (std::int64_t t = 0; t < call.columns; ++t) update(p, call, static_cast<float>(*margin), t);
        return Reply{};
      }};
}

}  // namespace

std::vector<BlockVariant> delayed_scale_variants() {
  using namespace formats;
  return {
      variant("bulk", {Path::bulk, false, &e4m3, false}),
      variant("bulk.reduced", {Path::bulk, false, &e5m2, true}),
      variant("bulk.recent", {Path::bulk, true, &e4m3, true}),
      variant("non_bulk", {Path::non_bulk, false, &e4m3, false}),
      variant("non_bulk.recent", {Path::non_bulk, true, &e5m2, false}),
      variant("unfused", {Path::unfused, false, &e4m3, false}),
      variant("unfused.recent", {Path::unfused, true, &e4m3, false}),
  };
}

}  // namespace ulpgate::host
