// What lanes of a warp do together, and asynchronous copies.
#include <algorithm>
#include <cstring>

#include "kernels/executor/block/worker.h"

namespace simt::detail {
namespace {

constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

}  // namespace

std::uint32_t Worker::active_lanes() const {
  // Lanes run apart: nothing says that any other is with this one.
  return std::uint32_t{1} << running_->lane();
}

void* const* Worker::arrive(std::uint32_t mask, Together what, void* record, const Site& site) {
  Thread& me = *running_;
  Warp& warp = warp_of(me);
  const std::uint32_t mine = std::uint32_t{1} << me.lane();
  if ((mask & mine) == 0)
    stop("bad mask", "lane " + std::to_string(me.lane()) + " is not in its own mask " + mask_text(mask),
         place(site));
  if (const std::uint32_t gone = mask & ~warp.live; gone != 0)
    stop("exited lane",
         "the mask " + mask_text(mask) + " names lanes that have ended or never were: " + mask_text(gone),
         place(site));
  Gathering* gathering = nullptr;
  for (Gathering& g : warp.gatherings) {
    if ((g.mask & mask) == 0) continue;
    if (g.mask != mask) {
      // At one place masks must agree. From another one, lanes may still be on their way to this one.
      if (same(g.site, site))
        stop("bad mask",
             "the mask is " + mask_text(mask) + "; lanes that it names wait there with " + mask_text(g.mask),
             place(site));
      continue;
    }
    // Lanes may come to __syncwarp from different places.
    if (g.what != what || (what != Together::sync_warp && !same(g.site, site)))
      stop("collective mismatch", "lanes that the mask names wait for it in " + place(g.site), place(site));
    gathering = &g;
    break;
  }
  if (gathering == nullptr) {
    warp.gatherings.push_back({mask, 0, what, site});
    gathering = &warp.gatherings.back();
  }
  warp.records[me.lane()] = record;
  gathering->arrived |= mine;
  if (gathering->arrived == mask) return warp.records.data();
  wait(State::with_lanes, site, mask);
  return nullptr;
}

void Worker::release(std::uint32_t mask) {
  Thread& me = *running_;
  Warp& warp = warp_of(me);
  std::erase_if(warp.gatherings, [&](const Gathering& g) { return g.mask == mask; });
  ready_.add(me.warp(), mask & ~(std::uint32_t{1} << me.lane()));
}

void Worker::sync_warp(std::uint32_t mask, const Site& site) {
  if (arrive(mask, Together::sync_warp, nullptr, site) == nullptr) return;
  if (launch_->checked) watch_.sync_warp(running_->warp(), mask);
  release(mask);
}

void* const* Worker::arrive_warpgroup(void* record, const Site& site) {
  Thread& me = *running_;
  const unsigned which = me.warp() / 4;
  if (which * 4 + 4 > warps_.size())
    stop("collective mismatch", "the warp belongs to no group of four", place(site));
  Warpgroup& group = warpgroups_[which];
  if (group.arrived > 0 && !same(group.site, site))
    stop("collective mismatch", "other warps of the group wait in " + place(group.site), place(site));
  group.site = site;
  group.records[me.warp() % 4] = record;
  group.representatives[me.warp() % 4] = &me;
  if (++group.arrived == 4) return group.records;
  wait(State::with_lanes, site, all_lanes);
  return nullptr;
}

void Worker::release_warpgroup() {
  Warpgroup& group = warpgroups_[running_->warp() / 4];
  group.arrived = 0;
  for (const Thread* t : group.representatives) {
    if (t != running_) ready_.add(t->warp(), std::uint32_t{1} << t->lane());
  }
}

void Worker::copy_async(std::byte* shared, const std::byte* global, std::size_t bytes, std::size_t valid,
                        const Site& site) {
  if (shared < shared_.begin() || shared >= shared_.end())
    stop("shared out of bounds", "an asynchronous copy goes to memory that is not shared", place(site));
  if (Watch* const watch = this->watch()) {
    const auto where = [&] { return place(site); };
    if (valid > 0) watch->access(global, valid, Access::read, where);
    watch->access(shared, bytes, Access::write, where);
    watch->copy_started(shared, bytes);
  }
  std::memset(shared, shared_.poison(), bytes);
  running_->copies.push_back({shared, global, bytes, valid, running_->copy_group, site});
}

void Worker::copy_async_commit() { ++running_->copy_group; }

void Worker::copy_async_wait(unsigned pending) {
  std::vector<Copy>& copies = running_->copies;
  // Groups that stay under way are the last `pending` committed ones, and the one that is not committed.
  const auto first_kept = std::find_if(
      copies.begin(), copies.end(), [&](const Copy& c) { return c.group + pending >= running_->copy_group; });
  for (auto copy = copies.begin(); copy != first_kept; ++copy) {
    if (Watch* const watch = this->watch()) {
      watch->copy_arrived(copy->shared, copy->bytes);
      watch->access(copy->shared, copy->bytes, Access::write, [&] { return place(copy->site); });
    }
    std::memcpy(copy->shared, copy->global, copy->valid);
    std::memset(copy->shared + copy->valid, 0, copy->bytes - copy->valid);
  }
  copies.erase(copies.begin(), first_kept);
}

}  // namespace simt::detail
