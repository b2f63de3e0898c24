# hardening.cmake - compiler and linker protections for release builds; tests/hardening checks the program for them.
# Test builds use sanitizers instead, which detect more and which FORTIFY would interfere with.
if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR CMAKE_C_FLAGS MATCHES "sanitize|coverage")
  return()
endif()
include(CheckCCompilerFlag)
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
  string(MAKE_C_IDENTIFIER "HUSK_HAS${flag}" name)
  check_c_compiler_flag(${flag} ${name})
  if(${name})
    add_compile_options(${flag})
  endif()
endforeach()
if(NOT CMAKE_C_FLAGS MATCHES "_FORTIFY_SOURCE")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()
include(CheckPIESupported)
check_pie_supported(LANGUAGES C) # executables are linked position-independent
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
