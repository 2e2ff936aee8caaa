#include "kernels/api/tests/row_problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "reference/formats/encode.h"

namespace ulpgate {
namespace {

constexpr std::byte gap{0xA5};

std::int64_t groups_of(const RowSizes& s) {
  std::int64_t groups = std::min<std::int64_t>(s.n, 2);
  while (s.n % groups != 0) ++groups;
  return groups;
}

std::vector<std::int64_t> shape_of(Extents extents, const RowSizes& s, bool reduced) {
  switch (extents) {
    case Extents::lines:
    case Extents::grouped:
      return {s.outer, s.n, s.inner};
    case Extents::groups:
      return {s.outer, groups_of(s)};
    case Extents::matrix:
      return {s.outer, s.n};
    case Extents::row:
      return {s.n};
    case Extents::column:
      return {s.outer};
    case Extents::reduced:
      return {reduced ? 1 : s.outer};
    case Extents::values:
      return {s.n, s.inner};
    case Extents::outputs:
      return {s.outer, s.inner};
    case Extents::single:
      return {1};
  }
  return {};
}

std::uint64_t code_of(const Format& format, double value) {
  if (format.kind == FormatKind::integer)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & format.code_mask();
  return encode(format, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), Rule{}).code;
}

}  // namespace

RowProblem::RowProblem(const Offer& offer, const RowSizes& sizes, const RowLayout& layout)
    : offer_(offer), sizes_(sizes) {
  for (const RowTensor& role : find_row_operation(offer.operation)->tensors) {
    for (const auto& [name, format] : offer.formats) {
      if (name == role.name) add(role, *find_format(format), layout);
    }
  }
  const auto claims = [&](const char* key, const char* value) {
    const auto found = offer.claims.find(key);
    return found != offer.claims.end() && found->second == value;
  };
  for (const RowScalar& s : find_row_operation(offer.operation)->scalars) {
    const double value = s.name == "groups" ? static_cast<double>(groups_of(sizes)) : s.usual;
    scalars_.push_back({s.name, s.format, code_of(*s.format, value)});
  }
  const Format& wide = offer.formats.front().second == "fp64" ? formats::fp64 : formats::fp32;
  if (claims("scale", "yes") || offer.operation == "attention") add_scalar("scale", wide, 0.5);
  if (claims("scale_y", "yes")) add_scalar("scale_y", formats::fp32, 24);
  if (claims("causal", "yes")) add_scalar("causal", formats::int32, 2);
  if (claims("smoothing", "yes")) add_scalar("smoothing", formats::fp32, 0.125);
  if (takes_eps(offer.operation))
    add_scalar("eps", claims("accumulator", "fp64") ? formats::fp64 : formats::fp32, 0x1p-10);
  if (offer.operation.starts_with("cross_entropy")) add_scalar("ignore_index", formats::int64, -100);
}

void RowProblem::add(const RowTensor& role, const Format& format, const RowLayout& layout) {
  Place p{.format = &format, .output = role.output, .extents = role.extents};
  const auto reduction = offer_.claims.find("reduction");
  p.shape = shape_of(role.extents, sizes_, reduction != offer_.claims.end() && reduction->second != "none");
  p.strides.assign(p.shape.size(), layout.step);
  for (std::size_t i = p.shape.size() - 1; i-- > 0;)
    p.strides[i] = p.strides[i + 1] * p.shape[i + 1] + layout.padding;
  constexpr std::int64_t around = 16;
  p.first = around + layout.misplaced;
  p.last = p.first;
  for (std::size_t i = 0; i < p.shape.size(); ++i)
    p.last += std::max<std::int64_t>(p.shape[i] - 1, 0) * p.strides[i];
  p.memory.assign(static_cast<std::size_t>(p.last + 1 + around) * format.bytes(), gap);
  tensors_.emplace(role.name, std::move(p));
}

void RowProblem::add_scalar(const char* name, const Format& format, double value) {
  scalars_.push_back({name, &format, code_of(format, value)});
}

std::int64_t RowProblem::index(const Place& p, std::int64_t outer, std::int64_t i, std::int64_t inner) const {
  switch (p.extents) {
    case Extents::lines:
    case Extents::grouped:
      return p.first + outer * p.strides[0] + i * p.strides[1] + inner * p.strides[2];
    case Extents::groups:
      return p.first + outer * p.strides[0] + i % p.shape[1] * p.strides[1];
    case Extents::matrix:
      return p.first + outer * p.strides[0] + i * p.strides[1];
    case Extents::outputs:
      return p.first + outer * p.strides[0] + inner * p.strides[1];
    case Extents::row:
      return p.first + i * p.strides[0];
    case Extents::column:
      return p.first + outer * p.strides[0];
    case Extents::reduced:
      return p.first + (p.shape[0] == 1 ? 0 : outer * p.strides[0]);
    case Extents::values:
      return p.first + i * p.strides[0] + inner * p.strides[1];
    case Extents::single:
      break;
  }
  return p.first;
}

double RowProblem::get(const std::string& role, std::int64_t outer, std::int64_t i,
                       std::int64_t inner) const {
  const Place& p = tensors_.at(role);
  std::uint64_t code = 0;
  std::memcpy(&code, &p.memory[static_cast<std::size_t>(index(p, outer, i, inner)) * p.format->bytes()],
              p.format->bytes());
  return to_double(*p.format, code);
}

void RowProblem::set(const std::string& role, std::int64_t outer, std::int64_t i, std::int64_t inner,
                     double value) {
  Place& p = tensors_.at(role);
  const std::uint64_t code = code_of(*p.format, value);
  std::memcpy(&p.memory[static_cast<std::size_t>(index(p, outer, i, inner)) * p.format->bytes()], &code,
              p.format->bytes());
}

void RowProblem::fill(const std::string& role,
                      const std::function<double(std::int64_t, std::int64_t, std::int64_t)>& value) {
  for (std::int64_t o = 0; o < sizes_.outer; ++o) {
    for (std::int64_t i = 0; i < sizes_.n; ++i) {
      for (std::int64_t j = 0; j < sizes_.inner; ++j) set(role, o, i, j, value(o, i, j));
    }
  }
}

void RowProblem::fill_inputs() {
  for (const auto& [role, p] : tensors_) {
    if (p.output) continue;
    const auto salt = static_cast<std::int64_t>(role[0]) + static_cast<std::int64_t>(role.size());
    const bool of_row = p.extents == Extents::column || p.extents == Extents::reduced;
    const bool integer = p.format->kind == FormatKind::integer;
    const std::int64_t n = sizes_.n;
    // Named once more: C++20 lets lambdas have bindings, and clang 14 does not.
    fill(role, [&, &role = role, &p = p](std::int64_t o, std::int64_t i, std::int64_t j) {
      const std::int64_t at = (of_row || p.extents == Extents::row)
                                  ? o * (of_row ? 1 : 0) + i * (of_row ? 0 : 1)
                                  : o * 7 + i * 5 + j * 3;
      if (role == "mask" && integer) return at % 4 == 1 ? 1.0 : 0.0;
      if (role == "sizes") return static_cast<double>(at % (n + 1));
      if (role == "target") return at % 3 == 2 ? -100.0 : static_cast<double>(at % n);
      if (role == "rstd") return 0.5 + 0.125 * static_cast<double>(at % 4);
      return static_cast<double>((at * at + at * salt) % 17 - 8) / 8;
    });
  }
}

Call RowProblem::call() const {
  call_tensors_.clear();
  for (const auto& [role, format] : offer_.formats) {
    const Place& p = tensors_.at(role);
    call_tensors_.push_back(
        {role, p.format, ulpgate::Memory::host, p.shape, p.strides,
         const_cast<std::byte*>(p.memory.data()) + p.first * static_cast<std::int64_t>(p.format->bytes())});
  }
  return {offer_.operation, offer_.variant, call_tensors_, scalars_, nullptr};
}

double RowProblem::scalar(const std::string& name, double otherwise) const {
  for (const Scalar& s : scalars_) {
    if (s.name == name) return to_double(*s.format, s.bits);
  }
  return otherwise;
}

std::vector<RowProblem::Memory> RowProblem::memory() const {
  std::vector<Memory> all;
  for (const auto& [role, p] : tensors_) {
    const auto bytes = static_cast<std::int64_t>(p.format->bytes());
    all.push_back({const_cast<std::byte*>(p.memory.data()) + p.first * bytes,
                   static_cast<std::size_t>((p.last + 1 - p.first) * bytes)});
  }
  return all;
}

bool RowProblem::gaps_hold() const {
  for (const auto& [role, p] : tensors_) {
    if (!p.output) continue;
    std::vector<std::byte> memory = p.memory;
    for (std::int64_t o = 0; o < sizes_.outer; ++o) {
      for (std::int64_t i = 0; i < sizes_.n; ++i) {
        for (std::int64_t j = 0; j < sizes_.inner; ++j)
          std::memset(&memory[static_cast<std::size_t>(index(p, o, i, j)) * p.format->bytes()], 0xA5,
                      p.format->bytes());
      }
    }
    for (const std::byte b : memory) {
      if (b != gap) return false;
    }
  }
  return true;
}

}  // namespace ulpgate
