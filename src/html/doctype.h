/* doctype.h - parse a doctype, and decide on quirks mode. */
#ifndef HUSK_HTML_DOCTYPE_H
#define HUSK_HTML_DOCTYPE_H

#include "base/text.h"

typedef struct doctype {
    slice name; /* as written */
    slice public_id, system_id;
    bool has_public, has_system;
    bool broken; /* "force-quirks": malformed */
} doctype;

/* `text` is what follows the word, up to its '>'; `closed`: there was one. */
doctype doctype_parse(slice text, bool closed);

/* Does this doctype select quirks mode, which allows tables inside paragraphs? */
bool doctype_quirks(const doctype *d);

#endif
