// Scripts about what gradients hold, and where.
#include <algorithm>
#include <string>
#include <vector>

#include "suites/scaler/cases.h"
#include "suites/scaler/script_case.h"

namespace ulpgate::scaler {
namespace {

constexpr const char* not_finite[] = {"inf", "-inf", "nan"};

}  // namespace

Cases unscale_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  // The scales of published vectors, at which product and quotient differ, and the ends of the range.
  for (const float scale : {1.0f, 3.0f, 49.0f, 1000.0f, 65536.0f, 1e-3f, 0x1p-10f, 0x1p-149f, 0x1.fffffep127f,
                            0x1p127f, 0x1.8p126f, 0x1p-126f, 7e8f}) {
    all.push_back(script("scale; backward 0 finite*70; unscale 0; step 0", ++seed, scale));
    all.push_back(script("scale; backward 0 finite*70 large inf -inf nan; step 0", ++seed, scale));
  }
  return all;
}

Cases found_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::string what : not_finite) {
    for (const char* rest : {"", "*8", "*8:7", "*33:32", "*33:16"}) {
      all.push_back(script("scale; backward 0 " + what + rest + "; step 0; update", ++seed));
      all.push_back(script("scale; backward 0 " + what + rest + "; unscale 0; step 0; update", ++seed));
      ScalerCase fused = script("scale; backward 0 " + what + rest + "; step 0; update", ++seed);
      fused.fused = 1;
      all.push_back(fused);
    }
    // Before and behind others, empty ones too; a later clean tensor clears nothing.
    all.push_back(script("scale; backward 0 " + what + " finite*40 finite; step 0; update", ++seed));
    all.push_back(script("scale; backward 0 finite*40 finite*0 " + what + "; step 0; update", ++seed));
    all.push_back(script("scale; backward 0 finite*0 " + what + " finite*0; step 0; update", ++seed));
    all.push_back(
        script("scale; backward 0 " + what + "; unscale 0; backward 0 finite; step 0; update", ++seed));
  }
  return all;
}

Cases after_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (const float scale : {0x1p-10f, 0x1p-1f, 0x1p-100f}) {
    for (const char* gradients : {"large", "large*17:16", "finite*3 large*9:4 finite"}) {
      all.push_back(
          script(std::string("scale; backward 0 ") + gradients + "; step 0; update", ++seed, scale));
      all.push_back(script(std::string("scale; backward 0 ") + gradients + "; unscale 0; step 0; update",
                           ++seed, scale));
    }
  }
  return all;
}

Cases length_cases(const ScalerOffer&, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](std::int64_t size, const std::string& what, std::int64_t place) {
    ScalerCase c = script(
        "scale; backward 0 " + what + "*" + std::to_string(size) + ":" + std::to_string(place) + "; step 0",
        ++seed);
    c.lead = seed % 5;
    all.push_back(c);
  };
  const auto sizes = tier == Tier::smoke ? std::vector<std::int64_t>{0, 1, 7, 33, 1025}
                                         : std::vector<std::int64_t>{
                                               0,   1,   2,   3,    4,    5,    7,    8,    9,    15,  16,
                                               17,  31,  32,  33,   63,   64,   65,   127,  129,  255, 256,
                                               257, 511, 513, 1000, 1023, 1025, 4095, 4097, 65537};
  for (const std::int64_t size : sizes) {
    add(size, "finite", 0);
    // In each of the last elements, which a chunk may end before.
    for (std::int64_t back = 1; back <= std::min<std::int64_t>(size, size < 40 ? 8 : 2); ++back)
      add(size, not_finite[static_cast<std::size_t>((size + back) % 3)], size - back);
  }
  std::string many = "scale; backward 0";
  for (int t = 0; t < 60; ++t) many += " finite*" + std::to_string(t * 7 % 23);
  all.push_back(script(many + " inf*5:4; step 0", ++seed));
  all.push_back(script(many + "; step 0", ++seed));
  // What is found lies in the last of many tensors, which a launch may not take in all.
  for (const int tensors : tier == Tier::smoke ? std::vector{37, 111} : std::vector{37, 111, 321, 1025}) {
    std::string list = "scale; backward 0";
    for (int t = 1; t < tensors; ++t) list += " finite*" + std::to_string(1 + t % 3);
    all.push_back(script(list + " inf*3:2; step 0", ++seed));
    all.push_back(script(list + " nan*1; unscale 0; step 0", ++seed));
  }
  if (tier > Tier::smoke) add((std::int64_t{1} << 20) + 3, "inf", (std::int64_t{1} << 20) + 2);
  return all;
}

Cases device_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (int where = 0; where < most_devices; ++where) {
    std::string gradients;
    for (int d = 0; d < most_devices; ++d)
      gradients += std::string(d == where ? " inf" : " finite") + "@" + std::to_string(d);
    for (const unsigned fused : {0u, 1u}) {
      ScalerCase c = script("scale; backward 0" + gradients + "; step 0; update", ++seed);
      c.fused = fused;
      all.push_back(c);
    }
    all.push_back(script("scale; backward 0" + gradients + "; unscale 0; step 0; update", ++seed));
  }
  // Two at once: the sum of flags is 2, and the scale moves once.
  for (const unsigned fused : {0u, 1u}) {
    ScalerCase c = script("scale; backward 0 inf@0 nan@1 finite@2; step 0; update", ++seed);
    c.fused = fused;
    all.push_back(c);
    c.script = read_script("scale; backward 0 inf@2; step 0; update");
    all.push_back(c);
  }
  return all;
}

Cases shard_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  constexpr int nowhere = -1;
  const auto of_shards = [](int bad, const std::string& what, const std::string& rest = "") {
    std::string gradients;
    for (int s = 0; s < most_shards; ++s) {
      const std::string shard = "#" + std::to_string(s);
      gradients += s == bad ? " " + what + shard + rest : " finite" + shard + "*3";
    }
    return gradients;
  };
  const auto add = [&](const std::string& text, int late) {
    all.push_back(script(text, ++seed, 1024, 2));
    all.back().late = late;
  };
  const std::string rest = "; step 0; update";
  // First those in which what is wrong does not depend on which thread comes first.
  for (int bad = 0; bad < most_shards; ++bad) add("scale; backward 0" + of_shards(bad, "inf") + rest, bad);
  for (int bad = nowhere; bad < most_shards; ++bad) {
    const std::string first = "scale; backward 0" + of_shards(bad, "inf");
    for (int late = nowhere; late < most_shards; ++late) {
      if (late != bad || late == nowhere) add(first + rest, late);
    }
    for (const int late : {nowhere, bad}) {
      add("scale; backward 0" + of_shards(bad, "nan", "*9:8") + "; unscale 0" + rest, late);
      // A second step, for what remains of the first, and a second optimizer.
      add(first + rest + "; scale; zero 0; backward 0" + of_shards(nowhere, "") + rest, late);
      add(first + "; backward 1" + of_shards(nowhere, "") + "; step 1" + rest, late);
    }
  }
  // Shards that hold no part of any parameter take part all the same.
  add("scale; backward 0 inf#1; step 0; update", nowhere);
  add("scale; backward 0 finite#3 inf@1#3; step 0; update", 3);
  add("scale; step 0; update", 0);
  return all;
}

Cases optimizer_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (int bad = 0; bad < 3; ++bad) {
    std::string backward = "scale", steps;
    for (int o = 0; o < 3; ++o) {
      backward += "; backward " + std::to_string(o) + (o == bad ? " -inf*3:1" : " finite*3");
      steps += "; step " + std::to_string(o);
    }
    all.push_back(script(backward + steps + "; update", ++seed));
    all.push_back(script(backward + "; unscale 2; unscale 0; unscale 1" + steps + "; update", ++seed));
    ScalerCase mixed =
        script(backward + steps + "; update; scale; zero 0; backward 0 finite; step 0; update", ++seed);
    mixed.fused = 2;
    all.push_back(mixed);
  }
  all.push_back(script(
      "scale; backward 0 inf; backward 1 inf; backward 2 nan; step 0; step 1; step 2; update", ++seed));
  // Unscaled and not stepped: its flags count all the same.
  all.push_back(script("scale; backward 0 inf; unscale 0; backward 1 finite; step 1; update", ++seed));
  return all;
}

Cases once_cases(const ScalerOffer&, Tier, std::uint64_t seed) {
  Cases all;
  for (const unsigned fused : {0u, 1u}) {
    for (const char* gradients : {"finite", "finite*9", "inf", "nan*4:2"}) {
      for (const char* rest : {"; unscale 0; step 0", "; step 0", "; unscale 0; step 0; update",
                               "; unscale 0; unscale 0; step 0", "; step 0; step 0"}) {
        ScalerCase c = script(std::string("scale; backward 0 ") + gradients + rest, ++seed, 4);
        c.fused = fused;
        all.push_back(c);
      }
    }
  }
  return all;
}

}  // namespace ulpgate::scaler
