/* formatting.c - the list of active formatting elements, and the adoption agency algorithm.
 * Formatting that is open where a paragraph ends is reopened in the next. Limits: MAX_FORMATTING elements, so that
 * each paragraph costs a bounded number of nodes. Steps are named as in the HTML standard, 13.2.4.3 and 13.2.6.4.7. */
#include "html/builder.h"

#include "base/hash.h"

void marker_add(builder *b)
{
    b->formatting[b->n_formatting++] = (format_element){ .node = HTML_NONE };
}

void marker_clear(builder *b)
{
    while (b->n_formatting && b->formatting[--b->n_formatting].node != HTML_NONE)
        ;
}

static void list_remove(builder *b, uint32_t at)
{
    memmove(b->formatting + at, b->formatting + at + 1, (--b->n_formatting - at) * sizeof *b->formatting);
}

static void list_insert(builder *b, uint32_t at, format_element e)
{
    memmove(b->formatting + at + 1, b->formatting + at, (b->n_formatting++ - at) * sizeof *b->formatting);
    b->formatting[at] = e;
}

static uint32_t list_find(const builder *b, uint32_t node)
{
    uint32_t at = b->n_formatting;
    while (at-- > 0 && b->formatting[at].node != node)
        ;
    return at;
}

/* The last element with this tag after the last marker, or HTML_NONE. */
static uint32_t list_find_tag(const builder *b, uint16_t tag)
{
    for (uint32_t at = b->n_formatting; at-- > 0 && b->formatting[at].node != HTML_NONE;)
        if (b->formatting[at].tag == tag)
            return at;
    return HTML_NONE;
}

/* --- at most three alike ------------------------------------------------------------------------------------------ */

static uint64_t attributes_hash(const html_tree *tree, uint32_t node)
{
    uint64_t sum = tree->attribute[node + 1] - tree->attribute[node];
    for (uint32_t i = tree->attribute[node]; i < tree->attribute[node + 1]; i++) {
        const html_attribute *a = &tree->attributes[i];
        sum += hash_pair(hash_bytes(a->name, a->name_len), hash_bytes(a->value, a->value_len));
    }
    return sum;
}

static uint64_t hash_of(const builder *b, format_element *e)
{
    if (!e->hashed)
        e->hash = attributes_hash(b->tree, e->node);
    e->hashed = true;
    return e->hash;
}

/* The "Noah's Ark clause": the fourth alike removes the first. */
void formatting_add(builder *b, uint32_t node, uint16_t tag)
{
    format_element new = { .node = node, .tag = tag };
    uint32_t alike = 0, first = HTML_NONE;
    for (uint32_t at = b->n_formatting; at-- > 0 && b->formatting[at].node != HTML_NONE;)
        if (b->formatting[at].tag == tag && hash_of(b, &b->formatting[at]) == hash_of(b, &new)) {
            alike++;
            first = at;
        }
    if (alike >= 3)
        list_remove(b, first);
    b->formatting[b->n_formatting++] = new;
}

/* --- reopening ---------------------------------------------------------------------------------------------------- */

static uint32_t clone(builder *b, uint32_t node, uint16_t tag)
{
    const html_tree *tree = b->tree;
    uint32_t from = tree->attribute[node], n = tree->attribute[node + 1] - from;
    html_attribute copy[HUSK_MAX_ATTRIBUTES_PER_NODE]; /* the array may move */
    for (uint32_t a = 0; a < n; a++)
        copy[a] = tree->attributes[from + a];
    uint32_t i = element_new(b, tag, SPACE_HTML, copy, n);
    b->tree->flags[i] |= b->tree->flags[node] & HTML_MARKED;
    return i;
}

static bool is_open_or_marker(const builder *b, const format_element *e)
{
    return e->node == HTML_NONE || stack_find(b, e->node) != HTML_NONE;
}

void formatting_reopen_slow(builder *b)
{
    uint32_t at = b->n_formatting;
    while (at > 0 && !is_open_or_marker(b, &b->formatting[at - 1]))
        at--;
    for (; at < b->n_formatting; at++) {
        format_element *e = &b->formatting[at];
        e->node = clone(b, e->node, e->tag);
        node_place(b, e->node, current(b));
        push(b, e->node, e->tag, SPACE_HTML);
    }
}

/* --- end tags ----------------------------------------------------------------------------------------------------- */

void end_any_other(builder *b, uint16_t tag)
{
    for (uint32_t at = b->depth; at-- > 0;) {
        if (b->stack[at].tag == tag) {
            pop_implied(b, tag);
            while (b->depth > at)
                pop(b);
            return;
        }
        if (b->stack[at].category & IS_SPECIAL)
            return;
    }
}

typedef struct adoption {
    uint16_t tag;
    uint32_t formatting; /* the formatting element, */
    uint32_t stack_at;   /* its index on the stack */
    uint32_t block;      /* the furthest block, */
    uint32_t block_at;   /* its index on the stack */
    uint32_t bookmark;   /* where the clone goes in the list */
    uint32_t last;       /* "last node": the top of what has been assembled so far */
} adoption;

/* Is everything above `at` on the stack inside its scope? */
static bool scope_reaches(const builder *b, uint32_t at)
{
    for (uint32_t k = b->depth - 1; k > at; k--)
        if (b->stack[k].category & ENDS_SCOPE)
            return false;
    return true;
}

/* Steps 4.3 to 4.8: false if the end tag is done. */
static bool adoption_find(builder *b, adoption *a)
{
    uint32_t at = list_find_tag(b, a->tag);
    if (at == HTML_NONE) {
        end_any_other(b, a->tag);
        return false;
    }
    a->formatting = b->formatting[at].node;
    a->bookmark = at;
    a->stack_at = stack_find(b, a->formatting);
    if (a->stack_at == HTML_NONE) {
        list_remove(b, at);
        return false;
    }
    if (!scope_reaches(b, a->stack_at))
        return false;
    a->block_at = a->stack_at + 1;
    while (a->block_at < b->depth && !(b->stack[a->block_at].category & IS_SPECIAL))
        a->block_at++;
    if (a->block_at == b->depth) {
        while (b->depth > a->stack_at)
            pop(b);
        list_remove(b, at);
        return false;
    }
    a->block = a->last = b->stack[a->block_at].node;
    return links_begin(b);
}

/* Step 4.13: clone the elements between the block and the formatting element around the block. */
static void adoption_climb(builder *b, adoption *a)
{
    uint32_t at = a->block_at;
    for (unsigned inner = 1; b->stack[--at].node != a->formatting; inner++) {
        uint32_t node = b->stack[at].node, listed = list_find(b, node);
        if (inner > 3 && listed != HTML_NONE) {
            list_remove(b, listed);
            a->bookmark -= listed < a->bookmark;
            listed = HTML_NONE;
        }
        if (listed == HTML_NONE) {
            stack_remove(b, at);
            continue;
        }
        uint32_t copy = clone(b, node, b->formatting[listed].tag);
        b->formatting[listed].node = b->stack[at].node = copy;
        if (a->last == a->block)
            a->bookmark = listed + 1;
        link_remove(b, a->last);
        link_before(b, a->last, copy, HTML_NONE);
        a->last = copy;
    }
}

/* Steps 4.15 to 4.19: move the block's children into a clone of the formatting element, which takes its place on both
 * lists. */
static void adoption_end(builder *b, adoption *a)
{
    uint32_t copy = clone(b, a->formatting, a->tag), at;
    for (uint32_t child; (child = b->first[a->block]) != HTML_NONE;) {
        link_remove(b, child);
        link_before(b, child, copy, HTML_NONE);
    }
    link_before(b, copy, a->block, HTML_NONE);
    at = list_find(b, a->formatting);
    list_remove(b, at);
    list_insert(b, a->bookmark - (at < a->bookmark), (format_element){ .node = copy, .tag = a->tag });
    stack_remove(b, stack_find(b, a->formatting));
    at = stack_find(b, a->block) + 1;
    push(b, copy, a->tag, SPACE_HTML);
    open_element pushed = *current(b);
    memmove(b->stack + at + 1, b->stack + at, (b->depth - 1 - at) * sizeof *b->stack);
    b->stack[at] = pushed;
}

void adopt(builder *b, uint16_t tag)
{
    if (current(b)->tag == tag && list_find(b, current(b)->node) == HTML_NONE) {
        pop(b);
        return;
    }
    for (int outer = 0; outer < 8; outer++) {
        adoption a = { .tag = tag };
        if (!adoption_find(b, &a))
            return;
        open_element ancestor = b->stack[a.stack_at - 1];
        adoption_climb(b, &a);
        link_remove(b, a.last);
        node_place(b, a.last, &ancestor);
        adoption_end(b, &a);
    }
}

void formatting_end_a(builder *b)
{
    uint32_t at = list_find_tag(b, TAG_A);
    if (at == HTML_NONE)
        return;
    uint32_t node = b->formatting[at].node;
    adopt(b, TAG_A);
    if ((at = list_find(b, node)) != HTML_NONE)
        list_remove(b, at);
    if ((at = stack_find(b, node)) != HTML_NONE)
        stack_remove(b, at);
}
