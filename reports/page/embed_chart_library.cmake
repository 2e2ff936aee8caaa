# cmake -DLIBRARY=chart.min.js -DOUTPUT=file.cpp -P embed_chart_library.cmake: the library's text as chart_library(), which is
# empty where LIBRARY is.
set(text "")
if(LIBRARY)
  file(READ "${LIBRARY}" text)
  if(text MATCHES "</|\\)ulpgate\"")
    message(FATAL_ERROR "${LIBRARY} cannot stand in a page's script")
  endif()
endif()
file(WRITE "${OUTPUT}.new" "// Made by embed_chart_library.cmake.
#include \"reports/page/chart_library.h\"

namespace ulpgate::report {

std::string_view chart_library() { return R\"ulpgate(${text})ulpgate\"; }

}  // namespace ulpgate::report
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
