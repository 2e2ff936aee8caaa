#pragma once
// What the kernels of subjects.h run on: executors, or the first CUDA device.
#include <memory>
#include <string>
#include <vector>

namespace fragment_test {

struct Architectures {
  std::vector<int> all;   ///< compute capabilities: 75, 80 ... of the executor, or the device's
  bool complete = false;  ///< every instruction runs on one of them
  std::string none;       ///< why there is none
};
const Architectures& architectures();

/// While it lives, this thread's launches run on one of them.
class On {
 public:
  explicit On(int architecture);
  ~On();
  /// A launch failed because the architecture has no such instruction.
  bool lacks_instruction() const;
  /// What is known beyond the error of a launch.
  std::string faults() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fragment_test
