/* doctype.h - what a doctype says, and whether it asks for quirks. */
#ifndef HUSK_HTML_DOCTYPE_H
#define HUSK_HTML_DOCTYPE_H

#include "base/text.h"

typedef struct doctype {
    slice name; /* as it stands */
    slice public_id, system_id;
    bool has_public, has_system;
    bool broken; /* "force-quirks": it is not as a doctype should be */
} doctype;

/* `text` is what stands behind the word, up to its '>'; `closed`: there was one. */
doctype doctype_parse(slice text, bool closed);

/* Does a page with this doctype get quirks mode: tables inside paragraphs? */
bool doctype_quirks(const doctype *d);

#endif
