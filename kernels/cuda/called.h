#pragma once
// Before a device function that is called, not expanded in place.
#if defined(__CUDACC__)
#define ULPGATE_CALLED __noinline__
#else
#define ULPGATE_CALLED
#endif
