#pragma once
// How the functions that CUDA has on the device alone are defined on the host.

/// Internal linkage: a program may hold the same kernel plainly and with instrumented memory accesses.
#define SIMT_FUNCTION static inline

/// For names that a C library may declare too (glibc has __expf, newer ones rsqrtf and sinpif): its linkage
/// and exception specification, whichever comes first, and inlined, so that no symbol of that name appears.
#define SIMT_C_FUNCTION extern "C" inline __attribute__((always_inline))
