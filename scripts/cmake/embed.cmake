# cmake -DOUTPUT=file.cpp -DFUNCTION=name -DROOT=fixtures -DFILES=a;b -P embed.cmake: the files as string literals of name().
set(entries "")
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" text)
  string(APPEND entries "    {\"${file}\", R\"ulpgate(${text})ulpgate\"},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made from fixtures/ by scripts/cmake/embed.cmake.
#include \"reference/vectors/embedded_file.h\"

namespace ulpgate {

std::span<const EmbeddedFile> ${FUNCTION}();

std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace ulpgate
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
