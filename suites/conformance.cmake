# What judges implementations on this machine: one CTest entry for each operation, implementation and tier, a process each.
# ctest -L conformance; -L convert; -L f16c; -L smoke.
get_property(implementations GLOBAL PROPERTY ULPGATE_ADAPTERS)
list(SORT implementations)
set(tier_timeouts_smoke 120)
set(tier_timeouts_standard 900)
set(tier_timeouts_full 7200)
set(tier_timeouts_exhaustive 360000)
foreach(operation IN ITEMS convert gemm mma)
  foreach(implementation IN LISTS implementations)
    get_property(offered GLOBAL PROPERTY "ULPGATE_ADAPTER_OPERATIONS_${implementation}")
    if(NOT operation IN_LIST offered)
      continue()
    endif()
    foreach(tier IN LISTS ULPGATE_CTEST_TIERS)
      set(name "conformance.${operation}.${implementation}.${tier}")
      add_test(NAME ${name}
        COMMAND ulpgate run --suite ${operation} --impl ${implementation} --tier ${tier}
                --out "${PROJECT_BINARY_DIR}/conformance/${operation}.${implementation}.${tier}")
      set_tests_properties(${name} PROPERTIES
        LABELS "conformance;${operation};${implementation};${tier}"
        TIMEOUT ${tier_timeouts_${tier}}
        # Judging uses every core.
        RUN_SERIAL ON
        # Not run is not passed: CTest says Skipped, with the reason in the output.
        SKIP_REGULAR_EXPRESSION "nothing was judged")
    endforeach()
  endforeach()
endforeach()
