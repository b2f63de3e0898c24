#----------------------------------------------------------------
# Generated CMake target import file for configuration "Release".
#----------------------------------------------------------------

# Commands may need to know the format version.
set(CMAKE_IMPORT_FILE_VERSION 1)

# Import target "husk::husk" for configuration "Release"
set_property(TARGET husk::husk APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(husk::husk PROPERTIES
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libhusk.so.0.1.0"
  IMPORTED_SONAME_RELEASE "libhusk.so.0"
  )

list(APPEND _cmake_import_check_targets husk::husk )
list(APPEND _cmake_import_check_files_for_husk::husk "${_IMPORT_PREFIX}/lib/libhusk.so.0.1.0" )

# Commands beyond this point should not need to know the version.
set(CMAKE_IMPORT_FILE_VERSION)
