// Autocast's policies: the tables, published results, and where the devices differ.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "reference/autocast/result_format.h"

namespace ulpgate {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::filesystem::path(ULPGATE_AUTOCAST) / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

const AutocastTable& table(const std::string& device) {
  static const AutocastTable cuda(text_of("cuda.txt"), "cuda.txt"), cpu(text_of("cpu.txt"), "cpu.txt");
  return device == "cuda" ? cuda : cpu;
}

TEST(Autocast, Results) {
  std::istringstream lines(text_of("results.txt"));
  int checked = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string first, device, low, operation;
    if (!(words >> first >> device >> low >> operation)) continue;
    AutocastCall call;
    call.policy = table(device).policy(operation);
    call.low = find_format(low);
    std::string word;
    while (words >> word && word != "->") {
      if (word == "in_place") {
        call.in_place = true;
      } else if (word.starts_with("dtype=")) {
        call.dtype = find_format(word.substr(6));
      } else {
        call.inputs.push_back(find_format(word));
      }
    }
    words >> word;
    const AutocastResult result = autocast_result(call);
    constexpr const char* kinds[] = {"", "untouched", "banned", "mixed"};
    const std::string got = result.kind == AutocastResult::Kind::format
                                ? std::string(result.format->name)
                                : kinds[static_cast<std::size_t>(result.kind)];
    EXPECT_EQ(got, word) << line;
    ++checked;
  }
  EXPECT_GT(checked, 40);
}

TEST(Autocast, TheDevicesDiffer) {
  const auto policies = [](const char* operation) {
    return std::pair{table("cuda").policy(operation), table("cpu").policy(operation)};
  };
  for (const char* operation : {"softmax", "log_softmax", "layer_norm", "exp", "log", "pow", "sum", "norm"}) {
    EXPECT_NE(policies(operation).first, AutocastPolicy::none) << operation;
    EXPECT_EQ(policies(operation).second, AutocastPolicy::none) << operation;
  }
  for (const char* operation : {"mv", "addmv", "addr", "einsum"})
    EXPECT_EQ(policies(operation), (std::pair{AutocastPolicy::lower_precision, AutocastPolicy::none}))
        << operation;
  for (const char* operation : {"cat", "stack"})
    EXPECT_EQ(policies(operation), (std::pair{AutocastPolicy::none, AutocastPolicy::widest})) << operation;
  EXPECT_EQ(policies("binary_cross_entropy"), (std::pair{AutocastPolicy::banned, AutocastPolicy::fp32}));
  EXPECT_EQ(policies("mean"), (std::pair{AutocastPolicy::none, AutocastPolicy::none}));
}

TEST(Autocast, NothingIsNarrowedButByLowerPrecision) {
  for (const AutocastPolicy policy :
       {AutocastPolicy::fp32, AutocastPolicy::fp32_result, AutocastPolicy::fp32_appended,
        AutocastPolicy::widest, AutocastPolicy::none}) {
    for (const Format* a : {&formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64}) {
      for (const Format* low : {&formats::fp16, &formats::bf16}) {
        const AutocastResult result = autocast_result({policy, low, {a, a}});
        if (result.kind == AutocastResult::Kind::mixed) continue;
        EXPECT_GE(result.format->storage_bits, a->storage_bits);
        EXPECT_TRUE(a != &formats::fp64 || result.format == a);
      }
    }
  }
}

TEST(Autocast, AMixtureIsAnErrorBeforeTheFirstFp32Alone) {
  const Format* const choice[] = {&formats::fp16, &formats::bf16, &formats::fp32, &formats::fp64};
  int mixed = 0;
  for (const Format* a : choice) {
    for (const Format* b : choice) {
      for (const Format* c : choice) {
        bool bad = false, any_fp32 = false;
        for (const Format* f : {a, b, c}) {
          any_fp32 = any_fp32 || f == &formats::fp32;
          bad = bad || (!any_fp32 && f == &formats::fp16);
        }
        const AutocastResult result = autocast_result({AutocastPolicy::widest, &formats::bf16, {a, b, c}});
        EXPECT_EQ(result.kind == AutocastResult::Kind::mixed, bad) << a->name << b->name << c->name;
        mixed += bad ? 1 : 0;
        if (bad) continue;
        const bool any_fp64 = a == &formats::fp64 || b == &formats::fp64 || c == &formats::fp64;
        EXPECT_EQ(result.format, any_fp64 ? &formats::fp64 : any_fp32 ? &formats::fp32 : &formats::bf16);
      }
    }
  }
  EXPECT_EQ(mixed, 16 + 2 * 4 + 4);
}

TEST(Autocast, MalformedTables) {
  for (const char* text : {"", "# nothing", "fp32", "fp64 mm", "fp32 mm\nbanned mm"})
    EXPECT_THROW(AutocastTable(text, "x"), std::runtime_error) << text;
}

}  // namespace
}  // namespace ulpgate
