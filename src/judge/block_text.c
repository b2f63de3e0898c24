/* block_text.c - a block's own text: words and marks of any script, and how much of the title it has.
 * One pass over the text; words are hashed, never looked up in a list of any language. */
#include "judge/block_maker.h"

static uint32_t word_next(slice text, size_t *at)
{
    while (*at < text.len) {
        uint32_t hash = 2166136261u, n = 0;
        while (*at < text.len) {
            size_t from = *at;
            unsigned char c = (unsigned char)text.data[*at];
            uint32_t point = c;
            if (c < 0x80)
                (*at)++;
            else
                point = utf8_next(text.data, text.len, at);
            bool wide = point >= 0xe00 && is_wide_word(point);
            if (wide && n) {
                *at = from;
                break;
            }
            if (!is_word(point))
                break;
            hash = (hash ^ (point < 0x80 ? (uint32_t)lower((char)point) : point)) * 16777619u;
            n++;
            if (wide)
                break;
        }
        if (n)
            return hash ? hash : 1;
    }
    return 0;
}

static uint8_t *title_slot(feature_maker *m, uint32_t hash, bool add)
{
    for (uint32_t i = (hash ^ hash >> 15) % TITLE_SLOTS, n = 0; n < TITLE_SLOTS; i = (i + 1) % TITLE_SLOTS, n++) {
        if (m->title_hash[i] == hash)
            return &m->title_bits[i];
        if (m->title_hash[i] == 0) {
            if (!add)
                return NULL;
            m->title_hash[i] = hash;
            return &m->title_bits[i];
        }
    }
    return NULL;
}

void maker_title_add(feature_maker *m, slice text, uint8_t bit, unsigned max)
{
    uint32_t hash;
    for (size_t at = 0; max && (hash = word_next(text, &at)); max--) {
        uint8_t *bits = title_slot(m, hash, true);
        if (bits && !(*bits & bit)) {
            *bits |= bit;
            m->n_title += bit == 1;
        }
    }
}

static void count_mark(text_counts *c, uint32_t p)
{
    switch (p) {
    case '.': case '!': case 0x3002: case 0xff01: case 0xff0e: case 0x964: case 0x6d4: c->sentences++; break;
    case '?': case 0xff1f: case 0x61f: c->sentences++; c->questions++; break;
    case ',': case 0x3001: case 0xff0c: case 0x60c: case ';': case 0xff1b: case 0x61b: c->commas++; break;
    case '|': case 0x2022: case 0xb7: case 0xbb: case 0xab: case 0x203a: case 0x2039: case '/': case '>': case 0x2192: c->bars++; break;
    case '$': case 0x20ac: case 0xa3: case 0xa5: case 0x20b9: case 0x20bd: case 0xffe5: c->currency++; break;
    case 0xa9: c->copyright = true; break;
    default: break;
    }
    if (p > ' ' && p != '"' && p != '\'' && p != ')' && p != ']' && p != 0x201d && p != 0x2019 && p != 0xbb && p != 0x300d && p != 0xa0)
        c->last = p;
}

/* One pass: words by their hash (for the title), marks by their kind. */
void maker_count_text(feature_maker *m, slice text, text_counts *c)
{
    uint32_t hash = 0, n = 0;
    for (size_t at = 0; at <= text.len;) {
        uint32_t p = ' ';
        if (at < text.len && (unsigned char)text.data[at] < 0x80)
            p = (unsigned char)text.data[at++];
        else if (at < text.len)
            p = utf8_next(text.data, text.len, &at);
        else
            at++;
        bool wide = p >= 0xe00 && is_wide_word(p), word = p < 0x80 ? (p | 32) - 'a' < 26 || p - '0' < 10 || p == '_' : is_word(p);
        if (n && (!word || wide)) {
            const uint8_t *bits = m->n_title ? title_slot(m, hash ? hash : 1, false) : NULL;
            c->title += bits && *bits & 1;
            c->description += bits && *bits & 2;
            if (bits && (*bits & 5) == 1) {
                *(uint8_t *)bits |= 4;
                c->title_new++;
            }
            n = 0;
        }
        if (!word) {
            count_mark(c, p);
            continue;
        }
        if (n == 0) {
            hash = 2166136261u;
            c->words++;
            c->capitals += p - 'A' < 26 || (p >= 0xc0 && p <= 0xde) || (p >= 0x410 && p <= 0x42f);
        }
        hash = (hash ^ (p < 0x80 ? (uint32_t)lower((char)p) : p)) * 16777619u;
        c->digits += p - '0' < 10;
        c->last = p;
        n++;
    }
}

uint32_t maker_text_slot(feature_maker *m, slice text)
{
    uint64_t hash = hash_bytes(text.data, text.len) | 1;
    uint32_t mask = m->n_slots - 1, i = (uint32_t)(hash >> 32) & mask;
    while (m->texts[i] && m->texts[i] != hash)
        i = (i + 1) & mask;
    m->texts[i] = hash;
    m->text_counts[i]++;
    return i;
}

bool maker_ends_sentence(uint32_t p)
{
    return p == '.' || p == '!' || p == '?' || p == 0x3002 || p == 0xff01 || p == 0xff1f || p == 0x2026 || p == 0x61f || p == 0x964 || p == 0x6d4;
}
