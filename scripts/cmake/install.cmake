# cmake --install build --prefix DIR: the programs, the plug-in header, the reference library, the executor and a CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS ulpgate ulpgate-conformance RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY kernels/api/include/ulpgate DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY reference DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ulpgate
        FILES_MATCHING PATTERN "*.h" PATTERN tests EXCLUDE PATTERN bench EXCLUDE)
set_target_properties(ulpgate_reference PROPERTIES EXPORT_NAME reference)
set_target_properties(ulpgate_plugin PROPERTIES EXPORT_NAME plugin)
install(TARGETS ulpgate_reference ulpgate_plugin EXPORT ulpgate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES scripts/cmake/watch.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ulpgate)
if(TARGET ulpgate_executor)
  install(DIRECTORY kernels/executor/include/ulpgate DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES kernels/executor/executor.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ulpgate/kernels/executor)
  set_target_properties(ulpgate_executor PROPERTIES EXPORT_NAME executor)
  install(TARGETS ulpgate_executor EXPORT ulpgate ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(EXPORT ulpgate NAMESPACE ulpgate:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ulpgate)
configure_package_config_file(scripts/cmake/ulpgateConfig.cmake.in "${PROJECT_BINARY_DIR}/ulpgateConfig.cmake"
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ulpgate)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ulpgateConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ulpgateConfig.cmake" "${PROJECT_BINARY_DIR}/ulpgateConfigVersion.cmake"
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ulpgate)
