#include <filesystem>
#include <gtest/gtest.h>

#include "reports/page/page.h"
#include "reports/record/error.h"
#include "reports/record/merge.h"

namespace ulpgate::report {
namespace {

// What fuzzing starts from stays readable, in builds that cannot fuzz, too.
TEST(FuzzSeeds, AreReadAsTheirNamesSay) {
  const std::filesystem::path folder = ULPGATE_FUZZ_SEEDS_DIR;
  EXPECT_TRUE(read_records(folder / "whole.jsonl").whole());
  EXPECT_TRUE(read_records(folder / "no-rows.jsonl").whole());
  EXPECT_FALSE(read_records(folder / "truncated.jsonl").whole());
  EXPECT_FALSE(read_records(folder / "half-header.jsonl").header);
  EXPECT_EQ(to_json(read_report(folder / "report.json"))["rows"],
            to_json(merge({read_records(folder / "whole.jsonl")}))["rows"]);
  EXPECT_THROW(read_records(folder / "report.json"), InputError);
  EXPECT_FALSE(render_page(merge({read_records(folder / "truncated.jsonl")})).empty());
}

}  // namespace
}  // namespace ulpgate::report
