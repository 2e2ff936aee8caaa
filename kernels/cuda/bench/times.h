#pragma once
// How long something took, of many samples.
namespace ulpgate::cuda::bench {

/// Microseconds of one call.
struct Times {
  double median = 0;
  double least = 0;
  double tenth = 0, ninetieth = 0;  ///< the middle 80 % of the samples lie between them
  int samples = 0;
  int calls = 0;  ///< of a sample, back to back
};

}  // namespace ulpgate::cuda::bench
