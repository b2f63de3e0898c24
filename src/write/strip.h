/* strip.h - a judged page as HTML, without its template or with only its template. */
#ifndef HUSK_WRITE_STRIP_H
#define HUSK_WRITE_STRIP_H

#include "base/buffer.h"
#include "judge/verdict.h"

/* Append the page's HTML with only the content, or only the template; without scripts, frames, plug-ins, handlers, and
 * URLs that run something, unless `acting`. */
husk_status write_stripped(const husk_verdict *verdict, husk_keep keep, bool acting, arena *memory, buffer *out);

#endif
