#include "suites/command/record_watch.h"

#include <fstream>

namespace ulpgate {
namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

bool RecordWatch::look(WorkerProgress& progress) {
  std::ifstream in(path_, std::ios::binary);
  if (!in) return false;
  in.seekg(offset_);
  std::string line;
  bool news = false;
  while (std::getline(in, line) && !in.eof()) {
    offset_ += static_cast<std::streamoff>(line.size() + 1);
    news = true;
    if (line.starts_with("{\"type\":\"row\"")) ++progress.done;
    if (line.starts_with("{\"type\":\"plan\"")) progress.planned = count(line, "\"id\":");
  }
  return news;
}

}  // namespace ulpgate
