# language.cmake - compile models/language.txt into the tables that src/page/language.c includes.
add_executable(embed_language models/embed_language.c src/base/text.c)
target_include_directories(embed_language PRIVATE include src)
set(LANGUAGE_TABLE ${CMAKE_CURRENT_BINARY_DIR}/made/language_table.h)
add_custom_command(
  OUTPUT ${LANGUAGE_TABLE}
  COMMAND embed_language < ${PROJECT_SOURCE_DIR}/models/language.txt > ${LANGUAGE_TABLE}
  DEPENDS embed_language ${PROJECT_SOURCE_DIR}/models/language.txt
  COMMENT "Embedding models/language.txt")
set_source_files_properties(src/page/language.c PROPERTIES OBJECT_DEPENDS ${LANGUAGE_TABLE})
