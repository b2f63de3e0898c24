/* blocks.c - the runs of text that a reader sees as one piece.
 * A block is a maximal run of inline text inside one block element, broken by any block element's start or end, by two <br> in a row and
 * where hidden text begins or ends. Inline pieces are joined as they stand; <br> and the page's white space become one space.
 * Cost: one pass over the nodes and one over their text, about 2 % of a parse. */
#include <stdlib.h>

#include "base/limits.h"
#include "page/parser.h"

typedef struct block_maker {
    husk_page *page;
    page_block *block;  /* the open one, or NULL */
    buffer *out;
    uint32_t container; /* of the open block */
    bool space;         /* white space was seen since the last character */
    bool in_word;
    unsigned n_breaks;  /* <br> since the last character */
    uint32_t n_links;   /* <a href> begun since the last character */
} block_maker;

/* What a byte is: the kind in the low bits, for words a capital or a digit above it, for punctuation its MARK_… above it. */
enum { BYTE_MARK = 0, BYTE_WORD = 1, BYTE_SPACE = 2, BYTE_WIDE = 3, BYTE_KIND = 3, BYTE_CAPITAL = 4, BYTE_DIGIT = 8, BYTE_CLOSES = 128 };
#define MARK(kind) ((kind) << 3)

static const uint8_t byte_kind[256] = {
    ['\t'] = BYTE_SPACE, ['\n'] = BYTE_SPACE, ['\f'] = BYTE_SPACE, ['\r'] = BYTE_SPACE, [' '] = BYTE_SPACE,
    ['0' ... '9'] = BYTE_WORD | BYTE_DIGIT, ['A' ... 'Z'] = BYTE_WORD | BYTE_CAPITAL, ['a' ... 'z'] = BYTE_WORD, ['_'] = BYTE_WORD,
    [0x80 ... 0xff] = BYTE_WIDE,
    ['.'] = MARK(MARK_SENTENCE), ['!'] = MARK(MARK_SENTENCE), ['?'] = MARK(MARK_QUESTION), [','] = MARK(MARK_COMMA), [';'] = MARK(MARK_COMMA),
    ['|'] = MARK(MARK_BAR), ['/'] = MARK(MARK_BAR), ['>'] = MARK(MARK_BAR), ['$'] = MARK(MARK_CURRENCY),
    ['"'] = BYTE_CLOSES, ['\''] = BYTE_CLOSES, [')'] = BYTE_CLOSES, [']'] = BYTE_CLOSES,
};

/* Punctuation beyond ASCII. */
static unsigned wide_mark(uint32_t c)
{
    switch (c) {
    case 0x3002: case 0xff01: case 0xff0e: case 0x964: case 0x6d4: return MARK_SENTENCE;
    case 0xff1f: case 0x61f: return MARK_QUESTION;
    case 0x3001: case 0xff0c: case 0x60c: case 0xff1b: case 0x61b: return MARK_COMMA;
    case 0x2022: case 0xb7: case 0xbb: case 0xab: case 0x203a: case 0x2039: case 0x2192: return MARK_BAR;
    case 0x20ac: case 0xa3: case 0xa5: case 0x20b9: case 0x20bd: case 0xffe5: return MARK_CURRENCY;
    case 0xa9: return MARK_COPYRIGHT;
    default: return MARK_OTHER;
    }
}

static bool closes(uint32_t c)
{
    return c == 0x201d || c == 0x2019 || c == 0xbb || c == 0x300d || c == 0xa0;
}

static bool is_capital(uint32_t c)
{
    return (c >= 0xc0 && c <= 0xde) || (c >= 0x410 && c <= 0x42f);
}

static bool grow_blocks(husk_page *page)
{
    page_parser *p = page->parser;
    uint32_t n = p->block_size ? p->block_size * 2 : 512;
    page_block *blocks = realloc(page->blocks, (size_t)n * sizeof *blocks);
    if (blocks == NULL)
        return false;
    page->blocks = blocks;
    p->block_size = n;
    return true;
}

/* A block without a visible character is none. */
static void close_block(block_maker *m)
{
    page_block *b = m->block;
    if (b == NULL)
        return;
    b->text_len = (uint32_t)(m->out->len - b->text_start);
    if (b->n_chars == 0) {
        m->out->len = b->text_start;
        for (uint32_t i = b->first_node; i <= b->last_node; i++)
            m->page->block_of[i] = NODE_NONE;
        m->page->n_blocks--;
    }
    m->block = NULL;
}

static bool open_block(block_maker *m, uint32_t node, uint32_t container)
{
    husk_page *page = m->page;
    if (page->n_blocks == page->parser->block_size && !grow_blocks(page))
        return false;
    m->block = &page->blocks[page->n_blocks++];
    *m->block = (page_block){ .first_node = node, .last_node = node, .container = container, .text_start = (uint32_t)m->out->len };
    if (page->flags[node] & NODE_HIDDEN)
        m->block->flags |= BLOCK_HIDDEN;
    if (page->flags[node] & NODE_PRE)
        m->block->flags |= BLOCK_PRE;
    m->container = container;
    m->space = m->in_word = false;
    return true;
}

/* A character beyond ASCII: is it seen, does it make a word? Returns its length. */
static size_t wide_char(block_maker *m, const char *data, size_t len, uint32_t *words)
{
    size_t at = 0;
    uint32_t c = utf8_next(data, len, &at);
    /* no-break and other spaces, zero-width marks: kept in the text, not counted as seen */
    bool unseen = c == 0xa0 || c == 0xad || (c >= 0x2000 && c <= 0x200f) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f
                  || c == 0x2060 || c == 0x3000 || c == 0xfeff;
    m->block->n_chars += !unseen;
    if (!unseen && !closes(c))
        m->block->last = c;
    if (is_wide_word(c)) {
        (*words)++;
        m->in_word = false;
    } else if (!unseen && is_word(c)) {
        *words += !m->in_word;
        m->block->n_capitals += !m->in_word && is_capital(c);
        m->in_word = true;
    } else {
        m->block->marks[wide_mark(c)]++;
        m->in_word = false;
    }
    return at;
}

static void add_text(block_maker *m, slice text, bool link)
{
    buffer *out = m->out;
    page_block *b = m->block;
    if (!buffer_reserve(out, text.len + 1))
        return;
    char *to = out->data + out->len;
    uint32_t words = 0, chars = 0;
    uint32_t digits = 0, capitals = 0;
    for (size_t i = 0; i < text.len;) {
        unsigned char c = (unsigned char)text.data[i];
        uint8_t kind = byte_kind[c];
        if ((kind & BYTE_KIND) == BYTE_SPACE) {
            m->space = true;
            i++;
            continue;
        }
        if (m->space) {
            if (to > out->data + b->text_start)
                *to++ = ' ';
            m->space = m->in_word = false;
        }
        if ((kind & BYTE_KIND) == BYTE_WIDE) {
            size_t n = wide_char(m, text.data + i, text.len - i, &words);
            for (; n; n--)
                *to++ = text.data[i++];
            continue;
        }
        chars += c >= 0x20;
        *to++ = (char)c;
        i++;
        if (kind & BYTE_WORD) {
            if (!m->in_word) {
                words++;
                capitals += kind >> 2 & 1;
                b->last = c;
                m->in_word = true;
            }
            digits += kind >> 3;
            continue;
        }
        m->in_word = false;
        if (!(kind & BYTE_CLOSES)) {
            b->marks[kind >> 3]++;
            b->last = c;
        }
    }
    b->n_digits += digits;
    b->n_capitals += capitals;
    out->len = (size_t)(to - out->data);
    b->n_words += words;
    b->n_chars += chars;
    if (link)
        b->n_link_words += words;
}

static bool take_text(block_maker *m, uint32_t i, uint32_t container)
{
    husk_page *page = m->page;
    uint8_t flags = page->flags[i];
    if (m->block
        && (container != m->container || m->n_breaks > 1 || !(flags & NODE_HIDDEN) != !(m->block->flags & BLOCK_HIDDEN)))
        close_block(m);
    if (m->block == NULL && !open_block(m, i, container))
        return false;
    m->space |= m->n_breaks > 0;
    m->n_breaks = 0;
    m->block->last_node = i;
    page->block_of[i] = page->n_blocks - 1;
    add_text(m, page->text[i], flags & NODE_LINK);
    if (flags & NODE_LINK)
        m->block->n_links += m->n_links;
    m->n_links = 0;
    return true;
}

husk_status page_blocks(husk_page *page)
{
    if (page->has_blocks)
        return HUSK_OK;
    arena_mark mark = arena_save(&page->scratch);
    uint32_t *around = arena_array(&page->scratch, page->n_nodes, sizeof *around); /* the nearest block element */
    if (around == NULL)
        return HUSK_NO_MEMORY;
    block_maker m = { .page = page, .out = &page->block_text };
    bool ok = true;
    page->n_blocks = 0;
    buffer_clear(&page->block_text);
    for (uint32_t i = 0; i < page->n_nodes && ok; i++) {
        uint8_t flags = page->flags[i];
        page->block_of[i] = NODE_NONE;
        if (flags & NODE_TEXT) {
            if (flags & NODE_SILENT)
                continue;
            if (!(flags & NODE_BLANK))
                ok = take_text(&m, i, around[page->parent[i]]);
            else
                m.space = true;
            continue;
        }
        uint16_t tag = page->tag[i];
        if (i == 0 || tag_kind(tag) & KIND_BLOCK) {
            around[i] = i;
            close_block(&m);
        } else {
            around[i] = around[page->parent[i]];
            m.n_breaks += tag == TAG_BR;
            m.n_links += tag == TAG_A && flags & NODE_LINK;
        }
    }
    close_block(&m);
    arena_restore(&page->scratch, mark);
    if (!ok || page->block_text.status == HUSK_NO_MEMORY)
        return HUSK_NO_MEMORY;
    page->has_blocks = true;
    return HUSK_OK;
}
