# cmake -DOUTPUT=file.cpp -DROOT=fixtures -DFILES=a;b -P embed.cmake: the files as string literals of embedded_files().
set(entries "")
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" text)
  string(APPEND entries "    {\"${file}\", R\"ulpgate(${text})ulpgate\"},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made from fixtures/ by scripts/cmake/embed.cmake.
#include \"suites/framework/embedded.h\"

namespace ulpgate {

std::span<const EmbeddedFile> embedded_files() {
  static constexpr EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace ulpgate
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
