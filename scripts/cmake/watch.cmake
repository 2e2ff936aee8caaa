# ulpgate_watch(target): its CUDA kernels, compiled for the executor, are watched at every access: races on shared memory, reads of
# what nobody wrote, access out of bounds. GCC or Clang instrument them for ThreadSanitizer, whose own library is not linked.
function(ulpgate_watch target)
  target_compile_options(${target} PRIVATE -fsanitize=thread)
  target_compile_definitions(${target} PRIVATE SIMT_CHECKED)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-tsan)  # fences are not instrumented
  endif()
endfunction()
