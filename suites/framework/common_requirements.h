#pragma once
// What every implementation must do before anything of it can be judged.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate {

inline constexpr std::array common_requirement_table{
    Requirement{"API-LOAD-1", Level::sound, "An implementation loads and says what it offers.",
                "A plug-in that cannot be loaded, or dies while loading, must not look like one that was "
                "never asked for.",
                "ulpgate/plugin.h: ulpgate_plugin_entry"},
    Requirement{"API-CLAIM-1", Level::sound,
                "An offer claims every choice that its operation and formats leave open.",
                "Where the field disagrees, only a stated choice can be held to.",
                "ulpgate/plugin.h: claims"},
};

}  // namespace ulpgate
