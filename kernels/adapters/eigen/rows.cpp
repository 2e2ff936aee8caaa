#include "kernels/adapters/eigen/rows.h"

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/api/row_call.h"

namespace ulpgate::adapters {
namespace {

template <typename Element>
using Row = Eigen::Array<Element, Eigen::Dynamic, 1>;
using Stride = Eigen::InnerStride<>;

template <typename Element>
using Line = Eigen::Map<Row<Element>, 0, Stride>;

template <typename Element>
Line<Element> line_of(const RowView& v, std::int64_t n, std::int64_t outer, std::int64_t inner = 0) {
  return {reinterpret_cast<Element*>(v.at(outer, 0, inner)), n, Stride(v.stride)};
}

template <typename Element>
Row<Element> softmax(const Row<Element>& x) {
  const Row<Element> e = (x - x.maxCoeff()).exp();
  return e / e.sum();
}

template <typename Element>
Row<Element> log_softmax(const Row<Element>& x) {
  using std::log;
  const Row<Element> shifted = x - x.maxCoeff();
  return shifted - log(shifted.exp().sum());
}

template <typename Element, Row<Element> (*function)(const Row<Element>&)>
Reply along_lines(const Call& call) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  if (rows.n == 0) return {};
  for (std::int64_t outer = 0; outer < rows.outer; ++outer) {
    for (std::int64_t inner = 0; inner < rows.inner; ++inner) {
      const Row<Element> x = line_of<Element>(rows.view("x"), rows.n, outer, inner);
      line_of<Element>(rows.view("y"), rows.n, outer, inner) = function(x);
    }
  }
  return {};
}

template <typename Element>
Reply layer_norm(const Call& call) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  if (rows.n == 0) return {};
  const auto eps = static_cast<Element>(*rows.scalar("eps"));
  const Row<Element> gamma = line_of<Element>(rows.view("gamma"), rows.n, 0),
                     beta = line_of<Element>(rows.view("beta"), rows.n, 0);
  for (std::int64_t row = 0; row < rows.outer; ++row) {
    const Row<Element> x = line_of<Element>(rows.view("x"), rows.n, row);
    const Row<Element> centred = x - x.mean();
    const Element deviation = std::sqrt(centred.square().mean() + eps);
    line_of<Element>(rows.view("y"), rows.n, row) = centred / deviation * gamma + beta;
  }
  return {};
}

template <typename Element>
Reply rms_norm(const Call& call) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  if (rows.n == 0) return {};
  const auto eps = static_cast<Element>(*rows.scalar("eps"));
  const Row<Element> gamma = line_of<Element>(rows.view("gamma"), rows.n, 0);
  for (std::int64_t row = 0; row < rows.outer; ++row) {
    const Row<Element> x = line_of<Element>(rows.view("x"), rows.n, row);
    line_of<Element>(rows.view("y"), rows.n, row) = x / std::sqrt(x.square().mean() + eps) * gamma;
  }
  return {};
}

EntryPoint entry(const char* operation, const char* function, const Format& f,
                 std::initializer_list<const char*> roles, Reply (*run)(const Call&)) {
  Offer offer{operation,
              "expression",
              {},
              {{"accumulator", std::string(f.name)}},
              {{"function", function}, {"vectors", Eigen::SimdInstructionSetsInUse()}}};
  for (const char* role : roles) offer.formats.emplace_back(role, f.name);
  return {std::move(offer), run};
}

template <typename Element>
void append_softmax(std::vector<EntryPoint>& all, const Format& f) {
  all.push_back(entry("softmax", "e = (x - x.maxCoeff()).exp(); e / e.sum()", f, {"x", "y"},
                      along_lines<Element, softmax<Element>>));
  all.push_back(entry("log_softmax", "s = x - x.maxCoeff(); s - log(s.exp().sum())", f, {"x", "y"},
                      along_lines<Element, log_softmax<Element>>));
}

template <typename Element>
void append_norms(std::vector<EntryPoint>& all, const Format& f) {
  all.push_back(entry("layer_norm", "c = x - x.mean(); c / sqrt(c.square().mean() + eps) * gamma + beta", f,
                      {"x", "gamma", "beta", "y"}, layer_norm<Element>));
  all.push_back(entry("rms_norm", "x / sqrt(x.square().mean() + eps) * gamma", f, {"x", "gamma", "y"},
                      rms_norm<Element>));
}

}  // namespace

std::vector<EntryPoint> eigen_rows() {
  std::vector<EntryPoint> all;
  append_softmax<float>(all, formats::fp32);
  append_softmax<double>(all, formats::fp64);
  append_softmax<Eigen::half>(all, formats::fp16);
  append_softmax<Eigen::bfloat16>(all, formats::bf16);
  append_norms<float>(all, formats::fp32);
  append_norms<double>(all, formats::fp64);
  return all;
}

}  // namespace ulpgate::adapters
