#include "suites/mma/vectors.h"

#include <algorithm>

#include "suites/framework/embedded.h"

namespace ulpgate::mma {
namespace {

std::string_view embedded_text(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return file.text;
  }
  return {};
}

const std::vector<DotVector>& all_vectors() {
  static const std::vector<DotVector> all = [] {
    const std::string folder = "vectors/tensor_core/";
    const EntryGroups groups = read_entry_groups(embedded_text(folder + "groups.txt"), "groups.txt");
    std::vector<DotVector> vectors;
    for (const char* name : {"alignment.txt", "chain.txt", "output.txt", "range.txt"}) {
      for (DotVector& v : read_dot_vectors(embedded_text(folder + name), name, groups))
        vectors.push_back(std::move(v));
    }
    return vectors;
  }();
  return all;
}

int chain_length(const MmaOffer& o, const DotVector& v) { return (v.needed_k() + o.shape.k - 1) / o.shape.k; }

bool speaks_of(const DotVector& v, const MmaOffer& o) {
  const std::string& claim = o.offer.claims.at("profile");
  return std::any_of(v.entries.begin(), v.entries.end(),
                     [&](const EntryName& n) { return n.architecture + "/" + n.entry == claim; });
}

bool fits(const DotVector& v, const MmaOffer& o) {
  if (v.input != nullptr && (v.input->name != o.a->name || v.input->name != o.b->name)) return false;
  if (!v.accumulator.code_in(*o.c) || !v.expected.code_in(*o.d)) return false;
  return std::all_of(v.products.begin(), v.products.end(),
                     [&](const DotProduct& p) { return p.a.code_in(*o.a) && p.b.code_in(*o.b); });
}

}  // namespace

const DotVector* find_vector(const std::string& place) {
  for (const DotVector& v : all_vectors()) {
    if (v.place == place) return &v;
  }
  return nullptr;
}

std::vector<MmaCase> vector_cases(const MmaOffer& o, std::int64_t most_work) {
  std::vector<MmaCase> cases;
  if (!o.entry || o.entry->largest_k() != o.shape.k) return cases;
  for (const DotVector& v : all_vectors()) {
    if (!speaks_of(v, o) || !fits(v, o)) continue;
    MmaCase c{.family = Family::vector, .line = v.place};
    c.instructions = chain_length(o, v) * v.repeat;
    if (c.instructions > 1 && (o.c->name != o.d->name || c.instructions * o.work() > most_work)) continue;
    cases.push_back(std::move(c));
  }
  return cases;
}

void set_vector(const MmaOffer& o, const std::string& line, int instruction, MmaInputs& in) {
  const DotVector* v = find_vector(line);
  if (v == nullptr || !fits(*v, o)) return;
  const auto [m, n, k] = o.shape;
  const int first = instruction % chain_length(o, *v) * k;
  std::fill(in.c.begin(), in.c.end(), *v->accumulator.code_in(*o.c));
  for (const DotProduct& p : v->products) {
    for (int at = 0; at < k; ++at) {
      if (!p.everywhere && first + at != p.k) continue;
      for (int i = 0; i < m; ++i) in.a[place(i, k, at)] = *p.a.code_in(*o.a);
      for (int j = 0; j < n; ++j) in.b[place(at, n, j)] = *p.b.code_in(*o.b);
    }
  }
}

}  // namespace ulpgate::mma
