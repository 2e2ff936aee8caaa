#pragma once
// Runs CUDA kernels on the CPU, thread by thread, and says what they do wrong.
//
// Each CUDA thread is a fiber; a worker (an operating system's thread) runs one block at a time. A thread
// goes on until it has to wait for others: at a barrier, or for the lanes that a function of the warp names.
// Arithmetic is the host's; Tensor Core instructions are computed as a profile says (reference/tensor_core).
//
// Found in every build: threads that wait at different barriers, deadlocks, masks that do not fit, lanes that
// have exited, misaligned vector access, shared memory that is used before an asynchronous copy was waited
// for (it holds poison). Kernels compiled with -fsanitize=thread and SIMT_CHECKED, without libtsan, are
// watched access by access as well: races on shared memory, reads of shared memory that nobody wrote, access
// outside of shared and of known global memory, any misaligned access, shared memory that wgmma reads with no
// fence_async_shared() since it was written, known global memory that another block wrote with no
// __threadfence() since.
//
// A kernel that crashes ends the process by the signal that it would have died of, after standard error was
// told which kernel, block, thread and line that was, and what had been found before.
//
// Blocks that poll what other blocks write (a flag, a barrier of the grid) run as on a device where all of
// them are resident: where there is a worker for each. Not modelled: occupancy, time, and memory that other
// blocks see late or in another order, which is what __threadfence() is for.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace simt {

/// Which of the threads that could go on does: the first, the last, or any, by seed.
enum class Order { ascending, descending, random };

struct Options {
  /// Whose Tensor Cores: a profile's name. It also limits shared memory.
  std::string architecture = "sm_90";
  /// So many blocks run at once, each on a thread of the operating system.
  unsigned workers = 2;
  Order order = Order::ascending;
  std::uint64_t seed = 1;
  /// What shared memory holds before it is written.
  std::uint8_t poison = 0xFF;
  std::size_t stack_bytes = std::size_t{64} << 10;
  /// Processor time after which a thread that neither ends nor waits for others is stopped, with a fault: it
  /// may poll what only a thread that waits for its turn would write. 0: never.
  double stuck_seconds = 30;
};

struct Fault {
  std::string kind;  ///< "shared race"
  std::string text;  ///< a sentence that names kernel, block, thread, and the source's file and line
};

namespace detail {
class Machine;
}

/// A device of its own. Launches on it come from one thread at a time.
class Executor {
 public:
  /// Throws std::invalid_argument for an architecture that has no profile, or no workers.
  explicit Executor(const Options& options);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  const Options& options() const;
  /// Changes how the next launches run; the architecture must stay.
  void schedule(Order order, std::uint64_t seed, std::uint8_t poison);

  /// Everything found since the last clear_faults(), at most once for each kind and source line; at most 64.
  const std::vector<Fault>& faults() const;
  void clear_faults();

  /// Memory that kernels may use, as far as the executor is to know: access within `guard` bytes of it, but
  /// not in it, is out of bounds (unless it is in memory that is known as well). Checked builds alone notice.
  void know_global(const void* memory, std::size_t bytes, std::size_t guard = 256);
  void forget_global();

  detail::Machine& machine() { return *machine_; }

 private:
  std::unique_ptr<detail::Machine> machine_;
};

/// As long as it lives, simt::launch() on this thread runs on that executor.
class UseExecutor {
 public:
  explicit UseExecutor(Executor& executor);
  ~UseExecutor();
  UseExecutor(const UseExecutor&) = delete;
  UseExecutor& operator=(const UseExecutor&) = delete;

 private:
  Executor* before_;
};

}  // namespace simt
