#pragma once
// Switching between stacks.
#include <cstddef>

namespace simt::detail {

/// A stack's place to go on from.
using Context = void*;

/// Where a stack that was never run begins: it calls entry(), which must not return.
Context make_context(std::byte* stack, std::size_t bytes, void (*entry)());

/// Goes on at `to`; returns when somebody goes on at what was stored in `from`.
void switch_context(Context* from, Context to) asm("simt_switch_context");

}  // namespace simt::detail
