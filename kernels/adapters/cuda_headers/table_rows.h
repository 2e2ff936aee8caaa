#pragma once
// From rows to offers and back.
#include <map>
#include <string>
#include <vector>

#include "kernels/adapters/cuda_headers/row.h"
#include "kernels/api/implementation.h"

namespace ulpgate::cuda_headers {

struct Entry {
  Offer offer;
  int (*run)(const Job&);
};

/// `ran` is said of every offer.
std::vector<Entry> entries(const std::vector<Rows>& tables, const std::map<std::string, std::string>& ran);
std::vector<Offer> offers(const std::vector<Entry>& entries);
/// nullptr where no entry serves the call.
const Entry* find_entry(const std::vector<Entry>& entries, const Call& call);

}  // namespace ulpgate::cuda_headers
