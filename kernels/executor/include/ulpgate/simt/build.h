#pragma once
// SIMT_BUILD: the inline namespace of kernels and their launch functions, by how they are compiled, so that
// one program may hold several builds of a kernel. A host source that calls another build than its own
// defines SIMT_BUILD first.
#ifndef SIMT_BUILD
#if defined(__CUDACC__)
#define SIMT_BUILD on_device
#elif defined(SIMT_CHECKED)
#define SIMT_BUILD on_checked_executor
#else
#define SIMT_BUILD on_executor
#endif
#endif
