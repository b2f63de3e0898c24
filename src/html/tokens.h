/* tokens.h - HTML bytes to tokens, as in the standard's tokenizer, in whole runs.
 * The input is UTF-8 without carriage returns, followed by HTML_PADDING readable zero bytes. A token borrows from the
 * input and from the side until the next page, except `attributes`, which the next tag overwrites. */
#ifndef HUSK_HTML_TOKENS_H
#define HUSK_HTML_TOKENS_H

#include "base/limits.h"
#include "base/table.h"
#include "html/html.h"

/* --- references.c: what the input does not contain verbatim: room for it, and decoded character references -------- */

/* Decoded text, lower-cased names and joined texts are on the side: room is reserved for the maximum, and what was not
 * used is returned at once, so that consecutive writes are adjacent. Cost: a pointer bump. Limits: its arena's cap. */
typedef struct html_side {
    arena memory;
    char *at, *end; /* the free part of the current piece */
    bool failed;    /* something did not fit: memory.no_memory says whether it was the cap */
} html_side;

void side_init(html_side *s, size_t cap);
/* Release everything, and free memory above `keep`. */
void side_reset(html_side *s, size_t keep);
void side_free(html_side *s);

char *side_more(html_side *s, size_t len);

/* Room for `len` bytes, or NULL; counted as used only up to the next side_used. */
static inline char *side_room(html_side *s, size_t len)
{
    return (size_t)(s->end - s->at) >= len ? s->at : side_more(s, len);
}

static inline void side_used(html_side *s, char *end)
{
    s->at = end;
}

/* How to decode a run. */
enum {
    DECODE_REFERENCES = 1,
    DECODE_ATTRIBUTE = 2, /* a reference without ';' before a letter, a digit or '=' is text there */
    DECODE_NUL = 4,       /* NUL becomes U+FFFD; otherwise it stays */
    DECODE_EMPTY_END = 8  /* "</>" is removed */
};

/* `text` decoded, on the side; `text` itself if there is no room, which `s` records. Reads up to 16 bytes after it. */
slice references_decode(html_side *s, slice text, unsigned how);

/* --- names to numbers --------------------------------------------------------------------------------------------- */

/* A name of up to sixteen bytes is two words, lower-cased as words; a hash table finds it with about one comparison.
 * There is one table, filled once. */
#define NAME_BYTES 16u /* no known name is longer */
_Static_assert(ATTR_COUNT <= 64, "a tag's known attributes are bits of a word");

typedef struct name_key {
    uint64_t first, second; /* bytes after the name's end are zero */
} name_key;

typedef struct name_slot {
    name_key key;
    uint16_t id; /* 0: free */
    uint16_t len;
} name_slot;

enum { TAG_SLOTS = 1024, ATTRIBUTE_SLOTS = 256 };

typedef struct name_table {
    name_slot tags[TAG_SLOTS];
    name_slot attributes[ATTRIBUTE_SLOTS];
} name_table;

const name_table *name_table_get(void);

/* Lower-case the capitals among eight bytes. Nearly all names have none, nor "_", which looks like one. */
static inline uint64_t word_lower(uint64_t word)
{
    if ((word >> 1 & ~word & 0x2020202020202020u) == 0)
        return word;
    uint64_t low = word & 0x7f7f7f7f7f7f7f7fu;
    uint64_t from_a = low + 0x3f3f3f3f3f3f3f3fu, above_z = low + 0x2525252525252525u;
    return word | ((from_a & ~above_z & ~word & 0x8080808080808080u) >> 2);
}

/* `len` up to NAME_BYTES; reads sixteen bytes. *capitals: did it have any? */
static inline name_key name_key_of(const char *name, uint32_t len, bool *capitals)
{
    static const uint8_t keep[2 * NAME_BYTES] = { 255, 255, 255, 255, 255, 255, 255, 255,
                                                  255, 255, 255, 255, 255, 255, 255, 255 };
    uint64_t word[2], mask[2];
    memcpy(word, name, 8);
    memcpy(mask, keep + NAME_BYTES - len, 8);
    word[0] &= mask[0];
    name_key key = { word_lower(word[0]), 0 };
    *capitals = key.first != word[0];
    if (len > 8) {
        memcpy(&word[1], name + 8, 8);
        memcpy(&mask[1], keep + NAME_BYTES - len + 8, 8);
        word[1] &= mask[1];
        key.second = word_lower(word[1]);
        *capitals |= key.second != word[1];
    }
    return key;
}

static inline uint32_t name_hash(name_key key)
{
    return (uint32_t)((key.first ^ key.second * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u >> 40);
}

/* The number of a name; 0 if it has none. The length counts too: a name may contain NUL. */
static inline uint16_t name_find(const name_slot *slots, uint32_t n_slots, name_key key, uint32_t len)
{
    for (uint32_t i = name_hash(key);; i++) {
        const name_slot *slot = &slots[i & (n_slots - 1)];
        if (slot->id == 0)
            return 0;
        if (slot->key.first == key.first && slot->key.second == key.second && slot->len == len)
            return slot->id;
    }
}

/* The same of an attribute for any bytes, unchanged: reads none after them. */
uint16_t attribute_by_name(const char *name, size_t len);

/* --- tokens ------------------------------------------------------------------------------------------------------- */

/* What a run of text contains that must be decoded. */
enum { NOTE_AMPERSAND = 1, NOTE_NUL = 2, NOTE_EMPTY_END = 4 /* "</>", which is neither text nor a tag */ };

/* The notes for the bytes of `v` selected by `m`. */
static inline unsigned notes_of(vec v, uint64_t m)
{
    uint64_t nul = vec_mask(vec_is(v, 0)) & m;
    uint64_t ampersand = vec_mask(vec_is(v, '&')) & m;
    return (nul ? NOTE_NUL : 0u) | (ampersand ? NOTE_AMPERSAND : 0u);
}

/* The first `c` in [p, end), or `end`; adds to *notes what was passed, and perhaps a NUL after the end, which costs a
 * decoding and changes nothing. Reads up to 16 bytes after `end`. */
static inline const char *scan(const char *p, const char *end, char c, unsigned *notes)
{
    for (; p < end; p += 16) {
        vec v = vec_load(p);
        uint64_t found = vec_mask(vec_is(v, c));
        uint64_t special = vec_mask(vec_is(v, '&') | vec_is(v, 0));
        uint64_t passed = mask_before(found); /* all, if there is none */
        if (special & passed)
            *notes |= notes_of(v, passed);
        if (found) {
            p += mask_first(found);
            break;
        }
    }
    return p < end ? p : end;
}

typedef enum token_kind {
    TOKEN_TEXT,    /* `text`, not decoded: `notes` says what it contains (NOTE_…) */
    TOKEN_RAW,     /* a whole raw text, decoded, and its end tag if `closed`; `tag` is its element's */
    TOKEN_START,   /* `tag`, `name`, `attributes`, `self_closing` */
    TOKEN_END,     /* `tag`, `name` */
    TOKEN_COMMENT, /* `text`, as written */
    TOKEN_DOCTYPE, /* `text`: what follows the word DOCTYPE */
    TOKEN_EOF
} token_kind;

typedef enum raw_kind {
    RAW_NONE,
    RAW_PLAIN,  /* to the end of the page: <plaintext> */
    RAW_RCDATA, /* with character references: <title>, <textarea> */
    RAW_TEXT,   /* without them: <style>, <iframe> … */
    RAW_SCRIPT  /* the same, with comments that hide end tags */
} raw_kind;

typedef struct tokenizer {
    const char *at, *end;
    const name_table *names;
    html_side *side;
    intern *own_tags;
    bool has_own_tags; /* false: every unknown name is TAG_SPAN */
    bool too_many_names;

    /* set by the tree builder before the next token */
    raw_kind raw;   /* raw text follows, up to the end tag `raw_name` */
    slice raw_name; /* lower case; empty: up to the end of the page */
    uint16_t raw_tag;
    bool cdata; /* "<![CDATA[" is recognised: the current node is SVG or MathML */

    /* the token */
    uint16_t tag;
    bool self_closing;
    bool closed;
    unsigned notes; /* NOTE_…: of the text, or of the last value */
    slice name;     /* as written */
    slice text;
    uint32_t n_attributes;
    uint64_t seen; /* one bit per hash of the tag's attribute names, to detect possible duplicates */
    uint64_t ids;  /* one bit per ATTR_… that the tag has */
    html_attribute attributes[HUSK_MAX_ATTRIBUTES_PER_NODE];
} tokenizer;

/* A tokenizer over `text`; what it borrows must outlive it. */
void tokenizer_init(tokenizer *t, slice text, html_side *side, intern *own);

token_kind token_next(tokenizer *t);

/* --- doctypes (doctype.c) ----------------------------------------------------------------------------------------- */

typedef struct doctype {
    slice name; /* as written */
    slice public_id, system_id;
    bool has_public, has_system;
    bool broken; /* "force-quirks": malformed */
} doctype;

/* `text` is what follows the word, up to its '>'; `closed`: there was one. */
doctype doctype_parse(slice text, bool closed);

/* Does this doctype select quirks mode, which allows tables inside paragraphs? */
bool doctype_quirks(const doctype *d);

#endif
