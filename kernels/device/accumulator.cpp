#include "kernels/device/accumulator.h"

#include "reference/tensor_core/profile.h"

namespace ulpgate::device {

std::string tensor_core_accumulator(const std::string& architecture, const Format& a, const Format& b,
                                    const Format& accumulator) {
  const Profile* profile = find_profile(architecture);
  for (const char* family : {"tcgen05", "wgmma", "mma"}) {
    if (profile == nullptr) break;
    for (const ProfileEntry& e : profile->entries) {
      if (e.family == family && e.takes(a, b) && e.accumulator->name == accumulator.name &&
          e.output->name == accumulator.name && e.arithmetic.scale_format == nullptr)
        return architecture + "/" + e.id;
    }
  }
  return std::string(accumulator.name);
}

}  // namespace ulpgate::device
