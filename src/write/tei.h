/* tei.h - a page as TEI P5 XML. */
#ifndef HUSK_WRITE_TEI_H
#define HUSK_WRITE_TEI_H

#include "page/meta/metadata.h"
#include "write/write.h"

/* Append the page as a whole TEI document: a header of its metadata (NULL: of the page's title and address alone), its
 * content as <div type="entry"> and, where `comments` is not NULL and keeps something, readers' comments as <div
 * type="comments">. LIMIT: what is there is still well-formed. */
husk_status write_tei(husk_page *page, const write_options *options, const write_options *comments,
                      const page_metadata *metadata, buffer *out);

#endif
