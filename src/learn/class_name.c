/* class_name.c - a readable name for a class, from what its pages' URLs and titles have in common.
 * The folder of the whole site is left out. The last segments of the URLs are compared one by one; a segment that
 * varies is shown by its common prefix and suffix. Pages in several folders without a common segment are named after
 * the largest two. Numbers of dates that vary are YYYY and NN. From the titles it takes words that most of them have
 * but the other classes lack, in the order of the title that has most of them. Cost: O(pages * length of their URLs
 * and titles). Limits: NAME_PARTS segments, NAME_WORDS words, NAME_FOLDERS folders. */
#include "learn/class_name.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"

#define NAME_PARTS 3 /* a name must fit on a line */
#define MOST_PARTS 6 /* with those of a date and an empty one after the last slash */
#define NAME_WORDS 6
#define NAME_FOLDERS 32u
/* A word on this share of the class's titles is shown if its share of the other titles is at most half of that. */
#define COMMON_SHARE .6
/* Titles examined, of the class and of the others: more add nothing. And how many of them supply candidate words. */
#define NAME_TITLES 200u
#define NAME_SOURCES 20u

/* The k-th segment from the end of a URL, without its query; false if it has fewer. */
static bool part_from_end(slice address, unsigned k, slice *part)
{
    size_t end = 0;
    while (end < address.len && address.data[end] != '?' && address.data[end] != '#')
        end++;
    for (;;) {
        size_t begin = end;
        while (begin > 0 && address.data[begin - 1] != '/')
            begin--;
        *part = (slice){ address.data + begin, end - begin };
        if (k-- == 0)
            return begin > 0 || part->len;
        if (begin == 0)
            return false;
        end = begin - 1;
    }
}

static size_t same_end(slice a, slice b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.data[a.len - 1 - n] == b.data[b.len - 1 - n])
        n++;
    return n;
}

static bool is_inside(slice s, size_t at)
{
    return at < s.len && ((unsigned char)s.data[at] & 0xc0) == 0x80;
}

/* What stands for a number of a date, by its digits; NULL if it is none. */
static const char *date_part(slice part)
{
    for (size_t i = 0; i < part.len; i++)
        if (part.data[i] < '0' || part.data[i] > '9')
            return NULL;
    bool year = part.len == 4 && (part.data[0] == '1' || part.data[0] == '2');
    return year ? "YYYY" : part.len == 2 ? "NN" : NULL;
}

/* The numbers of a date in one segment of all URLs, if they differ. */
static const char *dates_of(const class_page *pages, uint32_t n, unsigned k)
{
    slice first, part;
    const char *date = part_from_end(pages[0].address, k, &first) ? date_part(first) : NULL;
    bool differ = false;
    for (uint32_t i = 1; date && i < n; i++) {
        if (!part_from_end(pages[i].address, k, &part) || date_part(part) != date)
            return NULL;
        differ |= !slice_same(part, first);
    }
    return differ ? date : NULL;
}

/* One segment of all URLs as a pattern. False if not all have it. */
static bool part_write(const class_page *pages, uint32_t n, unsigned k, buffer *out)
{
    slice first, part;
    const char *date = dates_of(pages, n, k);
    if (date)
        buffer_text(out, date);
    if (date || !part_from_end(pages[0].address, k, &first))
        return date != NULL;
    size_t start = first.len, end = first.len;
    bool same = true;
    for (uint32_t i = 1; i < n; i++) {
        if (!part_from_end(pages[i].address, k, &part))
            return false;
        size_t s = same_start(first, part), e = same_end(first, part);
        start = s < start ? s : start;
        end = e < end ? e : end;
        same = same && s == first.len && s == part.len;
        if (!same && start + end > part.len) /* prefix and suffix must not overlap */
            end = part.len - start;
    }
    if (same) {
        buffer_append(out, first.data, first.len);
        return true;
    }
    if (start + end > first.len)
        end = first.len - start;
    while (start > 0 && is_inside(first, start))
        start--;
    while (end > 0 && is_inside(first, first.len - end))
        end--;
    buffer_append(out, first.data, start);
    buffer_byte(out, '*');
    buffer_append(out, first.data + first.len - end, end);
    return true;
}

static void pattern_write(const class_page *pages, uint32_t n, buffer *out)
{
    buffer parts[MOST_PARTS];
    unsigned count = 0;
    for (; count < MOST_PARTS; count++) {
        if (count >= NAME_PARTS && dates_of(pages, n, count) == NULL)
            break;
        buffer_init(&parts[count], 4096);
        if (!part_write(pages, n, count, &parts[count])) {
            buffer_free(&parts[count]);
            break;
        }
    }
    /* omit a leading segment that is all wildcard, unless only the end of a folder's name is left */
    unsigned first = count, least = count > 1 && parts[0].len == 0 ? 2 : 1;
    while (first > least && parts[first - 1].len == 1 && parts[first - 1].data[0] == '*')
        first--;
    for (unsigned k = first; k-- > 0;) {
        buffer_append(out, parts[k].data, parts[k].len);
        if (k)
            buffer_byte(out, '/');
    }
    for (unsigned k = 0; k < count; k++) {
        if (parts[k].status == HUSK_NO_MEMORY)
            out->status = HUSK_NO_MEMORY;
        buffer_free(&parts[k]);
    }
}

static bool title_has(slice title, slice word)
{
    slice w;
    while (slice_word(&title, &w))
        if (slice_same(w, word))
            return true;
    return false;
}

/* The share of titles with the word, over `n` pages with a gap of `gap` after the first `before`. */
static double word_share(const class_page *pages, uint32_t before, uint32_t gap, uint32_t n, slice word)
{
    uint32_t looked = n < NAME_TITLES ? n : NAME_TITLES, with = 0;
    for (uint32_t i = 0; i < looked; i++) {
        uint32_t at = (uint32_t)((uint64_t)i * n / looked);
        with += title_has(pages[at < before ? at : at + gap].title, word);
    }
    return looked ? (double)with / looked : 0;
}

static bool word_tells(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, slice word)
{
    double own = has_word(word) ? word_share(pages + first, n, 0, n, word) : 0;
    return own >= COMMON_SHARE && word_share(pages, first, n, n_all - n, word) <= own / 2;
}

/* The distinctive words of a title, each once. */
static uint32_t title_words(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, slice title,
                            slice *words)
{
    uint32_t count = 0;
    slice word;
    while (count < NAME_WORDS && slice_word(&title, &word)) {
        bool again = false;
        for (uint32_t k = 0; k < count; k++)
            again |= slice_same(words[k], word);
        if (!again && word_tells(pages, n_all, first, n, word))
            words[count++] = word;
    }
    return count;
}

static void words_write(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, buffer *out)
{
    slice best[NAME_WORDS], words[NAME_WORDS];
    uint32_t most = 0, sources = n < NAME_SOURCES ? n : NAME_SOURCES;
    for (uint32_t i = 0; n > 1 && i < sources; i++) {
        uint32_t count = title_words(pages, n_all, first, n, pages[first + (uint64_t)i * n / sources].title, words);
        if (count <= most)
            continue;
        most = count;
        memcpy(best, words, count * sizeof *words);
    }
    for (uint32_t k = 0; k < most; k++) {
        buffer_text(out, k ? " " : " (");
        buffer_append(out, best[k].data, best[k].len);
    }
    if (most)
        buffer_byte(out, ')');
}

/* --- folders ------------------------------------------------------------------------------------------------------ */

/* What is before the last segment; a slash at the end is part of that. */
static slice folder_of(slice address)
{
    slice last = { NULL, 0 };
    slice name = address;
    if (name.len && name.data[name.len - 1] == '/')
        name.len--;
    part_from_end(name, 0, &last);
    return (slice){ address.data, last.data ? (size_t)(last.data - address.data) : 0 };
}

/* The start of an address up to its last slash. */
static slice whole_folders(slice start)
{
    while (start.len && start.data[start.len - 1] != '/')
        start.len--;
    return start;
}

/* The length of the folder that the class's pages share with all others, of which some are examined. 0 if there are no
 * others: then the folder is all that there is to say. */
static size_t shared_folder(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n)
{
    uint32_t others = n_all - n, looked = others < NAME_TITLES ? others : NAME_TITLES;
    slice shared = pages[first].address;
    for (uint32_t i = 0; i < n; i++)
        shared.len = same_start(shared, pages[first + i].address);
    for (uint32_t i = 0; i < looked; i++) {
        uint32_t at = (uint32_t)((uint64_t)i * others / looked);
        shared.len = same_start(shared, pages[at < first ? at : at + n].address);
    }
    return others ? whole_folders(shared).len : 0;
}

typedef struct folder {
    slice name;
    uint32_t n_pages;
} folder;

static uint32_t folders_count(const class_page *pages, uint32_t n, folder *folders)
{
    uint32_t n_folders = 0;
    for (uint32_t i = 0; i < n; i++) {
        slice name = folder_of(pages[i].address);
        uint32_t f = 0;
        while (f < n_folders && !slice_same(folders[f].name, name))
            f++;
        if (f == NAME_FOLDERS)
            continue;
        folders[f] = f == n_folders ? (folder){ name, 0 } : folders[f];
        n_folders += f == n_folders;
        folders[f].n_pages++;
    }
    return n_folders;
}

/* The name of what is in one folder; "/" if that is the site's own, with one page. */
static void folder_write(const class_page *pages, uint32_t n, slice name, class_page *inside, buffer *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (slice_same(folder_of(pages[i].address), name))
            inside[count++] = pages[i];
    size_t before = out->len;
    pattern_write(inside, count, out);
    if (out->len == before)
        buffer_byte(out, '/');
}

/* The patterns of the largest two folders. False if no folder has a fair share of the pages. */
static bool folders_write(const class_page *pages, uint32_t n, class_page *inside, buffer *out)
{
    folder folders[NAME_FOLDERS];
    uint32_t n_folders = folders_count(pages, n, folders), best[2] = { 0, 0 };
    for (uint32_t f = 1; f < n_folders; f++)
        best[0] = folders[f].n_pages > folders[best[0]].n_pages ? f : best[0];
    if (n_folders < 2 || folders[best[0]].n_pages < 2 || folders[best[0]].n_pages * 4 < n)
        return false;
    best[1] = best[0] == 0;
    for (uint32_t f = 0; f < n_folders; f++)
        best[1] = f != best[0] && folders[f].n_pages > folders[best[1]].n_pages ? f : best[1];
    size_t start = out->len;
    folder_write(pages, n, folders[best[0]].name, inside, out);
    size_t end = out->len;
    bool two = folders[best[1]].n_pages > 1;
    if (two) {
        buffer_text(out, ", ");
        folder_write(pages, n, folders[best[1]].name, inside, out);
        slice a = { out->data + start, end - start }, b = { out->data + end + 2, out->len - end - 2 };
        two = out->status == HUSK_OK && !slice_same(a, b); /* said once */
        out->len = two ? out->len : end;
    }
    buffer_text(out, n_folders > 2 || !two ? ", …" : "");
    return true;
}

/* Pages at several depths have only their last segment in common: write the folder that holds them all before it. */
static void folder_before(const class_page *pages, uint32_t n, buffer *out)
{
    slice shared = folder_of(pages[0].address);
    for (uint32_t i = 1; i < n; i++)
        shared.len = same_start(shared, pages[i].address);
    shared = whole_folders(shared);
    if (shared.len == 0 || n < 2)
        return;
    buffer_append(out, shared.data, shared.len);
    buffer_text(out, "…/");
}

/* A pattern that says nothing but perhaps the ending of a file's name. */
static bool is_vague(slice pattern)
{
    if (pattern.len == 0 || pattern.data[0] != '*')
        return false;
    bool is_name = memchr(pattern.data, '/', pattern.len) == NULL;
    for (size_t i = 0; i < pattern.len && !is_name; i++)
        if (pattern.data[i] != '*' && pattern.data[i] != '/')
            return false;
    return true;
}

static bool are_in_one_folder(const class_page *pages, uint32_t n)
{
    slice name = folder_of(pages[0].address);
    for (uint32_t i = 1; i < n; i++)
        if (!slice_same(folder_of(pages[i].address), name))
            return false;
    return true;
}

static void addresses_write(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, buffer *out)
{
    size_t skip = shared_folder(pages, n_all, first, n);
    class_page *below = calloc(2 * (size_t)n, sizeof *below);
    if (below == NULL) {
        out->status = HUSK_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        slice address = pages[first + i].address;
        below[i].address = (slice){ address.data + skip, address.len - skip };
    }
    buffer found;
    buffer_init(&found, HUSK_MAX_URL_BYTES);
    pattern_write(below, n, &found);
    if (found.len == 0 && n == 1 && skip) /* the start page */
        buffer_byte(&found, '/');
    else if (found.len == 0)
        pattern_write(pages + first, n, &found);
    slice pattern = { found.data, found.len };
    if (!is_vague(pattern) || !folders_write(below, n, below + n, out)) {
        if (pattern.len && memchr(pattern.data, '/', pattern.len) == NULL)
            folder_before(below, n, out);
        else if (is_vague(pattern)) /* more than a star and a slash */
            buffer_text(out, are_in_one_folder(below, n) ? "/" : "…/");
        buffer_append(out, pattern.data, pattern.len);
    }
    if (found.status != HUSK_OK)
        out->status = found.status;
    buffer_free(&found);
    free(below);
}

void class_name(const class_page *pages, uint32_t n_all, uint32_t first, uint32_t n, buffer *out)
{
    if (n == 0)
        return;
    addresses_write(pages, n_all, first, n, out);
    words_write(pages, n_all, first, n, out);
}
