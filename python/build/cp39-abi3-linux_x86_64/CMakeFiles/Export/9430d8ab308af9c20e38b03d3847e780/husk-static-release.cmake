#----------------------------------------------------------------
# Generated CMake target import file for configuration "Release".
#----------------------------------------------------------------

# Commands may need to know the format version.
set(CMAKE_IMPORT_FILE_VERSION 1)

# Import target "husk::static" for configuration "Release"
set_property(TARGET husk::static APPEND PROPERTY IMPORTED_CONFIGURATIONS RELEASE)
set_target_properties(husk::static PROPERTIES
  IMPORTED_LOCATION_RELEASE "${_IMPORT_PREFIX}/lib/libhusk.a"
  )

list(APPEND _cmake_import_check_targets husk::static )
list(APPEND _cmake_import_check_files_for_husk::static "${_IMPORT_PREFIX}/lib/libhusk.a" )

# Commands beyond this point should not need to know the version.
set(CMAKE_IMPORT_FILE_VERSION)
