#include <memory>

#include "suites/scaler/cases.h"
#include "suites/scaler/property.h"
#include "suites/scaler/session.h"

namespace ulpgate::scaler {
namespace {

bool always(const ScalerOffer&) { return true; }
bool looks_after(const ScalerOffer& o) { return o.rule.found != FoundAt::scaled; }
bool has_floor(const ScalerOffer& o) { return o.floor > 0; }

bool has_schedule(const ScalerOffer& o) { return o.schedule.has_value(); }
bool has_shards(const ScalerOffer& o) { return o.shards; }

constexpr unsigned any_aspect = ~0u;
constexpr unsigned of_flags = bit(Aspect::found) | bit(Aspect::progress);

constexpr ScalerProperty all[] = {
    {"SCALER-SCALE-1", always, bit(Aspect::scaling), scale_cases},
    {"SCALER-UNSCALE-1", always, bit(Aspect::unscaling), unscale_cases, 60, draw_training},
    {"SCALER-FOUND-1", always, bit(Aspect::found), found_cases, 60, draw_training},
    {"SCALER-AFTER-1", looks_after, bit(Aspect::found), after_cases},
    {"SCALER-LENGTH-1", always, bit(Aspect::unscaling) | of_flags, length_cases},
    {"SCALER-DEVICES-1", always, of_flags | bit(Aspect::update), device_cases},
    {"SCALER-SHARDS-1", has_shards, any_aspect, shard_cases, 0, nullptr, judge_shards},
    {"SCALER-OPTIMIZERS-1", always, of_flags | bit(Aspect::update), optimizer_cases},
    {"SCALER-PROGRESS-1", always, bit(Aspect::progress), progress_cases, 60, draw_training},
    {"SCALER-UPDATE-1", always, bit(Aspect::update), update_cases, 100, draw_training},
    {"SCALER-CEILING-1", always, bit(Aspect::ceiling), ceiling_cases},
    {"SCALER-FLOOR-1", has_floor, bit(Aspect::floor), floor_cases},
    {"SCALER-LOW-1", always, bit(Aspect::update) | of_flags, low_cases},
    {"SCALER-ORDER-1", always, bit(Aspect::protocol) | bit(Aspect::keeping), order_cases, 100, draw_script},
    {"SCALER-ONCE-1", always, bit(Aspect::once), once_cases, 60, draw_script},
    {"SCALER-LOAD-1", always, bit(Aspect::loading) | bit(Aspect::update), load_cases},
    {"SCALER-SCHEDULE-1", has_schedule, bit(Aspect::schedule), schedule_cases, 60, draw_training},
    {"SCALER-OBJECT-1", always, any_aspect, short_cases, 40, draw_script, judge_beside_another},
    {"SCALER-WRITE-1", always, bit(Aspect::memory), length_cases, 60, draw_training},
    {"SCALER-SCRIPT-1", always, any_aspect, short_cases, 400, draw_script},
};

}  // namespace

std::span<const ScalerProperty> properties() { return all; }

const ScalerProperty* find_property(std::string_view requirement) {
  for (const ScalerProperty& p : all) {
    if (p.requirement == requirement) return &p;
  }
  return nullptr;
}

namespace {

CaseJudgement judgement_of(const ScalerProperty& property, const Play& play) {
  CaseJudgement j;
  j.judged = play.commands;
  j.reply = play.reply;
  j.scales = play.scales;
  if (!play.difference || (bit(play.difference->aspect) & property.aspects) == 0) return j;
  j.difference = play.difference;
  j.failed = 1;
  ++j.judged;
  return j;
}

}  // namespace

CaseJudgement judge_script(const ScalerProperty& property, Implementation& implementation,
                           const ScalerOffer& offer, const ScalerCase& c) {
  return judgement_of(property, play(implementation, offer, c));
}

CaseJudgement judge_shards(const ScalerProperty& property, Implementation& implementation,
                           const ScalerOffer& offer, const ScalerCase& c) {
  return judgement_of(property, play_shards(implementation, offer, c));
}

CaseJudgement judge_beside_another(const ScalerProperty& property, Implementation& implementation,
                                   const ScalerOffer& offer, const ScalerCase& c) {
  // What is wrong alone, too, is another requirement's.
  const CaseJudgement alone = judge_script(property, implementation, offer, c);
  if (alone.fails() || alone.reply) return alone.reply ? alone : CaseJudgement{};
  ScalerCase other;
  other.init_scale = 3;
  other.growth = 4;
  other.interval = 1;
  const std::vector<Gradients> gradients{{0, 0, std::vector<std::uint64_t>(3, 0)}};
  const ScalerScript commands = read_script("scale; unscale 1; step 1; update; load 0x1p5 7; step 2");
  std::unique_ptr<Session> beside;
  std::size_t next = 0;
  return judgement_of(property, play(implementation, offer, c, [&] {
                        if (beside == nullptr)
                          beside = std::make_unique<Session>(implementation, offer, other);
                        if (beside->created().status != Status::ok) return;
                        beside->call(commands[next++ % commands.size()], outputs_of(other, 0), gradients);
                      }));
}

}  // namespace ulpgate::scaler
