#include "suites/command/progress.h"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ulpgate {
namespace {

/// A line that wraps could not be overwritten.
std::string cut_to_terminal(std::string text) {
  winsize size{};
  const std::size_t columns =
      ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  if (text.size() > columns) text.resize(columns);
  return text;
}

}  // namespace

Progress::Progress(std::size_t parts, bool quiet)
    : terminal_(isatty(STDOUT_FILENO) != 0), quiet_(quiet), parts_(parts) {}

Progress::Place Progress::begin(std::string title) {
  const std::lock_guard lock(mutex_);
  under_way_.push_back({std::move(title), {}});
  draw();
  return std::prev(under_way_.end());
}

void Progress::show(Place line, const WorkerProgress& progress) {
  const std::lock_guard lock(mutex_);
  line->at = progress;
  draw();
}

void Progress::finish(Place line) {
  const std::lock_guard lock(mutex_);
  ++ended_;
  clear();
  if (!quiet_ || line->at.done != 0 || line->at.planned != 0) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - line->start;
    std::printf("%s: %zu rows in %.1f s\n", line->title.c_str(), line->at.done, took.count());
  }
  under_way_.erase(line);
  draw();
  std::fflush(stdout);
}

void Progress::drop(Place line) {
  const std::lock_guard lock(mutex_);
  ++ended_;
  clear();
  std::fflush(stdout);
  under_way_.erase(line);
}

void Progress::clear() const {
  if (terminal_) std::printf("\r\033[K");
}

void Progress::draw() const {
  if (!terminal_ || under_way_.empty()) return;
  std::string text = "[" + std::to_string(ended_) + "/" + std::to_string(parts_) + "]";
  for (const Line& line : under_way_) {
    text += "  " + line.title;
    if (line.at.planned != 0)
      text += " " + std::to_string(line.at.done) + "/" + std::to_string(line.at.planned);
  }
  std::printf("\r\033[K%s", cut_to_terminal(std::move(text)).c_str());
  std::fflush(stdout);
}

}  // namespace ulpgate
