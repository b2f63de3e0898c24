# install.cmake - what `cmake --install` installs: headers, libraries, pkg-config and CMake package files, program, man pages
# and completions. tests/consumer builds a program against the result in every supported way.
include(CMakePackageConfigHelpers)

install(TARGETS husk RUNTIME)
configure_file(server/husk.service.in husk.service @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/husk.service server/husk.socket DESTINATION lib/systemd/system)
install(FILES include/husk/husk.h include/husk/models.h papers/include/husk/lab.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/husk)
install(TARGETS husk_shared EXPORT shared LIBRARY)
install(TARGETS husk_static husklab_static EXPORT static ARCHIVE)

# pkg-config: `husk` is the shared library; `husk-static` and `husk-lab` (the same with husk/lab.h) are static, and name the
# libraries to link beside them.
list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE HUSK_DL)
string(JOIN " " HUSK_PRIVATE_LIBS ${HUSK_DEPS_LDFLAGS} -lpthread ${HUSK_DL} -lm)
file(RELATIVE_PATH HUSK_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # the tree may be moved
foreach(module husk husk-static husk-lab)
  configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# find_package(husk) gives husk::husk; find_package(husk COMPONENTS static) gives husk::static and husk::lab as well.
set(HUSK_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/husk)
configure_package_config_file(cmake/husk-config.cmake.in husk-config.cmake INSTALL_DESTINATION ${HUSK_PACKAGE_DIR})
write_basic_package_version_file(husk-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/husk-config.cmake ${PROJECT_BINARY_DIR}/husk-config-version.cmake
  DESTINATION ${HUSK_PACKAGE_DIR})
install(EXPORT shared NAMESPACE husk:: FILE husk-shared.cmake DESTINATION ${HUSK_PACKAGE_DIR})
install(EXPORT static NAMESPACE husk:: FILE husk-static.cmake DESTINATION ${HUSK_PACKAGE_DIR})

# The program generates its own manual and completions from its option tables.
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/manual.stamp
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:husk> -D OUT=${PROJECT_BINARY_DIR}/share
      -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
    COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/manual.stamp
    DEPENDS husk cmake/manual.cmake COMMENT "Writing man pages and completions" VERBATIM)
  add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/manual.stamp)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()
