#include "suites/scaler/judge.h"

#include <deque>

#include "suites/scaler/player.h"
#include "suites/scaler/together.h"

namespace ulpgate::scaler {

Play play(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& c,
          const std::function<void()>& between) {
  Player player(implementation, offer, c);
  if (!player.compare_creation()) return player.result();
  if (between) between();
  for (std::size_t step = 0; step < c.script.size(); ++step) {
    if (!player.begin(step)) continue;
    player.look();
    player.observe();
    player.compare();
    if (player.ended()) break;
    if (between) between();
  }
  return player.result();
}

Play play_shards(Implementation& implementation, const ScalerOffer& offer, const ScalerCase& given) {
  ScalerCase c = given;
  c.fused = 0;
  const std::int64_t group = new_group();
  std::deque<Player> shards;  // a deque: they do not move
  for (int s = 0; s < most_shards; ++s)
    shards.emplace_back(implementation, offer, c, ShardPlace{s, most_shards, group});
  Play all;
  const auto take = [&](std::size_t s) {
    Play of = shards[s].result();
    all.commands += of.commands;
    if (all.scales.empty()) all.scales = std::move(of.scales);
    if (!all.reply) all.reply = std::move(of.reply);
    if (!all.difference && of.difference) {
      all.difference = std::move(of.difference);
      all.difference->what = "shard " + std::to_string(s) + ": " + all.difference->what;
    }
  };
  bool goes_on = true;
  for (Player& shard : shards) goes_on = shard.compare_creation() && goes_on;
  for (std::size_t step = 0; goes_on && step < c.script.size(); ++step) {
    bool is_call = false, found = false;
    for (Player& shard : shards) is_call = shard.begin(step);
    if (!is_call) continue;
    for (Player& shard : shards) found = shard.look() || found;
    for (Player& shard : shards) shard.hear(found);
    together(most_shards, c.late, [&](int s) { shards[static_cast<std::size_t>(s)].observe(); });
    for (Player& shard : shards) {
      shard.compare();
      goes_on = goes_on && !shard.ended();
    }
  }
  for (std::size_t s = 0; s < shards.size(); ++s) take(s);
  return all;
}

}  // namespace ulpgate::scaler
