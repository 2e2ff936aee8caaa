#pragma once

#include <string>
#include <string_view>

#include "reports/diff/side.h"

namespace ulpgate::report {

/// A side as bytes, to be put aside while a site is made and taken up again by the same process: that costs a
/// small part of reading the report once more. No file format: nothing else reads it.
std::string put_aside(const Side& side);

/// The way back. Undefined for anything that put_aside() did not give.
Side take_up(std::string_view bytes);

}  // namespace ulpgate::report
