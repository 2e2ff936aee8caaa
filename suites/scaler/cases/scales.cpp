// Scripts about the scale, and about calls out of place.
#include <string>

#include "suites/scaler/cases.h"
#include "suites/scaler/script_case.h"

namespace ulpgate::scaler {

Cases scale_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all{script("scale; update 0x1p1; scale", ++seed)};
  for (const float scale : {1.0f, 65536.0f, 3.0f, 0x1p-149f, 0x1.8p127f, 0x1p-10f})
    all.push_back(script("scale", ++seed, scale));
  all.push_back(script("scale; " + repeated("backward 0 inf; step 0; update; scale; zero 0", 3), ++seed, 3));
  return all;
}

Cases progress_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  return {script(training_step("finite"), ++seed), script(repeated(training_step("finite*5"), 4), ++seed),
          script(training_step("inf") + "; " + training_step("finite"), ++seed),
          script(training_step("finite*0"), ++seed), script(training_step("finite@1 finite@2*9"), ++seed, 3)};
}

Cases update_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all{script("load 0x1p10 3; scale; backward 0 inf; step 0; update", ++seed)};
  const std::string good = training_step("finite"), bad = training_step("inf");
  for (const std::int64_t interval : {1, 2, 3, 4}) {
    all.push_back(script(repeated(good, 9), ++seed, 1024, interval));
    all.push_back(
        script(bad + "; " + repeated(good, static_cast<int>(interval) + 1), ++seed, 1024, interval));
    all.push_back(script(repeated(good, static_cast<int>(interval) - 1) + (interval > 1 ? "; " : "") + bad +
                             "; " + repeated(good, static_cast<int>(interval)),
                         ++seed, 1024, interval));
  }
  // Never grows: from beyond the interval, and with an interval that equality does not reach.
  all.push_back(script("load 0x1p10 5; " + repeated(good, 3), ++seed, 1024, 4));
  all.push_back(script(repeated(good, 3), ++seed, 1024, 0));
  // Products that fp64 rounds, and fp32 once more.
  for (const double growth : {1.1, 2.5, 1.0000001, 3.0}) {
    ScalerCase c = script(repeated(good, 6), ++seed, 3, 1);
    c.growth = growth;
    c.backoff = 0.3;
    all.push_back(c);
    c.script = read_script(good + "; " + repeated(bad, 4));
    all.push_back(c);
  }
  all.push_back(script(repeated(bad, 20), ++seed, 16));
  return all;
}

Cases ceiling_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  const std::string good = training_step("finite*0");
  for (const float scale : {0x1p127f, 0x1p126f, 0x1.fffffep127f, 0x1p120f})
    all.push_back(script(repeated(good, 10), ++seed, scale, 1));
  all.push_back(script(repeated(good, 4), ++seed, 0x1.c363ccp127f, 2));
  ScalerCase wide = script(repeated(good, 3), ++seed, 0x1p100f, 1);
  wide.growth = 0x1p40;
  all.push_back(wide);
  // From the usual scale: 111 doublings reach 2^127.
  all.push_back(script(repeated(good, 114), ++seed, 65536, 1));
  return all;
}

Cases floor_cases(const ScalerOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const auto floor = static_cast<float>(o.floor);
  const std::string bad = training_step("inf");
  for (const float above : {1.0f, 1.5f, 4.0f, 1024.0f})
    all.push_back(script(repeated(bad, 14), ++seed, floor * above));
  all.push_back(script(repeated(bad, 170), ++seed, 65536));
  ScalerCase hard = script(repeated(bad, 3), ++seed, floor * 8);
  hard.backoff = 0x1p-30;
  all.push_back(hard);
  return all;
}

Cases low_cases(const ScalerOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::string step = training_step("inf");
  all.push_back(script(repeated(step, 5) + "; " + training_step("finite"), ++seed, 1));
  all.push_back(script(repeated(step, 12), ++seed, 0x1p-2f));
  // Down to the smallest number, and to 0, where no floor is claimed.
  if (o.floor == 0) all.push_back(script(repeated(training_step("inf"), 152), ++seed, 1));
  return all;
}

Cases order_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (const char* text : {"unscale 0",
                           "step 0",
                           "update",
                           "update 4",
                           "scale; update",
                           "scale; backward 0 finite; update",
                           "scale; backward 0 finite; unscale 0; unscale 0",
                           "scale; backward 0 finite; step 0; unscale 0",
                           "scale; backward 0 finite; unscale 0; step 0; unscale 0",
                           "scale; backward 0 finite; step 0; step 0",
                           "scale; backward 0 inf; step 0; step 0",
                           "scale; step 0; unscale 0",
                           "scale; step 0; step 0; update",
                           "scale; unscale 0; step 0",
                           "load empty",
                           "scale; load empty; backward 0 finite; step 0; update",
                           "scale; backward 0 finite; step 0; update; update",
                           "scale; update 8; backward 0 finite; step 0; update",
                           "scale; backward 0 finite; step 0; update; step 0; update; unscale 0; step 0",
                           "scale; backward 0 finite; unscale 0; update; unscale 0; step 0",
                           "scale; backward 0 finite; step 0; backward 1 finite; step 1; step 0",
                           "load 4 1; step 0; scale; backward 0 finite; step 0"}) {
    all.push_back(script(text, ++seed));
    all.push_back(script(text, seed));
    all.back().fused = 1;
  }
  for (const double growth : {1.0, 0.5, -2.0}) {
    all.push_back(script("scale", ++seed));
    all.back().growth = growth;
  }
  all.push_back(script("scale", ++seed));
  all.back().backoff = 1;
  all.push_back(script("scale; backward 0 inf; step 0; update", ++seed));
  all.back().backoff = 0;
  return all;
}

Cases schedule_cases(const ScalerOffer& o, Tier, std::uint64_t seed) {
  Cases all{script("schedule 0; schedule 1; schedule 0", ++seed)};
  for (const std::uint32_t fused : {0u, 1u}) {
    const auto add = [&](const std::string& text, float scale) {
      all.push_back(script(text, ++seed, scale));
      all.back().fused = fused;
    };
    for (const std::string what : {"finite", "inf", "nan*9:8", "finite -inf@1"}) {
      add("scale; backward 0 " + what + "; step 0; schedule 0; update; schedule 0", 1024);
      add("scale; backward 0 " + what + "; unscale 0; step 0; update; schedule 0", 1024);
      // A scale that cannot go down any more, be it at a floor or at 0.
      add("scale; backward 0 " + what + "; step 0; update; schedule 0", static_cast<float>(o.floor));
    }
    add(training_step("inf") + "; schedule 0; " + training_step("finite") + "; schedule 0; " +
            training_step("nan") + "; schedule 0",
        1024);
    // Another optimizer's skip, and an update between that backs off for it.
    add("scale; backward 0 finite; backward 1 inf; step 0; step 1; update; schedule 0; schedule 1", 1024);
    add("scale; backward 0 inf; backward 1 finite; step 1; step 0; update; schedule 1; schedule 0", 1024);
  }
  return all;
}

Cases load_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all{script("load 0x1p3 2; scale; update 0x1p2", ++seed)};
  const std::string good = training_step("finite");
  for (const char* before : {"", "scale; ", "scale; backward 0 inf; step 0; update; "}) {
    all.push_back(script(std::string(before) + "load 0x1p3 2; " + repeated(good, 3), ++seed, 1024, 4));
    all.push_back(script(std::string(before) + "load 0x1.8p-3 0", ++seed, 1024, 4));
  }
  all.push_back(script(repeated(good, 2) + "; update 7; " + repeated(good, 3), ++seed, 1024, 4));
  all.push_back(script("scale; backward 0 finite; unscale 0; load 2 3; step 0; update", ++seed, 1024, 4));
  all.push_back(script("scale; update 0.1; " + good, ++seed));
  return all;
}

Cases short_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  return {script(training_step("finite*3"), ++seed), script(training_step("inf"), ++seed),
          script(repeated(training_step("finite"), 3), ++seed, 1024, 2)};
}

}  // namespace ulpgate::scaler
