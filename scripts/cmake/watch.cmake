# ulpgate_watch(target): its CUDA kernels, compiled for the executor, are watched at every access: races on shared memory, reads of
# what nobody wrote, access out of bounds, misaligned access. GCC or Clang instrument them for ThreadSanitizer and UndefinedBehaviorSanitizer,
# whose own libraries are not linked. Debug information tells the source's lines; with GCC, probes, that a thread's stack is full.
function(ulpgate_watch target)
  target_compile_options(${target} PRIVATE -g -fsanitize=thread,alignment)
  target_compile_definitions(${target} PRIVATE SIMT_CHECKED)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-tsan -fstack-clash-protection)  # fences are not instrumented
    target_compile_options(${target} PRIVATE --param=tsan-distinguish-volatile=1)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -tsan-distinguish-volatile")
  endif()
endfunction()
