/* foreign_bytes.h - recognise formats other than HTML by their first bytes. */
#ifndef HUSK_PAGE_FOREIGN_BYTES_H
#define HUSK_PAGE_FOREIGN_BYTES_H

#include "base/text.h"

/* A static C string such as "a PDF, not a web page"; NULL if it may be HTML. */
const char *foreign_bytes(slice bytes);

#endif
