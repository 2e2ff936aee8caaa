// ulpgate hardware: what it prints and how it ends.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

struct Ended {
  int status = -1;
  std::string output;
};

Ended run(const std::string& arguments) {
  const std::string command = std::string("'") + ULPGATE_BINARY + "' " + arguments + " 2>&1";
  Ended ended;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) ended.output += buffer.data();
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  return ended;
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
  Ended check() const { return run("hardware '" + root_.string() + "'"); }

  fs::path root_;
};

TEST_F(Hardware, EqualRowsPass) {
  const Ended ended = check();
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_NE(ended.output.find("H100  fp16 -> fp32  sm_90/mma.fp16.fp32  1     1      -"), std::string::npos)
      << ended.output;
  EXPECT_NE(ended.output.find("1 of 1 sets are equal in every row; 1 rows"), std::string::npos);
  EXPECT_NE(ended.output.find("not there: V100/fp16/fp32"), std::string::npos) << "what is missing is said";
}

TEST_F(Hardware, ADifferenceIsShownWithItsBits) {
  write("d_H100_fp32", one);
  const Ended ended = check();
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.output.find("row 1: recorded 0x3F800000 (1), computed 0x40000000 (2)"), std::string::npos)
      << ended.output;
}

TEST_F(Hardware, BadFilesAreBadUse) {
  write("d_H100_fp32", two + "0");
  Ended ended = check();
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.output.find("d_H100_fp32.txt:1: '010000000000000000000000000000000' is not 32 characters"),
            std::string::npos)
      << ended.output;
  ended = run("hardware '" + (root_ / "nowhere").string() + "'");
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.output.find("there is no recorded set"), std::string::npos) << ended.output;
  EXPECT_EQ(run("hardware").status, 2);
}

TEST_F(Hardware, AFolderTooDeepOrUnknownIsSaid) {
  const Ended deep = run("hardware '" + (root_ / "H100").string() + "'");
  EXPECT_EQ(deep.status, 2);
  EXPECT_NE(deep.output.find("It is the folder of one GPU: name the one above, " + root_.string() + "."),
            std::string::npos)
      << deep.output;
  fs::create_directories(root_ / "X9000/fp16");
  fs::create_directories(root_ / "notes");
  std::ofstream(root_ / "X9000/fp16/d_X9000_fp32.txt") << one << "\n";
  const Ended unknown = check();
  EXPECT_EQ(unknown.status, 0);
  EXPECT_NE(unknown.output.find("passed over, for no profile is known of them: X9000\n"), std::string::npos)
      << unknown.output;
}

}  // namespace
