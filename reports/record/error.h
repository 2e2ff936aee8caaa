#pragma once

#include <stdexcept>

namespace ulpgate::report {

/// Something outside this program is wrong: a file cannot be read or written, or does not say what its schema
/// demands. The message is one sentence that names the file (and line) and the reason; show it as it is.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ulpgate::report
