// What kernels' code calls in the executor, handed to the running worker. Meanwhile nothing is watched.
#include "ulpgate/simt/runtime.h"

#include <string>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"

namespace simt::detail {
namespace {

/// The running worker, in a call of the executor.
class Running {
 public:
  Worker* operator->() const { return &worker_; }

 private:
  Worker& worker_ = *Worker::current();
  InCall call_{worker_};
};

void note(const void* memory, std::size_t bytes, Access kind, const Site& site,
          Strength strength = Strength::weak) {
  Worker* const worker = Worker::current();
  if (worker == nullptr || worker->watch() == nullptr) return;
  const InCall call(*worker);
  worker->watch()->access(
      memory, bytes, kind, [&] { return place(site); }, strength);
}

}  // namespace

void stop_misaligned(const void* memory, std::size_t bytes, const Site& site) {
  const Running running;
  const auto beyond = reinterpret_cast<std::uintptr_t>(memory) % bytes;
  running->stop("misaligned access",
                "an access of " + std::to_string(bytes) + " bytes at an address " + std::to_string(beyond) +
                    " beyond a multiple",
                place(site));
}
void stop_copy(std::size_t bytes, int valid, const Site& site) {
  const Running running;
  running->stop("bad copy",
                "of " + std::to_string(bytes) + " bytes " + std::to_string(valid) + " are said to be valid",
                place(site));
}
void stop_width(int width, const Site& site) {
  const Running running;
  running->stop("bad mask",
                "a shuffle's width is " + std::to_string(width) + ", which is no power of 2 up to 32",
                place(site));
}
void report_source(unsigned lane, unsigned source, const Site& site) {
  const Running running;
  running->report("bad mask",
                  "lane " + std::to_string(lane) + " reads lane " + std::to_string(source) +
                      ", which the mask does not name",
                  place(site));
}

void* const* arrive(std::uint32_t mask, Together what, void* record, const Site& site) {
  return Running()->arrive(mask, what, record, site);
}
void release(std::uint32_t mask) { Running()->release(mask); }
BarrierResult block_barrier(bool predicate, const Site& site) { return Running()->barrier(predicate, site); }
void sync_warp(std::uint32_t mask, const Site& site) { Running()->sync_warp(mask, site); }
std::uint32_t active_lanes() { return Running()->active_lanes(); }

void* dynamic_shared() { return Running()->shared().dynamic(); }
void* shared_array(const SharedTag& tag, std::size_t bytes, std::size_t alignment, const Site& site) {
  const Running running;
  SharedMemory& shared = running->shared();
  void* const array = shared.array(tag, bytes, alignment);
  if (array == nullptr)
    running->stop("launch",
                  std::string("no room for ") + tag.name + ", a shared array of " + std::to_string(bytes) +
                      " bytes: a block may have " + std::to_string(SharedMemory::static_limit) +
                      " bytes of declared arrays, and " + std::to_string(shared.limit()) +
                      " with dynamic shared memory",
                  place(site));
  return array;
}

void note_read(const void* memory, std::size_t bytes, const Site& site) {
  note(memory, bytes, Access::read, site);
}
void note_volatile_read(const void* memory, std::size_t bytes, const Site& site) {
  note(memory, bytes, Access::read, site, Strength::strong);
}
void note_write(const void* memory, std::size_t bytes, const Site& site) {
  note(memory, bytes, Access::write, site);
}
void note_atomic(const void* memory, std::size_t bytes, const Site& site) {
  if (reinterpret_cast<std::uintptr_t>(memory) % bytes != 0) stop_misaligned(memory, bytes, site);
  note(memory, bytes, Access::atomic, site);
}

void note_fence() {
  Worker* const worker = Worker::current();
  if (worker == nullptr || worker->watch() == nullptr) return;
  const InCall call(*worker);
  worker->machine().global_writes().fence(worker->block_number());
}

void copy_async(void* shared, const void* global, std::size_t bytes, std::size_t valid, const Site& site) {
  Running()->copy_async(static_cast<std::byte*>(shared), static_cast<const std::byte*>(global), bytes, valid,
                        site);
}
void copy_async_commit() { Running()->copy_async_commit(); }
void copy_async_wait(unsigned pending) { Running()->copy_async_wait(pending); }

}  // namespace simt::detail
