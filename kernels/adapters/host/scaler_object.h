#pragma once
// GradScaler as an object of the implementation interface.
#include <memory>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::host {

std::vector<Offer> scaler_offers();
Reply create_scaler(const Call& call, std::unique_ptr<StatefulObject>& object);

}  // namespace ulpgate::host
