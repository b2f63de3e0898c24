/* item_fields.h - what each item of a region says: author, date, title, link, image, price, rating, text. */
#ifndef HUSK_RECORDS_ITEM_FIELDS_H
#define HUSK_RECORDS_ITEM_FIELDS_H

#include "records/items.h"

/* X(name in C, name in output) */
#define ITEM_FIELDS(X)  \
    X(AUTHOR, "author") \
    X(DATE, "date")     \
    X(TITLE, "title")   \
    X(LINK, "link")     \
    X(IMAGE, "image")   \
    X(PRICE, "price")   \
    X(RATING, "rating") \
    X(TEXT, "text")

enum {
#define ITEM_FIELD_ENUM(c_name, name) ITEM_##c_name,
    ITEM_FIELDS(ITEM_FIELD_ENUM)
#undef ITEM_FIELD_ENUM
        N_ITEM_FIELDS
};

/* Empty where an item has none. A date is ISO 8601 where it can be read, otherwise as on the page. */
typedef struct item_fields {
    slice value[N_ITEM_FIELDS];
    bool has_main; /* its text is main content */
} item_fields;

/* A page's regions, and the items of one of them. */
typedef struct item_table {
    const item_region *regions;
    uint32_t n_regions;
    uint32_t region; /* the one with `items`, from 0 */
    const page_item *items;
    item_fields *fields; /* by item */
    uint32_t n;
} item_table;

/* In `memory`: the items of region `wanted`, from 1, or of the best. Of a thread whose posts are not found its main
 * content is the only item. */
husk_status items_read(husk_verdict *v, uint32_t wanted, arena *memory, item_table *out);

#endif
