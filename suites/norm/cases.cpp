#include "suites/rows/cases.h"

#include "suites/framework/codes.h"
#include "suites/norm/properties.h"

namespace ulpgate::norm {
namespace {

using rows::Family;
using rows::in_groups;
using rows::plain_case;

}  // namespace

Cases affine_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  // Rows and columns differ in number, either way, so that an index of the other shows.
  for (const auto& [rows, n] :
       {std::pair{1, 4}, {3, 4}, {9, 4}, {7, 33}, {2, 64}, {40, 5}, {2, 700}, {3, 2432}}) {
    if (tier == Tier::smoke && n > 100) continue;
    for (const Family family : {Family::normal, Family::offset})
      all.push_back(in_groups(o, plain_case(o, rows, n, family, ++seed)));
  }
  return all;
}

Cases group_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  struct Shape {
    std::int64_t batch, groups, channels, spatial;  ///< channels of each group
  };
  Cases all;
  for (const Shape& s : {Shape{3, 2, 3, 7},
                         {1, 1, 12, 5},
                         {2, 12, 1, 9},
                         {5, 3, 4, 1},
                         {2, 7, 5, 3},
                         {4, 4, 4, 4},
                         {1, 32, 2, 16},
                         {2, 32, 1, 49},
                         {2, 2, 64, 3},
                         {3, 3, 1, 1025},
                         {1, 257, 2, 1},
                         {2, 5, 1, 1}}) {
    if (tier == Tier::smoke && s.groups * s.channels * s.spatial > 100) continue;
    for (const Family family : {Family::normal, Family::offset, Family::outlier, Family::spread}) {
      RowsCase c = plain_case(o, s.batch, s.groups * s.channels, family, ++seed);
      c.inner = s.spatial;
      rows::set_scalar(o, c, "groups", static_cast<double>(s.groups));
      all.push_back(c);
    }
  }
  return all;
}

Cases eps_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const double eps : {1e-5, 1e-12, 0.0, 1e-2, 1.0, 0x1p-7, 0x1p-23}) {
    for (const std::int64_t n : {2, 8, 65, 640}) {
      if (tier == Tier::smoke && n > 10) continue;
      for (const Family family : {Family::alternating, Family::normal, Family::outlier}) {
        RowsCase c = plain_case(o, 3, n, family, ++seed);
        // Rows of about 0.06, too, where an eps of 2^-7 shows.
        if (family == Family::normal) c.exponent = n == 8 ? -4 : -9;
        c.eps = nearest_code(o.eps_format(), eps);
        all.push_back(in_groups(o, c));
      }
    }
  }
  return all;
}

Cases constant_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 2, 3, 8, 33, 1000, 1024}) {
    if (tier == Tier::smoke && n > 100) continue;
    for (const double eps : {1e-5, 0.0}) {
      for (const int exponent : {0, 16, -6}) {
        RowsCase c = plain_case(o, 3, n, Family::equal, ++seed);
        c.exponent = exponent;
        c.eps = nearest_code(o.eps_format(), eps);
        all.push_back(in_groups(o, c));
      }
      RowsCase zeros = in_groups(o, plain_case(o, 2, n, Family::equal, ++seed));
      zeros.eps = nearest_code(o.eps_format(), eps);
      zeros = rows::spelled_out(o, zeros);
      std::fill(zeros.codes[0].begin(), zeros.codes[0].end(), 0);
      all.push_back(zeros);
    }
  }
  return all;
}

Cases symmetry_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {3, 16, 67, 512, 1025}) {
    if (tier == Tier::smoke && n > 100) continue;
    for (const Family family : d.families) {
      if (family == Family::tiny || family == Family::large) continue;
      RowsCase c = plain_case(o, 2, n, family, ++seed);
      c.eps = nearest_code(o.eps_format(), 1.25 * 0x1p-17);  // which every accumulator holds
      all.push_back(in_groups(o, c));
    }
  }
  return all;
}

}  // namespace ulpgate::norm
