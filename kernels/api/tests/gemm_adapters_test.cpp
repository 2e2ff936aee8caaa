// What holds of every implementation of gemm that runs here, on small integers: sums are exact, whatever the
// accumulator.
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/api/registry.h"
#include "kernels/api/tests/gemm_problem.h"
#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

/// Calls `test` for every offer of gemm that runs here.
void for_each_offer(const std::function<void(Implementation&, const Offer&)>& test) {
  for (const AdapterEntry& entry : all_adapters()) {
    const auto implementation = entry.make();
    if (implementation->not_run()) continue;
    for (const Offer& offer : implementation->offers()) {
      if (offer.operation != "gemm") continue;
      std::string formats;
      for (const auto& [role, format] : offer.formats) formats += " " + format;
      SCOPED_TRACE(implementation->name() + " " + offer.variant + formats);
      test(*implementation, offer);
    }
  }
}

std::uint64_t nan_of(const Format& f) {
  return f.nans == NanCodes::negative_zero ? f.sign_mask() : f.magnitude_mask();
}

void fill_small(GemmProblem& problem) {
  for (const char* role : {"a", "b", "c"}) {
    const Format& f = *problem.view(role).format;
    problem.fill(role, [&f](int p, int i, int j) { return exact_code(f, small_integer(f, p, i, j)); });
  }
}

void expect_result(GemmProblem& problem, const Sizes& s, int alpha, int beta) {
  const CallMatrix& d = problem.view("d");
  const auto small = [&](const char* role, int p, int i, int j) {
    return small_integer(*problem.view(role).format, p, i, j);
  };
  for (int p = 0; p < s.batch; ++p) {
    for (int i = 0; i < s.m; ++i) {
      for (int j = 0; j < s.n; ++j) {
        int sum = 0;
        for (int k = 0; k < s.k; ++k) sum += small("a", p, i, k) * small("b", p, k, j);
        const int expected = alpha * sum + beta * small("c", p, i, j);
        // Formats of 8 bits do not hold every sum.
        ASSERT_EQ(to_double(*d.format, d.get(p, i, j)), to_double(*d.format, exact_code(*d.format, expected)))
            << "problem " << p << " row " << i << " column " << j;
      }
    }
  }
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

std::vector<Layout> layouts() {
  std::vector<Layout> all;
  all.reserve(10);
  for (int bits = 0; bits < 8; ++bits) {
    all.push_back({"", (bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, bits % 2 * 3, 1});
  }
  all.push_back({"", true, false, true, 16, 1});
  all.push_back({"", true, false, true, 2, 2});
  return all;
}

/// Libraries on a device choose their own minimum of what they take.
bool may_refuse_everything(const Implementation& implementation) {
  return implementation.name().starts_with("cublas");
}

TEST(GemmAdapters, AreExactOnSmallIntegers) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    bool any = may_refuse_everything(implementation);
    for (const Sizes& s : {Sizes{2, 5, 7, 9}, Sizes{2, 16, 32, 48}}) {
      for (const bool b_row_major : {true, false}) {
        GemmProblem problem(offer, s, {"", true, b_row_major, true, 0, 1});
        fill_small(problem);
        if (!done(problem.run(implementation))) continue;
        expect_result(problem, s, 1, 0);
        any = true;
      }
    }
    EXPECT_TRUE(any) << "it refused everything";
  });
}

TEST(GemmAdapters, HonourLayouts) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    for (const Sizes& s :
         {Sizes{3, 5, 7, 33}, Sizes{1, 1, 6, 2}, Sizes{2, 17, 1, 20}, Sizes{2, 16, 32, 16}}) {
      for (const Layout& layout : layouts()) {
        GemmProblem problem(offer, s, layout);
        fill_small(problem);
        if (done(problem.run(implementation, 2, 1))) expect_result(problem, s, 2, 1);
        ASSERT_TRUE(problem.gaps_hold());
      }
    }
  });
}

TEST(GemmAdapters, TakeDForC) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    const Sizes s{2, 16, 32, 16};
    GemmProblem problem(offer, s, {"", true, false, true, 16, 1});
    if (problem.view("c").format->name != problem.view("d").format->name) return;
    fill_small(problem);
    problem.alias_c();
    if (done(problem.run(implementation, 1, 3))) expect_result(problem, s, 1, 3);
  });
}

TEST(GemmAdapters, DoNotReadCWhereBetaIsZero) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    const Sizes s{1, 16, 16, 32};
    GemmProblem problem(offer, s, {"", true, false, true, 0, 1}, 0xFF);  // D is NaN before
    fill_small(problem);
    const Format& c = *problem.view("c").format;
    if (c.has_nan()) problem.fill("c", [&](int, int, int) { return nan_of(c); });
    if (done(problem.run(implementation))) expect_result(problem, s, 1, 0);
  });
}

TEST(GemmAdapters, ScaleCWhereKIsZero) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    const Sizes s{2, 3, 5, 0};
    for (const int beta : {0, 1, 2}) {
      GemmProblem problem(offer, s);
      fill_small(problem);
      if (done(problem.run(implementation, 1, beta))) expect_result(problem, s, 1, beta);
    }
  });
}

TEST(GemmAdapters, DoWithAlphaZeroWhatTheyClaim) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    // Large enough for libraries' blocked code, and small enough for their special cases.
    for (const Sizes& s : {Sizes{1, 4, 4, 4}, Sizes{1, 40, 40, 40}, Sizes{1, 9, 1, 30}}) {
      GemmProblem problem(offer, s);
      fill_small(problem);
      const Format& a = *problem.view("a").format;
      const bool skips = offer.claims.at("alpha_zero") == "skips";
      if (!a.has_nan() && !skips) return;
      if (a.has_nan()) problem.fill("a", [&](int, int, int) { return nan_of(a); });
      if (!done(problem.run(implementation, 0, 1))) continue;
      const CallMatrix& d = problem.view("d");
      for (int i = 0; i < s.m; ++i) {
        for (int j = 0; j < s.n; ++j) {
          if (skips) {
            ASSERT_EQ(to_double(*d.format, d.get(0, i, j)), small_integer(*d.format, 0, i, j));
          } else {
            ASSERT_TRUE(is_nan(*d.format, d.get(0, i, j))) << s.m << " " << i << " " << j;
          }
        }
      }
    }
  });
}

TEST(GemmAdapters, DoNothingWhereDIsEmpty) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    for (const Sizes& s : {Sizes{0, 2, 2, 2}, Sizes{1, 0, 2, 2}, Sizes{1, 2, 0, 2}}) {
      GemmProblem problem(offer, s);
      EXPECT_EQ(problem.run(implementation).status, Status::ok);
      EXPECT_TRUE(problem.gaps_hold());
    }
  });
}

TEST(GemmAdapters, RefuseWrongShapes) {
  for_each_offer([](Implementation& implementation, const Offer& offer) {
    GemmProblem problem(offer, {1, 2, 3, 4});
    problem.view("b").rows = 3;
    const Reply reply = problem.run(implementation);
    EXPECT_EQ(reply.status, Status::invalid);
    EXPECT_EQ(reply.message, "b has the shape {1, 3, 3}, and a and b make it {1, 4, 3}");
  });
}

}  // namespace
}  // namespace ulpgate
