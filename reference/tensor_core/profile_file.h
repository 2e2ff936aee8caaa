#pragma once
// Profiles as JSON text; fixtures/profiles/README.md documents the keys.
#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// One sentence that names the file, the key and the reason: "sm_90.json:
/// entries[3].parameters.products.value must be a whole number from 1 to 64, and is "x"."
class ProfileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `file` is what messages call the text. Throws ProfileError.
Profile read_profile(std::string_view text, const std::string& file);

}  // namespace ulpgate
