/* web.h - the files of web/, which are part of the program. */
#ifndef HUSK_SERVER_WEB_H
#define HUSK_SERVER_WEB_H

#include <stddef.h>

typedef struct web_file {
    const char *name; /* "index.html", "views/page.js"; NULL ends the list */
    const char *data; /* followed by a zero byte */
    const char *end;
} web_file;

/* Sorted by name. Made by cmake/web.cmake. */
extern const web_file web_files[];

#endif
