/* column_page.c - what is kept of a page's values while columns are learned.
 * Columns are named after the words around their values: the label, the header of a table's column, the microdata,
 * ids and classes of the elements around it, the heading above. Names that only say how a part looks (left, col2,
 * wrapper) are skipped. Cost: a climb of a few elements per value, and one row per table. Limits: NAME_LEVELS,
 * OUTER_LEVELS, MAX_CELLS. */
#include <string.h>

#include "base/buffer.h"
#include "records/column_names.h"

/* Ancestors of a value whose names may stand for it, and those that name the part of the page it is in. */
#define NAME_LEVELS 3
#define OUTER_LEVELS 9
/* A cell, its row, the part of the table, the table. */
#define TABLE_LEVELS 4
/* Cells of a row that are counted to find the header of a column. */
#define MAX_CELLS 64

/* --- names of elements -------------------------------------------------------------------------------------------- */

/* Words of class names that say how a part looks or where it is, not what it holds. */
static const char plain_words[] =
    "absolute active align all area arrow article auto back bar base big black block blue body bold border "
    "bottom box btn button card cell center centre class clear clearfix clr cmplz col collapse colored coloured "
    "cols column columns cont contain container content contents css current dark data default desktop detail "
    "details div element elementor ellipsis entry even field first flex float flt fluid font foot footer frame "
    "gray green grey grid group hdr head header heading hidden hide holder hover html icon info inline inner "
    "invisible item items justify label large last layout leading left lft light line link links list lowercase "
    "main margin media medium menu mgn middle mobile mod module muted nav node none normal nowrap odd opacity "
    "orange outer pad padding page pane panel para paragraph part plain post primary pull reader red relative "
    "rgt right root rounded row rows screen secondary section selected shadow show side sidebar size small span "
    "sticky strong style sub tab table tablet tabs text tiny toggle top truncate txt uppercase val value values "
    "view visible visually white wide widget width wrap wrapper ";

/* Words for the facts of a thing, a work, a person, a place or an event, after the properties of schema.org: their
 * labels and class names. */
static const char fact_words[] =
    "actor actors address affiliation area artist asin author availability binding body brand breadcrumb breadcrumbs "
    "calories capacity cast "
    "categories category certificate city color colour condition control cost country cuisine currency date dates "
    "depth "
    "description developer dimensions directed director directors distributor doi doors drive drivetrain duration ean "
    "economy "
    "edition email employees employer engine engines enrollment fabric fax fee format founded founder fuel gas genre "
    "genres gtin headline height homepage horsepower industry ingredients isbn issn keywords kind label language "
    "languages latitude "
    "length "
    "licence license location longitude mail maker manufacturer material mileage model motor mpaa mpg mpn msrp name "
    "number organiser organizer origin pages phone platform population postal price prices produced producer published "
    "publisher rated rating ratings release released runtime salary score seats sector series servings size sku stars "
    "tags "
    "starring subtitle summary state stock street studio style tel telephone title tools transmission trim tuition "
    "type upc url venue "
    "version volume web website weight width writer writers year yield zip ";

bool column_is_fact(slice name)
{
    char word[24];
    size_t n = 0;
    for (size_t i = 0; i <= name.len; i++) {
        char c = i < name.len ? name.data[i] : ' ';
        bool starts = c >= 'A' && c <= 'Z' && i && name.data[i - 1] >= 'a' && name.data[i - 1] <= 'z';
        if (is_alpha(c) && !starts) {
            if (n < sizeof word)
                word[n] = lower(c);
            n++;
            continue;
        }
        if (n > 1 && n < sizeof word && slice_is_in((slice){ word, n }, fact_words))
            return true;
        word[0] = lower(c);
        n = starts;
    }
    return false;
}

/* Also two such words written as one (innerbox), or one with a letter or two (headerlg, nopadding). */
bool column_word_is_plain(const char *word, size_t len)
{
    char small[32];
    if (len < 3 || len >= sizeof small)
        return len < 3;
    for (size_t i = 0; i < len; i++)
        small[i] = lower(word[i]);
    if (slice_is_in((slice){ small, len }, plain_words))
        return true;
    for (size_t cut = 1; cut < len; cut++) {
        bool first = slice_is_in((slice){ small, cut }, plain_words),
             second = slice_is_in((slice){ small + cut, len - cut }, plain_words);
        if ((first && (second || (len - cut < 3 && cut > 4))) || (second && cut < 3 && len - cut >= 4))
            return true;
    }
    return false;
}

/* Does a class or id say what its element holds? It needs a word of three letters that is not about looks; words with
 * digits are numbers of columns, sizes and colours. */
static bool says_what(slice name)
{
    for (size_t i = 0, end; i < name.len; i = end + (end == i)) {
        bool digit = false;
        for (end = i; end < name.len; end++) {
            char c = name.data[end], before = end > i ? name.data[end - 1] : 0;
            bool is_part = is_digit(c) || is_alpha(c) || (unsigned char)c >= 0x80;
            if (!is_part || (c >= 'A' && c <= 'Z' && before >= 'a' && before <= 'z'))
                break;
            digit |= is_digit(c);
        }
        if (end > i && !digit && !column_word_is_plain(name.data + i, end - i))
            return true;
    }
    return false;
}

/* The first of the space-separated names that says what it is about. */
static slice telling_token(slice names)
{
    for (slice token; slice_word(&names, &token);)
        if (says_what(token))
            return token;
    return (slice){ NULL, 0 };
}

static slice first_token(slice text)
{
    slice token = { NULL, 0 };
    slice_word(&text, &token);
    return token;
}

/* Microdata needs no check: it is written to be read. */
static slice element_name(const husk_page *page, uint32_t node)
{
    slice name = first_token(page_attribute_value(page, node, ATTR_ITEMPROP));
    if (name.len == 0)
        name = first_token(page_attribute_value(page, node, ATTR_PROPERTY));
    if (name.len == 0)
        name = telling_token(page_attribute_value(page, node, ATTR_ID));
    return name.len ? name : telling_token(page_attribute_value(page, node, ATTR_CLASS));
}

/* Is the element a large part of the page? Its name, or a heading in it, says nothing of a single value. */
static bool is_large(const husk_page *page, uint32_t node)
{
    return (page->end[node] - node) / 2 > page->n_nodes / 4;
}

/* The names of the elements around the value: the nearest, and that of the part of the page. */
static void names_around(const husk_page *page, const located_value *v, slice *beside, slice *outer)
{
    uint32_t node = v->source == VALUE_TEXT ? page->parent[v->node] : v->node;
    *beside = v->source == VALUE_META ? first_token(located_meta_name(page, node)) : (slice){ NULL, 0 };
    *outer = (slice){ NULL, 0 };
    for (int level = 0; v->source != VALUE_META && level < OUTER_LEVELS && outer->len == 0; level++) {
        if (node == 0 || page->tag[node] == TAG_BODY)
            return;
        bool skip = level > 0 && is_large(page, node);
        slice name = skip ? (slice){ NULL, 0 } : element_name(page, node);
        if (level < NAME_LEVELS && beside->len == 0)
            *beside = name;
        else if (name.len && !slice_same(name, *beside))
            *outer = name;
        node = page->parent[node];
    }
}

/* --- labels ------------------------------------------------------------------------------------------------------- */

/* A label is in a small part of the page together with its value, and is not a link: menus end everywhere. */
static bool stands_near(const husk_page *page, uint32_t label, uint32_t value)
{
    uint32_t around = page->parent[label], up = 0;
    if (page->flags[label] & NODE_LINK)
        return false;
    for (; up < NAME_LEVELS && page->end[around] <= value; up++)
        around = page->parent[around];
    uint32_t own = page->parent[value], down = 0;
    for (; down < NAME_LEVELS && own != around; down++)
        own = page->parent[own];
    return up < NAME_LEVELS && own == around;
}

/* The last heading from node *at to `node`, to which *at advances; *found is unchanged if there is none between. */
static void heading_before(const husk_page *page, uint32_t node, uint32_t *at, uint32_t *found)
{
    for (; *at < node; (*at)++)
        if (page->tag[*at] >= TAG_H2 && page->tag[*at] <= TAG_H6)
            *found = *at;
}

/* Is the value in the section of the heading, rather than somewhere after it? */
static bool is_under(const husk_page *page, uint32_t heading, uint32_t node)
{
    uint32_t section = page->parent[heading];
    if (page->end[section] > node)
        return true;
    while (section && page->end[section] <= node)
        section = page->parent[section];
    return !is_large(page, section);
}

/* The text of an element before the value, at most as long as a name: longer ones are sentences. */
static slice short_text(const husk_page *page, uint32_t element, uint32_t node, buffer *text)
{
    buffer_clear(text);
    if (element != NODE_NONE && page->end[element] <= node)
        page_text(page, element, text);
    return text->len <= COLUMN_MAX_NAME ? (slice){ text->data, text->len } : (slice){ NULL, 0 };
}

static uint32_t ancestor(const husk_page *page, uint32_t node, uint16_t tag, int levels)
{
    for (; levels > 0 && node != 0; levels--, node = page->parent[node])
        if (page->tag[node] == tag)
            return node;
    return NODE_NONE;
}

/* The cell of the row that is in this column, counting from 0, or NODE_NONE. */
static uint32_t cell_at(const husk_page *page, uint32_t row, uint32_t column)
{
    uint32_t n = 0;
    for (uint32_t i = row + 1; i < page->end[row] && n <= MAX_CELLS; i = page->end[i])
        if (page->tag[i] == TAG_TD || page->tag[i] == TAG_TH) {
            if (n == column)
                return i;
            slice span = page_attribute_value(page, i, ATTR_COLSPAN);
            bool wide = span.len == 1 && span.data[0] > '1' && span.data[0] <= '9';
            n += wide ? (uint32_t)(span.data[0] - '0') : 1;
        }
    return NODE_NONE;
}

/* The header cell above a value in a table: a <th> in the table's first row, or a cell of its <thead>. */
static uint32_t header_above(const husk_page *page, uint32_t node)
{
    uint32_t cell = ancestor(page, node, TAG_TD, NAME_LEVELS + 1);
    uint32_t table = cell == NODE_NONE ? NODE_NONE : ancestor(page, cell, TAG_TABLE, TABLE_LEVELS);
    if (table == NODE_NONE)
        return NODE_NONE;
    uint32_t first = table + 1, row = page->parent[cell], column = 0;
    while (first < cell && page->tag[first] != TAG_TR)
        first++;
    if (first >= cell || first == row)
        return NODE_NONE;
    while (column < MAX_CELLS && cell_at(page, row, column) != cell)
        column++;
    uint32_t header = column < MAX_CELLS ? cell_at(page, first, column) : NODE_NONE;
    if (header == NODE_NONE || (page->tag[header] != TAG_TH && page->tag[page->parent[first]] != TAG_THEAD))
        return NODE_NONE;
    return header;
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static bool copy_slice(slice *to, slice text, size_t most, arena *memory)
{
    to->len = slice_cut(text, most);
    to->data = arena_copy(memory, text.data ? text.data : "", to->len);
    return to->data != NULL;
}

/* The position of a walk over the page's values. */
typedef struct page_copy {
    husk_page *page;
    const located_value *values;
    uint32_t at;      /* a node */
    uint32_t heading; /* the last one before it */
    buffer text, near;
} page_copy;

static bool copy_words(page_copy *c, const located_value *v, arena *memory, column_value *out)
{
    slice beside, outer;
    bool done = true;
    if (v->node < c->at) { /* links and images come after all texts */
        c->at = 1;
        c->heading = NODE_NONE;
    }
    heading_before(c->page, v->node, &c->at, &c->heading);
    uint32_t heading = c->heading != NODE_NONE && is_under(c->page, c->heading, v->node) ? c->heading : NODE_NONE;
    done &=
        copy_slice(&out->near[NAME_HEADING], short_text(c->page, heading, v->node, &c->near), COLUMN_MAX_NAME, memory);
    uint32_t above = v->source == VALUE_META ? NODE_NONE : header_above(c->page, v->node);
    if (above != NODE_NONE && out->label != LOCATE_NONE &&
        c->values[out->label].node < c->page->end[c->page->parent[above]])
        out->label = LOCATE_NONE; /* the last header of the row above is before the first value, but not above it */
    done &= copy_slice(&out->near[NAME_HEADER], short_text(c->page, above, v->node, &c->near), COLUMN_MAX_NAME, memory);
    names_around(c->page, v, &beside, &outer);
    return done && copy_slice(&out->near[NAME_ELEMENT], beside, (size_t)COLUMN_MAX_NAME * 2, memory) &&
           copy_slice(&out->near[NAME_OUTER], outer, (size_t)COLUMN_MAX_NAME * 2, memory);
}

static bool copy_value(page_copy *c, uint32_t i, arena *memory, column_value *out)
{
    const located_value *v = &c->values[i];
    buffer_clear(&c->text);
    located_write(c->page, v, false, &c->text);
    slice whole = { c->text.data, c->text.len }, text = slice_trim(c->page->text[v->node]);
    uint32_t element = v->source == VALUE_TEXT ? c->page->parent[v->node] : v->node;
    *out = (column_value){ .text = v->text,
                           .path = v->key[LOCATE_PATH],
                           .label = v->label,
                           .source = v->source,
                           .rank = v->rank,
                           .tag = c->page->tag[element],
                           .n_chars = (uint32_t)count_points(whole) };
    if (v->label != LOCATE_NONE && (i - v->label > 2 || !stands_near(c->page, c->values[v->label].node, v->node)))
        out->label = LOCATE_NONE;
    text.len = v->prefix;
    return c->text.status == HUSK_OK && copy_slice(&out->shown, whole, COLUMN_SHOWN, memory) &&
           copy_slice(&out->near[NAME_LABEL], text, COLUMN_SHOWN, memory) && copy_words(c, v, memory, out);
}

bool column_page_copy(husk_page *page, const located_value *values, uint32_t n, const model_host *host, arena *memory,
                      column_page *out)
{
    page_copy c = { .page = page, .values = values, .at = 1, .heading = NODE_NONE };
    buffer_init(&c.text, (size_t)64 << 20);
    buffer_init(&c.near, (size_t)64 << 20);
    *out = (column_page){ .values = arena_array(memory, (size_t)n + 1, sizeof *out->values), .n = n };
    bool done = out->values && copy_slice(&out->language, page->lang, COLUMN_SHOWN, memory);
    for (uint32_t i = 0; done && i < n; i++) {
        column_value *v = &out->values[i];
        done = copy_value(&c, i, memory, v);
        if (done && values[i].inside != LOCATE_NONE) { /* a link is named after its text */
            const column_value *inside = &out->values[values[i].inside];
            v->label = inside->label;
            v->near[NAME_ELEMENT] = inside->near[NAME_ELEMENT];
            v->near[NAME_OUTER] = inside->near[NAME_OUTER];
            v->near[NAME_HEADER] = inside->near[NAME_HEADER];
        }
    }
    buffer_free(&c.text);
    buffer_free(&c.near);
    return done && column_page_hints(page, values, host, out);
}
