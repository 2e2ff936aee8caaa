// For processors that we have no switch for.
#include <boost/context/detail/fcontext.hpp>

#include "kernels/executor/fiber/context.h"

namespace simt::detail {
namespace {

namespace bc = boost::context::detail;

/// Who arrives tells where the one before can go on.
void arrived(const bc::transfer_t& from) {
  if (from.data != nullptr) *static_cast<Context*>(from.data) = from.fctx;
}

thread_local void (*first_entry)() = nullptr;

void begin(bc::transfer_t from) {
  arrived(from);
  first_entry();
}

}  // namespace

Context make_context(std::byte* stack, std::size_t bytes, void (*entry)()) {
  first_entry = entry;  // the same for every fiber
  return bc::make_fcontext(stack + bytes, bytes, begin);
}

void switch_context(Context* from, Context to) { arrived(bc::jump_fcontext(to, from)); }

}  // namespace simt::detail
