/* endings.h - file name extensions and the content they imply: one list for files, archives and URLs. */
#ifndef HUSK_BASE_ENDINGS_H
#define HUSK_BASE_ENDINGS_H

#include "base/text.h"

typedef enum ending {
    ENDING_UNKNOWN,
    ENDING_PAGE, /* HTML, or a script that generates it */
    ENDING_TEXT,
    ENDING_WARC,
    ENDING_JSONL,
    ENDING_INDEX, /* of archives */
    ENDING_OTHER  /* images, programs, compressed files: not a page */
} ending;

typedef enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD } packing;

/* The compression named by the last extension, which is removed from `name`. */
packing packing_take(slice *name);

/* The content implied by the last extension, case-insensitive. A name that is only an extension implies nothing. */
ending ending_of(slice name);

/* The same for a name that may be compressed: "page.html.gz" is a page. */
ending ending_of_file(slice name);

#endif
