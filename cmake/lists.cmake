# lists.cmake - make the long lists of words and names beside the sources into macros: NAME(X) is X(…) for each row of a list.
# In a file "= NAME" starts a list and "#" a comment; every other line is a row, which `pattern` takes apart and `row` writes as C. The header has
# the file's name: src/judge/obstacle_words.txt is "obstacle_words.h". Made when CMake runs, so that any source may include it.
set(LISTS ${CMAKE_CURRENT_BINARY_DIR}/made)
include_directories(${LISTS})
set(ROW_TEXT "([^=\n][^\n]*)")
set(ROW_NAME "([a-z0-9_]+)( [^\n]*)?")

function(husk_lists file pattern row)
  get_filename_component(name ${file} NAME_WE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX REPLACE "\n#[^\n]*" "" text "\n${text}")
  string(REGEX REPLACE "\n${pattern}" " ${row}" text "${text}")
  string(REGEX REPLACE "\n= ([A-Z_]+)" "\n#define \\1(X)" text "${text}")
  file(CONFIGURE OUTPUT ${LISTS}/${name}.h CONTENT "/* Made from ${file}. */\n#pragma once\n${text}" @ONLY)
endfunction()

husk_lists(src/judge/block_columns.txt "([a-z0-9_]+) ([A-Z_]+) ([^\n]+)" "X(\\1, \\2, \"\\3\")")
husk_lists(src/judge/summary_columns.txt ${ROW_NAME} "X(\\1)")
husk_lists(src/judge/worth_columns.txt ${ROW_NAME} "X(\\1)")
husk_lists(src/judge/site/site_columns.txt ${ROW_NAME} "X(\\1)")
husk_lists(src/judge/obstacle_words.txt ${ROW_TEXT} "X(\"\\1\")")
husk_lists(src/judge/class_groups.txt "([A-Z]+) ([^\n]+)" "X(\\1, \"\\2\")")
husk_lists(src/judge/page_groups.txt "([A-Z]+) ([a-z]+)" "X(\\1, \"\\2\")")
husk_lists(src/judge/sentences.txt "([A-Z_]+) ([A-Z_]+) ([0-9]+) ([0-9A-Z]+) ([a-z-]+) ([^\n]+)" "X(\\1, \\2, \\3, \\4, \"\\5\", \"\\6\")")
husk_lists(src/page/meta/name_words.txt ${ROW_TEXT} "X(\"\\1\")")
husk_lists(src/page/meta/tag_names.txt "([A-Z]+) ([A-Z_]+) ([0-9]) ([^\n]+)" "X(\\1, \\2, \\3, \"\\4\")")
