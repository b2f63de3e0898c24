# profile.cmake - compile the library for the branches that pages take: profile-guided optimisation, with GCC.
#
# The library is first built with counters, in profile/ of the build folder, and run over examples/ by profile.sh, which leaves
# the counts beside the objects to be compiled. A build folder keeps its counts (GCC ignores those of a function that has
# changed since); remove profile/ to count again.
if(NOT HUSK_PROFILE OR CMAKE_CROSSCOMPILING OR NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
  return()
endif()
set(PROFILE ${PROJECT_BINARY_DIR}/profile)
add_custom_command(
  OUTPUT ${PROFILE}/counted
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${PROFILE} -G ${CMAKE_GENERATOR} --log-level=WARNING
    -D CMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -D CMAKE_C_COMPILER=${CMAKE_C_COMPILER} -D CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}
    "-DCMAKE_C_FLAGS=${CMAKE_C_FLAGS} -fprofile-generate -fprofile-update=prefer-atomic -DHUSK_COUNTED" -D HUSK_TESTS=OFF -D HUSK_BENCH=OFF -D HUSK_PROFILE=OFF
  COMMAND ${CMAKE_COMMAND} --build ${PROFILE} --target husk
  COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/profile.sh ${PROFILE} ${PROJECT_BINARY_DIR}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Building the library with counters and counting over examples/"
  USES_TERMINAL VERBATIM)
add_custom_target(profile DEPENDS ${PROFILE}/counted)
add_dependencies(husk_objects profile)
target_compile_options(husk_objects PRIVATE -fprofile-use -fprofile-partial-training -fprofile-correction -Wno-missing-profile -Wno-coverage-mismatch)
