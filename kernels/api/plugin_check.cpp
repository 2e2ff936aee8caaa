#include "kernels/api/plugin_check.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <string_view>
#include <tuple>

#include "kernels/api/operation_roles.h"
#include "kernels/api/printable.h"
#include "kernels/api/registry.h"

namespace ulpgate {
namespace {

constexpr std::size_t max_offers = 4096;
constexpr std::size_t max_pairs = 64;
constexpr std::size_t max_word = 128;
constexpr std::size_t max_text = 4096;

bool is_word(std::string_view text, std::string_view punctuation) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           punctuation.find(c) != std::string_view::npos;
  });
}

class Check {
 public:
  Check(const std::string& path, const ulpgate_plugin* plugin, const ulpgate_objects* objects)
      : path_(path), plugin_(*plugin), objects_(objects) {}

  std::vector<Offer> offers() {
    header();
    std::vector<Offer> all;
    for (std::size_t i = 0; i < plugin_.offer_count; ++i) {
      where_ = "offer " + std::to_string(i) + ": ";
      all.push_back(offer(plugin_.offers[i]));
    }
    return all;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw ImplementationError(path_ + ": " + where_ + what);
  }

  void header() {
    if (plugin_.abi_version != ULPGATE_ABI_VERSION) {
      refuse("ABI version " + std::to_string(plugin_.abi_version) + ", this ulpgate speaks " +
             std::to_string(ULPGATE_ABI_VERSION));
    }
    if (plugin_.struct_size < sizeof(ulpgate_plugin)) {
      refuse("its struct_size is " + std::to_string(plugin_.struct_size) + ", and version " +
             std::to_string(ULPGATE_ABI_VERSION) + " has " + std::to_string(sizeof(ulpgate_plugin)) +
             " bytes");
    }
    word("its name", plugin_.name, "_.-");
    text("its version", plugin_.version, max_word);
    text("its description", plugin_.description, max_text);
    if (plugin_.call == nullptr) refuse("its call is NULL");
    if (plugin_.offer_count == 0) refuse("it offers nothing");
    if (plugin_.offer_count > max_offers) {
      refuse("it makes " + std::to_string(plugin_.offer_count) + " offers, more than " +
             std::to_string(max_offers));
    }
    if (plugin_.offers == nullptr) refuse("its offers are NULL");
    if (objects_ == nullptr) return;
    if (objects_->struct_size < sizeof(ulpgate_objects))
      refuse("the struct_size of its objects is " + std::to_string(objects_->struct_size));
    if (objects_->create == nullptr || objects_->invoke == nullptr || objects_->destroy == nullptr)
      refuse("create, invoke or destroy of its objects is NULL");
  }

  Offer offer(const ulpgate_offer& o) {
    Offer out;
    out.operation = word("the operation", o.operation, "_");
    if (has_state(out.operation) && objects_ == nullptr)
      refuse("objects of " + out.operation + " need ulpgate_objects_entry()");
    out.variant = word("the variant", o.variant, "_.+");
    pairs("formats", o.formats, o.format_count);
    for (std::size_t i = 0; i < o.format_count; ++i) {
      const std::string role = word("a tensor's name", o.formats[i].key, "_");
      const std::string format = word("the format of " + role, o.formats[i].value, "_");
      if (find_format(format) == nullptr) refuse("no format is called '" + format + "'");
      out.formats.emplace_back(role, format);
    }
    if (const std::string wrong = wrong_roles(out); !wrong.empty()) refuse(wrong);
    pairs("claims", o.claims, o.claim_count);
    for (std::size_t i = 0; i < o.claim_count; ++i) {
      const std::string key = word("a claim", o.claims[i].key, "_");
      const std::string value = word("the claim " + key, o.claims[i].value, "_.+-:/");
      if (!out.claims.emplace(key, value).second) refuse("it claims " + key + " twice");
    }
    if (!seen_.emplace(out.operation, out.variant, out.formats).second)
      refuse("an earlier offer has the same operation, variant '" + out.variant + "' and formats");
    return out;
  }

  void pairs(const char* what, const ulpgate_pair* pointer, std::size_t count) const {
    if (count > max_pairs) refuse("it has " + std::to_string(count) + " " + what);
    if (count != 0 && pointer == nullptr) refuse(std::string("its ") + what + " are NULL");
  }

  void text(const std::string& what, const char* value, std::size_t limit) const {
    if (value == nullptr) refuse(what + " is NULL");
    if (strnlen(value, limit + 1) > limit)
      refuse(what + " is longer than " + std::to_string(limit) + " bytes");
  }

  std::string word(const std::string& what, const char* value, std::string_view punctuation) const {
    text(what, value, max_word);
    if (is_word(value, punctuation)) return value;
    std::string allowed = "letters, digits and";
    for (const char c : punctuation) allowed += std::string(" ") + c;
    refuse(what + " is '" + printable(value, max_word) + "': " + allowed + " only");
  }

  std::string path_;
  const ulpgate_plugin& plugin_;
  const ulpgate_objects* objects_;
  std::string where_;
  std::set<std::tuple<std::string, std::string, Formats>> seen_;
};

}  // namespace

std::vector<Offer> checked_offers(const std::string& path, const ulpgate_plugin* plugin,
                                  const ulpgate_objects* objects) {
  if (plugin == nullptr) throw ImplementationError(path + ": ulpgate_plugin_entry() returned NULL");
  return Check(path, plugin, objects).offers();
}

}  // namespace ulpgate
