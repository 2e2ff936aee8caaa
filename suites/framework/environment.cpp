#include "suites/framework/environment.h"

#include <boost/version.hpp>
#include <string>

#include "kernels/api/cuda_environment.h"
#include "reports/record/host_environment.h"

namespace ulpgate {

report::Json run_environment() {
  report::Json environment = report::host_environment();
  report::Json cuda = report::Json::object();
  report::Json device = report::Json::object();
  for (const auto& [key, value] : cuda_environment()) {
    const bool of_toolkit = key == "runtime" || key == "driver" || key == "headers";
    (of_toolkit ? cuda : device)[key] = value;
  }
  environment["cuda"] = cuda;
  environment["libraries"] = {{"boost", BOOST_LIB_VERSION}};
  environment["device"] = device.empty() ? report::Json(nullptr) : device;
  return environment;
}

}  // namespace ulpgate
