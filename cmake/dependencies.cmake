# dependencies.cmake - the libraries in scripts/packages: linked ones, and ones loaded on first use.
#
# Of a loaded one the headers are needed, and the name that the dynamic linker knows it by (libcurl.so.4), which stands for
# the binary interface that the headers describe. It is read from the library itself.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS scripts/packages)
file(STRINGS scripts/packages TABLE REGEX "^build +(module|module64|loaded) ")

function(husk_soname library out)
  execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "SONAME[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${library} has no SONAME")
  endif()
  set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

foreach(line ${TABLE})
  string(REGEX MATCH "(module64|module|loaded) +([^ ]+) +([^ ]+)" _ "${line}")
  set(name ${CMAKE_MATCH_2})
  if(CMAKE_MATCH_1 STREQUAL "loaded")
    pkg_check_modules(HUSK_PC_${name} QUIET ${name}) # liblinear has no pkg-config file
    string(REGEX REPLACE "^lib" "" short ${name})
    find_library(HUSK_LIBRARY_${name} ${short} HINTS ${HUSK_PC_${name}_LIBRARY_DIRS} REQUIRED)
    husk_soname(${HUSK_LIBRARY_${name}} soname)
    list(APPEND HUSK_SONAMES HUSK_SONAME_${name}="${soname}")
    list(APPEND HUSK_LOADED_INCLUDES ${HUSK_PC_${name}_INCLUDE_DIRS})
  elseif(CMAKE_MATCH_1 STREQUAL "module64" AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    continue()
  elseif(CMAKE_MATCH_3 STREQUAL "-")
    list(APPEND HUSK_MODULES "${name}")
  else()
    list(APPEND HUSK_MODULES "${name}>=${CMAKE_MATCH_3}")
  endif()
endforeach()
pkg_check_modules(HUSK_DEPS REQUIRED IMPORTED_TARGET ${HUSK_MODULES})
set(HUSK_LINK PkgConfig::HUSK_DEPS Threads::Threads ${CMAKE_DL_LIBS} m)
if("libisal" IN_LIST HUSK_MODULES)
  set_source_files_properties(src/source/inflate.c PROPERTIES COMPILE_DEFINITIONS HUSK_ISAL)
endif()
