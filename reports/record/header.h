#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/record/row.h"

namespace ulpgate::report {

/// Version of the record schema that this code writes, and the only one it reads.
inline constexpr std::uint64_t schema_version = 2;

/// The suite that judged. `commit` is "unknown" where the build could not tell; `clean` is false then, too.
struct Suite {
  std::string name, version, commit;
  bool clean = false;
  bool operator==(const Suite&) const = default;
};

struct ImplementationInfo {
  std::string name, version, description;
  bool operator==(const ImplementationInfo&) const = default;
};

/// The normative text behind a requirement's id.
struct RequirementText {
  Level level = Level::sound;
  std::string statement, rationale, source;
  bool operator==(const RequirementText&) const = default;
};

using Requirements = std::map<std::string, RequirementText>;

/// Range and precision of a number format that rows use. Of formats with a sign these are magnitudes;
/// integers have no normal numbers, so their smallest ones are 1.
struct FormatFacts {
  std::uint64_t bits = 0;       ///< of a code
  std::uint64_t precision = 0;  ///< significant bits of a normal number, the implicit one included
  double smallest = 0, smallest_normal = 0, largest = 0;  ///< positive and finite
  bool operator==(const FormatFacts&) const = default;
};

using FormatTable = std::map<std::string, FormatFacts>;  ///< by name

/// One part, by rows, of a run in several (`ulpgate run --shard`). `asked` is what the whole run was asked
/// for: only parts of the same make a whole.
struct Shard {
  std::uint64_t index = 0;  ///< from 1
  std::uint64_t count = 0;
  std::string asked;
  bool operator==(const Shard&) const = default;
};

/// First line of a record file. It holds no time: the same run gives the same header.
struct Header {
  Suite suite;
  std::string operation;
  ImplementationInfo implementation;
  std::string tier;
  std::uint64_t seed = 0;  ///< a decimal string in JSON, so that no reader rounds it
  Requirements requirements;
  FormatTable formats;         ///< those of the plan
  std::optional<Shard> shard;  ///< nothing where the run is whole
  /// Ids of expectations that are of this implementation and operation, and match no row of the plan.
  std::vector<std::string> unmatched_expectations;
};

Json to_json(const Suite& suite);
Json to_json(const Requirements& requirements);
Json to_json(const FormatTable& formats);
Json to_json(const Shard& shard);
Json to_json(const Header& header);  ///< with "type" and "schema_version"

/// These throw InputError naming the first key that is missing, unknown or of the wrong kind.
Suite suite_from_json(const Json& json);
Requirements requirements_from_json(const Json& json);
FormatTable formats_table_from_json(const Json& json);
Shard shard_from_json(const Json& json);
Header header_from_json(const Json& json);

/// "shard 2 of 3".
std::string name(const Shard& shard);

/// Throws InputError unless `json` is the schema version that this code knows.
void check_schema_version(const Json& json, std::uint64_t known = schema_version);

/// Decimal text of a u64, as seeds are written. `seed_from_text` throws InputError for anything else.
std::string seed_text(std::uint64_t seed);
std::uint64_t seed_from_text(const std::string& text);

}  // namespace ulpgate::report
