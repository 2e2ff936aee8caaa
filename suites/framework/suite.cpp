#include "suites/framework/suite.h"

#include <array>

#include "suites/attention/suite.h"
#include "suites/autocast/suite.h"
#include "suites/convert/suite.h"
#include "suites/framework/common_requirements.h"
#include "suites/gemm/suite.h"
#include "suites/loss/suite.h"
#include "suites/mma/suite.h"
#include "suites/norm/suite.h"
#include "suites/optimizer/suite.h"
#include "suites/quantize/suite.h"
#include "suites/scaler/suite.h"
#include "suites/softmax/suite.h"

namespace ulpgate {

std::span<const Suite* const> all_suites() {
  static const std::array all{&convert::suite(),
                              &gemm::suite(),
                              &mma::suite(),
                              &softmax::softmax_suite(),
                              &softmax::log_softmax_suite(),
                              &norm::layer_norm_suite(),
                              &norm::rms_norm_suite(),
                              &norm::group_norm_suite(),
                              &softmax::softmax_backward_suite(),
                              &softmax::log_softmax_backward_suite(),
                              &norm::layer_norm_backward_suite(),
                              &norm::rms_norm_backward_suite(),
                              &norm::group_norm_backward_suite(),
                              &loss::cross_entropy_suite(),
                              &loss::cross_entropy_backward_suite(),
                              &attention::suite(),
                              &blocks::amax_suite(),
                              &blocks::quantize_suite(),
                              &blocks::dequantize_suite(),
                              &blocks::delayed_scale_update_suite(),
                              &blocks::hadamard_suite(),
                              &scaler::suite(),
                              &optimizer::adamw_suite(),
                              &optimizer::clip_suite(),
                              &optimizer::accumulate_suite(),
                              &optimizer::sgd_suite(),
                              &optimizer::gradient_norm_suite(),
                              &optimizer::unscale_suite(),
                              &optimizer::scale_update_suite(),
                              &autocast::suite()};
  return all;
}

const Suite* find_suite(std::string_view operation) {
  for (const Suite* s : all_suites()) {
    if (s->operation == operation) return s;
  }
  return nullptr;
}

std::span<const Requirement> common_requirements() { return common_requirement_table; }

const Requirement* find_requirement(std::string_view id) {
  for (const Requirement& r : common_requirements()) {
    if (r.id == id) return &r;
  }
  for (const Suite* s : all_suites()) {
    for (const Requirement& r : s->requirements) {
      if (r.id == id) return &r;
    }
  }
  return nullptr;
}

std::string row_id(std::string_view operation, std::string_view implementation, std::string_view formats,
                   std::string_view variant, std::string_view requirement) {
  std::string id(operation);
  for (std::string_view part : {implementation, formats, variant, requirement}) {
    if (!part.empty()) id += "/" + std::string(part);
  }
  return id;
}

}  // namespace ulpgate
