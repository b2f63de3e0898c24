# embed.cmake - make files a part of the program: the assembler includes them unchanged.
#
# husk_embed(<source> <header> <type> <array> <folder> <file>...) writes a C file with a table of the files' names, relative to the
# folder if they are in it, and their bytes.
function(husk_embed source header type array base)
  set(EMBED_HEADER ${header})
  set(EMBED_TYPE ${type})
  set(EMBED_ARRAY ${array})
  set(number 0)
  foreach(path ${ARGN})
    file(RELATIVE_PATH name ${base} ${path})
    if(name MATCHES "^\\.\\.")
      get_filename_component(name ${path} NAME)
    endif()
    string(APPEND EMBED_ASSEMBLY "        \"${array}_${number}: .incbin \\\"${path}\\\"\\n${array}_end_${number}: .byte 0\\n\"\n")
    string(APPEND EMBED_SYMBOLS "extern const char ${array}_${number}[], ${array}_end_${number}[];\n")
    string(APPEND EMBED_TABLE "    { \"${name}\", ${array}_${number}, ${array}_end_${number} },\n")
    math(EXPR number "${number} + 1")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.c.in ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}")
endfunction()

# The web page, but for what is not for the browser (documents, tests), and the API description.
file(GLOB_RECURSE WEB_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
list(FILTER WEB_FILES EXCLUDE REGEX "/web/(.*/)?\\.|\\.md$")
list(SORT WEB_FILES)
husk_embed(${PROJECT_BINARY_DIR}/web_files.c http.h web_file web_files ${PROJECT_SOURCE_DIR}/web
  ${WEB_FILES} ${PROJECT_SOURCE_DIR}/server/openapi.json)

# The texts of help, and the scripts of completion.
file(GLOB TEXT_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.txt ${PROJECT_SOURCE_DIR}/cli/completion/*)
husk_embed(${PROJECT_BINARY_DIR}/text_files.c command.h text_file text_files
  ${PROJECT_SOURCE_DIR}/cli/completion ${TEXT_FILES})
