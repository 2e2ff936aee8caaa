#pragma once
// The whole pipeline, as a user types it: a folder for each test, and what a run leaves there.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace ulpgate::pipeline {

namespace fs = std::filesystem;
using nlohmann::json;

struct Shell {
  int status = -1;
  std::string text;  ///< standard output and error
};

inline Shell shell(const std::string& command) {
  Shell s;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  for (std::size_t n = fread(buffer, 1, sizeof buffer, pipe); n > 0;
       n = fread(buffer, 1, sizeof buffer, pipe))
    s.text.append(buffer, n);
  const int status = pclose(pipe);
  s.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return s;
}

inline std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

class Pipeline : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    out_ = fs::temp_directory_path() / ("ulpgate-" + std::to_string(getpid()) + "-" + test->name());
    fs::remove_all(out_);
  }
  void TearDown() override { fs::remove_all(out_); }

  static std::string ulpgate() { return ULPGATE_BINARY; }
  static std::string plugin(const std::string& name) {
    return "plugin:" ULPGATE_PLUGINS_FOLDER "/" + name + ".so";
  }
  Shell run(const std::string& arguments) const {
    return shell(ulpgate() + " run --tier smoke --out " + out_.string() + " " + arguments);
  }
  json report() const { return json::parse(read(out_ / "report.json")); }

  /// Rows of an implementation by verdict.
  std::map<std::string, int> verdicts(const std::string& implementation) const {
    std::map<std::string, int> counts;
    const json all = report();
    for (const json& row : all["rows"]) {
      if (row["implementation"] == implementation) ++counts[row["verdict"]];
    }
    return counts;
  }

  fs::path out_;
};

}  // namespace ulpgate::pipeline
