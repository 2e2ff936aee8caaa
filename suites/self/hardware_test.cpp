// ulpgate hardware: what it prints and how it ends.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

#include "suites/self/shell.h"

namespace {

namespace fs = std::filesystem;

ulpgate::Shell run(const std::string& arguments) {
  return ulpgate::shell("'" ULPGATE_BINARY "' " + arguments);
}

const std::string one = "00111111100000000000000000000000", two = "01000000000000000000000000000000";

/// A recorded set of one row: 1 * 1 + 1.
class Hardware : public testing::Test {
 public:
  Hardware() : root_(fs::temp_directory_path() / ("ulpgate_hardware_" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "H100/fp16");
    for (const char* matrix : {"a", "b"}) {
      std::string row = "3f800000";
      for (int k = 1; k < 16; ++k) row += " 00000000";
      write(std::string(matrix) + "_H100_fp16", row);
    }
    write("c_H100_fp32", one);
    write("d_H100_fp32", two);
  }
  ~Hardware() override { fs::remove_all(root_); }

 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / "H100/fp16" / (name + ".txt")) << text << "\n";
  }
  ulpgate::Shell check() const { return run("hardware '" + root_.string() + "'"); }

  fs::path root_;
};

TEST_F(Hardware, EqualRowsPass) {
  const ulpgate::Shell ended = check();
  EXPECT_EQ(ended.status, 0) << ended.text;
  EXPECT_NE(ended.text.find("H100  fp16 -> fp32  sm_90/mma.fp16.fp32  1     1      -"), std::string::npos)
      << ended.text;
  EXPECT_NE(ended.text.find("1 of 1 sets are equal in every row; 1 rows"), std::string::npos);
  EXPECT_NE(ended.text.find("not there: V100/fp16/fp32"), std::string::npos) << "what is missing is said";
}

TEST_F(Hardware, ADifferenceIsShownWithItsBits) {
  write("d_H100_fp32", one);
  const ulpgate::Shell ended = check();
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.text.find("row 1: recorded 0x3F800000 (1), computed 0x40000000 (2)"), std::string::npos)
      << ended.text;
}

TEST_F(Hardware, BadFilesAreBadUse) {
  write("d_H100_fp32", two + "0");
  ulpgate::Shell ended = check();
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.text.find("d_H100_fp32.txt:1: '010000000000000000000000000000000' is not 32 characters"),
            std::string::npos)
      << ended.text;
  ended = run("hardware '" + (root_ / "nowhere").string() + "'");
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.text.find("there is no recorded set"), std::string::npos) << ended.text;
  EXPECT_EQ(run("hardware").status, 2);
}

TEST_F(Hardware, AFolderTooDeepOrUnknownIsSaid) {
  const ulpgate::Shell deep = run("hardware '" + (root_ / "H100").string() + "'");
  EXPECT_EQ(deep.status, 2);
  EXPECT_NE(deep.text.find("It is the folder of one GPU: name the one above, " + root_.string() + "."),
            std::string::npos)
      << deep.text;
  fs::create_directories(root_ / "X9000/fp16");
  fs::create_directories(root_ / "notes");
  std::ofstream(root_ / "X9000/fp16/d_X9000_fp32.txt") << one << "\n";
  const ulpgate::Shell unknown = check();
  EXPECT_EQ(unknown.status, 0);
  EXPECT_NE(unknown.text.find("passed over, for no profile is known of them: X9000\n"), std::string::npos)
      << unknown.text;
}

}  // namespace
