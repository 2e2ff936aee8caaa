#pragma once
// Launching kernels.
#include <cstddef>
#include <cstring>
#include <tuple>
#include <utility>

#include "ulpgate/simt/host_thread.h"

namespace simt {

/// 0: success.
using Error = int;
/// Streams have no effect here: a launch ends before it returns.
using Stream = void*;

namespace detail {

/// A kernel with its arguments. body(arguments) is what each thread calls.
struct Launch {
  const char* name = "";
  dim3 grid;
  dim3 block;
  std::size_t dynamic_shared_bytes = 0;
  void (*body)(const void*) = nullptr;
  const void* arguments = nullptr;
  std::size_t argument_bytes = 0;
  bool checked = false;  ///< the kernel was compiled to be watched

  std::size_t threads() const { return std::size_t{block.x} * block.y * block.z; }
  std::size_t blocks() const { return std::size_t{grid.x} * grid.y * grid.z; }
};

/// Throws std::logic_error where no executor is in use.
Error launch(const Launch& launch);

#ifdef SIMT_CHECKED
inline constexpr bool checked_build = true;
#else
inline constexpr bool checked_build = false;
#endif

}  // namespace detail

/// Runs a kernel on the thread's executor (UseExecutor). The name is for faults.
template <bool CHECKED = detail::checked_build, typename... Parameters, typename... Arguments>
Error launch(const char* name, void (*kernel)(Parameters...), dim3 grid, dim3 block,
             std::size_t dynamic_shared_bytes, Stream, Arguments&&... arguments) {
  const std::tuple<void (*)(Parameters...), Parameters...> all(kernel, static_cast<Parameters>(arguments)...);
  detail::Launch launch{name, grid, block, dynamic_shared_bytes};
  // By value: a thread may change its parameters.
  launch.body = [](const void* packed) {
    std::apply([](auto* run, auto... parameters) { run(parameters...); },
               *static_cast<const decltype(all)*>(packed));
  };
  launch.arguments = &all;
  launch.argument_bytes = sizeof all;
  launch.checked = CHECKED;
  return detail::launch(launch);
}

inline Error clear_async(void* memory, int byte, std::size_t bytes, Stream) {
  std::memset(memory, byte, bytes);
  return 0;
}

}  // namespace simt
