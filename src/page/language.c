/* language.c - the language of a page's main content, detected from its letters.
 * The script names the language where only one uses it. Elsewhere triples of letters, and pairs that are words, are
 * scored by how frequent they are in each language: a look-up and a vector addition per letter. Cost: constant, since
 * at most SAMPLE_WINDOWS * WINDOW_LETTERS are read, spread over the content. Limits: the languages of
 * models/language.txt. */
#include "page/language.h"

#include "base/arrays.h"
#include "language_table.h" /* made from models/language.txt by models/embed_language.c */

/* Windows of 80 change one answer in five hundred (models/train_language --measure). */
#define SAMPLE_WINDOWS 16u
#define WINDOW_LETTERS 48u
/* Code is left out where there is so much else. */
#define ENOUGH_PROSE ((size_t)512)

#define ROW_WORDS (LANGUAGE_MOST / 2 / LANGUAGE_ROW_UNIT)
#define NIBBLES UINT64_C(0x0f0f0f0f0f0f0f0f)
#define MOST_PENDING 17u /* 17 * 15 is the most that a byte holds */

/* Scripts: the groups' first, then Japan's and China's, then those that name a language. */
enum { SCRIPT_HAN = N_LANGUAGE_GROUPS, SCRIPT_KANA, SCRIPT_OWNED, SCRIPT_NONE = UINT8_MAX };

static const char *const owners[] = { "ko", "el", "hy", "he", "dv", "bn", "pa", "gu", "or", "ta", "te",
                                      "kn", "ml", "si", "th", "lo", "bo", "my", "ka", "am", "km" };
enum { N_SCRIPTS = SCRIPT_OWNED + sizeof owners / sizeof *owners };

/* Unicode's blocks, ascending; `script`: from SCRIPT_OWNED on the owner's number. */
static const struct {
    uint32_t first, last;
    uint8_t script;
} ranges[] = {
    { 0xc0, 0x24f, GROUP_LATIN },        { 0x370, 0x3ff, SCRIPT_OWNED + 1 },    { 0x400, 0x52f, GROUP_CYRILLIC },
    { 0x531, 0x58f, SCRIPT_OWNED + 2 },  { 0x591, 0x5f4, SCRIPT_OWNED + 3 },    { 0x620, 0x6ff, GROUP_ARABIC },
    { 0x750, 0x77f, GROUP_ARABIC },      { 0x780, 0x7b1, SCRIPT_OWNED + 4 },    { 0x900, 0x963, GROUP_DEVANAGARI },
    { 0x971, 0x97f, GROUP_DEVANAGARI },  { 0x980, 0x9ff, SCRIPT_OWNED + 5 },    { 0xa00, 0xa7f, SCRIPT_OWNED + 6 },
    { 0xa80, 0xaff, SCRIPT_OWNED + 7 },  { 0xb00, 0xb7f, SCRIPT_OWNED + 8 },    { 0xb80, 0xbff, SCRIPT_OWNED + 9 },
    { 0xc00, 0xc7f, SCRIPT_OWNED + 10 }, { 0xc80, 0xcff, SCRIPT_OWNED + 11 },   { 0xd00, 0xd7f, SCRIPT_OWNED + 12 },
    { 0xd80, 0xdff, SCRIPT_OWNED + 13 }, { 0xe00, 0xe7f, SCRIPT_OWNED + 14 },   { 0xe80, 0xeff, SCRIPT_OWNED + 15 },
    { 0xf00, 0xfff, SCRIPT_OWNED + 16 }, { 0x1000, 0x109f, SCRIPT_OWNED + 17 }, { 0x10a0, 0x10ff, SCRIPT_OWNED + 18 },
    { 0x1100, 0x11ff, SCRIPT_OWNED },    { 0x1200, 0x139f, SCRIPT_OWNED + 19 }, { 0x1780, 0x17ff, SCRIPT_OWNED + 20 },
    { 0x1e00, 0x1eff, GROUP_LATIN },     { 0x1f00, 0x1fff, SCRIPT_OWNED + 1 },  { 0x3041, 0x30ff, SCRIPT_KANA },
    { 0x3400, 0x9fff, SCRIPT_HAN },      { 0xac00, 0xd7af, SCRIPT_OWNED },      { 0xf900, 0xfaff, SCRIPT_HAN },
    { 0xfb50, 0xfdff, GROUP_ARABIC },    { 0xfe70, 0xfefc, GROUP_ARABIC },      { 0x20000, 0x3134f, SCRIPT_HAN },
};

typedef struct tally {
    uint32_t letters[N_SCRIPTS];
    uint32_t asked[N_LANGUAGE_GROUPS], found[N_LANGUAGE_GROUPS]; /* pairs and triples; those with a row */
    uint64_t even[N_LANGUAGE_GROUPS][ROW_WORDS];                 /* scores by language, a byte each, */
    uint64_t odd[N_LANGUAGE_GROUPS][ROW_WORDS];                  /* of the last MOST_PENDING rows; */
    uint32_t n_pending[N_LANGUAGE_GROUPS];
    uint16_t scores[N_LANGUAGE_GROUPS][LANGUAGE_MOST]; /* and of all before, those of even numbers first */
    uint32_t before[2], last;                          /* the word being read: its last letters */
    uint32_t n;                                        /* how many */
    uint8_t script;                                    /* theirs */
} tally;

_Static_assert(SAMPLE_WINDOWS *WINDOW_LETTERS * 15 <= UINT16_MAX, "a score may overflow");

static uint8_t script_of(uint32_t c)
{
    size_t at, n = sizeof ranges / sizeof *ranges;
    SORTED_PLACE(at, 0, n, ranges[at].last < c);
    bool is_found = at < n && c >= ranges[at].first && c != 0xd7 && c != 0xf7;
    return is_found ? ranges[at].script : SCRIPT_NONE;
}

/* Bytes to numbers. */
static void settle(tally *t, uint32_t group)
{
    const uint8_t *even = (const uint8_t *)t->even[group], *odd = (const uint8_t *)t->odd[group];
    for (uint32_t i = 0; i < LANGUAGE_MOST / 2; i++)
        t->scores[group][i] = (uint16_t)(t->scores[group][i] + even[i]);
    for (uint32_t i = 0; i < LANGUAGE_MOST / 2; i++)
        t->scores[group][LANGUAGE_MOST / 2 + i] = (uint16_t)(t->scores[group][LANGUAGE_MOST / 2 + i] + odd[i]);
    memset(t->even[group], 0, sizeof t->even[group]);
    memset(t->odd[group], 0, sizeof t->odd[group]);
    t->n_pending[group] = 0;
}

/* Add the scores of a pair or triple of letters. */
static void add(tally *t, uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t key = language_key(a, b, c), row[ROW_WORDS] = { 0 };
    uint32_t at = LANGUAGE_SLOT(key), group = t->script;
    t->asked[group]++;
    while (language_slots[at].row && language_slots[at].tag != LANGUAGE_TAG(key))
        at = (at + 1) & ((1u << LANGUAGE_SLOTS_LOG) - 1);
    if (language_slots[at].row == 0)
        return;
    memcpy(row, language_rows + (size_t)(language_slots[at].row - 1) * LANGUAGE_ROW_UNIT, sizeof row);
    t->found[group]++;
    for (uint32_t i = 0; i < ROW_WORDS; i++) { /* of a group with fewer languages, the last ones' are never read */
        t->even[group][i] += row[i] & NIBBLES;
        t->odd[group][i] += row[i] >> 4 & NIBBLES;
    }
    if (++t->n_pending[group] == MOST_PENDING)
        settle(t, group);
}

static void word_end(tally *t)
{
    if (t->n == 2 && t->script < N_LANGUAGE_GROUPS)
        add(t, 0, t->before[1], t->last);
    t->n = 0;
}

static void letter(tally *t, uint8_t script, uint32_t c)
{
    if (t->n && script != t->script)
        word_end(t);
    t->letters[script]++;
    t->script = script;
    t->before[0] = t->before[1];
    t->before[1] = t->last;
    t->last = c;
    if (++t->n >= 3 && script < N_LANGUAGE_GROUPS)
        add(t, t->before[0], t->before[1], c);
}

/* A vowel sign of Devanagari: the tables have only letters side by side. */
static bool is_sign(uint32_t c)
{
    return c >= 0x900 && c <= 0x963 &&
           (c <= 0x903 || (c >= 0x93a && c <= 0x94f) || (c >= 0x951 && c <= 0x957) || c >= 0x962);
}

/* Read a text from `at` on, until *left code points are read. Returns where it stopped. */
static size_t read_text(tally *t, slice text, size_t at, uint32_t *left)
{
    for (; at < text.len && *left; --*left) {
        char byte = text.data[at];
        if (is_alpha(byte)) {
            letter(t, GROUP_LATIN, (unsigned char)lower(byte));
            at++;
        } else if ((unsigned char)byte < 0x80) {
            word_end(t);
            at++;
        } else {
            uint32_t c = utf8_next(text.data, text.len, &at); /* a window that starts in a character: U+FFFD */
            uint8_t script = script_of(c);
            if (script == SCRIPT_NONE || is_sign(c))
                word_end(t);
            else
                letter(t, script, lower_point(c));
        }
    }
    word_end(t);
    return at;
}

static bool is_read(const husk_page *page, const bool *keep, bool code, uint32_t b)
{
    return (keep == NULL || keep[b]) && (code || !(page->blocks[b].flags & BLOCK_PRE));
}

static size_t bytes_of(const husk_page *page, const bool *keep, bool code)
{
    size_t total = 0;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        total += is_read(page, keep, code, b) ? page->blocks[b].text_len : 0;
    return total;
}

/* Read all of it, or windows at equal distances, which may go on in the next block. */
static void sample(const husk_page *page, const bool *keep, tally *t)
{
    bool code = bytes_of(page, keep, false) < ENOUGH_PROSE;
    size_t step = bytes_of(page, keep, code) / SAMPLE_WINDOWS, begin = 0, next = 0;
    uint32_t n = 0, left = 0;
    for (uint32_t b = 0; b < page->n_blocks && (left || n < SAMPLE_WINDOWS); b++) {
        if (!is_read(page, keep, code, b))
            continue;
        slice text = page_block_text(page, b);
        for (size_t at = 0; at < text.len;) {
            if (left == 0) {
                if (n == SAMPLE_WINDOWS || next >= begin + text.len)
                    break;
                at = next > begin + at ? next - begin : at;
                left = WINDOW_LETTERS;
                next = ++n * step;
            }
            at = read_text(t, text, at, &left);
        }
        begin += text.len;
    }
}

/* The language of a group that fits best, if one does. */
static const char *best_of(tally *t, uint32_t group)
{
    const language_group *g = &language_groups[group];
    float n = (float)t->found[group], first = 0, second = 0;
    uint32_t best = 0;
    if (n == 0 || n < g->cover * (float)t->asked[group])
        return NULL;
    settle(t, group);
    for (uint32_t i = 0; i < g->n; i++) {
        float score = (float)t->scores[group][i / 2 + i % 2 * (LANGUAGE_MOST / 2)] / n + g->bias[i];
        second = score > first ? first : score > second ? score : second;
        best = score > first ? i : best;
        first = score > first ? score : first;
    }
    return first >= g->fit && first - second >= language_margin ? g->names[best] : NULL;
}

/* A syllable or a word's sign is worth some letters. */
static uint32_t weight(uint32_t script)
{
    return script == SCRIPT_HAN || script == SCRIPT_KANA ? 3 : script == SCRIPT_OWNED ? 2 : 1;
}

const char *language_detect(const husk_page *page, const bool *keep)
{
    tally t = { 0 };
    uint32_t total = 0, script = GROUP_LATIN, most = 0;
    sample(page, keep, &t);
    uint32_t kana = t.letters[SCRIPT_KANA], han = t.letters[SCRIPT_HAN];
    t.letters[SCRIPT_HAN] += kana; /* Japanese has both */
    t.letters[SCRIPT_KANA] = 0;
    for (uint32_t i = 0; i < N_SCRIPTS; i++) {
        uint32_t n = t.letters[i] * weight(i);
        total += n;
        if (i != GROUP_LATIN && n > most) {
            most = n;
            script = i;
        }
    }
    if ((float)total < language_letters)
        return NULL;
    if ((float)most < language_share * (float)total) /* names and code in Latin letters are everywhere */
        script = GROUP_LATIN;
    if (script < N_LANGUAGE_GROUPS)
        return best_of(&t, script);
    if (script >= SCRIPT_OWNED)
        return owners[script - SCRIPT_OWNED];
    return kana > han / 10 ? "ja" : "zh"; /* a Japanese text without kana is rare */
}
