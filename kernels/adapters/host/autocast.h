#pragma once
// Autocast regions as objects of the implementation interface.
#include <memory>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::host {

std::vector<Offer> autocast_offers();
Reply create_autocast(const Call& call, std::unique_ptr<StatefulObject>& object);

}  // namespace ulpgate::host
