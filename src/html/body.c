/* body.c - the insertion mode "in body": what each tag does there (the HTML standard, 13.2.6.4.7). */
#include "html/builder.h"

void raw_begin(builder *b, raw_kind kind)
{
    insert_element(b);
    b->t.raw = kind;
    b->t.raw_tag = b->t.tag;
}

void insert_void(builder *b)
{
    insert_element(b);
    pop(b);
}

bool has_hidden_type(const builder *b)
{
    for (uint32_t i = 0; i < b->t.n_attributes; i++) {
        const html_attribute *a = &b->t.attributes[i];
        if (a->id == ATTR_TYPE)
            return slice_is_nocase((slice){ a->value, a->value_len }, "hidden");
    }
    return false;
}

static bool select_open(const builder *b)
{
    return in_scope(b, TAG_SELECT, ENDS_SCOPE);
}

/* --- start tags --------------------------------------------------------------------------------------------------- */

static void start_form(builder *b)
{
    if (b->form != HTML_NONE && !has_template(b))
        return;
    close_paragraph(b);
    uint32_t node = insert_element(b);
    if (!has_template(b))
        b->form = node;
}

/* Do these elements hide a list item from the next? */
static bool ends_items(const open_element *e)
{
    return e->category & IS_SPECIAL && e->tag != TAG_ADDRESS && e->tag != TAG_DIV && e->tag != TAG_P;
}

/* <li>, <dd>, <dt>: close the open one of its kind. */
static void start_item(builder *b, uint16_t tag, uint16_t other)
{
    b->frameset_ok = false;
    if (b->n_open[tag] || b->n_open[other])
        for (uint32_t at = b->depth; at-- > 0;) {
            uint16_t open = b->stack[at].tag;
            if (open == tag || open == other) {
                pop_implied(b, open);
                pop_until(b, open);
                break;
            }
            if (ends_items(&b->stack[at]))
                break;
        }
    close_paragraph(b);
    insert_element(b);
}

static void start_button(builder *b)
{
    if (in_scope(b, TAG_BUTTON, ENDS_SCOPE)) {
        pop_implied(b, 0);
        pop_until(b, TAG_BUTTON);
    }
    formatting_reopen(b);
    insert_element(b);
    b->frameset_ok = false;
}

static void start_formatting(builder *b)
{
    formatting_reopen(b);
    formatting_add(b, insert_element(b), b->t.tag);
}

static void start_nobr(builder *b)
{
    formatting_reopen(b);
    if (in_scope(b, TAG_NOBR, ENDS_SCOPE)) {
        adopt(b, TAG_NOBR);
        formatting_reopen(b);
    }
    formatting_add(b, insert_element(b), b->t.tag);
}

static void start_input(builder *b)
{
    if (select_open(b))
        pop_until(b, TAG_SELECT);
    formatting_reopen(b);
    insert_void(b);
    if (!has_hidden_type(b))
        b->frameset_ok = false;
}

static void start_select(builder *b)
{
    if (select_open(b)) {
        pop_until(b, TAG_SELECT);
        return;
    }
    formatting_reopen(b);
    insert_element(b);
    b->frameset_ok = false;
}

static void start_option(builder *b, uint16_t but)
{
    if (select_open(b))
        pop_implied(b, but);
    else if (current(b)->tag == TAG_OPTION)
        pop(b);
    formatting_reopen(b);
    insert_element(b);
}

static void start_ruby(builder *b, uint16_t but)
{
    if (in_scope(b, TAG_RUBY, ENDS_SCOPE))
        pop_implied(b, but);
    insert_element(b);
}

static void start_foreign(builder *b)
{
    formatting_reopen(b);
    insert_foreign(b, b->t.tag == TAG_MATH ? SPACE_MATH : SPACE_SVG);
    if (b->t.self_closing)
        pop(b);
}

static bool body_is_second(const builder *b)
{
    return b->depth >= 2 && b->stack[1].tag == TAG_BODY;
}

static void start_frameset(builder *b)
{
    if (!body_is_second(b) || !b->frameset_ok || !links_begin(b))
        return;
    link_remove(b, b->stack[1].node);
    while (b->depth > 1)
        pop(b);
    insert_element(b);
    b->mode = MODE_IN_FRAMESET;
}

/* Tags that need at most a line or two; the longer ones are above. */
bool body_start_tag(builder *b)
{
    switch ((body_start)rule_of(b->t.tag).start) {
    case START_OTHER:
        formatting_reopen(b);
        insert_element(b);
        break;
    case START_BLOCK:
        close_paragraph(b);
        insert_element(b);
        break;
    case START_HEADING:
        close_paragraph(b);
        if (current(b)->category & IS_HEADING)
            pop(b);
        insert_element(b);
        break;
    case START_PRE:
        close_paragraph(b);
        insert_element(b);
        b->skip_newline = true;
        b->frameset_ok = false;
        break;
    case START_FORM:
        start_form(b);
        break;
    case START_LI:
        start_item(b, TAG_LI, TAG_LI);
        break;
    case START_DD_DT:
        start_item(b, TAG_DD, TAG_DT);
        break;
    case START_PLAINTEXT:
        close_paragraph(b);
        raw_begin(b, RAW_PLAIN);
        break;
    case START_BUTTON:
        start_button(b);
        break;
    case START_A:
        formatting_end_a(b);
        start_formatting(b);
        break;
    case START_FORMATTING:
        start_formatting(b);
        break;
    case START_NOBR:
        start_nobr(b);
        break;
    case START_OBJECT:
        formatting_reopen(b);
        insert_element(b);
        marker_add(b);
        b->frameset_ok = false;
        break;
    case START_TABLE:
        if (!b->quirks)
            close_paragraph(b);
        insert_element(b);
        b->frameset_ok = false;
        b->mode = MODE_IN_TABLE;
        break;
    case START_IMAGE:
        b->t.tag = TAG_IMG;
        /* fall through */
    case START_VOID:
        formatting_reopen(b);
        insert_void(b);
        b->frameset_ok = false;
        break;
    case START_INPUT:
        start_input(b);
        break;
    case START_PARAM:
        insert_void(b);
        break;
    case START_HR:
        close_paragraph(b);
        if (select_open(b))
            pop_implied(b, 0);
        insert_void(b);
        b->frameset_ok = false;
        break;
    case START_TEXTAREA:
        raw_begin(b, RAW_RCDATA);
        b->skip_newline = true;
        b->frameset_ok = false;
        break;
    case START_XMP:
        close_paragraph(b);
        formatting_reopen(b);
        b->frameset_ok = false;
        raw_begin(b, RAW_TEXT);
        break;
    case START_IFRAME:
        b->frameset_ok = false;
        raw_begin(b, RAW_TEXT);
        break;
    case START_NOEMBED:
        raw_begin(b, RAW_TEXT);
        break;
    case START_NOSCRIPT:
        if (b->options->scripting) {
            raw_begin(b, RAW_TEXT);
            break;
        }
        formatting_reopen(b);
        insert_element(b);
        break;
    case START_SELECT:
        start_select(b);
        break;
    case START_OPTION:
        start_option(b, TAG_OPTGROUP);
        break;
    case START_OPTGROUP:
        start_option(b, 0);
        break;
    case START_RB:
        start_ruby(b, 0);
        break;
    case START_RP:
        start_ruby(b, TAG_RTC);
        break;
    case START_FOREIGN:
        start_foreign(b);
        break;
    case START_IGNORED:
        break;
    case START_HTML:
        if (!has_template(b))
            attributes_merge(b, b->stack[0].node);
        break;
    case START_HEAD_CONTENT:
        return head_content(b);
    case START_BODY:
        if (!body_is_second(b) || has_template(b))
            break;
        b->frameset_ok = false;
        attributes_merge(b, b->stack[1].node);
        break;
    case START_FRAMESET:
        start_frameset(b);
        break;
    }
    return false;
}

/* --- end tags ----------------------------------------------------------------------------------------------------- */

static bool end_in_scope(builder *b, uint16_t tag, unsigned stops, uint16_t but)
{
    bool is_open = in_scope(b, tag, stops);
    if (is_open) {
        pop_implied(b, but);
        pop_until(b, tag);
    }
    return is_open;
}

static void end_form(builder *b)
{
    if (has_template(b)) {
        end_in_scope(b, TAG_FORM, ENDS_SCOPE, 0);
        return;
    }
    uint32_t node = b->form, at = node == HTML_NONE ? HTML_NONE : stack_find(b, node);
    b->form = HTML_NONE;
    if (at == HTML_NONE)
        return;
    for (uint32_t i = b->depth - 1; i > at; i--)
        if (b->stack[i].category & ENDS_SCOPE)
            return;
    pop_implied(b, 0);
    stack_remove(b, stack_find(b, node));
}

static void end_heading(builder *b)
{
    uint32_t at = scope_find(b, IS_HEADING);
    if (at == HTML_NONE)
        return;
    pop_implied(b, 0);
    while (b->depth > at)
        pop(b);
}

static void end_paragraph(builder *b)
{
    if (!in_scope(b, TAG_P, ENDS_SCOPE | ENDS_BUTTON))
        insert_bare(b, TAG_P);
    close_paragraph(b);
}

bool body_end_tag(builder *b)
{
    uint16_t tag = b->t.tag;
    switch ((body_end)rule_of(tag).end) {
    case END_OTHER:
        end_any_other(b, tag);
        break;
    case END_TEMPLATE:
        template_end(b);
        break;
    case END_BODY:
    case END_HTML:
        if (!in_scope(b, TAG_BODY, ENDS_SCOPE))
            break;
        b->mode = MODE_AFTER_BODY;
        return tag == TAG_HTML;
    case END_BLOCK:
        end_in_scope(b, tag, ENDS_SCOPE, 0);
        break;
    case END_FORM:
        end_form(b);
        break;
    case END_P:
        end_paragraph(b);
        break;
    case END_LI:
        end_in_scope(b, tag, ENDS_SCOPE | ENDS_LIST, tag);
        break;
    case END_DD_DT:
        end_in_scope(b, tag, ENDS_SCOPE, tag);
        break;
    case END_HEADING:
        end_heading(b);
        break;
    case END_FORMATTING:
        adopt(b, tag);
        break;
    case END_OBJECT:
        if (end_in_scope(b, tag, ENDS_SCOPE, 0))
            marker_clear(b);
        break;
    case END_BR:
        formatting_reopen(b);
        insert_bare(b, TAG_BR);
        pop(b);
        b->frameset_ok = false;
        break;
    }
    return false;
}
