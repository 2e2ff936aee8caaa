#pragma once
// Before a loop over registers, which have no addresses.
#if defined(__CUDACC__)
#define ULPGATE_UNROLL _Pragma("unroll")
#else
#define ULPGATE_UNROLL
#endif
