# Install script for directory: /work/wt-python/python

# Set the install prefix
if(NOT DEFINED CMAKE_INSTALL_PREFIX)
  set(CMAKE_INSTALL_PREFIX "/tmp/tmpev_o3tlt/wheel/platlib")
endif()
string(REGEX REPLACE "/$" "" CMAKE_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")

# Set the install configuration name.
if(NOT DEFINED CMAKE_INSTALL_CONFIG_NAME)
  if(BUILD_TYPE)
    string(REGEX REPLACE "^[^A-Za-z0-9_]+" ""
           CMAKE_INSTALL_CONFIG_NAME "${BUILD_TYPE}")
  else()
    set(CMAKE_INSTALL_CONFIG_NAME "Release")
  endif()
  message(STATUS "Install configuration: \"${CMAKE_INSTALL_CONFIG_NAME}\"")
endif()

# Set the component getting installed.
if(NOT CMAKE_INSTALL_COMPONENT)
  if(COMPONENT)
    message(STATUS "Install component: \"${COMPONENT}\"")
    set(CMAKE_INSTALL_COMPONENT "${COMPONENT}")
  else()
    set(CMAKE_INSTALL_COMPONENT)
  endif()
endif()

# Install shared libraries without execute permission?
if(NOT DEFINED CMAKE_INSTALL_SO_NO_EXE)
  set(CMAKE_INSTALL_SO_NO_EXE "1")
endif()

# Is this installation the result of a crosscompile?
if(NOT DEFINED CMAKE_CROSSCOMPILING)
  set(CMAKE_CROSSCOMPILING "FALSE")
endif()

# Set default install directory permissions.
if(NOT DEFINED CMAKE_OBJDUMP)
  set(CMAKE_OBJDUMP "/usr/bin/objdump")
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "python" OR NOT CMAKE_INSTALL_COMPONENT)
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so")
    file(RPATH_CHECK
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so"
         RPATH "\$ORIGIN/.libs")
  endif()
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/husk" TYPE MODULE FILES "/work/wt-python/python/build/cp39-abi3-linux_x86_64/python/_husk.abi3.so")
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so")
    file(RPATH_CHANGE
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so"
         OLD_RPATH ":::::::::::::"
         NEW_RPATH "\$ORIGIN/.libs")
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND "/usr/bin/strip" "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/_husk.abi3.so")
    endif()
  endif()
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "python" OR NOT CMAKE_INSTALL_COMPONENT)
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk")
    file(RPATH_CHECK
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk"
         RPATH "\$ORIGIN/../.libs")
  endif()
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/husk/bin" TYPE EXECUTABLE FILES "/work/wt-python/python/build/cp39-abi3-linux_x86_64/husk")
  if(EXISTS "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk" AND
     NOT IS_SYMLINK "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk")
    file(RPATH_CHANGE
         FILE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk"
         OLD_RPATH "::::::::::::::::"
         NEW_RPATH "\$ORIGIN/../.libs")
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND "/usr/bin/strip" "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/husk/bin/husk")
    endif()
  endif()
endif()

if(CMAKE_INSTALL_COMPONENT STREQUAL "python" OR NOT CMAKE_INSTALL_COMPONENT)
  
  file(GET_RUNTIME_DEPENDENCIES LIBRARIES "/work/wt-python/python/build/cp39-abi3-linux_x86_64/python/_husk.abi3.so" EXECUTABLES "/work/wt-python/python/build/cp39-abi3-linux_x86_64/husk"
    RESOLVED_DEPENDENCIES_VAR needed UNRESOLVED_DEPENDENCIES_VAR missing PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|gcc_s|z|util|resolv)[.]so|^ld-linux|^linux-vdso")
  if(missing)
    message(FATAL_ERROR "not found: ${missing}")
  endif()
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/husk/.libs" TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN FILES ${needed})
endif()

