#pragma once
// A run in parts, by rows: on several machines of one kind, or on several devices.
#include <optional>
#include <string>
#include <string_view>

#include "reports/record/header.h"

namespace ulpgate {

/// "2/3": the second of three; nothing for any other text.
std::optional<report::Shard> parse_shard(const std::string& text);
std::string shard_text(const report::Shard& shard);

/// Whether a row belongs to that shard: a function of its id alone, so that each row is in one shard, on
/// every machine.
bool holds(const report::Shard& shard, std::string_view row_id);

}  // namespace ulpgate
