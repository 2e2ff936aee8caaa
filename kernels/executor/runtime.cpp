// What kernels' code calls in the executor, handed to the running worker.
#include "ulpgate/simt/runtime.h"

#include "kernels/executor/block/worker.h"
#include "ulpgate/simt/host_memory.h"

namespace simt::detail {
namespace {

Worker& running() { return *Worker::current(); }

void note(const void* memory, std::size_t bytes, Access kind, const Site& site) {
  Worker* const worker = Worker::current();
  if (worker == nullptr || worker->watch() == nullptr) return;
  worker->watch()->access(memory, bytes, kind, [&] { return place(site); });
}

}  // namespace

void report(const char* kind, const std::string& what, const Site& site) {
  running().report(kind, what, place(site));
}
void stop(const char* kind, const std::string& what, const Site& site) {
  running().stop(kind, what, place(site));
}

void* const* arrive(std::uint32_t mask, Together what, void* record, const Site& site) {
  return running().arrive(mask, what, record, site);
}
void release(std::uint32_t mask) { running().release(mask); }
BarrierResult block_barrier(bool predicate, const Site& site) { return running().barrier(predicate, site); }
void sync_warp(std::uint32_t mask, const Site& site) { running().sync_warp(mask, site); }
std::uint32_t active_lanes() { return running().active_lanes(); }

void* dynamic_shared() { return running().shared().dynamic(); }
void* shared_array(const void* tag, std::size_t bytes, std::size_t alignment, const Site& site) {
  void* const array = running().shared().array(tag, bytes, alignment);
  if (array == nullptr)
    stop("launch", "no room for a shared array of " + std::to_string(bytes) + " bytes", site);
  return array;
}

void note_read(const void* memory, std::size_t bytes, const Site& site) {
  note(memory, bytes, Access::read, site);
}
void note_write(const void* memory, std::size_t bytes, const Site& site) {
  note(memory, bytes, Access::write, site);
}
void note_atomic(const void* memory, std::size_t bytes, const Site& site) {
  if (reinterpret_cast<std::uintptr_t>(memory) % bytes != 0) check_aligned(memory, bytes, site);
  note(memory, bytes, Access::atomic, site);
}

void copy_async(void* shared, const void* global, std::size_t bytes, std::size_t valid, const Site& site) {
  running().copy_async(static_cast<std::byte*>(shared), static_cast<const std::byte*>(global), bytes, valid,
                       site);
}
void copy_async_commit() { running().copy_async_commit(); }
void copy_async_wait(unsigned pending) { running().copy_async_wait(pending); }

}  // namespace simt::detail
