#include "reports/tests/markup.h"

#include <set>
#include <stdexcept>

namespace ulpgate::report {
namespace {

const std::set<std::string> void_elements{"meta", "br", "img", "!DOCTYPE"};

class MarkupParser {
 public:
  explicit MarkupParser(std::string_view text) : text_(text) {}

  std::vector<Tag> parse() {
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        content();
      } else if (text_.substr(at_).starts_with("<?xml ")) {
        at_ = find("?>", at_) + 2;
      } else if (text_.substr(at_).starts_with("</")) {
        end_tag();
      } else {
        start_tag();
      }
    }
    if (!open_.empty()) fail("<" + open_.back() + "> is never closed");
    return std::move(tags_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(why + " at " + std::to_string(at_) + ": " + std::string(text_.substr(at_, 60)));
  }

  std::size_t find(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    if (found == std::string_view::npos) fail("no " + std::string(what));
    return found;
  }

  void character(std::string_view where) {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c < 0x20 && c != '\n' && c != '\t') fail("control character in " + std::string(where));
    if (c == '&') {
      const std::size_t end = text_.find(';', at_);
      if (end == std::string_view::npos || end - at_ > 8) fail("bare & in " + std::string(where));
      at_ = end;
    }
    ++at_;
  }

  void content() {
    if (!open_.empty() && open_.back() == "style") {
      at_ = find("</style>", at_);
    } else {
      character("text");
    }
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::string_view(" \n=/>\"'<&").find(text_[at_]) == std::string_view::npos)
      ++at_;
    if (begin == at_) fail("no name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  void end_tag() {
    at_ += 2;
    const std::string name = word();
    if (open_.empty() || open_.back() != name) fail("</" + name + "> closes nothing");
    open_.pop_back();
    if (text_.substr(at_, 1) != ">") fail("end tag does not end");
    ++at_;
  }

  void attribute(Tag& tag) {
    const std::string name = word();
    std::string value;
    if (text_.substr(at_, 2) == "=\"") {
      at_ += 2;
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '<') fail("< in an attribute");
        character("an attribute");
      }
      value = text_.substr(begin, at_ - begin);
      ++at_;
    }
    if (!tag.attributes.emplace(name, value).second) fail("attribute " + name + " stands twice");
  }

  void start_tag() {
    ++at_;
    Tag tag{word(), {}};
    bool empty = false;
    while (at_ < text_.size() && text_[at_] != '>') {
      if (text_[at_] == ' ') {
        ++at_;
      } else if (text_[at_] == '/') {
        empty = true;
        ++at_;
      } else {
        attribute(tag);
      }
    }
    if (at_ == text_.size()) fail("tag does not end");
    ++at_;
    if (!empty && !void_elements.contains(tag.name)) open_.push_back(tag.name);
    tags_.push_back(std::move(tag));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  std::vector<Tag> tags_;
};

}  // namespace

std::vector<Tag> parse_markup(std::string_view text) { return MarkupParser(text).parse(); }

std::vector<std::string> attribute_values(const std::vector<Tag>& tags, const std::string& attribute) {
  std::vector<std::string> values;
  for (const Tag& tag : tags) {
    const auto found = tag.attributes.find(attribute);
    if (found != tag.attributes.end()) values.push_back(found->second);
  }
  return values;
}

}  // namespace ulpgate::report
