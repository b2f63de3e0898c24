/* endings.h - what the ending of a file's name says of its content: the one list for files, archives and URLs. */
#ifndef HUSK_BASE_ENDINGS_H
#define HUSK_BASE_ENDINGS_H

#include "base/text.h"

typedef enum ending {
    ENDING_UNKNOWN,
    ENDING_PAGE, /* HTML, or a program that writes it */
    ENDING_TEXT,
    ENDING_WARC,
    ENDING_JSONL,
    ENDING_OTHER /* pictures, programs, packed files: no page */
} ending;

typedef enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD } packing;

/* The packing that a name's last ending names; `name` loses it. */
packing packing_take(slice *name);

/* What a name says, by its last ending, in letters of either case. A name that is an ending alone says nothing. */
ending ending_of(slice name);

/* The same of a name that may be packed: "page.html.gz" is a page. */
ending ending_of_file(slice name);

#endif
