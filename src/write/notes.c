/* notes.c - find footnotes by their structure, which wikis, Pandoc, Hugo, kramdown, WordPress, Word and Org mode share.
 * A reference is a short link in or around a <sup>, or one in brackets, that leads to an item of a list or to a block
 * of its own; that is a note if it links back to the reference. Names of classes are not needed. Cost: a look at each
 * tag; on pages with such links also at each id, and at the ends of each note. Limits: NOTES_MAX. */
#include "write/flow.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arrays.h"
#include "base/hash.h"
#include "base/table.h"

/* Nodes of a reference. Larger ones are text. */
#define MARK_NODES 12u
/* Nodes examined at each end of a note: a link back is its first or last. */
#define END_NODES 48u
/* The note's anchor is within these first nodes of its item. */
#define ANCHOR_NODES 6u
/* Ancestors of a note's list that are examined; deeper ones are not written as notes. */
#define MAX_ABOVE 200u
/* Links that lead to an item without a link back: bounds the time on hostile pages. */
#define MAX_FAILED 2048u

typedef struct finder {
    husk_page *page;
    const write_options *options;
    hash_map anchors; /* by id: the first element that has it */
    bool has_anchors;
    page_notes *found;
    uint32_t n_failed;
    uint32_t list; /* the last note's list, and whether notes can be written there */
    bool list_is_plain;
} finder;

/* The fragment of a link within the page; {NULL, 0} if it leads elsewhere. */
static slice fragment_of(const husk_page *page, uint32_t link)
{
    slice href = slice_trim(page_attribute_value(page, link, ATTR_HREF));
    const char *hash = href.len ? memchr(href.data, '#', href.len) : NULL;
    if (hash == NULL)
        return (slice){ NULL, 0 };
    slice before = { href.data, (size_t)(hash - href.data) };
    if (before.len && !slice_same(before, page->url))
        return (slice){ NULL, 0 };
    return (slice){ hash + 1, href.len - before.len - 1 };
}

/* The first element with this id; 0 if there is none. */
static uint32_t anchor_of(const finder *f, slice id)
{
    return id.len ? map_get(&f->anchors, hash_bytes(id.data, id.len)) : 0;
}

static bool gather_anchors(finder *f)
{
    const husk_page *page = f->page;
    bool ok = f->has_anchors = true;
    for (uint32_t i = 1; i < page->n_nodes; i++)
        for (uint32_t a = page->attribute[i]; ok && a < page->attribute[i + 1]; a++) {
            const page_attribute *at = &page->attributes[a];
            uint64_t id = hash_bytes(at->value, at->value_len);
            bool is_anchor = at->id == ATTR_ID || (at->id == ATTR_NAME && page->tag[i] == TAG_A);
            ok = !is_anchor || map_get(&f->anchors, id) || map_put(&f->anchors, id, i);
        }
    return ok;
}

/* The letters and digits of a reference: "[12]" is "12". False: it is no reference. */
static bool label_of(const husk_page *page, uint32_t node, char label[NOTES_LABEL])
{
    size_t n = 0, seen = 0;
    for (uint32_t i = node; i < page->end[node]; i++)
        for (size_t k = 0; page->flags[i] & NODE_TEXT && k < page->text[i].len; k++) {
            char c = page->text[i].data[k];
            seen += !is_space(c);
            if ((is_alpha(c) || is_digit(c)) && n < NOTES_LABEL - 1)
                label[n++] = c;
        }
    label[n] = 0;
    return seen > 0 && seen <= NOTES_LABEL;
}

/* Notes are written at the left margin: their list is in no other list, quotation or table. */
static bool is_plain_list(finder *f, uint32_t list)
{
    const husk_page *page = f->page;
    if (list == f->list)
        return f->list_is_plain;
    uint32_t up = list, steps = 0;
    for (; up != NODE_NONE && steps < MAX_ABOVE; up = page->parent[up], steps++) {
        uint16_t tag = page->tag[up];
        if (tag == TAG_LI || tag == TAG_BLOCKQUOTE || tag == TAG_TD || tag == TAG_TH || tag == TAG_DD || tag == TAG_DT)
            break;
    }
    f->list = list;
    f->list_is_plain = up == NODE_NONE;
    return f->list_is_plain;
}

/* The <div> or <p> that begins with this anchor, the outermost that has nothing else; 0 if there is none. */
static uint32_t block_of(const husk_page *page, uint32_t node)
{
    uint32_t found = 0, end = 0;
    for (uint32_t up = node; up != NODE_NONE && node - up <= ANCHOR_NODES; up = page->parent[up]) {
        bool is_block = page->tag[up] == TAG_DIV || page->tag[up] == TAG_P;
        if ((found && (!is_block || page->end[up] > end + 1)) || next_spoken(page, up + 1, node) < node)
            break;
        if (is_block) {
            found = up;
            end = page->end[up];
        } else if (tag_kind(page->tag[up]) & KIND_BLOCK) {
            break;
        }
    }
    return found;
}

/* The item of a list, or else the block, that begins with this anchor; 0 if none does. */
static uint32_t item_of(finder *f, uint32_t node)
{
    const husk_page *page = f->page;
    uint32_t item = node;
    if (node == 0)
        return 0;
    while (item != NODE_NONE && page->tag[item] != TAG_LI && node - item <= ANCHOR_NODES)
        item = page->parent[item];
    if (item == NODE_NONE || page->tag[item] != TAG_LI || node - item > ANCHOR_NODES) {
        item = block_of(page, node);
        return item && is_plain_list(f, page->parent[item]) ? item : 0;
    }
    uint32_t list = page->parent[item];
    return (page->tag[list] == TAG_OL || page->tag[list] == TAG_UL) && is_plain_list(f, list) ? item : 0;
}

static bool leads_to(const finder *f, uint32_t link, uint32_t mark)
{
    const husk_page *page = f->page;
    uint32_t to = page->tag[link] == TAG_A ? anchor_of(f, fragment_of(page, link)) : 0;
    if (to == 0)
        return false;
    /* the reference itself, something small around it, or an empty anchor right before it */
    return (to >= mark && to < page->end[mark]) || (to < mark && page->end[to] > mark && page->end[to] - to <= 40) ||
           (to < mark && page->end[to] <= mark && mark - to <= 3);
}

/* Does the note link back to the reference? A block that is no item comes after it and begins with the link. */
static bool links_back(const finder *f, uint32_t item, uint32_t mark)
{
    if (f->page->tag[item] != TAG_LI) {
        uint32_t up = next_spoken(f->page, item + 1, f->page->end[item]);
        while (up > item && up < f->page->end[item] && f->page->tag[up] != TAG_A)
            up = f->page->parent[up];
        return mark < item && up > item && up < f->page->end[item] && leads_to(f, up, mark);
    }
    uint32_t end = f->page->end[item], early = item + END_NODES < end ? item + END_NODES : end;
    for (uint32_t i = item + 1; i < early; i++)
        if (leads_to(f, i, mark))
            return true;
    for (uint32_t i = end > early + END_NODES ? end - END_NODES : early; i < end; i++)
        if (leads_to(f, i, mark))
            return true;
    return false;
}

static uint32_t note_of(const page_notes *found, uint32_t item)
{
    uint32_t i = 0;
    while (i < found->n_notes && found->notes[i].item != item)
        i++;
    return i;
}

/* A link to a note, and the element that it and its <sup> are in. */
static void add_reference(finder *f, uint32_t link, uint32_t mark)
{
    husk_page *page = f->page;
    page_notes *found = f->found;
    note made = { 0 };
    if (found->n_marks == 2 * NOTES_MAX || page->end[mark] - mark > MARK_NODES || !label_of(page, mark, made.label))
        return;
    uint32_t around = page->parent[mark];
    if (found->n_marks && mark < page->end[found->marks[found->n_marks - 1].node])
        return; /* inside the last one: a link in brackets in a <sup> */
    if (around == NODE_NONE || page->flags[around] & (NODE_LINK | NODE_PRE | UNWRITTEN) ||
        page->tag[around] == TAG_CODE || !any_shows(page, mark, page->end[mark], f->options))
        return;
    made.item = item_of(f, anchor_of(f, fragment_of(page, link)));
    if (made.item == 0 || (mark > made.item && mark < page->end[made.item]))
        return;
    uint32_t i = note_of(found, made.item);
    if (i == found->n_notes) {
        if (i == NOTES_MAX || f->n_failed >= MAX_FAILED)
            return;
        if (!links_back(f, made.item, mark) || !any_shows(page, made.item, page->end[made.item], f->options)) {
            f->n_failed++;
            return;
        }
        found->notes[found->n_notes++] = made;
    }
    found->marks[found->n_marks++] = (note_mark){ mark, i };
}

static void look_at_sup(finder *f, uint32_t sup)
{
    const husk_page *page = f->page;
    uint32_t up = page->parent[sup], link = 0, n = 0;
    if (up != NODE_NONE && page->tag[up] == TAG_A) {
        add_reference(f, up, up);
        return;
    }
    for (uint32_t i = sup + 1; i < page->end[sup] && i < sup + 4 * MARK_NODES; i++)
        if (page->tag[i] == TAG_A && fragment_of(page, i).len) {
            link = i;
            n++;
        }
    if (n == 1)
        add_reference(f, link, sup);
    for (uint32_t i = sup + 1; n > 1 && i < page->end[sup] && i < sup + 4 * MARK_NODES; i++)
        if (page->tag[i] == TAG_A)
            add_reference(f, i, i);
}

/* May a link without a <sup> lead to a note? Its text is a number in brackets. */
static bool may_refer(const husk_page *page, uint32_t link)
{
    uint32_t end = page->end[link], first = end - link <= MARK_NODES ? next_spoken(page, link + 1, end) : end;
    slice text = first < end ? slice_trim(page->text[first]) : (slice){ NULL, 0 };
    bool is_number = text.len > 2 && text.data[0] == '[' && text.data[text.len - 1] == ']';
    for (size_t i = 1; is_number && i + 1 < text.len; i++)
        is_number = is_digit(text.data[i]);
    return is_number && fragment_of(page, link).len;
}

/* Is there nothing but links within the page, and signs? */
static bool is_only_marks(const finder *f, uint32_t node)
{
    const husk_page *page = f->page;
    if (page->end[node] - node > END_NODES)
        return false;
    for (uint32_t i = node + 1; i < page->end[node];) {
        if (page->tag[i] == TAG_A && fragment_of(page, i).len) {
            i = page->end[i];
            continue;
        }
        for (size_t at = 0; page->flags[i] & NODE_TEXT && at < page->text[i].len;)
            if (is_word(utf8_next(page->text[i].data, page->text[i].len, &at)))
                return false;
        i++;
    }
    return true;
}

/* The links from a note back to its references, each with the signs around it. */
static void add_links_back(finder *f, uint32_t n_references)
{
    husk_page *page = f->page;
    page_notes *found = f->found;
    for (uint32_t n = 0; n < found->n_notes; n++) {
        uint32_t item = found->notes[n].item, end = page->end[item];
        for (uint32_t i = item + 1; i < end && found->n_marks < 4 * NOTES_MAX; i++) {
            if (i == item + END_NODES && end > i + END_NODES)
                i = end - END_NODES;
            bool back = false;
            if (page->tag[i] == TAG_A && fragment_of(page, i).len)
                for (uint32_t r = 0; r < n_references && !back; r++)
                    back = found->marks[r].note == n && leads_to(f, i, found->marks[r].node);
            if (!back)
                continue;
            uint32_t top = i;
            while (page->parent[top] != item && is_only_marks(f, page->parent[top]))
                top = page->parent[top];
            found->marks[found->n_marks++] = (note_mark){ top, NOTES_MAX };
            i = page->end[top] - 1;
        }
    }
}

static bool are_distinct(const page_notes *found)
{
    for (uint32_t i = 0; i < found->n_notes; i++) {
        if (found->notes[i].label[0] == 0)
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(found->notes[i].label, found->notes[k].label) == 0)
                return false;
    }
    return true;
}

/* The place of each note in its list, as its label; notes are sorted. */
static void label_by_place(const husk_page *page, page_notes *found)
{
    uint32_t list = 0, at = 0, place = 0;
    for (uint32_t i = 0; i < found->n_notes; i++) {
        uint32_t item = found->notes[i].item;
        if (page->parent[item] != list) {
            list = page->parent[item];
            at = list + 1;
            place = 0;
        }
        for (; at <= item; at = page->end[at])
            place += page->tag[at] == TAG_LI;
        snprintf(found->notes[i].label, NOTES_LABEL, "%u", place);
    }
}

/* The references' own labels; or places in the list, if two are the same or one is a sign; or else numbers. */
static void set_labels(const husk_page *page, page_notes *found)
{
    if (are_distinct(found))
        return;
    label_by_place(page, found);
    bool own = are_distinct(found);
    for (uint32_t i = 0; !own && i < found->n_notes; i++)
        snprintf(found->notes[i].label, NOTES_LABEL, "%u", i + 1);
}

static bool sort_all(finder *f)
{
    page_notes *found = f->found;
    uint32_t *items = arena_array(&f->page->scratch, found->n_notes + 1u, sizeof *items);
    if (items == NULL)
        return false;
    for (uint32_t i = 0; i < found->n_notes; i++)
        items[i] = found->notes[i].item;
    qsort(found->notes, found->n_notes, sizeof *found->notes, by_u32);
    for (uint32_t i = 0; i < found->n_marks; i++)
        if (found->marks[i].note != NOTES_MAX)
            found->marks[i].note = (uint32_t)(notes_of_item(found, items[found->marks[i].note]) - found->notes);
    qsort(found->marks, found->n_marks, sizeof *found->marks, by_u32);
    return true;
}

const note *notes_of_item(const page_notes *notes, uint32_t item)
{
    return notes->n_notes ? bsearch(&item, notes->notes, notes->n_notes, sizeof *notes->notes, by_u32) : NULL;
}

static husk_status find_references(finder *f)
{
    husk_page *page = f->page;
    page_notes *out = f->found;
    for (uint32_t i = 0; (i = page_find_tags(page, i + 1, TAG_SUP, TAG_A, TAG_A)) < page->n_nodes;) {
        bool is_link = page->tag[i] == TAG_A;
        if (page->flags[i] & UNWRITTEN || (is_link && !may_refer(page, i)))
            continue;
        if (!f->has_anchors) {
            out->notes = arena_array(&page->scratch, NOTES_MAX, sizeof *out->notes);
            out->marks = arena_array(&page->scratch, 4 * NOTES_MAX, sizeof *out->marks);
            if (out->notes == NULL || out->marks == NULL || !gather_anchors(f))
                return HUSK_NO_MEMORY;
        }
        if (is_link)
            add_reference(f, i, i);
        else
            look_at_sup(f, i);
    }
    return HUSK_OK;
}

husk_status notes_find(husk_page *page, const write_options *options, page_notes *out)
{
    finder f = { .page = page, .options = options, .found = out };
    *out = (page_notes){ 0 };
    husk_status status = find_references(&f);
    if (out->n_notes == 0)
        out->n_marks = 0;
    if (status == HUSK_OK && out->n_notes) {
        add_links_back(&f, out->n_marks);
        status = sort_all(&f) ? HUSK_OK : HUSK_NO_MEMORY;
        set_labels(page, out);
    }
    map_free(&f.anchors);
    return status;
}
