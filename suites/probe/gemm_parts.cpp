#include "suites/probe/gemm_parts.h"

#include <algorithm>

namespace ulpgate::probe::box {
namespace {

constexpr std::int64_t most_cells = 32;
constexpr std::size_t most_members = 16;
constexpr std::size_t most_starts = 4096;

struct Trouble {
  std::string text;
};

class Finder {
 public:
  Finder(const Survivors& survivors, std::int64_t k, std::int64_t size, const Rhythm& rhythm)
      : survivors_(survivors), k_(k), size_(size), step_(rhythm.step) {
    // Grid points are in steps of their own, and in the same place of any cycle of up to 64 products.
    const std::int64_t unit = rhythm.step * rhythm.block;
    std::int64_t cells = most_cells;
    while (cells > 4 && k / cells < std::max(unit, 4 * step_)) cells /= 2;
    std::int64_t cycle = unit;
    while (cycle < 64 && 2 * cycle <= k / cells) cycle *= 2;
    for (std::int64_t c = 0; c < cells; ++c) grid_.push_back(c * k / cells / cycle * cycle);
  }

  Parts find() {
    Parts parts;
    parts.k = k_;
    if (std::adjacent_find(grid_.begin(), grid_.end()) != grid_.end())
      throw Trouble{"K is too short for its parts to be told"};
    const std::vector<std::size_t> heads = first_of_parts();
    if (heads.size() == 1) {
      parts.starts = {0};
      parts.interval = k_;
      return parts;
    }
    if (heads.size() == grid_.size()) {
      finer_than_grid(parts);
      parts.members = thinned(grid_);
    } else {
      parts.starts = boundaries(grid_, heads);
      std::vector<std::int64_t> members;
      for (const std::size_t h : heads) members.push_back(grid_[h]);
      parts.members = thinned(members);
    }
    parts.interval = interval(parts.starts);
    find_join(parts);
    return parts;
  }

 private:
  std::vector<std::int64_t> grid_without(std::int64_t i, std::int64_t j) const {
    std::vector<std::int64_t> others;
    for (const std::int64_t g : grid_) {
      if (g != i && g != j) others.push_back(g);
    }
    return others;
  }

  /// For each mask, whether every small product survives.
  std::vector<bool> all_survive(const std::vector<Mask>& masks) const {
    const auto counts = survivors_.count(k_, masks);
    std::vector<bool> all;
    for (std::size_t m = 0; m < masks.size(); ++m) {
      if (!counts[m])
        throw Trouble{"with large products at k = " + std::to_string(masks[m].plus) + " and " +
                      std::to_string(masks[m].minus) + " D is no number of small ones"};
      all.push_back(*counts[m] == static_cast<int>(masks[m].others.size()));
    }
    return all;
  }

  /// Grid points before which nothing of their part is summed.
  std::vector<std::size_t> first_of_parts() const {
    std::vector<Mask> masks;
    for (const std::int64_t g : grid_) masks.push_back({g, g + step_, grid_without(g, g)});
    const std::vector<bool> all = all_survive(masks);
    std::vector<std::size_t> heads;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (all[c]) heads.push_back(c);
    }
    if (heads.empty()) throw Trouble{"no grid point is the first of a part"};
    if (heads.front() == 0 || heads.size() == 1) return heads;
    // Summed from the last k to the first: these are the last grid points of their parts.
    if (heads.back() + 1 != grid_.size()) throw Trouble{"parts are not consecutive"};
    heads.insert(heads.begin(), 0);
    for (std::size_t h = 1; h < heads.size(); ++h) ++heads[h];
    heads.pop_back();
    return heads;
  }

  /// The first x on the way from `inside` to `outside` for which not all of `others` survive next to large
  /// products at x and `inside`.
  std::int64_t leaving(std::int64_t inside, std::int64_t outside,
                       const std::vector<std::int64_t>& others) const {
    const std::int64_t direction = outside > inside ? step_ : -step_;
    std::int64_t low = 0, high = (outside - inside + direction - (direction > 0 ? 1 : -1)) / direction;
    while (high - low > 1) {
      std::vector<Mask> masks;
      std::vector<std::int64_t> at;
      const std::int64_t points = std::min(size_, high - low - 1);
      for (std::int64_t p = 1; p <= points; ++p) {
        at.push_back(low + p * (high - low) / (points + 1));
        const std::int64_t x = inside + at.back() * direction;
        masks.push_back({x, inside, others});
        std::erase(masks.back().others, x);
      }
      const std::vector<bool> all = all_survive(masks);
      const auto left = std::find(all.begin(), all.end(), false);
      if (std::find(left, all.end(), true) != all.end())
        throw Trouble{"between k = " + std::to_string(inside) + " and " + std::to_string(outside) +
                      " there is more than one boundary"};
      const auto n = static_cast<std::size_t>(left - all.begin());
      if (n > 0) low = at[n - 1];
      if (n < at.size()) high = at[n];
    }
    return inside + high * direction;
  }

  /// Starts of parts whose first points are `heads`.
  std::vector<std::int64_t> boundaries(const std::vector<std::int64_t>& points,
                                       const std::vector<std::size_t>& heads) const {
    std::vector<std::int64_t> starts{0};
    for (std::size_t h = 1; h < heads.size(); ++h) {
      std::vector<std::int64_t> others(points.begin(),
                                       points.begin() + static_cast<std::ptrdiff_t>(heads[h - 1]));
      others.insert(others.end(), points.begin() + static_cast<std::ptrdiff_t>(heads[h]), points.end());
      starts.push_back(leaving(points[heads[h] - 1], points[heads[h]], others));
    }
    return starts;
  }

  /// Parts that hold no two grid points: their extent around two of these.
  void finer_than_grid(Parts& parts) const {
    std::int64_t interval = 0;
    for (const std::size_t c : {std::size_t{1}, grid_.size() - 2}) {
      const auto others = grid_without(grid_[c], grid_[c]);
      const std::int64_t end = leaving(grid_[c], grid_[c + 1], others);
      const std::int64_t start = leaving(grid_[c], grid_[c - 1], others) + step_;
      if (start % (end - start) != 0 || (interval != 0 && end - start != interval))
        throw Trouble{"parts differ in length, and are shorter than " + std::to_string(grid_[1])};
      interval = end - start;
    }
    for (std::int64_t start = 0; start < k_ && parts.starts.size() < most_starts; start += interval)
      parts.starts.push_back(start);
  }

  std::int64_t interval(const std::vector<std::int64_t>& starts) const {
    const std::int64_t length = starts[1];
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (starts[i] != static_cast<std::int64_t>(i) * length) return 0;
    }
    return k_ - starts.back() <= length ? length : 0;
  }

  static std::vector<std::int64_t> thinned(const std::vector<std::int64_t>& all) {
    if (all.size() <= most_members) return all;
    std::vector<std::int64_t> some;
    for (std::size_t i = 0; i < most_members; ++i) some.push_back(all[i * all.size() / most_members]);
    return some;
  }

  void find_join(Parts& parts) const {
    const std::vector<std::int64_t>& members = parts.members;
    const std::size_t n = members.size();
    std::vector<Mask> masks;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        masks.push_back({members[i], members[j], members});
        std::erase(masks.back().others, members[i]);
        std::erase(masks.back().others, members[j]);
      }
    }
    const auto counts = survivors_.count(k_, masks);
    CommonSizes sizes(n, std::vector<int>(n, 0));
    std::size_t m = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j, ++m) {
        if (!counts[m]) return;
        sizes[i][j] = static_cast<int>(n) - *counts[m];
      }
    }
    parts.join = tree_from(sizes);
    if (!parts.join) return;
    parts.join_shape = shape_of(*parts.join);
    const auto length = static_cast<std::size_t>(parts.join_shape->part);
    if (length == 0) return;
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < n; i += length) heads.push_back(i);
    parts.outer_starts = boundaries(members, heads);
    const std::string& name = parts.join_shape->name;
    parts.outer_join = name.substr(name.rfind("joined ") + 7);
  }

  const Survivors& survivors_;
  std::int64_t k_, size_, step_;
  std::vector<std::int64_t> grid_;
};

}  // namespace

Parts find_parts(const Survivors& survivors, std::int64_t k, std::int64_t size, const Rhythm& rhythm) {
  try {
    return Finder(survivors, k, size, rhythm).find();
  } catch (const Trouble& trouble) {
    Parts parts;
    parts.k = k;
    parts.trouble = trouble.text;
    return parts;
  }
}

}  // namespace ulpgate::probe::box
