/* tei.h - a page as TEI P5 XML. */
#ifndef HUSK_WRITE_TEI_H
#define HUSK_WRITE_TEI_H

#include "page/meta/metadata.h"
#include "write/write.h"

/* Append the page as a complete TEI document: a header with its metadata (NULL: only the page's title and URL), its
 * content as <div type="entry"> and, if `comments` is not NULL and keeps something, user comments as <div
 * type="comments">. LIMIT: the output is still well-formed. */
husk_status write_tei(husk_page *page, const write_options *options, const write_options *comments,
                      const page_metadata *metadata, buffer *out);

#endif
