#include "reports/record/probed.h"

#include <gtest/gtest.h>

#include "reports/page/profile_page.h"
#include "reports/record/error.h"
#include "reports/record/json_text.h"
#include "reports/record/reader.h"
#include "reports/site/site.h"
#include "reports/tests/hostile.h"
#include "reports/tests/markup.h"
#include "reports/tests/pairs.h"
#include "reports/tests/scratch.h"

namespace ulpgate::report {
namespace {

/// As `ulpgate probe --json` writes it.
Json probe(const std::string& text = "mma.m16n8k16") {
  const Json instruction = {
      {"operation", "mma"},
      {"variant", text},
      {"findings",
       {{"a", "fp16"},
        {"b", "fp16"},
        {"accumulator", "fp32"},
        {"output", "fp32"},
        {"k", 16},
        {"scale_format", nullptr},
        {"fits", true},
        {"dots", 100},
        {"agreeing", 100},
        {"parameters",
         {{{"name", "fraction_bits"}, {"observable", "yes"}, {"found", "25"}, {"evidence", text}},
          {{"name", "alignment"}, {"observable", "yes"}, {"found", "toward_zero"}, {"evidence", "c = 1"}}}},
        {"profiles",
         {{{"profile", "sm_90"},
           {"entry", "mma.fp16.fp32"},
           {"equal", false},
           {"dots", 100},
           {"agreeing", 97},
           {"differences", {{{"parameter", "fraction_bits"}, {"found", "25"}, {"profile", "24"}}}}}}}}}};
  const Json gemm = {{"operation", "gemm"},
                     {"variant", "cublas"},
                     {"facts",
                      {{"formats", "fp16.fp16_to_fp32"},
                       {"facts", {{{"name", "split_k"}, {"value", nullptr}, {"evidence", text}}}}}}};
  return Json::array({instruction, gemm, {{"operation", "mma"}, {"variant", "x"}, {"not_run", text}}});
}

TEST(Probed, IsReadAsTheProbeWritesIt) {
  const std::vector<Probed> all = probed_from_json(probe());
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].formats, "fp16 x fp16 + fp32 -> fp32, k 16");
  EXPECT_EQ(all[0].verdict, "one model explains all 100 dots");
  EXPECT_EQ(all[0].profiles.at(0).differences.at(0).profile, "24");
  EXPECT_EQ(all[1].facts.at(0).found, "not observable");
  EXPECT_EQ(all[2].not_run, "mma.m16n8k16");
  Json wrong = probe();
  wrong[0]["findings"].erase("fits");
  EXPECT_THROW(probed_from_json(wrong), InputError);
  EXPECT_THROW(probed_from_json(Json::object()), InputError);
}

TEST(Probed, ThePageSaysWhatDiffers) {
  const std::string page = render_profile_page(pairs::before(), probed_from_json(probe()));
  EXPECT_NO_THROW(parse_markup(page));
  for (const char* text :
       {"≠ differs from sm_90/mma.fp16.fp32: 97 of 100 dots", "≠ 24", "✓ agrees", "not observable"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
  // Without a device, the architecture is the one that claims name.
  Report of_model = pairs::before();
  of_model.environment["device"] = nullptr;
  const std::string unnamed = render_profile_page(of_model, probed_from_json(probe()));
  EXPECT_NE(unnamed.find("? no architecture is named"), std::string::npos);
  EXPECT_EQ(unnamed.find("✓ agrees"), std::string::npos);
  of_model.rows[0].claims["profile"] = "sm_90/mma.fp16.fp32";
  EXPECT_NE(render_profile_page(of_model, probed_from_json(probe())).find("✓ agrees"), std::string::npos);
  for (const std::string& text : hostile_texts) {
    const std::string hostile = render_profile_page(hostile_report(text), probed_from_json(probe(text)));
    EXPECT_NO_THROW(parse_markup(hostile)) << text;
    EXPECT_EQ(hostile.find('\x1b'), std::string::npos);
  }
}

TEST(Probed, ASiteHasTheFactsOfItsReports) {
  const Scratch scratch;
  const std::filesystem::path one = scratch.path() / "one", two = scratch.path() / "two";
  write_report(pairs::before(), one / "report.json");
  write_report(pairs::fixed(), two / "report.json");
  write_file(compact(probe()), one / "probe.cublas.json");
  const SiteResult site = write_site({one, two}, scratch.path() / "site", 1);
  EXPECT_EQ(site.columns.size(), 2U);
  const std::string facts = read_file(scratch.path() / "site/facts.html");
  for (const char* text : {"≠ 25", "✓ toward_zero", "? unknown", "report/one/profile.html"})
    EXPECT_NE(facts.find(text), std::string::npos) << text;
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "site/report/one/profile.html"));
  EXPECT_TRUE(std::filesystem::exists(scratch.path() / "site/report/one/probe.cublas.json"));
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "site/report/two/profile.html"));
  EXPECT_NE(read_file(scratch.path() / "site/index.html").find("href=\"facts.html\""), std::string::npos);
  EXPECT_EQ(parse_json(read_file(scratch.path() / "site/facts.json"))["facts"].size(), 3U);
  write_file("{", one / "probe.json");
  EXPECT_THROW(read_probed(one), InputError);
}

}  // namespace
}  // namespace ulpgate::report
