#include "reference/tensor_core/profile.h"
#include "reference/tensor_core/profile_file.h"
#include "reference/vectors/embedded_file.h"

namespace ulpgate {

std::span<const EmbeddedFile> embedded_profiles();

const std::vector<Profile>& built_in_profiles() {
  static const std::vector<Profile> all = [] {
    std::vector<Profile> profiles;
    for (const EmbeddedFile& file : embedded_profiles())
      profiles.push_back(read_profile(file.text, std::string(file.name)));
    return profiles;
  }();
  return all;
}

const Profile* find_profile(std::string_view architecture) {
  for (const Profile& p : built_in_profiles()) {
    if (p.architecture == architecture) return &p;
  }
  return nullptr;
}

}  // namespace ulpgate
