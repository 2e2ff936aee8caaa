#pragma once
// Commands as a user types them.
#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace ulpgate {

struct Shell {
  int status = -1;   ///< of the last command; 128 and the signal that ended it; -1 where it was not started
  std::string text;  ///< standard output and error
};

inline Shell shell(const std::string& commands) {
  Shell s;
  std::FILE* pipe = popen(("(" + commands + ") 2>&1").c_str(), "r");
  if (pipe == nullptr) return s;
  char buffer[4096];
  for (std::size_t n = fread(buffer, 1, sizeof buffer, pipe); n > 0;
       n = fread(buffer, 1, sizeof buffer, pipe))
    s.text.append(buffer, n);
  const int status = pclose(pipe);
  s.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return s;
}

}  // namespace ulpgate
