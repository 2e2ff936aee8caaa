#include "suites/autocast/autocast_case.h"

#include <array>
#include <cstring>

#include "reports/record/error.h"
#include "suites/framework/embedded.h"
#include "suites/framework/guarded_call.h"
#include "suites/framework/text.h"

namespace ulpgate::autocast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_inputs = 4;
constexpr std::array<std::string_view, most_inputs> input_names{"input0", "input1", "input2", "input3"};

/// By what "result" and "dtype" say of them.
const Format* const numbered[] = {nullptr, &formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64};

std::int32_t number_of(const Format* format) {
  std::int32_t i = 0;
  while (numbered[i] != format) ++i;
  return i;
}

bool is_numbered(const Format* format) {
  for (const Format* f : numbered) {
    if (f == format && f != nullptr) return true;
  }
  return false;
}

AutocastTable read_table(const char* name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return {file.text, name};
  }
  throw std::logic_error(std::string(name) + " is not embedded");
}

[[noreturn]] void refuse(const std::string& what) { throw report::InputError("case: " + what); }

const Format* format_from(const Json& json) {
  const Format* f = json.is_string() ? find_format(json.get_ref<const std::string&>()) : nullptr;
  if (!is_numbered(f)) refuse("formats are fp16, bf16, fp32 and fp64");
  return f;
}

std::string shown(const AutocastResult& r) {
  using Kind = AutocastResult::Kind;
  if (r.kind == Kind::error) return "an error";
  return r.kind == Kind::untouched ? "to be left alone" : std::string(r.format->name);
}

}  // namespace

const AutocastTable& AutocastOffer::table() const {
  static const AutocastTable cuda = read_table("autocast/cuda.txt"), cpu = read_table("autocast/cpu.txt");
  return on_cuda ? cuda : cpu;
}

std::vector<AutocastOffer> autocast_offers(const Implementation& implementation) {
  std::vector<AutocastOffer> all;
  for (const Offer& offer : implementation.offers()) {
    if (offer.operation != "autocast") continue;
    AutocastOffer o{.offer = offer};
    if (offer.formats.size() == 1) o.low = find_format(offer.formats[0].second);
    if (o.low != &formats::fp16 && o.low != &formats::bf16) o.unclaimed = "a region's format is fp16 or bf16";
    const auto device = offer.claims.find("device");
    if (device == offer.claims.end()) {
      o.unclaimed = "no claim about 'device'";
    } else if (device->second != "cuda" && device->second != "cpu") {
      o.unclaimed = "the claim 'device' is '" + device->second + "', and may be cuda or cpu";
    }
    if (offer.claims.size() > 1 && o.unclaimed.empty())
      o.unclaimed = "there is one claim of autocast, 'device'";
    o.on_cuda = device != offer.claims.end() && device->second == "cuda";
    all.push_back(std::move(o));
  }
  return all;
}

Json to_json(const AutocastCase& c) {
  Json json = {{"operation", c.operation}, {"inputs", Json::array()}};
  for (const Format* f : c.inputs) json["inputs"].push_back(f->name);
  if (c.dtype != nullptr) json["dtype"] = c.dtype->name;
  if (c.in_place) json["in_place"] = true;
  return json;
}

AutocastCase case_from_json(const Json& json) {
  if (!json.is_object() || !json.contains("operation") || !json["operation"].is_string())
    refuse("'operation' is no text");
  if (!json.contains("inputs") || !json["inputs"].is_array() || json["inputs"].empty() ||
      json["inputs"].size() > most_inputs)
    refuse("'inputs' is no list of one to four formats");
  AutocastCase c;
  c.operation = excerpt(json["operation"].get_ref<const std::string&>());
  for (const Json& f : json["inputs"]) c.inputs.push_back(format_from(f));
  if (json.contains("dtype")) c.dtype = format_from(json["dtype"]);
  c.in_place = json.value("in_place", Json(false)) == Json(true);
  return c;
}

std::string case_text(const AutocastCase& c) {
  std::string text = c.operation + "(";
  for (const Format* f : c.inputs) text += (text.back() == '(' ? "" : ", ") + std::string(f->name);
  if (c.dtype != nullptr) text += ", dtype=" + std::string(c.dtype->name);
  return text + (c.in_place ? ", in place)" : ")");
}

AutocastJudgement judge(Implementation& implementation, const AutocastOffer& o, const AutocastCase& c) {
  constexpr std::int64_t none = 0, one = 1;
  const auto empty = [&](std::string_view name, const Format* format) {
    return Tensor{.name = name, .format = format, .shape = {&none, 1}, .strides = {&one, 1}, .data = nullptr};
  };
  AutocastJudgement j;
  std::unique_ptr<StatefulObject> region;
  const Tensor low = empty("low", o.low);
  const Reply made = guarded_create(
      implementation,
      {.operation = "autocast", .variant = o.offer.variant, .tensors = {&low, 1}, .scalars = {}}, region);
  if (made.status != Status::ok || region == nullptr) {
    j.reply =
        made.status == Status::ok ? Reply{Status::failed, "create() answered ok and made nothing"} : made;
    return j;
  }
  std::int32_t result = -1;
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) tensors.push_back(empty(input_names.at(i), c.inputs[i]));
  tensors.push_back({.name = "result",
                     .format = &formats::int32,
                     .shape = {&one, 1},
                     .strides = {&one, 1},
                     .data = &result});
  std::vector<Scalar> scalars;
  if (c.dtype != nullptr)
    scalars.push_back({"dtype", &formats::int32, static_cast<std::uint32_t>(number_of(c.dtype))});
  scalars.push_back({"in_place", &formats::int32, c.in_place ? 1U : 0U});
  const Reply reply = guarded_call(
      implementation, *region,
      {.operation = c.operation, .variant = o.offer.variant, .tensors = tensors, .scalars = scalars});
  const bool banned = reply.status == Status::invalid && reply.message == "banned";
  if (reply.status != Status::ok && !banned) {
    j.reply = reply;
    return j;
  }
  using Kind = AutocastResult::Kind;
  const AutocastResult right =
      autocast_result({o.table().policy(c.operation), o.low, c.inputs, c.dtype, c.in_place});
  const std::int32_t expected = right.kind == Kind::format ? number_of(right.format) : 0;
  j.judged = 1;
  const bool holds = banned ? right.kind == Kind::error : right.kind != Kind::error && result == expected;
  if (holds) return j;
  j.failed = 1;
  const bool known = result >= 0 && result < static_cast<std::int32_t>(std::size(numbered));
  j.what = (banned        ? std::string("an error")
            : !known      ? "a format with the number " + std::to_string(result)
            : result == 0 ? std::string("left alone")
                          : std::string(numbered[result]->name)) +
           ", expected " + shown(right);
  return j;
}

}  // namespace ulpgate::autocast
