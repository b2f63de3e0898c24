# references.cmake - compile src/html/references.txt, the named character references, into the table that references.c includes.
add_executable(embed_references models/embed_references.c)
set(REFERENCE_TABLE ${CMAKE_CURRENT_BINARY_DIR}/made/reference_table.h)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/made)
add_custom_command(
  OUTPUT ${REFERENCE_TABLE}
  COMMAND embed_references < ${PROJECT_SOURCE_DIR}/src/html/references.txt > ${REFERENCE_TABLE}
  DEPENDS embed_references ${PROJECT_SOURCE_DIR}/src/html/references.txt
  COMMENT "Embedding src/html/references.txt")
target_include_directories(husk_objects PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/made)
set_source_files_properties(src/html/references.c PROPERTIES OBJECT_DEPENDS ${REFERENCE_TABLE})
