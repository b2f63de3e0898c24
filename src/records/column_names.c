/* column_names.c - names of columns.
 * A column is named after the label next to its values; without one, after the header of its column in a table, the
 * itemprop, id or class of its element if that can be read, what the values are (a price, a date), the heading above,
 * the part of the page, or its tag. Columns of the same name get the heading or the part in front, or a number.
 * Learning again keeps the names: most come out the same anyway, but which of two columns of one name gets a number,
 * and which label most values have, may change with the pages. Cost: one pass over the samples per source of names; all
 * pairs of columns of two classes, a few milliseconds. */
#include "records/column_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/hash.h"

int column_way_order(model_locator a, model_locator b)
{
    /* Labels survive layout changes, positions don't. */
    static const uint8_t rank[N_LOCATOR_KINDS] = {
        [LOCATE_PREFIX] = 0, [LOCATE_LABEL] = 1,  [LOCATE_PATH] = 2, [LOCATE_PLACE] = 3,
        [LOCATE_AFTER] = 4,  [LOCATE_BEFORE] = 5, [LOCATE_HINT] = 6, [LOCATE_PROPERTY] = 7
    };
    return ORDER_OF(rank[a.kind], rank[b.kind]) ?: ORDER_OF(a.ordinal, b.ordinal) ?: ORDER_OF(a.key, b.key);
}

/* --- names -------------------------------------------------------------------------------------------------------- */

/* Lower-case letters and digits, everything else a single _; capitals inside a class name start a word. Empty if
 * there is no letter. */
static size_t name_of_text(slice text, char out[COLUMN_MAX_NAME])
{
    size_t len = 0, word = 0; /* where the last word begins */
    bool gap = false, was_small = false, letter = false;
    for (size_t at = 0; at < text.len;) {
        char bytes[4];
        uint32_t c = utf8_next(text.data, text.len, &at), small = lower_point(c);
        if (!is_word(c) || c == '_') {
            gap = len > 0;
            was_small = false;
            continue;
        }
        letter |= c > '9';
        gap |= was_small && small != c;
        was_small = small == c && c > '9';
        size_t n = utf8_put(small, bytes);
        if (len + gap + n > COLUMN_MAX_NAME) {
            len = gap || word == 0 ? len : word; /* not half a word */
            break;
        }
        if (gap) {
            word = len;
            out[len++] = '_';
        }
        gap = false;
        memcpy(out + len, bytes, n);
        len += n;
    }
    return letter ? len : 0;
}

static slice tag_word(uint16_t tag)
{
    static const char *const words[TAG_OWN] = {
        [TAG_TITLE] = "page_title", [TAG_H1] = "title",    [TAG_H2... TAG_H6] = "heading",
        [TAG_A] = "link",           [TAG_TD] = "cell",     [TAG_TH] = "cell",
        [TAG_LI] = "item",          [TAG_P] = "paragraph",
    };
    const char *word = tag < TAG_OWN && words[tag] ? words[tag] : "text";
    return (slice){ word, strlen(word) };
}

/* Is it a value before this one rather than its label: a count ("873 posts") or a byline ("by Tom Okafor")? */
static bool is_value(slice text)
{
    static const char *const by[] = { "by ", "von ", "par ", "por ", "di " };
    bool found = text.len && is_digit(text.data[0]);
    for (size_t i = 0; i < sizeof by / sizeof *by && !found; i++)
        found = text.len > strlen(by[i]) && slice_is_nocase((slice){ text.data, strlen(by[i]) }, by[i]);
    return found;
}

/* A label without a colon may be a sentence that ends before the value, or the heading of all that follows. Cells and
 * the like are made for labels. */
static bool is_no_label(const column_value *label)
{
    if (tag_is_heading(label->tag))
        return true; /* see NAME_HEADING */
    bool cell = label->tag == TAG_TH || label->tag == TAG_DT || label->tag == TAG_TD || label->tag == TAG_LABEL ||
                label->tag == TAG_B || label->tag == TAG_STRONG;
    slice text = label->shown;
    return !(text.len && text.data[text.len - 1] == ':') &&
           (count_words(text.data, text.len) > (cell ? 8u : 5u) || is_value(text));
}

static slice word_for(const column_sample *sample, unsigned from)
{
    const column_value *v = &sample->page->values[sample->value];
    const column_value *label = v->label != LOCATE_NONE ? &sample->page->values[v->label] : NULL;
    return from == NAME_LABEL && v->near[NAME_LABEL].len == 0 && label && !is_no_label(label) ? label->shown
                                                                                              : v->near[from];
}

/* The most common word of the values, if at least half of them have it. */
static slice usual_word(const column_sample *samples, uint32_t n, unsigned from)
{
    slice best = { NULL, 0 };
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        slice word = word_for(&samples[i], from);
        uint32_t count = 0;
        for (uint32_t k = 0; word.len && k < n; k++)
            count += slice_same(word_for(&samples[k], from), word);
        if (count > most) {
            most = count;
            best = word;
        }
    }
    return most * 2 >= n ? best : (slice){ NULL, 0 };
}

/* Skip everything up to the last "ctl01_": numbers that a framework puts between the ids chosen by authors. */
static slice without_numbers(slice name)
{
    for (size_t i = 0; i + 4 < name.len;) {
        size_t end = i + 3;
        while (end < name.len && name.data[end] >= '0' && name.data[end] <= '9')
            end++;
        if (memcmp(name.data + i, "ctl", 3) == 0 && end > i + 3 && end + 1 < name.len && name.data[end] == '_') {
            name = (slice){ name.data + end + 1, name.len - end - 1 };
            i = 0;
        } else {
            i++;
        }
    }
    return name;
}

/* The end of a long id is the most informative: ctl00_Content_Main_SchoolName. */
static slice end_of(slice name)
{
    name = without_numbers(name);
    if (name.len <= COLUMN_MAX_NAME)
        return name;
    size_t at = name.len - COLUMN_MAX_NAME;
    while (at < name.len && name.data[at] != '_' && name.data[at] != '-')
        at++;
    return at + 1 < name.len ? (slice){ name.data + at + 1, name.len - at - 1 } : name;
}

/* The length of a name without the plain words at its end: genre_span, score_text. */
static size_t without_plain_end(const char *name, size_t len)
{
    for (size_t cut = len; cut > 0;) {
        size_t from = cut;
        while (from > 0 && name[from - 1] != '_')
            from--;
        if (!column_word_is_plain(name + from, cut - from))
            return cut;
        cut = from ? from - 1 : 0;
    }
    return len; /* nothing else is there */
}

static bool is_readable_part(const hash_map *words, slice part)
{
    return column_is_fact(part) || (part.len > 3 && map_get(words, hash_bytes(part.data, part.len)));
}

/* Letters in the order of a word's: a vowel among four, and no three consonants in a row (movdethdr, ovrvu). */
static bool is_pronounced(slice word)
{
    size_t vowels = 0, run = 0, most = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!is_alpha(word.data[i]))
            return false;
        bool vowel = memchr("aeiouy", word.data[i], 6) != NULL;
        vowels += vowel;
        run = vowel ? 0 : run + 1;
        most = run > most ? run : most;
    }
    return word.len >= 4 && vowels * 4 >= word.len && most <= 2;
}

/* Can it be read: is it a word for a fact, a word that the pages use, or two such words in one? */
static bool is_readable(const hash_map *words, slice word)
{
    bool found = column_is_fact(word) || is_pronounced(word) || map_get(words, hash_bytes(word.data, word.len));
    for (size_t cut = 3; cut + 3 <= word.len && !found; cut++)
        found = is_readable_part(words, (slice){ word.data, cut }) &&
                is_readable_part(words, (slice){ word.data + cut, word.len - cut });
    return found;
}

/* The readable words of a name: of plp_title, title. */
static size_t only_readable(const hash_map *words, char *name, size_t len)
{
    size_t kept = 0;
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && name[end] != '_';)
            end++;
        if (!is_readable(words, (slice){ name + at, end - at }))
            continue;
        if (kept)
            name[kept++] = '_';
        memmove(name + kept, name + at, end - at);
        kept += end - at;
    }
    return kept;
}

/* Of many words the last fact, with what follows it, and the word before it if the pages use that: topic_title of
 * crawler_topic_title, price_amount of woocommerce_price_amount. */
static size_t from_fact(const hash_map *words, char *name, size_t len)
{
    size_t start[COLUMN_MAX_NAME / 2 + 1], n = 0, fact = 0;
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && name[end] != '_';)
            end++;
        if (column_is_fact((slice){ name + at, end - at }))
            fact = n;
        start[n++] = at;
    }
    if (n < 3 || fact == 0)
        return len;
    slice before = { name + start[fact - 1], start[fact] - start[fact - 1] - 1 };
    size_t from = start[is_readable_part(words, before) ? fact - 1 : fact];
    memmove(name, name + from, len - from);
    return len - from;
}

static size_t name_from(const column_sample *samples, uint32_t n, unsigned from, const hash_map *words,
                        char out[COLUMN_MAX_NAME])
{
    slice word = usual_word(samples, n, from);
    if (from != NAME_ELEMENT && from != NAME_OUTER)
        return name_of_text(word, out);
    size_t len = only_readable(words, out, name_of_text(end_of(word), out));
    len = from_fact(words, out, without_plain_end(out, len));
    return column_word_is_plain(out, len) ? 0 : len;
}

/* Titles and headings are named after their tag rather than after what is around them. */
static bool tag_says_more(uint16_t tag)
{
    return tag == TAG_TITLE || tag_is_heading(tag);
}

/* Are the values the texts of the pages' headings, on nine of ten pages? */
static bool is_page_heading(const column_sample *samples, uint32_t n)
{
    uint32_t headings = 0;
    for (uint32_t i = 0; i < n; i++)
        headings += column_is_heading(samples[i].page, samples[i].value);
    return headings * 10 >= n * 9;
}

/* The label counts if it is right before the value; otherwise the value's own elements are more informative. */
static size_t best_name(const column_sample *samples, uint32_t n, const hash_map *words, char out[COLUMN_MAX_NAME],
                        unsigned *from)
{
    uint16_t tag = samples[0].page->values[samples[0].value].tag;
    bool sure;
    slice kind = column_kind_word(samples, n, &sure);
    size_t len = 0;
    for (*from = NAMED_TITLE; len == 0; ++*from)
        switch (*from) {
        case NAMED_TITLE:
            len = is_page_heading(samples, n) ? name_of_text(tag_word(TAG_H1), out) : 0;
            break;
        case NAMED_LABEL:
            len = name_from(samples, n, NAME_LABEL, words, out);
            break;
        case NAMED_HEADER:
            len = name_from(samples, n, NAME_HEADER, words, out);
            break;
        case NAMED_ELEMENT:
            len = (sure ? name_of_text(kind, out) : 0) ?: name_from(samples, n, NAME_ELEMENT, words, out);
            break;
        case NAMED_KIND:
            len = name_of_text(kind, out);
            break;
        case NAMED_TAG:
            len = tag_says_more(tag) ? name_of_text(tag_word(tag), out) : 0;
            break;
        case NAMED_HEADING:
            len = name_from(samples, n, NAME_HEADING, words, out);
            break;
        case NAMED_OUTER:
            len = name_from(samples, n, NAME_OUTER, words, out);
            break;
        default:
            len = name_of_text(tag_word(tag), out);
        }
    --*from;
    return len;
}

/* `_link` and the like after a name that does not end so. */
static size_t with_ending(char name[COLUMN_MAX_NAME], size_t len, const char *ending)
{
    size_t n = strlen(ending);
    if (len + n > COLUMN_MAX_NAME || (len + 1 >= n && memcmp(name + len - (n - 1), ending + 1, n - 1) == 0))
        return len;
    memcpy(name + len, ending, n);
    return len + n;
}

/* `front` before the name, unless the name begins with it; empty if that is too long or says nothing new. Ids with
 * numbers belong to single places of single pages. */
static slice with_front(const char *front, size_t front_len, slice name, arena *memory)
{
    char text[COLUMN_MAX_NAME];
    bool digit = false;
    for (size_t i = 0; i < front_len; i++)
        digit |= front[i] >= '0' && front[i] <= '9';
    if (front_len == 0 || digit || front_len + 1 + name.len > COLUMN_MAX_NAME ||
        (name.len >= front_len && memcmp(name.data, front, front_len) == 0))
        return (slice){ "", 0 };
    memcpy(text, front, front_len);
    text[front_len] = '_';
    memcpy(text + front_len + 1, name.data, name.len);
    size_t len = front_len + 1 + name.len;
    return (slice){ arena_copy(memory, text, len), len };
}

/* A name that its values contradict, or that nobody would choose: a date is no author, and what is after "by" is one.
 */
static size_t checked_name(const column_sample *samples, uint32_t n, char name[COLUMN_MAX_NAME], size_t len)
{
    bool sure;
    slice kind = column_kind_word(samples, n, &sure), given = { name, len };
    if (slice_is(kind, "date") && slice_is_in(given, "author by name title user username writer "))
        return name_of_text(kind, name);
    return slice_is_in(given, "by von par por di autor auteur autore ") ? name_of_text(SLICE("author"), name) : len;
}

bool column_names_of(const column_sample *samples, uint32_t n, bool is_whole, const hash_map *words, arena *memory,
                     column_names *out)
{
    char name[COLUMN_MAX_NAME], front[COLUMN_MAX_NAME];
    uint16_t source = samples[0].page->values[samples[0].value].source;
    out->stands_for_one = false;
    size_t len = checked_name(samples, n, name, best_name(samples, n, words, name, &out->from));
    if (source >= VALUE_LINK)
        len = with_ending(name, len, source == VALUE_LINK ? "_link" : "_image");
    if (slice_is((slice){ name, len }, "id") || slice_is((slice){ name, len }, "class"))
        len = with_ending(name, len, "_value"); /* every record already has a field of that name */
    if (is_whole)
        len = with_ending(name, len, "_text");
    out->name[0] = (slice){ arena_copy(memory, name, len), len };
    if (out->name[0].data == NULL)
        return false;
    out->name[1] = with_front(front, name_from(samples, n, NAME_HEADING, words, front), out->name[0], memory);
    out->name[2] = with_front(front, name_from(samples, n, NAME_OUTER, words, front), out->name[0], memory);
    return out->name[1].data && out->name[2].data;
}

slice column_name_core(slice name)
{
    size_t end = name.len;
    if (end > 4 && memcmp(name.data + end - 4, "_all", 4) == 0)
        return (slice){ name.data, end - 4 };
    while (end && name.data[end - 1] >= '0' && name.data[end - 1] <= '9')
        end--;
    return end && end < name.len && name.data[end - 1] == '_' ? (slice){ name.data, end - 1 } : name;
}

bool column_is_named(slice name, slice label)
{
    char word[COLUMN_MAX_NAME];
    size_t len = name_of_text(label, word);
    name = column_name_core(name);
    return len && name.len >= len && memcmp(name.data + name.len - len, word, len) == 0 &&
           (name.len == len || name.data[name.len - len - 1] == '_');
}

static bool is_list(const model_column *c)
{
    return c->locators[0].ordinal == 0;
}

/* Columns that follow each other in rank are one group of values: a byline's author and date, both after "By". */
#define NEAR_RANKS 4u

/* Does the column at `a` deserve their name more than that at `b`? A single value before a list, then the better rank,
 * as columns are in its order: a shop's "price" is the price of the product, not of the first product that others
 * bought. A date leaves the name to a text near it. */
static bool deserves_name(const model_column *columns, const column_names *names, uint32_t a, uint32_t b)
{
    uint32_t apart = a < b ? b - a : a - b;
    bool list_a = is_list(&columns[a]) && !names[a].stands_for_one;
    bool list_b = is_list(&columns[b]) && !names[b].stands_for_one;
    if (list_a != list_b)
        return list_b;
    if ((columns[a].type == COLUMN_DATE) != (columns[b].type == COLUMN_DATE) && apart <= NEAR_RANKS)
        return columns[b].type == COLUMN_DATE;
    return a < b;
}

static bool keeps_name(const model_column *columns, const column_names *names, uint32_t n, uint32_t i)
{
    for (uint32_t k = 0; k < n; k++)
        if (k != i && slice_same(columns[k].name, columns[i].name) && deserves_name(columns, names, k, i))
            return false;
    return true;
}

/* "price", "price_all" for a list, "by_date" for a date, then "price_2" and so on, which are readable. Learning again
 * keeps them by what locates the column, not by number. */
static size_t name_with(const model_column *c, uint32_t step, char *name, size_t room)
{
    const char *ending = is_list(c) ? "all" : c->type == COLUMN_DATE ? "date" : NULL;
    int len;
    if (step == 0 && ending)
        len = snprintf(name, room, "%.*s_%s", (int)c->name.len, c->name.data, ending);
    else
        len = snprintf(name, room, "%.*s_%u", (int)c->name.len, c->name.data, step + (ending ? 1 : 2));
    return (size_t)len < room ? (size_t)len : room - 1;
}

bool slices_have(const slice *names, uint32_t n, uint32_t but, slice name)
{
    for (uint32_t i = 0; i < n; i++)
        if (i != but && names[i].data && slice_same(names[i], name))
            return true;
    return false;
}

bool columns_name_others(model_column *columns, uint32_t n, slice *names, uint32_t n_names, const slice *spared,
                         arena *memory)
{
    for (uint32_t i = 0; i < n; i++) {
        char text[COLUMN_MAX_NAME * 3];
        for (uint32_t step = 0; names[i].data == NULL && step <= n + 1; step++) {
            slice name = { text, name_with(&columns[i], step, text, sizeof text) };
            if (!slices_have(names, n_names, i, name) && !(spared && slices_have(spared, n, i, name)))
                names[i].data = arena_copy(memory, text, names[i].len = name.len);
        }
        if (names[i].data == NULL)
            return false;
    }
    for (uint32_t i = 0; i < n; i++)
        columns[i].name = names[i];
    return true;
}

/* The first of a column's longer names that no column has. */
static slice longer_name(const slice *best, const slice *taken, const column_names *names, uint32_t n, uint32_t i)
{
    for (uint32_t k = 1; k < COLUMN_NAMES; k++) {
        slice name = names[i].name[k];
        if (name.len && !slices_have(taken, n, i, name) && !slices_have(best, n, i, name))
            return name;
    }
    return (slice){ NULL, 0 };
}

bool columns_name_apart(model_column *columns, const column_names *names, uint32_t n, arena *memory)
{
    slice given[HUSK_MAX_COLUMNS], best[HUSK_MAX_COLUMNS];
    for (uint32_t i = 0; i < n; i++)
        columns[i].name = best[i] = names[i].name[0];
    for (uint32_t i = 0; i < n; i++)
        given[i] = keeps_name(columns, names, n, i) ? columns[i].name : (slice){ NULL, 0 };
    for (uint32_t i = 0; i < n; i++)
        if (given[i].data == NULL && !is_list(&columns[i]) && columns[i].type != COLUMN_DATE) /* they have endings */
            given[i] = longer_name(best, given, names, n, i);
    return columns_name_others(columns, n, given, n, best, memory);
}
