# ulpgate_sources(variable folder...): every .cpp below these folders of the current one; a new file is seen by the next build.
function(ulpgate_sources variable)
  set(found "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE here CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${folder}/*.cpp")
    list(APPEND found ${here})
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()
