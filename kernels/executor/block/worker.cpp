#include "kernels/executor/block/worker.h"

#include <algorithm>

#include "kernels/executor/block/machine.h"
#include "ulpgate/simt/host_thread.h"

namespace simt::detail {

thread_local constinit View view;
thread_local constinit Worker* Worker::current_ = nullptr;

namespace {

/// Thrown on the stack of the thread that stops its block.
struct BlockStopped {};

}  // namespace

Worker::Worker(Machine& machine)
    : machine_(machine),
      shared_(shared_memory_limit(machine.options().architecture)),
      tensor_cores_(machine.tensor_cores()),
      watch_(*this) {}

void Worker::begin(const Launch& launch) {
  launch_ = &launch;
  running_ = nullptr;
  current_ = this;
  if (pthread_equal(thread_of_carriers_, pthread_self()) == 0) reset_carriers();
  thread_of_carriers_ = pthread_self();
  threads_.resize(launch.threads());
  for (unsigned i = 0; i < threads_.size(); ++i) {
    threads_[i].linear = i;
    threads_[i].index = {i % launch.block.x, i / launch.block.x % launch.block.y,
                         i / (launch.block.x * launch.block.y)};
  }
  warps_.resize((threads_.size() + 31) / 32);
  warpgroups_.resize((warps_.size() + 3) / 4);
  view.block_extent = launch.block;
  view.grid_extent = launch.grid;
}

void Worker::end() {
  view = {};
  current_ = nullptr;
}

uint3 Worker::block_index(const dim3& grid, std::size_t number) {
  return {static_cast<unsigned>(number % grid.x), static_cast<unsigned>(number / grid.x % grid.y),
          static_cast<unsigned>(number / (std::size_t{grid.x} * grid.y))};
}

void Worker::set_up(std::size_t number) {
  block_number_ = number;
  view.block = block_index(launch_->grid, number);
  const Options& options = machine_.options();
  ready_.reset(options.order, options.seed + number * 0xD1342543DE82EF95);
  shared_.reset(launch_->dynamic_shared_bytes, options.poison);
  live_ = static_cast<unsigned>(threads_.size());
  waiting_ = holding_ = 0;
  abandoned_ = false;
  for (Thread& t : threads_) {
    t.carrier = nullptr;
    t.state = State::ready;
    t.copies.clear();
    t.copy_group = 0;
  }
  for (unsigned w = 0; w < warps_.size(); ++w) {
    const unsigned lanes = std::min(32U, live_ - w * 32);
    warps_[w].live = lanes == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
    warps_[w].gatherings.clear();
    ready_.add(w, warps_[w].live);
  }
  for (Warpgroup& group : warpgroups_) {
    group.arrived = 0;
    group.queue.reset();
  }
  if (launch_->checked) watch_.begin_block(live_);
}

// What each switch between threads takes is inlined: to call them costs as much as they do.

inline void Worker::go(Carrier* from, Carrier* to) {
  Fiber& here = from != nullptr ? from->fiber : outside_;
  left_ = &here;
  carrier_ = to;
  here.switch_to(to != nullptr ? to->fiber : outside_);
}

inline void Worker::run(Thread& thread) {
  running_ = &thread;
  ++turns_;
  thread.state = State::running;
  view.thread = thread.index;
  view.lane = thread.lane();
}

inline Thread* Worker::next() {
  const std::optional<unsigned> number = ready_.take();
  return number ? &threads_[*number] : nullptr;
}

void Worker::run_block(std::size_t number) {
  set_up(number);
  Thread* const first = next();
  Carrier* const carrier = idle_carrier();
  carrier->thread = first;
  first->carrier = carrier;
  go(nullptr, carrier);
  if (abandoned_) reset_carriers();
}

/// What threads that will never go on have on their stacks is lost.
void Worker::reset_carriers() {
  idle_.clear();
  for (const auto& carrier : carriers_) {
    carrier->fiber.reset();
    carrier->thread = nullptr;
    idle_.push_back(carrier.get());
  }
}

Carrier* Worker::idle_carrier() {
  if (idle_.empty()) {
    carriers_.push_back(std::make_unique<Carrier>(machine_.options().stack_bytes,
                                                  static_cast<unsigned>(carriers_.size()), &carry_threads));
    return carriers_.back().get();
  }
  Carrier* const carrier = idle_.back();
  idle_.pop_back();
  return carrier;
}

void Worker::carry_threads() {
  Worker& worker = *current_;
  Fiber::entered(*worker.left_);
  worker.carry(*worker.carrier_);
}

/// A carrier whose thread has finished takes one that has not begun, without a switch.
void Worker::carry(Carrier& me) {
  for (;;) {
    Thread& thread = *me.thread;
    Thread* then = nullptr;
    bool stopped = false;
    try {
      run(thread);
      calls_ = 0;
      launch_->body(launch_->arguments);
      calls_ = 1;
      finish(thread);
      me.thread = nullptr;
      then = next();
      if (then == nullptr && live_ > 0) stop_deadlock();
    } catch (const BlockStopped&) {
      stopped = true;
    }
    // Not where it was caught: the exception would live on, and another thread's take its place.
    if (stopped) abandon();
    if (then != nullptr && then->carrier == nullptr) {
      me.thread = then;
      then->carrier = &me;
      continue;
    }
    idle_.push_back(&me);
    go(&me, then != nullptr ? then->carrier : nullptr);
  }
}

void Worker::finish(Thread& thread) {
  thread.state = State::finished;
  thread.carrier = nullptr;
  --live_;
  Warp& warp = warp_of(thread);
  warp.live &= ~(std::uint32_t{1} << thread.lane());
  for (const Gathering& g : warp.gatherings) {
    if ((g.mask >> thread.lane() & 1) == 0) continue;
    stop("exited lane", "the thread has ended, and other lanes wait for it", place(g.site));
  }
  if (waiting_ > 0 && waiting_ == live_) open_barrier();
}

void Worker::abandon() {
  calls_ = 1;
  abandoned_ = true;
  go(carrier_, nullptr);
  __builtin_unreachable();
}

void Worker::report(const char* kind, const std::string& what, const std::string& where) {
  const auto coordinates = [](const uint3& at) {
    return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + ")";
  };
  machine_.add_fault(kind,
                     std::string("kernel ") + launch_->name + ", block " + coordinates(view.block) +
                         ", thread " + coordinates(running_->index) + ": " + kind + ": " + what + ", at " +
                         where,
                     where);
}

void Worker::stop(const char* kind, const std::string& what, const std::string& where) {
  report(kind, what, where);
  throw BlockStopped();
}

void Worker::stop_deadlock() {
  std::string what = "no thread can go on";
  Site last;
  int told = 0;
  std::string where = launch_->name;
  for (const Thread& t : threads_) {
    if (t.state != State::at_barrier && t.state != State::with_lanes) continue;
    if (told > 0 && same(t.site, last)) continue;
    last = t.site;
    if (told == 0) where = place(t.site);
    if (++told > 4) break;
    what += "; thread " + std::to_string(t.linear) + " waits ";
    if (t.state == State::at_barrier) {
      what += "at the block's barrier";
    } else {
      what += "for lanes " + mask_text(warps_[t.warp()].live & t.mask);
    }
    what += " in " + place(t.site);
  }
  stop("deadlock", what, where);
}

bool Worker::owns(const std::byte* memory) const {
  const auto within = [&](const void* begin, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(begin);
    return memory >= first && memory < first + bytes;
  };
  return within(launch_->arguments, launch_->argument_bytes) || within(&view, sizeof view) ||
         within(warps_.data(), warps_.size() * sizeof(Warp)) ||
         within(warpgroups_.data(), warpgroups_.size() * sizeof(Warpgroup)) ||
         std::ranges::any_of(carriers_, [&](const auto& carrier) { return carrier->fiber.owns(memory); });
}

void Worker::wait(State state, const Site& site, std::uint32_t mask) {
  Thread& me = *running_;
  me.state = state;
  me.site = site;
  me.mask = mask;
  Thread* const then = next();
  if (then == nullptr) stop_deadlock();
  if (then->carrier == nullptr) {
    then->carrier = idle_carrier();
    then->carrier->thread = then;
  }
  const unsigned calls = calls_;
  go(me.carrier, then->carrier);
  calls_ = calls;
  run(me);
}

void Worker::open_barrier() {
  barrier_result_ = {holding_, waiting_};
  waiting_ = holding_ = 0;
  if (launch_->checked) watch_.barrier();
  for (unsigned w = 0; w < warps_.size(); ++w) {
    std::uint32_t lanes = 0;
    for_each_lane(warps_[w].live, [&](unsigned lane) {
      if (threads_[w * 32 + lane].state == State::at_barrier) lanes |= std::uint32_t{1} << lane;
    });
    ready_.add(w, lanes);
  }
}

BarrierResult Worker::barrier(bool predicate, const Site& site) {
  if (waiting_ > 0 && !same(barrier_site_, site))
    stop("barrier divergence", "other threads wait at the barrier in " + place(barrier_site_), place(site));
  barrier_site_ = site;
  holding_ += predicate ? 1 : 0;
  ++waiting_;
  if (waiting_ == live_) {
    // The last to arrive goes on; the others are ready.
    running_->state = State::running;
    open_barrier();
  } else {
    wait(State::at_barrier, site, 0);
  }
  return barrier_result_;
}

}  // namespace simt::detail
