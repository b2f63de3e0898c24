/* members.h - pages of ZIP archives (also WACZ and EPUB) and tar archives, read from front to back.
 * A member is a page by its name or, if that says nothing, by its content; a WARC inside a ZIP file is read as an
 * archive. What is not a page is passed over; an archive without any is reported as a failed page. Memory: the readers'
 * windows and one page. */
#ifndef HUSK_SOURCE_MEMBERS_H
#define HUSK_SOURCE_MEMBERS_H

#include "source/reader.h"
#include "source/warc.h"

typedef struct members {
    reader *reader;
    const char *name; /* name of the file, for messages */
    bool is_tar;
    bool ended;
    bool any;         /* a page was found */
    buffer path;      /* of the current member; a C string */
    inflater inflate; /* this and the next are kept from member to member */
    reader inner;     /* the current member, if it is a WARC */
    warc warc;
    buffer inner_name; /* a C string */
    bool in_warc;
} members;

/* Zeroed memory is a closed archive; opening reuses its memory. */
void members_open(members *m, reader *r, const char *name, bool is_tar);

/* Read the next page, good or failed, into `d`. OK, END or NO_MEMORY. Its id is the file's name, a slash and the
 * member's. */
husk_status members_next(members *m, draft *d);

void members_free(members *m);

#endif
