#include <gtest/gtest.h>
#include <cstdio>
#include <chrono>
#include "suites/probe/gemm_probe.h"
#include "suites/self/gemm_model.h"
namespace ulpgate { namespace {
probe::GemmProbeOptions quick() { probe::GemmProbeOptions o; o.size=8; o.data_k=256; o.batches={1,2,7,16}; o.repeats=4; return o; }
void show(const GemmModel& m) {
  auto t=std::chrono::steady_clock::now();
  auto f=probe::probe_gemm(box_of(m), quick());
  std::printf("%s\n%s%.3f s\n", m.text().c_str(), probe::facts_table(f).c_str(), std::chrono::duration<double>(std::chrono::steady_clock::now()-t).count());
}
TEST(GemmProbe, Show) {
  show({});
  GemmModel m; m.order=GemmModel::Order::pairwise; show(m);
  m.order=GemmModel::Order::lanes; show(m);
  m = {}; m.a=m.b=&formats::fp16; m.order=GemmModel::Order::instruction; m.instruction="sm_90/wgmma.fp16.fp32"; show(m);
  m.d=&formats::fp16; m.split=4; m.partials=&formats::fp16; show(m);
  m.instruction="sm_90/wgmma.fp16.fp16"; m.split=3; m.partials=nullptr; show(m);
  m = {}; m.a=m.b=&formats::e4m3; m.order=GemmModel::Order::instruction; m.instruction="sm_90/wgmma.fp8.fp32"; m.instruction_k=32; m.promotion=128; show(m);
  m.split=2; m.d=&formats::bf16; show(m);
  m = {}; m.a_input=m.b_input=&formats::tf32; m.order=GemmModel::Order::instruction; m.instruction="sm_80/mma.tf32.fp32"; m.instruction_k=8; show(m);
}
} }
