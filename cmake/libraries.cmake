# libraries.cmake - libhusk.so and libhusk.a from the same objects.
#
# A shared library hides what is not HUSK_API by itself. A static one does not: its arena_alloc would clash with any other
# arena_alloc in the program it is linked into. So all objects are first linked into one, and the hidden names made local.
include(GNUInstallDirs)

add_library(husk_shared SHARED $<TARGET_OBJECTS:husk_objects>)
set_target_properties(husk_shared PROPERTIES OUTPUT_NAME husk EXPORT_NAME husk VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
target_link_libraries(husk_shared PRIVATE ${HUSK_LINK})

set(MERGED ${PROJECT_BINARY_DIR}/libhusk.o)
add_custom_command(OUTPUT ${MERGED}
  COMMAND ${CMAKE_LINKER} -r -o ${MERGED} $<TARGET_OBJECTS:husk_objects>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${MERGED}
  DEPENDS husk_objects $<TARGET_OBJECTS:husk_objects>
  COMMENT "Making the library's own names local"
  COMMAND_EXPAND_LISTS VERBATIM)
add_library(husk_static STATIC ${MERGED})
set_source_files_properties(${MERGED} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(husk_static PROPERTIES OUTPUT_NAME husk EXPORT_NAME static LINKER_LANGUAGE C)
target_link_libraries(husk_static INTERFACE ${HUSK_LINK})

foreach(library husk_shared husk_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
