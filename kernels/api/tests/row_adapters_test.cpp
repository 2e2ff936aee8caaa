// What holds of every implementation of an operation on rows that runs here: it takes calls of any layout and
// touches nothing else. What it computes, the suites judge.
#include <functional>
#include <gtest/gtest.h>
#include <string>

#include "kernels/api/registry.h"
#include "kernels/api/tests/row_problem.h"

namespace ulpgate {
namespace {

void for_each_offer(const std::function<void(Implementation&, const Offer&)>& test) {
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    if (implementation->not_run()) continue;
    for (const Offer& offer : implementation->offers()) {
      if (find_row_operation(offer.operation) == nullptr) continue;
      std::string formats;
      for (const auto& [role, format] : offer.formats) formats += " " + format;
      SCOPED_TRACE(implementation->name() + " " + offer.operation + " " + offer.variant + formats);
      test(*implementation, offer);
    }
  }
}

RowSizes sizes_for(const Offer& offer, RowSizes sizes) {
  const Extents first = find_row_operation(offer.operation)->tensors.front().extents;
  const bool has_inner = first == Extents::lines || first == Extents::grouped;
  if (!has_inner && offer.operation != "attention") sizes.inner = 1;
  return sizes;
}

/// Whether it was done; a refusal needs a sentence.
bool done(const Reply& reply) {
  if (reply.status == Status::unsupported) {
    EXPECT_FALSE(reply.message.empty());
    return false;
  }
  EXPECT_EQ(reply.status, Status::ok) << reply.message;
  return reply.status == Status::ok;
}

TEST(RowAdapters, TakeTheirOperation) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    bool any = false;
    for (const RowSizes& s : {RowSizes{3, 1, 1}, RowSizes{2, 7, 1}, RowSizes{3, 67, 1}, RowSizes{2, 9, 3}}) {
      RowProblem problem(offer, sizes_for(offer, s));
      problem.fill_inputs();
      any = done(implementation.call(problem.call())) || any;
    }
    EXPECT_TRUE(any) << "it refused everything";
  });
}

/// oneDNN 2.6's layer normalization takes rows with gaps for packed ones; suite layer_norm convicts it.
bool ignores_strides(const Implementation& implementation, const Offer& offer) {
  return implementation.name() == "onednn" && offer.operation == "layer_norm";
}

TEST(RowAdapters, HonourLayouts) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    if (ignores_strides(implementation, offer)) return;
    for (const RowLayout& layout : {RowLayout{1, 3, 1}, RowLayout{2, 5, 3}, RowLayout{1, 8, 0}}) {
      RowProblem problem(offer, sizes_for(offer, {3, 37, 2}), layout);
      problem.fill_inputs();
      done(implementation.call(problem.call()));
      ASSERT_TRUE(problem.gaps_hold());
    }
  });
}

TEST(RowAdapters, DoNothingWhereThereIsNothing) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    RowProblem problem(offer, sizes_for(offer, {0, 5, 2}));
    // What is made of all rows is written where there is none.
    if (problem.has("loss") || problem.has("dgamma") || problem.has("amax") || problem.has("norm") ||
        problem.has("sum") || problem.has("found") || problem.has("new_scale") || problem.has("new_step"))
      return;
    EXPECT_EQ(implementation.call(problem.call()).status, Status::ok);
    EXPECT_TRUE(problem.gaps_hold());
  });
}

TEST(RowAdapters, RefuseWrongShapes) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    // Any number of rows goes with what is made of all of them.
    if (offer.operation == "accumulate" || offer.operation == "scale_update" ||
        offer.operation == "gradient_norm")
      return;
    RowProblem problem(offer, sizes_for(offer, {2, 5, 2})), other(offer, sizes_for(offer, {3, 5, 2}));
    const Call call = problem.call(), longer = other.call();
    std::vector<Tensor> tensors(call.tensors.begin(), call.tensors.end());
    tensors.front() = longer.tensors.front();
    const Reply reply = implementation.call({call.operation, call.variant, tensors, call.scalars, nullptr});
    EXPECT_EQ(reply.status, Status::invalid);
    EXPECT_NE(reply.message.find(", and the tensors before make it "), std::string::npos) << reply.message;
  });
}

}  // namespace
}  // namespace ulpgate
