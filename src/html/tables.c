/* tables.c - the insertion modes of tables: what each tag does there (the HTML standard, 13.2.6.4.9 and 11 to 15). */
#include "html/builder.h"

static bool is_row_group(uint16_t tag)
{
    return tag == TAG_TBODY || tag == TAG_TFOOT || tag == TAG_THEAD;
}

static bool is_row(uint16_t tag)
{
    return tag == TAG_TR;
}

static bool is_table(uint16_t tag)
{
    return tag == TAG_TABLE;
}

/* "Clear the stack back to a table context", or to a table body's or a row's. */
static void clear_back(builder *b, bool (*is_context)(uint16_t tag))
{
    while (current(b)->tag != TAG_HTML && current(b)->tag != TAG_TEMPLATE && !is_context(current(b)->tag))
        pop(b);
}

static bool is_cell(uint16_t tag)
{
    return tag == TAG_TD || tag == TAG_TH;
}

/* Parts that may be directly in a table. */
static bool is_table_part(uint16_t tag)
{
    return tag == TAG_CAPTION || tag == TAG_COL || tag == TAG_COLGROUP || is_row_group(tag);
}

static bool open_in_table(const builder *b, uint16_t tag)
{
    return in_scope(b, tag, ENDS_TABLE);
}

/* --- in table ----------------------------------------------------------------------------------------------------- */

/* Content that does not belong in a table goes before it. */
static bool fostered(builder *b, bool end)
{
    b->foster = true;
    bool again = body_tag(b, end);
    b->foster = false;
    return again;
}

/* Clear, insert, continue. */
static void table_insert(builder *b, insertion_mode mode)
{
    clear_back(b, is_table);
    if (mode == MODE_IN_CAPTION)
        marker_add(b);
    insert_element(b);
    b->mode = mode;
}

static bool table_insert_bare(builder *b, uint16_t tag, insertion_mode mode)
{
    clear_back(b, is_table);
    insert_bare(b, tag);
    b->mode = mode;
    return true;
}

static bool end_table(builder *b)
{
    if (!open_in_table(b, TAG_TABLE))
        return false;
    pop_until(b, TAG_TABLE);
    mode_reset(b);
    return true;
}

static bool table_start(builder *b)
{
    switch (b->t.tag) {
    case TAG_CAPTION:
        table_insert(b, MODE_IN_CAPTION);
        return false;
    case TAG_COLGROUP:
        table_insert(b, MODE_IN_COLUMN_GROUP);
        return false;
    case TAG_TBODY:
    case TAG_TFOOT:
    case TAG_THEAD:
        table_insert(b, MODE_IN_TABLE_BODY);
        return false;
    case TAG_COL:
        return table_insert_bare(b, TAG_COLGROUP, MODE_IN_COLUMN_GROUP);
    case TAG_TD:
    case TAG_TH:
    case TAG_TR:
        return table_insert_bare(b, TAG_TBODY, MODE_IN_TABLE_BODY);
    case TAG_TABLE:
        return end_table(b);
    case TAG_STYLE:
    case TAG_SCRIPT:
    case TAG_TEMPLATE:
        return head_content(b);
    case TAG_INPUT:
        if (!has_hidden_type(b))
            return fostered(b, false);
        insert_void(b);
        return false;
    case TAG_FORM:
        if (has_template(b) || b->form != HTML_NONE)
            return false;
        b->form = insert_element(b);
        pop(b);
        return false;
    default:
        return fostered(b, false);
    }
}

/* End tags without meaning in a table. */
static bool is_stray_end(uint16_t tag)
{
    return is_table_part(tag) || is_cell(tag) || tag == TAG_BODY || tag == TAG_HTML || tag == TAG_TR;
}

bool table_tag(builder *b, bool end)
{
    if (!end)
        return table_start(b);
    if (b->t.tag == TAG_TABLE) {
        end_table(b);
        return false;
    }
    if (b->t.tag == TAG_TEMPLATE) {
        template_end(b);
        return false;
    }
    return is_stray_end(b->t.tag) ? false : fostered(b, true);
}

/* --- captions, columns -------------------------------------------------------------------------------------------- */

bool caption_tag(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    bool ends = end ? tag == TAG_CAPTION || tag == TAG_TABLE : is_table_part(tag) || is_cell(tag) || tag == TAG_TR;
    if (ends) {
        if (!open_in_table(b, TAG_CAPTION))
            return false;
        pop_implied(b, 0);
        pop_until(b, TAG_CAPTION);
        marker_clear(b);
        b->mode = MODE_IN_TABLE;
        return !(end && tag == TAG_CAPTION);
    }
    return end && is_stray_end(tag) ? false : body_tag(b, end);
}

bool column_group_tag(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (!end && tag == TAG_HTML)
        return body_start_tag(b);
    if (tag == TAG_COL) {
        if (!end)
            insert_void(b);
        return false;
    }
    if (tag == TAG_TEMPLATE) {
        if (!end)
            return head_content(b);
        template_end(b);
        return false;
    }
    return step_to_body(b) && !(end && tag == TAG_COLGROUP);
}

/* --- rows and cells ----------------------------------------------------------------------------------------------- */

static void end_table_body(builder *b)
{
    clear_back(b, is_row_group);
    pop(b);
    b->mode = MODE_IN_TABLE;
}

static bool table_body_start(builder *b)
{
    uint16_t tag = b->t.tag;
    if (tag == TAG_TR || is_cell(tag)) {
        clear_back(b, is_row_group);
        if (tag == TAG_TR)
            insert_element(b);
        else
            insert_bare(b, TAG_TR);
        b->mode = MODE_IN_ROW;
        return tag != TAG_TR;
    }
    return table_tag(b, false);
}

bool table_body_tag(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end && is_row_group(tag)) {
        if (open_in_table(b, tag))
            end_table_body(b);
        return false;
    }
    if (end ? tag == TAG_TABLE : is_table_part(tag)) {
        if (!open_in_table(b, TAG_TBODY) && !open_in_table(b, TAG_THEAD) && !open_in_table(b, TAG_TFOOT))
            return false;
        end_table_body(b);
        return true;
    }
    if (end)
        return is_stray_end(tag) ? false : table_tag(b, true);
    return table_body_start(b);
}

static bool end_row(builder *b)
{
    if (!open_in_table(b, TAG_TR))
        return false;
    clear_back(b, is_row);
    pop(b);
    b->mode = MODE_IN_TABLE_BODY;
    return true;
}

bool row_tag(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (!end && is_cell(tag)) {
        clear_back(b, is_row);
        insert_element(b);
        b->mode = MODE_IN_CELL;
        marker_add(b);
        return false;
    }
    if (end && tag == TAG_TR) {
        end_row(b);
        return false;
    }
    if (end ? tag == TAG_TABLE : is_table_part(tag) || tag == TAG_TR)
        return end_row(b);
    if (end && is_row_group(tag))
        return open_in_table(b, tag) && end_row(b);
    return end && is_stray_end(tag) ? false : table_tag(b, end);
}

static bool close_cell(builder *b)
{
    pop_implied(b, 0);
    for (bool cell = false; !cell && b->depth > 1; pop(b))
        cell = is_cell(current(b)->tag);
    marker_clear(b);
    b->mode = MODE_IN_ROW;
    return true;
}

bool cell_tag(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end && is_cell(tag)) {
        if (!open_in_table(b, tag))
            return false;
        pop_implied(b, 0);
        pop_until(b, tag);
        marker_clear(b);
        b->mode = MODE_IN_ROW;
        return false;
    }
    if (!end && (is_table_part(tag) || is_cell(tag) || tag == TAG_TR)) {
        if (!open_in_table(b, TAG_TD) && !open_in_table(b, TAG_TH))
            return false;
        return close_cell(b);
    }
    if (end && (tag == TAG_TABLE || is_row_group(tag) || tag == TAG_TR))
        return open_in_table(b, tag) && close_cell(b);
    return end && is_stray_end(tag) ? false : body_tag(b, end);
}
