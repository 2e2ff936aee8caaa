#include "reports/site/side_store.h"

#include <cstring>

namespace ulpgate::report {
namespace {

/// Appends values to bytes.
class Put {
 public:
  explicit Put(std::string& out) : out_(out) {}

  void value(std::uint64_t x) { out_.append(reinterpret_cast<const char*>(&x), sizeof x); }
  void value(const std::string& text) {
    value(std::uint64_t{text.size()});
    out_ += text;
  }
  void value(const std::optional<double>& x) {
    value(std::uint64_t{x.has_value()});
    const double number = x.value_or(0);
    out_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void value(const StringMap& map) {
    value(std::uint64_t{map.size()});
    for (const auto& [key, text] : map) {
      value(key);
      value(text);
    }
  }
  void value(const std::vector<std::string>& list) {
    value(std::uint64_t{list.size()});
    for (const std::string& text : list) value(text);
  }
  void value(const std::vector<HistogramBin>& histogram) {
    value(std::uint64_t{histogram.size()});
    for (const HistogramBin& bin : histogram) {
      value(bin.bin);
      value(bin.count);
    }
  }
  /// Rows of one entry point follow each other, and much of them is the same.
  template <typename Value>
  void value(const Value& x, Value& before) {
    const bool same = x == before;
    value(std::uint64_t{same});
    if (same) return;
    value(x);
    before = x;
  }
  void value(Verdict verdict) { value(static_cast<std::uint64_t>(verdict)); }
  void value(Coverage coverage) { value(static_cast<std::uint64_t>(coverage)); }

 private:
  std::string& out_;
};

/// Takes them off again, in the same order.
class Take {
 public:
  explicit Take(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t x = 0;
    std::memcpy(&x, rest_.data(), sizeof x);
    rest_.remove_prefix(sizeof x);
    return x;
  }
  void value(std::uint64_t& x) { x = number(); }
  void value(std::string& text) {
    const std::uint64_t size = number();
    text = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  void value(std::optional<double>& x) {
    const bool there = number() != 0;
    double is = 0;
    std::memcpy(&is, rest_.data(), sizeof is);
    rest_.remove_prefix(sizeof is);
    if (there) x = is;
  }
  void value(StringMap& map) {
    for (std::uint64_t left = number(); left > 0; --left) {
      std::string key;
      value(key);
      value(map.emplace_hint(map.end(), std::move(key), std::string())->second);
    }
  }
  void value(std::vector<std::string>& list) {
    list.resize(number());
    for (std::string& text : list) value(text);
  }
  void value(std::vector<HistogramBin>& histogram) {
    histogram.resize(number());
    for (HistogramBin& bin : histogram) {
      value(bin.bin);
      value(bin.count);
    }
  }
  template <typename Value>
  void value(Value& x, Value& before) {
    if (number() == 0) value(before = Value());
    x = before;
  }
  void value(Verdict& verdict) { verdict = static_cast<Verdict>(number()); }
  void value(Coverage& coverage) { coverage = static_cast<Coverage>(number()); }

 private:
  std::string_view rest_;
};

/// The one list of what an entry holds, for both ways.
template <typename Way, typename OneEntry>
void all_of(Way& way, OneEntry& e, Entry& before) {
  way.value(e.id);
  way.value(e.operation, before.operation);
  way.value(e.implementation, before.implementation);
  way.value(e.verdict);
  way.value(e.judged);
  way.value(e.failed);
  way.value(e.coverage);
  way.value(e.max_error_over_bound);
  way.value(e.max_ulp_error);
  way.value(e.rms_ulp_error);
  way.value(e.mean_ulp_error);
  way.value(e.histogram);
  way.value(e.fingerprint);
  way.value(e.seed);
  way.value(e.inputs.digest, before.inputs.digest);
  way.value(e.inputs.text, before.inputs.text);
  way.value(e.bound.digest, before.bound.digest);
  way.value(e.bound.text, before.bound.text);
  way.value(e.claims, before.claims);
  way.value(e.claim_texts, before.claim_texts);
  way.value(e.ran, before.ran);
  way.value(e.note);
  way.value(e.replay);
}

}  // namespace

PutAside::PutAside(const Side& side, std::size_t entries) {
  Put put(bytes_);
  put.value(side.name);
  put.value(side.facts);
  put.value(side.problems);
  put.value(side.stale);
  put.value(std::uint64_t{entries});
}

void PutAside::add(const Entry& entry) {
  Put put(bytes_);
  all_of(put, entry, before_);
}

Side take_up(std::string_view bytes) {
  Take take(bytes);
  Side side;
  take.value(side.name);
  take.value(side.facts);
  take.value(side.problems);
  take.value(side.stale);
  side.entries.resize(take.number());
  Entry before;
  for (Entry& entry : side.entries) all_of(take, entry, before);
  return side;
}

}  // namespace ulpgate::report
