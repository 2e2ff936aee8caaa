#include <reference/exact/exact.h>
#include <reference/formats/encode.h>

int main() {
  const ulpgate::Rule rule{.overflow = ulpgate::Overflow::saturate};
  const auto code = ulpgate::encode(ulpgate::formats::e4m3, ulpgate::Exact::from_double(1.5), rule).code;
  return code == 0x3C ? 0 : 1;
}
