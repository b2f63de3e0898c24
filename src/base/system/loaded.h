/* loaded.h - libraries loaded on first use.
 * Linking them would make every program that uses libhusk load them and their dependencies at start-up: libcurl alone
 * brings 25. A library's functions are a struct of function pointers, typed from its own header:
 *     #define NAMES(X) X(curl_easy_init) X(curl_easy_perform)
 *     struct { NAMES(LOADED_MEMBER) } libcurl;
 *     static const char *const names[] = { NAMES(LOADED_NAME) };
 *     loaded_fill(HUSK_SONAME_libcurl, names, sizeof names / sizeof *names, &libcurl);
 *     libcurl.curl_easy_init(); */
#ifndef HUSK_BASE_SYSTEM_LOADED_H
#define HUSK_BASE_SYSTEM_LOADED_H

#include <stdbool.h>
#include <stddef.h>

#define LOADED_MEMBER(name) __typeof__(name) *name;
#define LOADED_NAME(name) #name,

/* Load the library and store the addresses of its `n` functions in `calls`, a struct of as many function pointers in
 * the same order. The library stays loaded. False if it is missing or lacks a function; `calls` is then unchanged. */
bool loaded_fill(const char *library, const char *const *names, size_t n, void *calls);

#endif
