/* items.c - the items of a page as rows.
 * All formats have the same columns in the same order, so that rows of any page can be put together. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/records.h"

#include <string.h>

#include "base/escape.h"

enum { ITEM_ID, ITEM_URL, ITEM_CLASS, ITEM_REGION, ITEM_NUMBER, ITEM_PARENT, ITEM_DEPTH, ITEM_MARK };

slice item_column_name(uint32_t column)
{
    static const char *const names[ITEM_COLUMNS] = { "id",
                                                     "url",
                                                     "class",
                                                     "region",
                                                     "item",
                                                     "parent",
                                                     "depth",
                                                     "mark",
#define ITEM_FIELD_NAME(c_name, name) name,
                                                     ITEM_FIELDS(ITEM_FIELD_NAME)
#undef ITEM_FIELD_NAME
    };
    return (slice){ names[column], strlen(names[column]) };
}

row_cell item_cell(const item_sheet *sheet, uint32_t i, uint32_t column)
{
    static const slice marks[] = { { NULL, 0 }, { "pinned", 6 }, { "advert", 6 } };
    const page_item *item = &sheet->table.items[i];
    slice text;
    switch (column) {
    case ITEM_ID:
        return cell_text(sheet->id);
    case ITEM_URL:
        text = sheet->url;
        break;
    case ITEM_CLASS:
        return cell_integer(sheet->class_number, sheet->class_number);
    case ITEM_REGION:
        return cell_integer(sheet->table.region + 1, true);
    case ITEM_NUMBER:
        return cell_integer(i + 1, true);
    case ITEM_PARENT:
        return cell_integer((int64_t)item->parent + 1, item->parent != ITEM_NONE);
    case ITEM_DEPTH:
        return cell_integer(item->depth, true);
    case ITEM_MARK:
        return cell_text(marks[item->mark]);
    default:
        text = sheet->table.fields[i].value[column - ITEM_HEAD_COLUMNS];
    }
    return cell_text(text.len ? text : (slice){ NULL, 0 });
}

static void put_row(const item_sheet *sheet, uint32_t i, row_writer *row)
{
    row_begin(row);
    for (uint32_t c = 0; c < ITEM_COLUMNS; c++)
        row_add(row, item_column_name(c), item_cell(sheet, i, c));
    row_end(row);
}

static const page_item no_item;
static item_fields no_fields;
static const item_sheet no_items = { .table = { .items = &no_item, .fields = &no_fields, .n = 1 } };

void write_items_schema(buffer *out)
{
    for (uint32_t c = 0; c < ITEM_COLUMNS; c++) {
        bool number = item_cell(&no_items, 0, c).type == CELL_INTEGER;
        json_string_after(out, "{\"name\":", item_column_name(c));
        buffer_format(out, ",\"type\":\"%s\"}\n", number ? "number" : "text");
    }
}

void write_items_head(row_form form, buffer *out)
{
    put_row(&no_items, 0, &(row_writer){ .out = out, .form = form, .is_head = true });
}

husk_status write_items(const item_sheet *sheet, row_form form, buffer *out)
{
    row_writer row = { .out = out, .form = form, .plain = true };
    size_t start = out->len;
    for (uint32_t i = 0; i < sheet->table.n; i++) {
        if (out->len - start > sheet->most_bytes)
            return HUSK_LIMIT;
        put_row(sheet, i, &row);
    }
    return HUSK_OK;
}

void write_regions_json(const item_sheet *sheet, buffer *out)
{
    for (uint32_t i = 0; i < sheet->table.n_regions; i++) {
        const item_region *r = &sheet->table.regions[i];
        buffer_text(out, "{\"id\":");
        json_string(out, sheet->id);
        buffer_format(out, ",\"region\":%u,\"items\":%u,\"words\":%u,\"main_words\":%u,\"score\":", i + 1, r->n,
                      r->words, r->main_words);
        write_fixed(r->score, 3, out);
        buffer_text(out, ",\"element\":");
        json_string(out, r->path);
        buffer_text(out, "}\n");
    }
}
