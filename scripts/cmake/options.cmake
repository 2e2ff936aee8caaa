# One interface target carries what every target of ulpgate is compiled with.
add_library(ulpgate_options INTERFACE)
target_include_directories(ulpgate_options INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")

set(ulpgate_warnings -Wall -Wextra -Wpedantic -Wshadow)
if(ULPGATE_WARNINGS_AS_ERRORS)
  list(APPEND ulpgate_warnings -Werror)
endif()
# GCC takes more for uninitialised when sanitizers instrument it (-fsanitize in its manual): std::regex, cpp_int.
if(ULPGATE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND ulpgate_warnings -Wno-maybe-uninitialized)
endif()
# Host arithmetic is what the source says: no contraction, no re-association.
target_compile_options(ulpgate_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX,C>:${ulpgate_warnings};-ffp-contract=off>")

if(ULPGATE_SANITIZE)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX,C>:-fsanitize=${ULPGATE_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
  add_link_options("-fsanitize=${ULPGATE_SANITIZE}")
  add_compile_definitions(ULPGATE_SANITIZED=1)
endif()
if(ULPGATE_COVERAGE)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX,C>:--coverage>")
  add_link_options(--coverage)
endif()

# Labels a test as one of our own and ends it after `seconds`; what sanitizers slow down may take longer. More properties may follow.
function(ulpgate_label_self test seconds)
  if(ULPGATE_SANITIZE)
    math(EXPR seconds "${seconds} * 15")
  endif()
  set_tests_properties(${test} PROPERTIES LABELS self TIMEOUT ${seconds} ${ARGN})
endfunction()
