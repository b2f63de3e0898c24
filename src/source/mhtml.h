/* mhtml.h - the page of an MHTML file: a web page that a browser saved with its images, as a MIME message. */
#ifndef HUSK_SOURCE_MHTML_H
#define HUSK_SOURCE_MHTML_H

#include "source/source.h"

/* Make the draft, whose bytes are a MIME message, its first HTML part: decoded in place, with the part's charset and,
 * unless it has one, its URL. Without such a part the draft fails. */
void mhtml_decode(draft *d);

#endif
