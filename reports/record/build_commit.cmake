# Run at every build: cmake -DSOURCE=... -DOUTPUT=... -P build_commit.cmake
# Writes OUTPUT only where its text changes, so that an unchanged commit compiles nothing again.
cmake_minimum_required(VERSION 3.25)
set(commit "unknown")
set(clean "false")
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C "${SOURCE}" rev-parse --show-toplevel HEAD
                  OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(status EQUAL 0)
    string(REPLACE "\n" ";" answer "${answer}")
    list(GET answer 0 top)
    list(GET answer 1 head)
    file(REAL_PATH "${SOURCE}" source)
    file(REAL_PATH "${top}" top)
    # An unpacked archive inside somebody else's repository has no commit of its own.
    if(top STREQUAL source)
      set(commit "${head}")
      execute_process(COMMAND ${GIT} --no-optional-locks -C "${SOURCE}" status --porcelain --untracked-files=no
                      OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE status)
      if(status EQUAL 0 AND changes STREQUAL "")
        set(clean "true")
      endif()
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT
"#pragma once
#define ULPGATE_BUILD_COMMIT \"@commit@\"
#define ULPGATE_BUILD_CLEAN @clean@
" @ONLY)
