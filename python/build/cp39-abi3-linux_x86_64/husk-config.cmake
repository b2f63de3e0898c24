
####### Expanded from @PACKAGE_INIT@ by configure_package_config_file() #######
####### Any changes to this file will be overwritten by the next CMake run ####
####### The input file was husk-config.cmake.in                            ########

get_filename_component(PACKAGE_PREFIX_DIR "${CMAKE_CURRENT_LIST_DIR}/../../../" ABSOLUTE)

macro(set_and_check _var _file)
  set(${_var} "${_file}")
  if(NOT EXISTS "${_file}")
    message(FATAL_ERROR "File or directory ${_file} referenced by variable ${_var} does not exist !")
  endif()
endmacro()

macro(check_required_components _NAME)
  foreach(comp ${${_NAME}_FIND_COMPONENTS})
    if(NOT ${_NAME}_${comp}_FOUND)
      if(${_NAME}_FIND_REQUIRED_${comp})
        set(${_NAME}_FOUND FALSE)
      endif()
    endif()
  endforeach()
endmacro()

####################################################################################
include("${CMAKE_CURRENT_LIST_DIR}/husk-shared.cmake")
set(husk_shared_FOUND TRUE)

# The static library needs the libraries that the shared one has linked already.
if("static" IN_LIST husk_FIND_COMPONENTS)
  include(CMakeFindDependencyMacro)
  find_dependency(PkgConfig)
  find_dependency(Threads)
  pkg_check_modules(HUSK_DEPS REQUIRED IMPORTED_TARGET lexbor>=3.0;yyjson>=0.12;zlib;libisal;libzstd;libbrotlidec;libxxhash;sqlite3>=3.37)
  include("${CMAKE_CURRENT_LIST_DIR}/husk-static.cmake")
  set(husk_static_FOUND TRUE)
endif()
check_required_components(husk)
