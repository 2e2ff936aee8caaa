# What judges implementations on this machine: one CTest entry for each operation, implementation and tier, a process each.
# ctest -L conformance; -L convert; -L f16c; -L smoke.
get_property(implementations GLOBAL PROPERTY ULPGATE_ADAPTERS)
get_property(on_device GLOBAL PROPERTY ULPGATE_DEVICE_ADAPTERS)
list(SORT implementations)
set(tier_timeouts_smoke 120)
set(tier_timeouts_standard 900)
set(tier_timeouts_full 7200)
set(tier_timeouts_exhaustive 360000)
set(operations "")
foreach(implementation IN LISTS implementations)
  get_property(offered GLOBAL PROPERTY "ULPGATE_ADAPTER_OPERATIONS_${implementation}")
  list(APPEND operations ${offered})
endforeach()
list(REMOVE_DUPLICATES operations)
foreach(operation IN LISTS operations)
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
        # Not run is not passed: CTest says Skipped, with the reason in the output.
        SKIP_REGULAR_EXPRESSION "nothing was judged")
      if(implementation IN_LIST on_device)
        # A device each, of those in the resource file.
        set_property(TEST ${name} PROPERTY RESOURCE_GROUPS "gpus:1")
        set_property(TEST ${name} APPEND PROPERTY LABELS gpu)
      else()
        # Judging uses every core.
        set_property(TEST ${name} PROPERTY RUN_SERIAL ON)
      endif()
    endforeach()
  endforeach()
endforeach()

# The devices that CTest hands out: written when ulpgate was built, on the machine it was built on. An entry without a device
# makes no choice, so that tests run, one after the other, where there is no device, and on the first one where there are some.
# Read by plain ctest, from the top folder's list of tests, which fails without; ctest --resource-spec-file takes another.
if(NOT EXISTS "${CTEST_RESOURCE_SPEC_FILE}")
  file(WRITE "${CTEST_RESOURCE_SPEC_FILE}"
    "{\"version\": {\"major\": 1, \"minor\": 0}, \"local\": [{\"gpus\": [{\"id\": \"none\", \"slots\": 1}]}]}\n")
endif()
add_custom_command(OUTPUT "${CTEST_RESOURCE_SPEC_FILE}"
  COMMAND ulpgate list devices --ctest "${CTEST_RESOURCE_SPEC_FILE}"
  DEPENDS ulpgate VERBATIM)
add_custom_target(ulpgate_ctest_devices ALL DEPENDS "${CTEST_RESOURCE_SPEC_FILE}")
