// The reader of recorded outputs, on small archives made here.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "reference/tensor_core/recorded_check.h"

namespace ulpgate {
namespace {

namespace fs = std::filesystem;

const std::string one = "3f800000 00000000 00000000 00000000", word = "00111111100000000000000000000000";

/// V100/fp16 with two rows: 1 * 1 + 1.
class Archive : public testing::Test {
 public:
  Archive() : root_(fs::temp_directory_path() / ("ulpgate_recorded_" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "V100/fp16");
    write("a_V100_fp16", one + "\n" + one + "\n");
    write("b_V100_fp16", one + "\n" + one + "\n");
    write("c_V100_fp32", word + "\n" + word + "\n");
    write("d_V100_fp32", std::string("01000000000000000000000000000000\n") + word + "\n");
  }
  ~Archive() override { fs::remove_all(root_); }

 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / "V100/fp16" / (name + ".txt")) << text;
  }
  std::string file(const std::string& name) const { return (root_ / "V100/fp16" / (name + ".txt")).string(); }
  std::string message() const {
    try {
      read_recorded_set(root_, plan_);
    } catch (const RecordedSetError& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path root_;
  const RecordedPlan& plan_ = recorded_plans().front();
};

TEST_F(Archive, IsReadAndChecked) {
  ASSERT_EQ(plan_.name(), "V100/fp16/fp32");
  EXPECT_EQ(recorded_root(root_), root_);
  const RecordedSet set = read_recorded_set(root_, plan_);
  EXPECT_EQ(set.k, 4U);
  EXPECT_EQ(set.a_row(1)[0], 0x3C00U);
  const RecordedResult result =
      check_recorded(set, plan_, *find_profile(plan_.architecture)->find(plan_.entry));
  EXPECT_EQ(result.rows, 2U);
  EXPECT_EQ(result.equal, 1U);
  ASSERT_TRUE(result.first);
  EXPECT_EQ(result.first->row, 1U);
  EXPECT_EQ(result.first->recorded, 0x3F800000U);
  EXPECT_EQ(result.first->computed, 0x40000000U);
}

TEST_F(Archive, ACloneIsFoundBelow) {
  fs::create_directories(root_ / "clone/model_validation");
  fs::copy(root_ / "V100", root_ / "clone/model_validation/V100", fs::copy_options::recursive);
  EXPECT_EQ(recorded_root(root_ / "clone"), root_ / "clone/model_validation");
}

TEST_F(Archive, AFolderWithoutSetsIsNamed) {
  try {
    recorded_root(root_ / "nowhere");
    ADD_FAILURE();
  } catch (const RecordedSetError& error) {
    EXPECT_EQ(error.what(), (root_ / "nowhere").string() +
                                ": there is no recorded set, such as H100/fp16/d_H100_fp32.txt.");
  }
}

TEST_F(Archive, MalformedFilesAreNamedWithTheirLine) {
  const struct {
    const char* name;
    std::string text, place, problem;
  } rows[] = {
      {"a_V100_fp16", one + "\n3f800000 0 00000000 00000000\n", ":2", "'0' is not 8 hexadecimal digits"},
      {"a_V100_fp16", one + "\n3f80000g 00000000 00000000 00000000\n", ":2",
       "'3f80000g' is not 8 hexadecimal digits"},
      {"b_V100_fp16", one + "\n3f800000\n", ":2", "there are 1 words where 4 should be"},
      {"b_V100_fp16", one + "\n" + "3f800001" + one.substr(8) + "\n", ":2",
       "there is a word that is no value of fp16"},
      {"b_V100_fp16", one + "\n", "", "there are 1 rows, and 2 of D"},
      {"a_V100_fp16", "", "", "there is nothing in this file"},
      {"c_V100_fp32", word + "\n", "", "there are 1 rows, and 2 of D"},
      {"c_V100_fp32", word + "\n0011\n", ":2", "'0011' is not 32 characters 0 or 1"},
      {"d_V100_fp32", "2" + word.substr(1) + "\n", ":1",
       "'20111111100000000000000000000000' is not 32 characters 0 or 1"},
      {"d_V100_fp32", "", "", "there is nothing in this file"},
  };
  for (const auto& row : rows) {
    std::ifstream in(file(row.name));
    const std::string before{std::istreambuf_iterator<char>(in), {}};
    write(row.name, row.text);
    EXPECT_EQ(message(), file(row.name) + row.place + ": " + row.problem + ".");
    write(row.name, before);
  }
  fs::remove(file("c_V100_fp32"));
  EXPECT_EQ(message(), file("c_V100_fp32") + ": the file cannot be read.");
}

}  // namespace
}  // namespace ulpgate
