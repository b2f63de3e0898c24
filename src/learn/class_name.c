/* class_name.c - readable names for the classes of a host.
 * A class is named by what a person would point at: words that most of its titles have and other classes lack ("Member
 * List"), or a part of its URLs (tag, releaselog, viewtopic), whichever tells more; before it the kind of its pages, if
 * classes differ in that. Classes that this gives one name are compared once more among themselves, then numbered.
 * Cost: one pass over titles and URLs, one more over classes of the same name. Limits: NAME_WORDS words, NAME_BYTES. */
#include "learn/class_name.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/buffer.h"
#include "base/hash.h"
#include "base/table.h"

enum { NAME_WORDS = 5, NAME_BYTES = 60, PAGE_WORDS = 64 };
/* A word on this share of the class's pages is said if its share of the other pages is at most half of that; if no
 * word is on so many, parts of URLs on fewer. */
#define COMMON_SHARE .6
#define SOME_SHARE .2
/* Words of a title read better than a part of a URL, unless that tells so much more. */
#define TITLE_LEAD .1

/* --- the words of a page ------------------------------------------------------------------------------------------ */

typedef struct word_list {
    slice words[PAGE_WORDS];
    uint32_t n;
} word_list;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* A word has a letter, and is no text in percent-encoding. */
static void word_add(word_list *list, slice word)
{
    bool ok = false;
    for (size_t i = 0; i < word.len && word.data[i] != '%'; i++)
        ok = ok || is_letter(word.data[i]);
    if (ok && list->n < PAGE_WORDS && memchr(word.data, '%', word.len) == NULL)
        list->words[list->n++] = word;
}

static void title_words(slice title, word_list *list)
{
    slice word;
    list->n = 0;
    while (slice_word(&title, &word)) {
        while (word.len && !is_letter(word.data[0]) && !is_digit(word.data[0]))
            word = (slice){ word.data + 1, word.len - 1 };
        while (word.len && !is_letter(word.data[word.len - 1]) && !is_digit(word.data[word.len - 1]))
            word.len--;
        word_add(list, word);
    }
}

/* The name of a page without its ending, then what is before the first and after the last mark inside it. */
static void stem_words(slice stem, word_list *list)
{
    size_t dot = stem.len, before = 0, after;
    while (dot > 0 && stem.data[dot - 1] != '.')
        dot--;
    stem.len = dot > 1 ? dot - 1 : stem.len;
    for (after = stem.len; after > 0 && strchr("-_.:", stem.data[after - 1]) == NULL;)
        after--;
    while (before < stem.len && strchr("-_.:", stem.data[before]) == NULL)
        before++;
    word_add(list, stem);
    if (after == 0)
        return;
    word_add(list, (slice){ stem.data, before });
    word_add(list, (slice){ stem.data + after, stem.len - after });
}

/* The folders of a URL and the names and values of its query are words, and so are parts of the page's own name. */
static void address_words(slice address, word_list *list)
{
    size_t begin = 0;
    bool is_path = true;
    list->n = 0;
    for (size_t i = 0; i <= address.len; i++) {
        char c = i < address.len ? address.data[i] : 0;
        if (c && strchr(is_path ? "/?#" : "&=#/", c) == NULL)
            continue;
        slice part = { address.data + begin, i - begin };
        if (is_path && c != '/')
            stem_words(part, list);
        else
            word_add(list, part);
        if (c == '#')
            return;
        is_path = is_path && c == '/';
        begin = i + 1;
    }
}

static uint64_t word_key(slice word)
{
    return hash_pair(hash_bytes(word.data, word.len), 1);
}

/* --- what tells a class from others ------------------------------------------------------------------------------- */

enum { TITLES, ADDRESSES, N_TEXTS };

typedef struct namer {
    const class_page *pages;
    const uint32_t *first;
    uint32_t n_classes;
    hash_map all[N_TEXTS], own[N_TEXTS]; /* by word: pages of the classes compared, and of the one to be named */
    uint32_t n_all, n_own;
    double least; /* share of the class's pages */
    word_list list;
} namer;

static void list_words(namer *n, int text, uint32_t page)
{
    if (text == TITLES)
        title_words(n->pages[page].title, &n->list);
    else
        address_words(n->pages[page].address, &n->list);
}

static bool count_class(namer *n, uint32_t k, hash_map *counts)
{
    bool ok = true;
    for (uint32_t p = n->first[k]; p < n->first[k + 1]; p++)
        for (int text = 0; text < N_TEXTS; text++) {
            list_words(n, text, p);
            for (uint32_t i = 0; ok && i < n->list.n; i++)
                ok = map_count(&counts[text], word_key(n->list.words[i]), p + 1);
        }
    return ok;
}

static uint32_t size_of(const namer *n, uint32_t k)
{
    return n->first[k + 1] - n->first[k];
}

static bool count_own(namer *n, uint32_t k)
{
    for (int text = 0; text < N_TEXTS; text++)
        map_clear(&n->own[text]);
    n->n_own = size_of(n, k);
    return count_class(n, k, n->own);
}

static bool count_group(namer *n, const uint32_t *group, uint32_t g)
{
    bool ok = true;
    n->n_all = 0;
    for (int text = 0; text < N_TEXTS; text++)
        map_clear(&n->all[text]);
    for (uint32_t c = 0; ok && c < n->n_classes; c++)
        if (group[c] == g) {
            n->n_all += size_of(n, c);
            ok = count_class(n, c, n->all);
        }
    return ok;
}

/* By how much the class's pages have the word more often than the others; 0: it does not tell. */
static double word_tells(const namer *n, int text, slice word)
{
    uint32_t with = map_get(&n->own[text], word_key(word)), others = n->n_all - n->n_own;
    double own = (double)with / n->n_own;
    double other = others ? (map_get(&n->all[text], word_key(word)) - with) / (double)others : 1;
    bool is_common = own >= n->least && (with > 1 || n->n_own == 1);
    return is_common && other <= own / 2 ? own - other : 0;
}

/* "The", "of" and "in" are no name; "API" is. */
static bool is_small(slice word)
{
    bool capital = true;
    for (size_t i = 0; i < word.len; i++)
        capital = capital && word.data[i] >= 'A' && word.data[i] <= 'Z';
    return word.len < 2 || (word.len <= 3 && !capital);
}

typedef struct phrase {
    slice words[NAME_WORDS];
    uint32_t n;
    bool is_list;
    double tells;
} phrase;

/* The telling words of a page's title in their order. */
static phrase title_phrase(namer *n, uint32_t page)
{
    phrase p = { .n = 0 };
    list_words(n, TITLES, page);
    for (uint32_t i = 0; i < n->list.n && p.n < NAME_WORDS; i++) {
        slice word = n->list.words[i];
        double tells = word_tells(n, TITLES, word);
        for (uint32_t k = 0; k < p.n; k++)
            tells = slice_same(p.words[k], word) ? 0 : tells;
        if (tells > 0 && (p.n || !is_small(word)))
            p.words[p.n++] = word;
        if (tells > p.tells && !is_small(word))
            p.tells = tells;
    }
    while (p.n && is_small(p.words[p.n - 1]))
        p.n--;
    return p;
}

/* The word of a page's URL that tells most. */
static phrase address_phrase(namer *n, uint32_t page)
{
    phrase p = { .n = 0 };
    list_words(n, ADDRESSES, page);
    for (uint32_t i = 0; i < n->list.n; i++) {
        double tells = n->list.words[i].len < 3 ? 0 : word_tells(n, ADDRESSES, n->list.words[i]);
        if (tells > p.tells)
            p = (phrase){ .words = { n->list.words[i] }, .n = 1, .tells = tells };
    }
    return p;
}

static bool is_better(const phrase *a, const phrase *b, double lead)
{
    return a->n && (a->tells > b->tells + lead || (a->tells == b->tells + lead && a->n > b->n));
}

/* What the pages of the class give best. */
static phrase best_phrase(namer *n, uint32_t k)
{
    phrase title = { .n = 0 }, address = { .n = 0 };
    n->least = COMMON_SHARE;
    for (uint32_t p = n->first[k]; p < n->first[k + 1]; p++) {
        phrase by_title = title_phrase(n, p), by_address = address_phrase(n, p);
        title = is_better(&by_title, &title, 0) ? by_title : title;
        address = is_better(&by_address, &address, 0) ? by_address : address;
    }
    return is_better(&address, &title, title.n ? TITLE_LEAD : 0) ? address : title;
}

/* Two parts of URLs that are on different pages of the class. */
static phrase address_pair(namer *n, uint32_t k)
{
    phrase both = { .n = 0 };
    n->least = SOME_SHARE;
    for (int turn = 0; turn < 2; turn++) {
        phrase best = { .n = 0 };
        for (uint32_t p = n->first[k]; p < n->first[k + 1]; p++) {
            phrase found = address_phrase(n, p);
            for (uint32_t i = 0; i < n->list.n && both.n; i++)
                found.n = slice_same(n->list.words[i], both.words[0]) ? 0 : found.n;
            best = is_better(&found, &best, 0) ? found : best;
        }
        if (best.n)
            both.words[both.n++] = best.words[0];
    }
    both.is_list = true;
    return both;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static uint32_t depth_of(slice address)
{
    uint32_t n = 0;
    for (size_t i = 0; i < address.len && address.data[i] != '?'; i++)
        n += address.data[i] == '/';
    return n;
}

/* A single page, in no deeper folder than any other, and no more than the index there. */
static bool is_start(const namer *n, uint32_t k)
{
    const class_page *page = &n->pages[n->first[k]];
    size_t name = page->address.len;
    bool ok = size_of(n, k) == 1;
    while (name > 0 && page->address.data[name - 1] != '/')
        name--;
    slice last = { page->address.data + name, page->address.len - name };
    for (uint32_t p = 0; ok && p < n->first[n->n_classes]; p++)
        ok = depth_of(n->pages[p].address) >= depth_of(page->address);
    return ok && (last.len == 0 || (last.len >= 6 && memcmp(last.data, "index.", 6) == 0));
}

/* The kind, if it tells or nothing else does, and the words; of a class that has a name, only the words. */
static void name_write(const namer *n, uint32_t k, const char *kind, bool kinds_differ, const phrase *p, buffer *out)
{
    if (out->len == 0 && is_start(n, k)) {
        buffer_text(out, "start page");
        return;
    }
    const char *between = out->len ? ", " : ": ";
    bool is_said = kind && p->n == 1 && slice_is(p->words[0], kind);
    if (out->len == 0 && (kinds_differ || p->n == 0))
        buffer_text(out, kind ? kind : "pages");
    if (out->len && is_said)
        return;
    for (uint32_t i = 0; i < p->n && (i == 0 || out->len + p->words[i].len < NAME_BYTES); i++) {
        buffer_text(out, i ? p->is_list ? ", " : " " : out->len ? between : "");
        buffer_append(out, p->words[i].data, slice_cut(p->words[i], NAME_BYTES));
    }
}

/* By class: the first of the same name. Returns whether any two have the same. */
static bool group_same(const buffer *names, uint32_t n, uint32_t *group)
{
    bool any = false;
    for (uint32_t k = 0; k < n; k++) {
        group[k] = 0;
        while (
            !slice_same((slice){ names[group[k]].data, names[group[k]].len }, (slice){ names[k].data, names[k].len }))
            group[k]++;
        any = any || group[k] != k;
    }
    return any;
}

/* Add to the names of the classes in each group of several what tells them from one another. */
static bool name_groups(namer *n, const uint32_t *group, const char *const *kind, buffer *names)
{
    bool ok = true, differ = false;
    for (uint32_t k = 1; kind && k < n->n_classes; k++)
        differ = differ || kind[k] != kind[0];
    for (uint32_t g = 0; ok && g < n->n_classes; g++) {
        uint32_t members = 0;
        for (uint32_t k = g; k < n->n_classes; k++)
            members += group[k] == g;
        bool first = group[g] == g && names[g].len == 0;
        if (!first && members < 2)
            continue;
        ok = count_group(n, group, g);
        for (uint32_t k = g; ok && k < n->n_classes; k++) {
            if (group[k] != g || size_of(n, k) == 0)
                continue;
            ok = count_own(n, k);
            phrase p = best_phrase(n, k);
            p = p.n ? p : address_pair(n, k);
            name_write(n, k, kind ? kind[k] : NULL, differ, &p, &names[k]);
        }
    }
    return ok;
}

static void number_groups(const uint32_t *group, uint32_t n, buffer *names)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t place = 1;
        for (uint32_t c = 0; c < k; c++)
            place += group[c] == group[k];
        if (place > 1)
            buffer_format(&names[k], " %u", place);
    }
}

bool class_names(const class_page *pages, const uint32_t *first, const char *const *kind, uint32_t n_classes,
                 arena *memory, slice *names)
{
    namer n = { .pages = pages, .first = first, .n_classes = n_classes };
    uint32_t *group = calloc(n_classes + 1u, sizeof *group);
    buffer *made = calloc(n_classes + 1u, sizeof *made);
    bool ok = group && made;
    for (uint32_t k = 0; ok && k < n_classes; k++)
        buffer_init(&made[k], 4 * NAME_BYTES);
    ok = ok && name_groups(&n, group, kind, made);
    if (ok && group_same(made, n_classes, group))
        ok = name_groups(&n, group, kind, made);
    if (ok && group_same(made, n_classes, group))
        number_groups(group, n_classes, made);
    for (uint32_t k = 0; made && k < n_classes; k++) {
        const char *copy = ok ? arena_copy(memory, made[k].len ? made[k].data : "", made[k].len) : NULL;
        names[k] = (slice){ copy, copy ? made[k].len : 0 };
        ok = ok && copy && made[k].status == HUSK_OK;
        buffer_free(&made[k]);
    }
    for (int text = 0; text < N_TEXTS; text++) {
        map_free(&n.all[text]);
        map_free(&n.own[text]);
    }
    free(group);
    free(made);
    return ok;
}
