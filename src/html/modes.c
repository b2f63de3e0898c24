/* modes.c - the insertion modes around the body, templates, and the choice of the rules for each token.
 * (The HTML standard, 13.2.6.4.1 to 6 and 16 to 21.) */
#include "html/builder.h"

/* --- what <head> allows ------------------------------------------------------------------------------------------- */

static void template_start(builder *b)
{
    insert_element(b);
    current(b)->mode = MODE_IN_TEMPLATE;
    marker_add(b);
    b->frameset_ok = false;
    b->mode = MODE_IN_TEMPLATE;
}

static raw_kind raw_of(uint16_t tag)
{
    static const uint8_t kinds[TAG_FREE] = { [TAG_TITLE] = RAW_RCDATA,
                                             [TAG_STYLE] = RAW_TEXT,
                                             [TAG_NOFRAMES] = RAW_TEXT,
                                             [TAG_NOSCRIPT] = RAW_TEXT,
                                             [TAG_SCRIPT] = RAW_SCRIPT };
    return tag < TAG_FREE ? (raw_kind)kinds[tag] : RAW_NONE;
}

bool head_content(builder *b)
{
    raw_kind raw = raw_of(b->t.tag);
    if (raw)
        raw_begin(b, raw);
    else if (b->t.tag == TAG_TEMPLATE)
        template_start(b);
    else /* <base>, <link>, <meta> and similar */
        insert_void(b);
    return false;
}

/* Drop a template's contents: at once if its nodes are the last of all, else at the end. */
static void template_drop(builder *b, uint32_t node)
{
    if (b->options->templates || b->linked)
        return;
    b->tree->n_nodes = node + 1;
    b->tree->n_attributes = b->tree->attribute[node + 1];
}

static void template_pop(builder *b)
{
    uint32_t node = innermost_template(b)->node;
    pop_until(b, TAG_TEMPLATE);
    marker_clear(b);
    template_drop(b, node);
    mode_reset(b);
}

void templates_close(builder *b)
{
    while (has_template(b))
        template_pop(b);
}

void template_end(builder *b)
{
    if (!has_template(b))
        return;
    while (current(b)->category & (IS_IMPLIED | IS_IMPLIED_TOO))
        pop(b);
    template_pop(b);
}

/* --- before the body ---------------------------------------------------------------------------------------------- */

/* End tags that imply the missing element; others are dropped. */
static bool is_meant_end(uint16_t tag)
{
    return tag == TAG_BODY || tag == TAG_HTML || tag == TAG_BR;
}

static bool before_html(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end && tag != TAG_HEAD && !is_meant_end(tag))
        return false;
    if (end || tag != TAG_HTML)
        return step_to_body(b);
    insert_element(b);
    b->mode = MODE_BEFORE_HEAD;
    return false;
}

static bool before_head(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (!end && tag == TAG_HTML)
        return body_start_tag(b);
    if (end && tag != TAG_HEAD && !is_meant_end(tag))
        return false;
    if (end || tag != TAG_HEAD)
        return step_to_body(b);
    b->head = insert_element(b);
    b->mode = MODE_IN_HEAD;
    return false;
}

static bool takes_head_content(uint16_t tag)
{
    return rule_of(tag).start == START_HEAD_CONTENT;
}

static bool in_head(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end && tag == TAG_TEMPLATE)
        template_end(b);
    if (end)
        return (tag == TAG_HEAD || is_meant_end(tag)) && step_to_body(b) && tag != TAG_HEAD;
    if (tag == TAG_HTML)
        return body_start_tag(b);
    if (tag == TAG_NOSCRIPT && !b->options->scripting) {
        insert_element(b);
        b->mode = MODE_IN_HEAD_NOSCRIPT;
        return false;
    }
    if (takes_head_content(tag) || tag == TAG_NOSCRIPT)
        return head_content(b);
    return tag != TAG_HEAD && step_to_body(b);
}

static bool in_head_noscript(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (!end && tag == TAG_HTML)
        return body_start_tag(b);
    if (!end && (tag == TAG_LINK || tag == TAG_META || tag == TAG_STYLE || tag == TAG_NOFRAMES || tag == TAG_BASEFONT ||
                 tag == TAG_BGSOUND))
        return head_content(b);
    if (end ? tag != TAG_NOSCRIPT && tag != TAG_BR : tag == TAG_HEAD || tag == TAG_NOSCRIPT)
        return false;
    return step_to_body(b) && !(end && tag == TAG_NOSCRIPT);
}

/* Back into <head>, for elements that come after it. */
static void head_again(builder *b)
{
    uint32_t node = b->tree->n_nodes - 1;
    while (node != HTML_NONE && node != b->head)
        node = b->tree->parent[node];
    if (node == HTML_NONE && !links_begin(b))
        return;
    push(b, b->head, TAG_HEAD, SPACE_HTML);
    head_content(b);
    stack_remove(b, stack_find(b, b->head));
}

static bool after_head(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end && tag == TAG_TEMPLATE)
        template_end(b);
    if (end)
        return is_meant_end(tag) && step_to_body(b);
    if (tag == TAG_HTML)
        return body_start_tag(b);
    if (tag == TAG_BODY || tag == TAG_FRAMESET) {
        insert_element(b);
        b->frameset_ok = b->frameset_ok && tag != TAG_BODY;
        b->mode = tag == TAG_BODY ? MODE_IN_BODY : MODE_IN_FRAMESET;
        return false;
    }
    if (takes_head_content(tag)) {
        head_again(b);
        return false;
    }
    return tag != TAG_HEAD && step_to_body(b);
}

/* --- templates, after the body, framesets ------------------------------------------------------------------------- */

/* The mode in which a template's contents continue, by their first tag. */
static insertion_mode mode_in_template(uint16_t tag)
{
    static const uint8_t modes[TAG_FREE] = {
        [TAG_CAPTION] = MODE_IN_TABLE, [TAG_COLGROUP] = MODE_IN_TABLE, [TAG_TBODY] = MODE_IN_TABLE,
        [TAG_TFOOT] = MODE_IN_TABLE,   [TAG_THEAD] = MODE_IN_TABLE,    [TAG_COL] = MODE_IN_COLUMN_GROUP,
        [TAG_TR] = MODE_IN_TABLE_BODY, [TAG_TD] = MODE_IN_ROW,         [TAG_TH] = MODE_IN_ROW,
    };
    return tag < TAG_FREE && modes[tag] ? modes[tag] : MODE_IN_BODY;
}

static bool in_template(builder *b, bool end)
{
    if (end) {
        if (b->t.tag == TAG_TEMPLATE)
            template_end(b);
        return false;
    }
    if (takes_head_content(b->t.tag))
        return head_content(b);
    b->mode = mode_in_template(b->t.tag);
    innermost_template(b)->mode = (uint8_t)b->mode;
    return true;
}

static bool after_body(builder *b, bool end)
{
    if (end && b->t.tag == TAG_HTML && b->mode == MODE_AFTER_BODY) {
        b->mode = MODE_AFTER_AFTER_BODY;
        return false;
    }
    if (!end && b->t.tag == TAG_HTML)
        return body_start_tag(b);
    return step_to_body(b);
}

static void end_frameset(builder *b)
{
    if (b->depth == 1)
        return;
    pop(b);
    if (current(b)->tag != TAG_FRAMESET)
        b->mode = MODE_AFTER_FRAMESET;
}

static bool in_frameset(builder *b, bool end)
{
    uint16_t tag = b->t.tag;
    if (end) {
        if (tag == TAG_FRAMESET)
            end_frameset(b);
        return false;
    }
    if (tag == TAG_HTML)
        return body_start_tag(b);
    if (tag == TAG_NOFRAMES)
        return head_content(b);
    if (tag == TAG_FRAMESET || tag == TAG_FRAME)
        insert_element(b);
    if (tag == TAG_FRAME)
        pop(b);
    return false;
}

static bool after_frameset(builder *b, bool end)
{
    if (end) {
        if (b->t.tag == TAG_HTML && b->mode == MODE_AFTER_FRAMESET)
            b->mode = MODE_AFTER_AFTER_FRAMESET;
        return false;
    }
    if (b->t.tag == TAG_HTML)
        return body_start_tag(b);
    return b->t.tag == TAG_NOFRAMES ? head_content(b) : false;
}

/* --- dispatch ----------------------------------------------------------------------------------------------------- */

static bool initial(builder *b, bool end)
{
    (void)end;
    return step_to_body(b);
}

bool mode_apply(builder *b, bool end)
{
    static bool (*const rules[])(builder * b, bool end) = {
        [MODE_INITIAL] = initial,
        [MODE_BEFORE_HTML] = before_html,
        [MODE_BEFORE_HEAD] = before_head,
        [MODE_IN_HEAD] = in_head,
        [MODE_IN_HEAD_NOSCRIPT] = in_head_noscript,
        [MODE_AFTER_HEAD] = after_head,
        [MODE_IN_BODY] = body_tag,
        [MODE_IN_TABLE] = table_tag,
        [MODE_IN_CAPTION] = caption_tag,
        [MODE_IN_COLUMN_GROUP] = column_group_tag,
        [MODE_IN_TABLE_BODY] = table_body_tag,
        [MODE_IN_ROW] = row_tag,
        [MODE_IN_CELL] = cell_tag,
        [MODE_IN_TEMPLATE] = in_template,
        [MODE_AFTER_BODY] = after_body,
        [MODE_IN_FRAMESET] = in_frameset,
        [MODE_AFTER_FRAMESET] = after_frameset,
        [MODE_AFTER_AFTER_BODY] = after_body,
        [MODE_AFTER_AFTER_FRAMESET] = after_frameset,
    };
    return rules[b->mode](b, end);
}

/* Do HTML's rules take this tag although the current node is SVG or MathML? */
static bool is_let_in(const open_element *e, uint16_t tag)
{
    if (e->points & POINT_HTML)
        return true;
    if (e->points & POINT_TEXT)
        return tag != TAG_MGLYPH && tag != TAG_MALIGNMARK;
    return e->space == SPACE_MATH && e->name == TAG_ANNOTATION_XML && tag == TAG_SVG;
}

/* What would make the tree quadratic: unlimited depth and open formatting. */
static bool is_too_much(const builder *b)
{
    unsigned category = rule_of(b->t.tag).category;
    return (b->depth >= b->options->max_depth && !(category & IS_VOID)) ||
           (b->n_formatting >= MAX_FORMATTING && category & IS_FORMATTING);
}

static inline void tag(builder *b, bool end)
{
    b->skip_newline = false;
    if (!end && is_too_much(b))
        return;
    const open_element *e = foreign_current(b);
    if (e && (end || !is_let_in(e, b->t.tag))) {
        foreign_tag(b, end);
        return;
    }
    if (b->mode == MODE_IN_BODY && !body_tag(b, end)) /* nearly always */
        return;
    while (mode_apply(b, end))
        ;
}

void rules_start_tag(builder *b)
{
    tag(b, false);
}

void rules_end_tag(builder *b)
{
    tag(b, true);
}

void rules_doctype(builder *b)
{
    b->skip_newline = false;
    if (b->mode != MODE_INITIAL)
        return;
    doctype d = doctype_parse(b->t.text, b->t.closed);
    b->quirks = doctype_quirks(&d);
    b->mode = MODE_BEFORE_HTML;
}

/* If the page ends before its body, create what is missing. */
void rules_end_of_file(builder *b)
{
    while (b->mode < MODE_IN_BODY || (b->mode <= MODE_IN_TEMPLATE && has_template(b)))
        if (b->mode < MODE_IN_BODY)
            step_to_body(b);
        else
            template_pop(b);
}
