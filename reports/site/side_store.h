#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "reports/diff/side.h"

namespace ulpgate::report {

/// A side as bytes, to be put aside while a site is made and taken up again by the same process: that costs a
/// small part of reading the report once more. No file format: nothing else reads it.
class PutAside {
 public:
  /// Of a side, whose entries are added one by one, `entries` of them.
  PutAside(const Side& without_entries, std::size_t entries);
  void add(const Entry& entry);
  std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
  Entry before_;
};

/// The way back. Undefined for anything that PutAside did not give.
Side take_up(std::string_view bytes);

}  // namespace ulpgate::report
