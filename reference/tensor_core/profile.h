#pragma once
// An architecture's matrix instructions as data: who computes what, and how we know.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/formats/format.h"
#include "reference/tensor_core/arithmetic.h"

namespace ulpgate {

/// How a parameter is known, from the strongest down.
enum class EvidenceKind {
  recorded,    ///< V: reproduced recorded outputs of the hardware bit for bit
  simulator,   ///< M: taken from MMA-Sim, whose authors compared it with hardware at random
  matlab,      ///< K: taken from the MATLAB models of Khattak and Mikaitis, compared with hardware at random
  documented,  ///< D: the vendor's documentation says so
  inferred,    ///< I: follows from other observations
  uncertain,   ///< U: to be confirmed on hardware
};

/// The letter that stands for it in a profile.
char letter(EvidenceKind kind);

struct Evidence {
  EvidenceKind kind = EvidenceKind::uncertain;
  std::string source;  ///< a sentence or a citation
};

/// One instruction's block, in elements: D (m x n) = A (m x k) * B (k x n) + C (m x n).
struct MmaShape {
  int m = 0;
  int n = 0;
  int k = 0;
  friend bool operator==(const MmaShape&, const MmaShape&) = default;
};

/// "m16n8k16".
std::string to_text(const MmaShape& shape);

enum class Mixing {
  same,       ///< A and B have the same format
  different,  ///< they have different ones
  any,
};

/// One kind of instruction: a key (family, formats, shapes) and its arithmetic.
struct ProfileEntry {
  std::string id;      ///< unique in its profile: "mma.fp16.fp32"
  std::string family;  ///< mma (also wmma, dmma, imma), wgmma, tcgen05, mfma, mfma_1k
  std::vector<const Format*> inputs;
  Mixing mixing = Mixing::same;
  const Format* accumulator = nullptr;  ///< C
  const Format* output = nullptr;       ///< D
  std::vector<MmaShape> shapes;         ///< by ascending k
  Arithmetic arithmetic;
  std::map<std::string, Evidence, std::less<>> evidence;  ///< by parameter, as named in the profile
  std::string note;

  bool takes(const Format& a, const Format& b) const;
  /// Every pair of input formats it takes.
  std::vector<std::pair<const Format*, const Format*>> input_pairs() const;
  int largest_k() const { return shapes.back().k; }
};

struct Profile {
  std::string architecture;  ///< "sm_90", "cdna3"
  std::string name;          ///< "Hopper"
  std::string vendor;
  std::vector<ProfileEntry> entries;

  /// nullptr where there is none.
  const ProfileEntry* find(std::string_view id) const;
  /// By key: the first of the entries that differ in block scales or integer overflow alone. nullptr where no
  /// entry has that family, those formats and a shape with that k.
  const ProfileEntry* find(std::string_view family, const Format& a, const Format& b,
                           const Format& accumulator, const Format& output, int k) const;
};

/// What is wrong with the arithmetic of an entry, as one sentence; empty when the engine can run it. Readers
/// of profiles call it, and so must everybody who changes parameters.
std::string check_entry(const ProfileEntry& entry);

/// Every profile that the program carries (fixtures/profiles), by name.
const std::vector<Profile>& built_in_profiles();
/// nullptr where there is none.
const Profile* find_profile(std::string_view architecture);

}  // namespace ulpgate
