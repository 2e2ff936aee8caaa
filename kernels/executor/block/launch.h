#pragma once
#include <cstddef>
#include <string>

#include "ulpgate/simt/host_launch.h"

namespace simt::detail {

/// What is wrong with it for that architecture, as a sentence part; empty where nothing is.
std::string check_launch(const Launch& launch, const std::string& architecture);

/// The most shared memory that a block of that architecture can have.
std::size_t shared_memory_limit(const std::string& architecture);

}  // namespace simt::detail
