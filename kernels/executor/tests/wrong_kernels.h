#pragma once
// Kernels with one fault each, and right ones beside them. Compiled twice: as they are, and watched.
#include <ulpgate/simt.h>

namespace executor_test {
inline namespace SIMT_BUILD {

using Kernel = void (*)(float* out, const float* in, int n);

struct Subject {
  const char* name;
  Kernel kernel;
  unsigned threads;
  std::size_t dynamic_bytes;
  const char*
      plain;  ///< kind of the fault found in any build; "none"; nullptr: it may crash where it is not watched
  const char* watched;  ///< found when it is watched
};

/// Each runs on one block, with `in` of 256 numbers, `out` of 256, n = 256.
const Subject* subjects(int& count);

}  // namespace SIMT_BUILD
}  // namespace executor_test
