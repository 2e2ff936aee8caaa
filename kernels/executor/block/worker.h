#pragma once
// Runs blocks, one at a time, each of its threads on a fiber.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <string>
#include <vector>

#include "kernels/executor/block/launch.h"
#include "kernels/executor/block/ready_set.h"
#include "kernels/executor/block/shared_memory.h"
#include "kernels/executor/block/thread.h"
#include "kernels/executor/checks/watch.h"
#include "kernels/executor/tensor_core/tensor_cores.h"
#include "kernels/executor/tensor_core/warpgroup.h"

namespace simt::detail {

class Machine;
class Worker;

/// As long as it lives, the running thread is in a call of the executor.
class InCall {
 public:
  explicit InCall(Worker& worker);
  ~InCall();
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

 private:
  Worker& worker_;
};

class Worker {
 public:
  explicit Worker(Machine& machine);

  /// The one that runs the calling fiber; nullptr outside of kernels.
  static Worker* current() { return current_; }

  /// Launches begin on the operating system's thread that will run their blocks. Where it is another one than
  /// before, fibers begin anew: what they remember of thread-local variables is of the other's.
  void begin(const Launch& launch);
  void run_block(std::size_t number);
  void end();

  // Calls of the executor by kernels' code. What happens in them is the executor's own, and not watched, even
  // where the linker took a function that was compiled to be.
  void enter() {
    ++calls_;
    std::atomic_signal_fence(std::memory_order_seq_cst);  // see tick()
  }
  void leave() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    --calls_;
  }
  bool in_kernel() const { return calls_ == 0; }

  // For the running thread.
  void* const* arrive(std::uint32_t mask, Together what, void* record, const Site& site);
  void release(std::uint32_t mask);
  /// The same for four whole warps that stand together, each represented by the lane that arrived last.
  void* const* arrive_warpgroup(void* record, const Site& site);
  void release_warpgroup();
  /// Of the running thread's four warps.
  WarpgroupQueue& warpgroup_queue() { return warpgroups_[running_->warp() / 4].queue; }
  BarrierResult barrier(bool predicate, const Site& site);
  void sync_warp(std::uint32_t mask, const Site& site);
  std::uint32_t active_lanes() const;
  void copy_async(std::byte* shared, const std::byte* global, std::size_t bytes, std::size_t valid,
                  const Site& site);
  void copy_async_commit();
  void copy_async_wait(unsigned pending);

  void report(const char* kind, const std::string& what, const std::string& where);
  /// The same, and leaves the thread's stack; other threads' stacks are given up as they are.
  [[noreturn]] void stop(const char* kind, const std::string& what, const std::string& where);

  /// Gives the block up, with all stacks as they are. Nothing on the running thread's is destroyed.
  [[noreturn]] void abandon();

  Machine& machine() { return machine_; }
  const Launch& launch() const { return *launch_; }
  /// Of the block that runs.
  std::size_t block_number() const { return block_number_; }
  static uint3 block_index(const dim3& grid, std::size_t number);
  SharedMemory& shared() { return shared_; }
  WorkerTensorCores& tensor_cores() { return tensor_cores_; }
  /// nullptr where the kernel is not watched.
  Watch* watch() { return launch_->checked ? &watch_ : nullptr; }
  const Thread& thread() const { return *running_; }
  /// nullptr where none has run yet.
  const Thread* running() const { return running_; }

  /// From a signal's handler, twice in Options::stuck_seconds: gives up the block if the running thread has
  /// been at this instruction's code for Options::stuck_seconds without ending or waiting.
  void tick(const void* instruction);

  /// Whether it is memory that code in headers uses on the executor's behalf: a launch's arguments, what
  /// lanes bring along, stacks.
  bool owns(const std::byte* memory) const;

 private:
  struct Warpgroup {
    unsigned arrived = 0;
    void* records[4] = {};
    Thread* representatives[4] = {};
    Site site;
    WarpgroupQueue queue;
  };

  static void carry_threads();
  void carry(Carrier& me);
  void finish(Thread& thread);
  void open_barrier();
  void wait(State state, const Site& site, std::uint32_t mask);
  void go(Carrier* from, Carrier* to);
  void run(Thread& thread);
  Thread* next();
  Carrier* idle_carrier();
  [[noreturn]] void stop_deadlock();
  void set_up(std::size_t number);
  void reset_carriers();
  Warp& warp_of(const Thread& thread) { return warps_[thread.warp()]; }

  static __attribute__((tls_model("initial-exec"))) thread_local constinit Worker* current_;

  Machine& machine_;
  const Launch* launch_ = nullptr;
  std::size_t block_number_ = 0;
  ReadySet ready_;
  SharedMemory shared_;
  WorkerTensorCores tensor_cores_;
  Watch watch_;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<Warpgroup> warpgroups_;
  std::vector<std::unique_ptr<Carrier>> carriers_;
  std::vector<Carrier*> idle_;
  pthread_t thread_of_carriers_{};
  Fiber outside_;
  Fiber* left_ = nullptr;
  Carrier* carrier_ = nullptr;
  Thread* running_ = nullptr;
  unsigned live_ = 0;
  unsigned waiting_ = 0;  ///< at the barrier
  unsigned holding_ = 0;  ///< of them, with the predicate
  BarrierResult barrier_result_;
  Site barrier_site_;
  bool abandoned_ = false;
  unsigned turns_ = 0;  ///< how often a thread went on
  unsigned turns_at_tick_ = 0;
  unsigned ticks_ = 0;  ///< since then
  unsigned calls_ = 1;  ///< of the executor, that the running thread is in; between threads 1
};

inline InCall::InCall(Worker& worker) : worker_(worker) { worker.enter(); }
inline InCall::~InCall() { worker_.leave(); }

}  // namespace simt::detail
