/* foreign_bytes.h - formats that are not HTML, recognised by their first bytes. */
#ifndef HUSK_PAGE_FOREIGN_BYTES_H
#define HUSK_PAGE_FOREIGN_BYTES_H

#include "base/text.h"

/* "a PDF, not a web page" and the like, a static C string; NULL: nothing speaks against HTML. */
const char *foreign_bytes(slice bytes);

#endif
