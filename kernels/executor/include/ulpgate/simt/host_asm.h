#pragma once
// Inline PTX is refused with a sentence; without it, a compiler for the host would complain of constraints,
// or its assembler of instructions. After all headers: theirs may be real.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define asm                                                                                                 \
  static_assert(false,                                                                                      \
                "asm is taken for inline PTX, which the executor cannot run: call simt::mma, ldmatrix, "    \
                "copy_async, wgmma or a CUDA function, or leave the PTX to nvcc by #ifdef __CUDACC__. The " \
                "host's own assembly is __asm__; headers that use asm come before ulpgate/simt.h");         \
  __asm__
#ifdef __clang__
#pragma clang diagnostic pop
#endif
