# ulpgate_embed_files(FUNCTION ROOT SOURCE PATTERN...): sets SOURCE to a C++ file that defines
# std::span<const EmbeddedFile> ulpgate::FUNCTION(), the files below ROOT that match a pattern.
function(ulpgate_embed_files function root source)
  list(TRANSFORM ARGN PREPEND "${root}/" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS RELATIVE "${root}" ${patterns})
  list(TRANSFORM files PREPEND "${root}/" OUTPUT_VARIABLE paths)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/scripts/cmake/embed.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFUNCTION=${function}" "-DROOT=${root}" "-DFILES=${files}" -P "${script}"
    DEPENDS ${paths} "${script}" VERBATIM)
  set(${source} "${output}" PARENT_SCOPE)
endfunction()
