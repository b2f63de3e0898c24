# libraries.cmake - libhusk.so and libhusk.a from the same objects, and libhusklab.a from these and papers/.
#
# A shared library hides what is not HUSK_API by itself. A static one does not: its arena_alloc would clash with any other
# arena_alloc in the program it is linked into. So all objects are first linked into one, and the hidden names made local. Groups of sections (on 32-bit x86 each
# object has the same few functions for position-independent code) are dissolved first, or the linker would drop those with local names.
include(GNUInstallDirs)

add_library(husk_shared SHARED $<TARGET_OBJECTS:husk_objects>)
set_target_properties(husk_shared PROPERTIES OUTPUT_NAME husk EXPORT_NAME husk VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE C)
target_link_libraries(husk_shared PRIVATE ${HUSK_LINK})

function(husk_merge target output)
  set(merged ${PROJECT_BINARY_DIR}/lib${output}.o)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_custom_command(OUTPUT ${merged}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${merged} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${merged}
    DEPENDS ${ARGN} ${objects}
    COMMENT "Making the names of lib${output} local"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_library(${target} STATIC ${merged})
  set_source_files_properties(${merged} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output} LINKER_LANGUAGE C)
  target_link_libraries(${target} INTERFACE ${HUSK_LINK})
endfunction()
husk_merge(husk_static husk husk_objects)
husk_merge(husklab_static husklab husk_objects husklab_objects)
set_target_properties(husk_static PROPERTIES EXPORT_NAME static)
set_target_properties(husklab_static PROPERTIES EXPORT_NAME lab)

foreach(library husk_shared husk_static husklab_static)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_include_directories(husklab_static INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/papers/include>)
