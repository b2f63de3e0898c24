/* strip.h - a judged page as HTML, without its template or without all else. */
#ifndef HUSK_WRITE_STRIP_H
#define HUSK_WRITE_STRIP_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the page's HTML with the content alone, or with the template alone. `safe`: without scripts, frames, plug-ins,
 * handlers, and addresses that run something. */
husk_status write_stripped(const husk_verdict *verdict, husk_keep keep, bool safe, arena *memory, buffer *out);

#endif
