#pragma once
// The whole pipeline, as a user types it: a folder for each test, and what a run leaves there.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unistd.h>

#include "suites/self/shell.h"

namespace ulpgate::pipeline {

namespace fs = std::filesystem;
using nlohmann::json;

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
