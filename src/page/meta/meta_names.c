/* meta_names.c - extract authors' names from bylines.
 * A byline is a name with words before it ("By", "Von", "作者：") and after it (a date, a job, a separator); both are
 * removed with short tables for the major languages of the web, and the rest must look like a name. Cost: linear in a
 * text of a few hundred bytes. */
#include "page/meta/meta.h"

#include "base/arrays.h"
#include "name_words.h" /* from name_words.txt */

#define WORD(text) text,
static const char *const prefixes[] = { BY_PREFIXES(WORD) };
static const char *const not_author[] = { NOT_AUTHOR(WORD) };
static const char *const jobs[] = { JOBS(WORD) };
static const char *const particles[] = { PARTICLES(WORD) };
static const char *const not_names[] = { NOT_NAMES(WORD) };
#undef WORD

/* Scripts without spaces and capitals: the name follows directly or after a colon. */
static const char *const tight_prefixes[] = { "作者",     "撰文",     "文／",   "文/",  "記者", "记者",
                                              "責任編輯", "责任编辑", "執筆",   "著者", "筆者", "投稿者",
                                              "ライター", "글쓴이",   "작성자", "글 ",  "โดย",  "ผู้เขียน" };

/* clang-format off */
/* What follows a name. */
static const char *const name_ends[] = {
    " | ", " • ", " · ", " – ", " — ", " - ", " / ", " on ", " in ", " at ", " published", " updated", " posted",
    " last ", "|", "•", "·", "\n", " am ", " le ", " il ", " el ", " из ", " // ", " » ", " > ", ", updated",
    ", published", " read more", " view all", " follow", " contributor", " staff writer", " share", " min read",
    " minutes", " is a ", " is an ", " is the ", " has ", " senior ", " founder", " editor", " writer", ", on ",
    " contact ", " leave a ", " comment", " reviewed", " fact", " medically", " written", " the ", "//", " for ",
    " from ", " with photos"
};
/* clang-format on */

/* The length of `prefix` at the start of `text`, ignoring case; 0 if it is not there. */
static size_t prefix_len(slice text, const char *prefix)
{
    size_t i = 0;
    while (prefix[i] && i < text.len && lower(text.data[i]) == prefix[i])
        i++;
    if (prefix[i] == 0 || (unsigned char)prefix[i] < 0x80)
        return prefix[i] ? 0 : i;
    /* beyond ASCII a capital may differ in any of its bytes */
    size_t n = strlen(prefix), at = 0, k = 0;
    while (k < n && at < text.len)
        if (lower_point(utf8_next(text.data, text.len, &at)) != utf8_next(prefix, n, &k))
            return 0;
    return k == n ? at : 0;
}

/* White space, colons and their wide forms after a prefix. */
static size_t skip_marks(slice text, size_t at)
{
    while (at < text.len) {
        if (is_space(text.data[at]) || text.data[at] == ':' || text.data[at] == '/' || text.data[at] == '|')
            at++;
        else if (text.len - at >= 3 && (memcmp(text.data + at, "：", 3) == 0 || memcmp(text.data + at, "　", 3) == 0 ||
                                        memcmp(text.data + at, "｜", 3) == 0))
            at += 3;
        else if (text.len - at >= 2 && memcmp(text.data + at, "\xc2\xa0", 2) == 0)
            at += 2;
        else
            break;
    }
    return at;
}

/* "Von Anna Müller" names Anna Müller, "Von Trapp" and "Di Maria" are names: a short first word is a prefix only if a
 * colon or two capitalised words follow. */
static bool is_particle(slice text, size_t n, size_t after)
{
    if (n > 4 || prefix_len(text, "by") == 2 || memchr(text.data + n, ':', after - n))
        return false;
    if (after >= text.len)
        return false;
    const char *space = memchr(text.data + after, ' ', text.len - after);
    return space == NULL || (text.data[after] >= 'a' && text.data[after] <= 'z');
}

/* Where the name starts: after the longest matching prefix. */
static size_t past_prefix(slice text)
{
    size_t best = 0, i, n_prefixes = sizeof prefixes / sizeof *prefixes;
    char first[4] = { lower(text.data[0]) };
    bool wide = (unsigned char)text.data[0] >= 0x80;
    size_t n_first = wide ? text_lower((slice){ text.data, text.len < 4 ? text.len : 4 }, first, 4) : 1;
    SORTED_PLACE(i, 0, n_prefixes, (unsigned char)prefixes[i][0] < (unsigned char)first[0]);
    for (; i < n_prefixes && prefixes[i][0] == first[0]; i++) {
        /* the rest of the first letter, or the second one, rules out most prefixes */
        if (wide ? strncmp(prefixes[i], first, n_first) != 0
                 : text.len > 1 && (unsigned char)prefixes[i][1] < 0x80 && lower(text.data[1]) != prefixes[i][1])
            continue;
        size_t n = prefix_len(text, prefixes[i]);
        if (n <= best)
            continue;
        size_t after = skip_marks(text, n);
        if ((after > n || n == text.len) && !is_particle(text, n, after))
            best = n;
    }
    for (i = 0; wide && i < sizeof tight_prefixes / sizeof *tight_prefixes; i++) {
        if (tight_prefixes[i][0] != text.data[0])
            continue;
        size_t n = strlen(tight_prefixes[i]);
        if (n > best && n <= text.len && memcmp(text.data, tight_prefixes[i], n) == 0)
            best = n;
    }
    return best ? skip_marks(text, best) : 0;
}

/* In plain text a short word alone proves little: after "by" must come a capital, nothing, or a script without
 * capitals. */
size_t meta_by_prefix(slice text)
{
    if (text.len == 0)
        return 0;
    size_t n = past_prefix(text);
    if (n == 0 || n == text.len)
        return n;
    bool by = prefix_len(text, "by") || prefix_len(text, "written") || prefix_len(text, "posted") ||
              prefix_len(text, "author") || prefix_len(text, "von") || prefix_len(text, "par") ||
              prefix_len(text, "por") || prefix_len(text, "door");
    unsigned char c = (unsigned char)text.data[n];
    bool colon = memchr(text.data, ':', n) != NULL || (unsigned char)text.data[0] >= 0x80;
    if (c >= 'a' && c <= 'z')
        return 0;
    return by || colon || n > 6 ? n : 0;
}

/* The end of the name: before a separator, a date, "on", or a word that starts something else. */
static size_t name_end(slice text)
{
    size_t end = text.len;
    for (size_t at = 1; at < end; at++) {
        if (is_alpha(text.data[at]) || is_digit(text.data[at])) /* no end starts so */
            continue;
        for (size_t i = 0; i < sizeof name_ends / sizeof *name_ends && at < end; i++)
            if (slice_starts_nocase(slice_from(text, at), name_ends[i]))
                end = at;
    }
    /* a date after the name: "Ann Lee September 4, 2025", "Ann Lee, 4.9.2025" */
    date d;
    if (end <= DATE_MAX_TEXT && date_parse((slice){ text.data, end }, DATE_DAY_FIRST, DATE_TEXT, &d))
        for (size_t at = 1; at < end; at++) {
            if (!is_space(text.data[at]) && text.data[at] != ',')
                continue;
            date rest;
            bool still = date_parse((slice){ text.data + at, end - at }, DATE_DAY_FIRST, DATE_TEXT, &rest);
            if (!still || date_compare_days(&rest, &d) != 0) {
                /* the word before `at` was the first of the date */
                size_t word = at;
                while (word > 0 && !is_space(text.data[word - 1]))
                    word--;
                return word;
            }
        }
    return end;
}

static slice trim_marks(slice s)
{
    for (;;) {
        s = slice_trim(s);
        if (s.len && strchr(",;:.-|/*\"'()[]", s.data[s.len - 1]) &&
            !(s.data[s.len - 1] == '.' && s.len > 2 && s.data[s.len - 3] <= ' ') &&
            !(s.data[s.len - 1] == '.' && s.len > 3 && slice_has_nocase((slice){ s.data + s.len - 3, 3 }, "jr.")))
            s.len--;
        else if (s.len && strchr(",;:.-|/*\"'()[]@", s.data[0]))
            s = slice_from(s, 1);
        else if (s.len >= 3 && memcmp(s.data, "：", 3) == 0)
            s = slice_from(s, 3);
        else
            return s;
    }
}

/* In scripts with capitals the words of a name have them; "by the way" is not a name, one lower-case word may be a
 * user name. */
static bool has_capitals(slice s)
{
    unsigned small = 0, n = 0;
    for (slice word; slice_word(&s, &word); n++)
        small += word.data[0] >= 'a' && word.data[0] <= 'z' && !SLICE_IS_ANY(word, particles);
    return n == 1 || small == 0;
}

static bool has_job(slice s)
{
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        if (slice_has_nocase(s, jobs[i]))
            return true;
    return false;
}

/* Marks that names do not have: of addresses, templates that were not filled in, labels ("作者：浏览次数："), and lists
 * cut within brackets ("ann (2"). */
static bool has_marks(slice s)
{
    for (size_t i = 0; i < s.len; i++)
        if (strchr("@<{[=:?", s.data[i]) || (s.data[i] == '_' && i == 0))
            return true;
    return slice_has_nocase(s, "：") || (memchr(s.data, '(', s.len) && !memchr(s.data, ')', s.len));
}

static bool is_name(slice s, bool visible)
{
    if (s.len < 2 || s.len > 100)
        return false;
    if (SLICE_IS_ANY(s, not_names))
        return false;
    if (slice_has_nocase(s, "http") || slice_has_nocase(s, "www.") || slice_has_nocase(s, ".com/") || has_marks(s))
        return false;
    unsigned n_words = 1, n_digits = 0, n_letters = 0, n_dots = 0;
    for (size_t at = 0; at < s.len;) {
        uint32_t c = utf8_next(s.data, s.len, &at);
        n_words += c == ' ';
        n_digits += c >= '0' && c <= '9';
        n_letters += c > '9' && is_word(c);
        n_dots += c == '.';
    }
    if (n_words == 1 && n_dots >= 2 && s.data[0] >= 'a' && s.data[0] <= 'z') /* page.extra.author */
        return false;
    if (n_letters < 2 || n_words > (visible ? 5u : 9u))
        return false;
    return !visible || n_words == 1 || ((n_digits <= 1 || n_letters > 4 * n_digits) && has_capitals(s));
}

static bool is_joiner(slice text, size_t at, size_t *len)
{
    static const char *const joiners[] = { ";",   " and ", " & ",  " und ", " et ", " y ", " og ", " och ",  " en ",
                                           " и ", " та ",  " ve ", " dan ", "、",   "，",  " و",   " with ", " + " };
    for (size_t i = 0; i < sizeof joiners / sizeof *joiners; i++) {
        if (joiners[i][0] != text.data[at])
            continue;
        size_t n = strlen(joiners[i]);
        if (text.len - at >= n && memcmp(text.data + at, joiners[i], n) == 0) {
            *len = n;
            return true;
        }
    }
    return false;
}

/* "Ann Lee, Bo Ek": a comma separates names if two words come before it and two after; "Ann Lee, MD" and "Lee, Ann"
 * stay whole. */
static bool comma_parts(slice text, size_t start, size_t at)
{
    unsigned before = 0, after = 0, small = 0;
    for (size_t i = start; i < at; i++)
        before += text.data[i] == ' ' && i > start && i + 1 < at;
    size_t i = at + 1;
    while (i < text.len && text.data[i] == ' ')
        i++;
    size_t joiner;
    for (size_t from = i; i < text.len && text.data[i] != ',' && !is_joiner(text, i, &joiner); i++) {
        after += text.data[i] == ' ' && i > from;
        small += text.data[i] >= 'a' && (i == from || text.data[i - 1] == ' ');
    }
    return before >= 1 && after >= 1 && small == 0;
}

static uint32_t keep_name(meta_collector *c, slice part, bool visible, slice *names, uint32_t n, uint32_t max)
{
    part = trim_marks(part);
    if (prefix_len(part, "and ") == 4)
        part = trim_marks((slice){ part.data + 4, part.len - 4 });
    size_t again = part.len ? past_prefix(part) : 0;
    if (again)
        part = trim_marks((slice){ part.data + again, part.len - again });
    if (!is_name(part, visible) || n >= max)
        return n;
    for (uint32_t i = 0; i < n; i++)
        if (meta_same_text(names[i], part))
            return n;
    names[n] = meta_keep(c, part.data, part.len);
    return n + (names[n].data != NULL);
}

/* The length of the job title after the comma at `at`; 0 if there is none. */
static size_t job_after(slice text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && text.data[end] != ',' && text.data[end] != ';')
        end++;
    slice rest = slice_trim((slice){ text.data + at + 1, end - at - 1 });
    return rest.len > 6 && has_job(rest) ? end - at : 0;
}

/* "This post was written by Ann Lee", "Recipe by Ann Lee", "Post by ann »": the text after a "by" among the first
 * words. */
static slice after_by(slice text)
{
    for (size_t i = 1; i + 4 < text.len && i < 40; i++) {
        if (!is_space(text.data[i - 1]) || lower(text.data[i]) != 'b' || lower(text.data[i + 1]) != 'y' ||
            !is_space(text.data[i + 2]))
            continue;
        slice rest = slice_trim((slice){ text.data + i + 3, text.len - i - 3 });
        size_t end = name_end(rest);
        bool one_word = memchr(rest.data, ' ', end) == NULL;
        if (one_word || !(rest.data[0] >= 'a' && rest.data[0] <= 'z'))
            return rest;
    }
    return text;
}

uint32_t meta_author_names(meta_collector *c, slice text, bool visible, slice *names, uint32_t n, uint32_t max)
{
    text = slice_trim(text);
    for (size_t i = 0; i < sizeof not_author / sizeof *not_author; i++)
        if (prefix_len(text, not_author[i]))
            return n;
    if (text.len == 0)
        return n;
    size_t skip = past_prefix(text);
    text = (slice){ text.data + skip, text.len - skip };
    if (visible) {
        date d;
        if (skip == 0)
            text = after_by(text);
        slice name = slice_trim((slice){ text.data, name_end(text) });
        /* one word before a date is a weekday */
        if (skip == 0 && name.len + 4 < text.len && memchr(name.data, ' ', name.len) == NULL &&
            date_parse(text, DATE_DAY_FIRST, DATE_TEXT, &d))
            return n;
        text = name;
    } else if (text.len > META_MAX_NAME * 4) {
        return n;
    }
    size_t start = 0;
    for (size_t at = 0; at < text.len;) {
        size_t len = 1;
        size_t job = text.data[at] == ',' ? job_after(text, at) : 0;
        bool cut = job || is_joiner(text, at, &len) || (text.data[at] == ',' && comma_parts(text, start, at)) ||
                   text.data[at] == '\n';
        if (job)
            len = job;
        if (cut) {
            n = keep_name(c, (slice){ text.data + start, at - start }, visible, names, n, max);
            start = at + len;
        }
        at += cut ? len : 1;
    }
    return keep_name(c, (slice){ text.data + start, text.len - start }, visible, names, n, max);
}
