#pragma once
// What a run tells while it runs: a line for each part that has ended, and on a terminal one that follows
// those under way.
#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>

#include "suites/command/supervise.h"

namespace ulpgate {

class Progress {
  struct Line {
    std::string title;
    WorkerProgress at;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  };

 public:
  using Place = std::list<Line>::iterator;

  /// `quiet`: of what made no row nothing is said.
  Progress(std::size_t parts, bool quiet);

  Place begin(std::string title);
  void show(Place line, const WorkerProgress& progress);
  void finish(Place line);
  /// Without a word.
  void drop(Place line);

 private:
  void clear() const;
  void draw() const;

  bool terminal_;
  bool quiet_;
  std::size_t parts_;
  std::size_t ended_ = 0;
  std::list<Line> under_way_;
  std::mutex mutex_;
};

}  // namespace ulpgate
