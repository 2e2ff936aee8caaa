// Files that are no plug-in, or not one of ours: each is one sentence that names the file, and none ends the
// process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/api/tests/test_files.h"

namespace ulpgate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Loader, LoadsTheControl) {
  const auto control = load_plugin(plugin_path("control"));
  EXPECT_EQ(control->name(), "plugin:control");
  EXPECT_EQ(control->version(), "1");
  EXPECT_TRUE(control->concurrent());
  EXPECT_GE(control->offers().size(), 10u);
  EXPECT_FALSE(control->not_run().has_value());
}

TEST(Loader, FindsAFileInTheCurrentFolder) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(ULPGATE_PLUGINS_FOLDER);
  const std::string error = load_error("control.so");
  std::filesystem::current_path(before);
  EXPECT_EQ(error, "");
}

TEST(Loader, NamesWhatIsMissing) {
  EXPECT_EQ(load_error("/nonexistent/mine.so"), "/nonexistent/mine.so: no such file");
  EXPECT_EQ(load_error(""), ": no such file");
  EXPECT_THAT(load_error(ULPGATE_PLUGINS_FOLDER), HasSubstr("not a file"));
  EXPECT_THAT(load_error(plugin_path("no_entry")), HasSubstr("has no ulpgate_plugin_entry"));
}

TEST(Loader, SaysWhatALibraryLacks) {
  const std::string path = plugin_path("undefined");
  EXPECT_EQ(load_error(path), path + ": cannot be loaded: undefined symbol: nobody_has_this");
}

TEST(Loader, RefusesAnotherVersion) {
  EXPECT_THAT(load_error(plugin_path("wrong_abi")), HasSubstr("ABI version 99, this ulpgate speaks 1"));
}

TEST(Loader, RefusesMalformedOffersAndNames) {
  EXPECT_THAT(load_error(plugin_path("bad_offer")), HasSubstr("no format is called 'fp7'"));
  EXPECT_THAT(load_error(plugin_path("hostile_name")), HasSubstr("its name is '../../<script>"));
}

TEST(Loader, RefusesWhatIsNotALibrary) {
  const TemporaryFolder folder;
  for (const std::string& content :
       {std::string(), std::string("hello\n"), std::string("\177ELF"),
        std::string("\177ELF\2\1\1", 7) + std::string(200, '\0'), std::string(5000, '\xff')}) {
    const std::string path = folder.write("text.so", content);
    EXPECT_THAT(load_error(path),
                AllOf(StartsWith(path), HasSubstr("not an ELF shared library or truncated")));
  }
}

// dlopen is killed by SIGBUS on some of these.
TEST(Loader, SurvivesATruncatedLibrary) {
  const TemporaryFolder folder;
  const std::string whole = read_file(plugin_path("control"));
  ASSERT_GT(whole.size(), 4096u);
  std::vector<std::size_t> lengths{1, 4, 16, 63, 64, 65, 200, whole.size() - 1, whole.size() - 64};
  for (std::size_t length = 512; length < whole.size(); length += 1024) lengths.push_back(length);
  for (const std::size_t length : lengths) {
    const std::string path = folder.write("cut-" + std::to_string(length) + ".so", whole.substr(0, length));
    EXPECT_THAT(load_error(path), AllOf(StartsWith(path), HasSubstr("truncated"))) << length;
  }
}

TEST(Loader, SaysOneSentenceWithoutControlCharacters) {
  for (const char* name : {"no_entry", "wrong_abi", "bad_offer", "hostile_name"}) {
    for (const char c : load_error(plugin_path(name))) EXPECT_GE(c, ' ') << name;
  }
}

TEST(Loader, TakesWhatAUserTypes) {
  EXPECT_EQ(make_implementation("plugin:" + plugin_path("control"))->name(), "plugin:control");
}

}  // namespace
}  // namespace ulpgate
