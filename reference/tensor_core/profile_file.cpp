#include "reference/tensor_core/profile_file.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "reference/tensor_core/parameter.h"

namespace ulpgate {
namespace {

using nlohmann::json;

/// A value with the words that find it: "entries[3].parameters.products".
struct Node {
  const json& value;
  std::string file;
  std::string path;

  [[noreturn]] void fail(const std::string& problem) const {
    throw ProfileError(file + ": " + (path.empty() ? "the file" : path) + " " + problem + ".");
  }
  /// "must be WHAT, and is 5".
  [[noreturn]] void must_be(const std::string& what) const {
    std::string is = value.dump(-1, ' ', true);
    if (is.size() > 60) is = is.substr(0, 60) + "...";
    fail("must be " + what + ", and is " + is);
  }
  Node item(std::size_t i) const { return {value[i], file, path + "[" + std::to_string(i) + "]"}; }
  Node child(const std::string& key) const {
    return {value.at(key), file, path.empty() ? key : path + "." + key};
  }
  Node at(const std::string& key) const {
    if (!value.contains(key)) fail("has no '" + key + "'");
    return child(key);
  }
  std::string text() const {
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) must_be("a text");
    return value.get<std::string>();
  }
  std::string optional_text(const std::string& key) const {
    return value.contains(key) ? child(key).text() : std::string();
  }
  void object(std::initializer_list<std::string_view> keys) const {
    if (!value.is_object()) must_be("an object");
    for (const auto& [key, unused] : value.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) fail("has the unknown key '" + key + "'");
    }
  }
  void list() const {
    if (!value.is_array() || value.empty()) must_be("a list that is not empty");
  }
  const Format* format() const {
    const Format* found =
        value.is_string() ? find_format(value.get_ref<const std::string&>()) : nullptr;
    if (found == nullptr) must_be("the name of a format");
    return found;
  }
};

using Sources = std::map<std::string, std::string, std::less<>>;

Sources read_sources(const Node& node) {
  if (!node.value.is_object() || node.value.empty()) node.must_be("an object that is not empty");
  Sources sources;
  for (const auto& [key, unused] : node.value.items()) sources[key] = node.child(key).text();
  return sources;
}

Evidence read_evidence(const Node& node, const Sources& sources) {
  constexpr std::string_view letters = "VMKDIU";
  const Node kind = node.at("evidence"), source = node.at("source");
  const std::string tag = kind.text();
  const std::size_t at = letters.find(tag);
  if (tag.size() != 1 || at == std::string_view::npos) kind.must_be("one of V, M, K, D, I, U");
  const auto found = sources.find(source.text());
  if (found == sources.end()) source.must_be("a key of sources");
  return {static_cast<EvidenceKind>(at), found->second};
}

void read_parameter(const Node& node, const Parameter& p, const Sources& sources, ProfileEntry& entry) {
  node.object({"value", "evidence", "source"});
  const Node value = node.at("value");
  const bool is_word = value.value.is_string();
  std::int64_t number = 0;
  bool fits = false;
  switch (p.kind) {
    case Parameter::Kind::whole:
      fits = value.value.is_number_integer();
      if (fits) number = value.value.get<std::int64_t>();
      break;
    case Parameter::Kind::yes_no:
      fits = value.value.is_boolean();
      number = fits && value.value.get<bool>() ? 1 : 0;
      break;
    case Parameter::Kind::word:
    case Parameter::Kind::code:
      fits = is_word;
      break;
  }
  const std::string_view word = is_word ? std::string_view(value.value.get_ref<const std::string&>()) : "";
  if (!fits || !p.set(entry.arithmetic, number, word)) value.must_be(p.allowed);
  entry.evidence[std::string(p.name)] = read_evidence(node, sources);
}

bool has(const std::vector<Algorithm>& some, Algorithm a) {
  return std::find(some.begin(), some.end(), a) != some.end();
}

/// The entry's own parameters, and the common ones that its algorithm requires and it does not give.
void read_parameters(const Node& node, const Node& common, const Sources& sources, ProfileEntry& entry) {
  const Algorithm algorithm = entry.arithmetic.algorithm;
  if (!node.value.is_object()) node.must_be("an object");
  for (const auto& [key, unused] : node.value.items()) {
    const Parameter* p = find_parameter(key);
    if (p == nullptr) node.fail("has the unknown key '" + key + "'");
    if (!has(p->required, algorithm) && !has(p->optional, algorithm))
      node.fail("has '" + key + "', which its algorithm does not use");
    read_parameter(node.child(key), *p, sources, entry);
  }
  for (const Parameter& p : all_parameters()) {
    const std::string key(p.name);
    if (!has(p.required, algorithm) || node.value.contains(key)) continue;
    if (!common.value.contains(key)) node.fail("has no '" + key + "', and 'common' has none");
    read_parameter(common.child(key), p, sources, entry);
  }
}

/// "m16n8k16".
MmaShape read_shape(const Node& node) {
  MmaShape shape;
  const std::string text = node.value.is_string() ? node.value.get<std::string>() : "";
  const char* at = text.data();
  const char* const end = at + text.size();
  for (const auto& [letter, number] : {std::pair{'m', &shape.m}, {'n', &shape.n}, {'k', &shape.k}}) {
    if (at == end || *at != letter) node.must_be("a shape like \"m16n8k16\"");
    const auto [next, error] = std::from_chars(at + 1, end, *number);
    if (error != std::errc() || *number < 1 || *number > 4096) node.must_be("a shape like \"m16n8k16\"");
    at = next;
  }
  if (at != end) node.must_be("a shape like \"m16n8k16\"");
  return shape;
}

Mixing read_mixing(const Node& node) {
  const std::string text = node.text();
  if (text == "same") return Mixing::same;
  if (text == "different") return Mixing::different;
  if (text != "any") node.must_be("one of same, different, any");
  return Mixing::any;
}

ProfileEntry read_entry(const Node& node, const Node& common, const Sources& sources) {
  node.object({"id", "family", "inputs", "mixing", "accumulator", "output", "shapes", "algorithm",
               "parameters", "note"});
  ProfileEntry e;
  e.id = node.at("id").text();
  e.family = node.at("family").text();
  const Node inputs = node.at("inputs"), shapes = node.at("shapes"), algorithm = node.at("algorithm");
  inputs.list();
  for (std::size_t i = 0; i < inputs.value.size(); ++i) e.inputs.push_back(inputs.item(i).format());
  if (node.value.contains("mixing")) e.mixing = read_mixing(node.child("mixing"));
  e.accumulator = node.at("accumulator").format();
  e.output = node.at("output").format();
  shapes.list();
  for (std::size_t i = 0; i < shapes.value.size(); ++i) {
    const MmaShape shape = read_shape(shapes.item(i));
    if (!e.shapes.empty() && shape.k < e.shapes.back().k) shapes.fail("must be in ascending order of k");
    e.shapes.push_back(shape);
  }
  if (!parse_algorithm(algorithm.text(), e.arithmetic.algorithm))
    algorithm.must_be("the name of an algorithm");
  read_parameters(node.at("parameters"), common, sources, e);
  e.note = node.optional_text("note");
  if (const std::string problem = check_entry(e); !problem.empty())
    node.fail("(" + e.id + ") cannot be computed: " + problem);
  return e;
}

json parse(std::string_view text, const std::string& file) {
  const Node top{json(), file, ""};
  std::vector<std::set<std::string>> keys;
  std::string twice;
  bool too_deep = false;
  json document;
  try {
    document = json::parse(text, [&](int depth, json::parse_event_t event, json& parsed) {
      too_deep = too_deep || depth > 8;
      if (event == json::parse_event_t::object_start) keys.emplace_back();
      if (event == json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
      if (event == json::parse_event_t::key && !keys.empty() &&
          !keys.back().insert(parsed.get<std::string>()).second)
        twice = parsed.get<std::string>();
      return !too_deep;
    });
  } catch (const json::exception& error) {
    const std::string what = error.what();
    top.fail("is no JSON: " + what.substr(std::min(what.find("parse error"), what.size())));
  }
  if (too_deep) top.fail("is nested too deeply for a profile");
  if (!twice.empty()) top.fail("has the key '" + twice + "' twice in one object");
  return document;
}

}  // namespace

Profile read_profile(std::string_view text, const std::string& file) {
  const json document = parse(text, file);
  const Node top{document, file, ""};
  top.object({"architecture", "name", "vendor", "note", "sources", "common", "entries"});
  Profile profile;
  profile.architecture = top.at("architecture").text();
  profile.name = top.at("name").text();
  profile.vendor = top.at("vendor").text();
  const Sources sources = read_sources(top.at("sources"));
  const Node common = top.at("common"), entries = top.at("entries");
  if (!common.value.is_object()) common.must_be("an object");
  for (const auto& [key, unused] : common.value.items()) {
    const Parameter* p = find_parameter(key);
    if (p == nullptr) common.fail("has the unknown key '" + key + "'");
    ProfileEntry scratch;
    read_parameter(common.child(key), *p, sources, scratch);
  }
  entries.list();
  for (std::size_t i = 0; i < entries.value.size(); ++i) {
    ProfileEntry e = read_entry(entries.item(i), common, sources);
    if (profile.find(e.id) != nullptr)
      entries.item(i).fail("has an id that is there already: '" + e.id + "'");
    profile.entries.push_back(std::move(e));
  }
  return profile;
}

}  // namespace ulpgate
