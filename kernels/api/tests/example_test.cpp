// The plug-in that plugin.h gives as its example, compiled as a stranger would: outside the tree, from the
// header alone.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#include "kernels/api/tests/test_files.h"

namespace ulpgate {
namespace {

/// The lines of plugin.h between "A whole plug-in:" and the remark after it, without their comment stars.
std::string example() {
  std::istringstream header(read_file(ULPGATE_PLUGIN_HEADER));
  std::string code;
  bool inside = false;
  for (std::string line; std::getline(header, line);) {
    if (line.find("(It fails:") != std::string::npos) break;
    if (inside && line.size() > 3) code += line.substr(3) + "\n";
    inside = inside || line.find("A whole plug-in:") != std::string::npos;
  }
  return code;
}

TEST(Example, CompilesFromTheHeaderAloneAndRuns) {
  if (std::system(ULPGATE_C_COMPILER " --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no C compiler here";
  const TemporaryFolder folder;
  const std::string source = folder.write("mine.c", example());
  const std::string header = folder.write("include/ulpgate/plugin.h", read_file(ULPGATE_PLUGIN_HEADER));
  const std::string library = folder.path("mine.so");
  const std::string command = std::string(ULPGATE_C_COMPILER) +
                              " -std=c99 -Wall -Wextra -pedantic -Werror -shared -fPIC -I " +
                              folder.path("include") + " -o " + library + " " + source;
  ASSERT_EQ(std::system(command.c_str()), 0) << command << "\n" << example();

  const auto mine = load_plugin(library);
  EXPECT_EQ(mine->name(), "plugin:mine");
  ASSERT_EQ(mine->offers().size(), 1u);
  EXPECT_EQ(mine->offers()[0].claims.at("rounding"), "toward_zero");

  std::array<std::uint32_t, 3> from{0x3f80ffff, 0xc0490fdb, 0x7f800001};
  std::array<std::uint16_t, 3> to{};
  const std::array<std::int64_t, 1> shape{3};
  const std::array<std::int64_t, 1> strides{1};
  const std::array tensors{Tensor{"from", &formats::fp32, Memory::host, shape, strides, from.data()},
                           Tensor{"to", &formats::bf16, Memory::host, shape, strides, to.data()}};
  EXPECT_EQ(mine->call({"convert", "truncate", tensors, {}, nullptr}).status, Status::ok);
  // The last one is the fault that the remark speaks of: a NaN that becomes an infinity.
  EXPECT_EQ(to, (std::array<std::uint16_t, 3>{0x3f80, 0xc049, 0x7f80}));
}

}  // namespace
}  // namespace ulpgate
