#pragma once
// The claims of a conversion as text, apart from everything else so that device compilers can read it
// quickly.

namespace ulpgate {

/// Values as in ulpgate/plugin.h.
struct ConvertClaims {
  const char* rounding = "nearest_even";
  const char* overflow = "infinity";
  const char* infinity = "infinity";
  const char* nan = "any";
  const char* negative = "magnitude";
  const char* zero = "smallest";
  const char* subnormals = "kept";
};

}  // namespace ulpgate
