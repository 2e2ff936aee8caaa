#include "suites/command/process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/record/error.h"
#include "suites/framework/call_trace.h"

namespace ulpgate {
namespace {

Ending ending_of(int status) {
  Ending e;
  e.exited = WIFEXITED(status);
  if (e.exited) e.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) e.signal = WTERMSIG(status);
  return e;
}

/// In the child, between fork and exec: system calls only.
[[noreturn]] void become(char* const* argv, char* const* environment, int log, int nothing, int trace,
                         pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  // Where memory runs out, this process is the one to go.
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0) {
    [[maybe_unused]] const auto written = write(score, "1000", 4);
    close(score);
  }
  dup2(nothing, STDIN_FILENO);
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
  }
  fcntl(trace, F_SETFD, 0);
  execve(argv[0], argv, environment);
  _exit(127);
}

}  // namespace

std::string signal_name(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  const char* description = sigdescr_np(signal);
  return (abbreviation != nullptr ? "SIG" + std::string(abbreviation) : "signal " + std::to_string(signal)) +
         (description != nullptr ? " (" + std::string(description) + ")" : "");
}

std::string Ending::text() const {
  return exited ? "exited with status " + std::to_string(status) : "was killed by " + signal_name(signal);
}

std::uint64_t memory_limit_bytes(std::uint64_t mib) {
  if (mib != 0) return mib << 20;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
}

Process::Process(const std::vector<std::string>& argv, const std::filesystem::path& log, int trace) {
  std::vector<std::string> copies = argv;
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& s : copies) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  // GoogleTest's and RapidCheck's own variables would change which rows are judged.
  std::vector<char*> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("GTEST_") && !text.starts_with("RC_PARAMS=")) environment.push_back(*variable);
  }
  std::string traced = call_trace_variable + ("=" + std::to_string(trace));
  environment.push_back(traced.data());
  environment.push_back(nullptr);
  const int out = log.empty() ? -1 : open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (out < 0 && !log.empty()) throw report::InputError(log.string() + ": " + std::strerror(errno));
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(pointers.data(), environment.data(), out, nothing, trace, parent);
  const int error = errno;
  if (out >= 0) close(out);
  if (nothing >= 0) close(nothing);
  if (pid_ < 0) throw report::InputError(argv[0] + ": cannot start: " + std::strerror(error));
  setpgid(pid_, pid_);
}

Process::~Process() {
  if (!ending_) kill();
}

std::optional<Ending> Process::poll() {
  if (ending_) return ending_;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == pid_) {
    ending_ = ending_of(status);
    ::kill(-pid_, SIGKILL);  // whatever it left behind
  }
  return ending_;
}

Ending Process::kill() {
  if (ending_) return *ending_;
  ::kill(-pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ending_ = ending_of(status);
  return *ending_;
}

std::uint64_t Process::resident_bytes() const {
  std::ifstream statm("/proc/" + std::to_string(pid_) + "/statm");
  std::uint64_t total = 0, resident = 0;
  if (!(statm >> total >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace ulpgate
