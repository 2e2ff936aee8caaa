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
      : survivors_(survivors), k_(k), size_(size), step_(rhythm.step), descending_(rhythm.descending) {
    // Grid points are in steps of their own, and in the same place of any cycle of up to 64 products.
    const std::int64_t unit = rhythm.step * rhythm.block;
    std::int64_t cells = most_cells;
    while (cells > 4 && k / cells < std::max(unit, 4 * step_)) cells /= 2;
    std::int64_t cycle = unit;
    while (cycle < 64 && 2 * cycle <= k / cells) cycle *= 2;
    for (std::int64_t c = 0; c < cells; ++c) grid_.push_back(c * k / cells / cycle * cycle);
    cells_ = grid_.size();
    // A short last part must not go unseen.
    const std::int64_t last = (k - 1 - step_) / cycle * cycle;
    if (last > grid_.back()) grid_.push_back(last);
  }

  Parts find() {
    Parts parts;
    parts.k = k_;
    if (std::adjacent_find(grid_.begin(), grid_.end()) != grid_.end())
      throw Trouble{"K is too short for its parts to be told"};
    const std::vector<std::size_t> heads = first_of_parts();
    if (heads.size() == 1) {
      parts.starts = {0};
      return parts;
    }
    if (heads.front() != 0) throw Trouble{"parts are not consecutive"};
    if (heads.size() + 1 >= cells_ && heads[cells_ - 2] == cells_ - 2) {
      finer_than_grid(parts);
      parts.members = thinned({grid_.begin(), grid_.begin() + static_cast<std::ptrdiff_t>(cells_)});
    } else {
      parts.starts = boundaries(grid_, heads);
      std::vector<std::int64_t> members;
      members.reserve(heads.size());
      for (const std::size_t h : heads) members.push_back(grid_[h]);
      parts.members = thinned(members);
    }
    parts.finer_end = parts.count() > 1 && k_ - parts.starts.back() > parts.starts[1] &&
                      parts.starts.back() + parts.starts[1] > grid_.back();
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
    if (!descending_) return heads;
    // What is summed first is the last grid point of a part.
    if (heads.back() + 1 != grid_.size()) throw Trouble{"parts are not consecutive"};
    heads.insert(heads.begin(), 0);
    for (std::size_t h = 1; h < heads.size(); ++h) ++heads[h];
    heads.pop_back();
    return heads;
  }

  /// The way from a point of a part to one outside of it, in steps, and what survives while both large
  /// products are inside.
  struct Way {
    std::int64_t inside, outside;
    std::vector<std::int64_t> others;
    std::int64_t low = 0, high = 0;  ///< steps that stay inside, and that leave

    std::int64_t at(std::int64_t steps, std::int64_t step) const {
      return inside + (outside > inside ? steps : -steps) * step;
    }
  };

  /// The first points on each way that are outside.
  std::vector<std::int64_t> leaving(std::vector<Way> ways) const {
    for (Way& way : ways) {
      const std::int64_t distance = std::max(way.outside - way.inside, way.inside - way.outside);
      way.high = (distance + step_ - 1) / step_;
    }
    while (true) {
      std::vector<Way*> open;
      for (Way& way : ways) {
        if (way.high - way.low > 1) open.push_back(&way);
      }
      if (open.empty()) break;
      narrow(open, std::max<std::int64_t>(size_ / static_cast<std::int64_t>(open.size()), 1));
    }
    std::vector<std::int64_t> outside;
    outside.reserve(ways.size());
    for (const Way& way : ways) outside.push_back(way.at(way.high, step_));
    return outside;
  }

  /// Asks at so many points of each way.
  void narrow(const std::vector<Way*>& ways, std::int64_t points) const {
    struct Asked {
      Way* way;
      std::int64_t steps;
    };
    std::vector<Asked> asked;
    std::vector<Mask> masks;
    for (Way* way : ways) {
      const std::int64_t between = std::min(points, way->high - way->low - 1);
      for (std::int64_t p = 1; p <= between; ++p) {
        asked.push_back({way, way->low + p * (way->high - way->low) / (between + 1)});
        masks.push_back({way->at(asked.back().steps, step_), way->inside, way->others});
        std::erase(masks.back().others, masks.back().plus);
      }
    }
    const std::vector<bool> all = all_survive(masks);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      Way& way = *asked[i].way;
      if (all[i] && asked[i].steps > way.high)
        throw Trouble{"between k = " + std::to_string(way.inside) + " and " + std::to_string(way.outside) +
                      " there is more than one boundary"};
      if (all[i])
        way.low = asked[i].steps;
      else
        way.high = std::min(way.high, asked[i].steps);
    }
  }

  /// Starts of parts whose first points are `heads`.
  std::vector<std::int64_t> boundaries(const std::vector<std::int64_t>& points,
                                       const std::vector<std::size_t>& heads) const {
    std::vector<Way> ways;
    for (std::size_t h = 1; h < heads.size(); ++h) {
      const auto first = points.begin() + static_cast<std::ptrdiff_t>(heads[h - 1]),
                 next = points.begin() + static_cast<std::ptrdiff_t>(heads[h]);
      Way& way = ways.emplace_back(Way{*(next - 1), *next, {points.begin(), first}});
      way.others.insert(way.others.end(), next, points.end());
    }
    std::vector<std::int64_t> starts = leaving(std::move(ways));
    starts.insert(starts.begin(), 0);
    return starts;
  }

  /// Parts that hold no two grid points: their extent around two of these.
  void finer_than_grid(Parts& parts) const {
    std::vector<Way> ways;
    for (const std::size_t c : {std::size_t{1}, cells_ - 2}) {
      for (const std::size_t to : {c + 1, c - 1})
        ways.push_back({grid_[c], grid_[to], grid_without(grid_[c], grid_[c])});
    }
    const std::vector<std::int64_t> outside = leaving(ways);
    const std::int64_t length = outside[0] - outside[1] - step_;
    for (const std::size_t w : {0U, 2U}) {
      if (outside[w] - outside[w + 1] - step_ != length || outside[w] % length != 0)
        throw Trouble{"parts differ in length, and are shorter than " + std::to_string(grid_[1])};
    }
    for (std::int64_t start = 0; start < k_ && parts.starts.size() < most_starts; start += length)
      parts.starts.push_back(start);
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
    // Parts of parts.
    const std::vector<std::vector<int>> chains = chains_of(*parts.join);
    std::vector<std::size_t> heads;
    std::size_t next = 0;
    for (const std::vector<int>& chain : chains) {
      heads.push_back(next);
      if (static_cast<std::size_t>(chain.front()) != next) return;
      next += chain.size();
      if (static_cast<std::size_t>(chain.back()) + 1 != next) return;
    }
    if (chains.size() < 2 || chains.size() == n) return;
    parts.outer_starts = boundaries(members, heads);
    parts.outer_join = shape_of(joined(*parts.join, chains)).name;
  }

  const Survivors& survivors_;
  std::int64_t k_, size_, step_;
  bool descending_;
  std::vector<std::int64_t> grid_;
  std::size_t cells_ = 0;  ///< grid points without the last one
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
