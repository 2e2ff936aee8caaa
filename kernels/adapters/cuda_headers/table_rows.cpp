#include "kernels/adapters/cuda_headers/table_rows.h"

#include <algorithm>
#include <span>

#include "kernels/api/convert_offer.h"

namespace ulpgate::cuda_headers {
namespace {

std::string spelled_out(std::string variant, const char* width) {
  for (auto at = variant.find('#'); at != std::string::npos; at = variant.find('#'))
    variant.replace(at, 1, width);
  return variant;
}

}  // namespace

std::vector<Entry> entries(const std::vector<Rows>& tables, const std::map<std::string, std::string>& ran) {
  std::vector<Entry> all;
  for (const Rows& table : tables) {
    for (const Row& row : std::span(table.first, static_cast<std::size_t>(table.count))) {
      all.push_back({convert_offer(spelled_out(row.variant, table.width), *find_format(row.from),
                                   *find_format(row.to), row.claims, ran),
                     row.run});
    }
  }
  return all;
}

std::vector<Offer> offers(const std::vector<Entry>& entries) {
  std::vector<Offer> all;
  all.reserve(entries.size());
  for (const Entry& entry : entries) all.push_back(entry.offer);
  return all;
}

const Entry* find_entry(const std::vector<Entry>& entries, const Call& call) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return serves(e.offer, call); });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace ulpgate::cuda_headers
