/* items.c - the items of a page as rows.
 * All formats have the same columns in the same order, so that rows of any page can be put together. Cost: one pass
 * over the values. Limits: the buffer's cap. */
#include "write/items.h"

#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "write/write.h"

enum { CELL_ID, CELL_URL, CELL_CLASS, CELL_REGION, CELL_ITEM, CELL_PARENT, CELL_DEPTH, CELL_MARK };

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

static slice number_cell(uint32_t number, char scratch[16])
{
    return (slice){ scratch, (size_t)snprintf(scratch, 16, "%u", number) };
}

slice item_cell(const item_sheet *sheet, uint32_t i, uint32_t column, char scratch[16])
{
    static const slice none = { NULL, 0 }, marks[] = { { NULL, 0 }, { "pinned", 6 }, { "advert", 6 } };
    const page_item *item = &sheet->table.items[i];
    switch (column) {
    case CELL_ID:
        return sheet->id;
    case CELL_URL:
        return sheet->url.len ? sheet->url : none;
    case CELL_CLASS:
        return sheet->class_number ? number_cell(sheet->class_number, scratch) : none;
    case CELL_REGION:
        return number_cell(sheet->table.region + 1, scratch);
    case CELL_ITEM:
        return number_cell(i + 1, scratch);
    case CELL_PARENT:
        return item->parent == ITEM_NONE ? none : number_cell(item->parent + 1, scratch);
    case CELL_DEPTH:
        return number_cell(item->depth, scratch);
    case CELL_MARK:
        return marks[item->mark];
    default:
        return sheet->table.fields[i].value[column - ITEM_HEAD_COLUMNS];
    }
}

static bool is_number(uint32_t column)
{
    return column >= CELL_CLASS && column <= CELL_DEPTH;
}

void write_items_json(const item_sheet *sheet, buffer *out)
{
    char scratch[16];
    for (uint32_t i = 0; i < sheet->table.n; i++) {
        for (uint32_t c = 0; c < ITEM_COLUMNS; c++) {
            slice cell = item_cell(sheet, i, c, scratch);
            if (cell.len == 0 && c != CELL_ID)
                continue;
            buffer_byte(out, c ? ',' : '{');
            json_string(out, item_column_name(c));
            buffer_byte(out, ':');
            if (is_number(c))
                buffer_append(out, cell.data, cell.len);
            else
                json_string(out, cell);
        }
        buffer_text(out, "}\n");
    }
}

void write_items_csv_header(buffer *out)
{
    for (uint32_t c = 0; c < ITEM_COLUMNS; c++)
        write_csv_field(item_column_name(c), false, c + 1 == ITEM_COLUMNS, out);
}

void write_items_csv(const item_sheet *sheet, buffer *out)
{
    char scratch[16];
    for (uint32_t i = 0; i < sheet->table.n; i++)
        for (uint32_t c = 0; c < ITEM_COLUMNS; c++)
            write_csv_field(item_cell(sheet, i, c, scratch), true, c + 1 == ITEM_COLUMNS, out);
}

void write_regions_json(const item_sheet *sheet, buffer *out)
{
    for (uint32_t i = 0; i < sheet->table.n_regions; i++) {
        const item_region *r = &sheet->table.regions[i];
        buffer_text(out, "{\"id\":");
        json_string(out, sheet->id);
        buffer_format(out, ",\"region\":%u,\"items\":%u,\"words\":%u,\"main_words\":%u,\"score\":", i + 1, r->n,
                      r->words, r->main_words);
        write_confidence(r->score, out);
        buffer_text(out, ",\"element\":");
        json_string(out, r->path);
        buffer_text(out, "}\n");
    }
}
