/* metadata.h - a page's metadata as JSON and as the YAML header of Markdown. */
#ifndef HUSK_WRITE_METADATA_H
#define HUSK_WRITE_METADATA_H

#include "page/meta/metadata.h"

/* One field: its name in the output, and its value; list fields have a NULL value and `items`. */
typedef struct metadata_field {
    const char *name;
    slice value;
    const slice *items; /* of lists */
    uint32_t n_items;
} metadata_field;

/* title, author, date, published, modified, sitename, description, language, url, image, images, categories, tags,
 * license, pagetype: always these, in this order. */
#define METADATA_FIELDS 15
void metadata_fields(const page_metadata *m, metadata_field out[METADATA_FIELDS]);

/* Append an object with the known fields: strings, and a list of strings for tags. */
void metadata_json(const page_metadata *m, buffer *out);

/* Append a YAML header ("---" before and after) with the known fields. Every value is a double-quoted scalar, so that
 * page text can only be a one-line string. Writes nothing if nothing is known. */
void metadata_yaml(const page_metadata *m, buffer *out);

#endif
