/* shown.c - a judged page for the web page and the report: its safe HTML, and everything known of each block.
 * Labels and reasons are those of `husk label`. Cost: the page's size. Limits: the buffer's cap. */
#include "write/shown.h"

#include "base/json.h"
#include "base/limits.h"
#include "write/safe_page.h"
#include "write/slots.h"
#include "write/write.h"

typedef struct shown {
    husk_verdict *v;
    safe_page marks;
    uint32_t *slot; /* by block: slot of its class's template, or TEMPLATE_NONE */
    buffer *out;
    buffer piece; /* a string before it is escaped */
} shown;

static void write_piece(shown *s, const char *name)
{
    buffer_format(s->out, "\"%s\":", name);
    json_string(s->out, (slice){ s->piece.data ? s->piece.data : "", s->piece.len });
    buffer_clear(&s->piece);
}

static void write_share(shown *s, const char *name, float share)
{
    if (share < 0)
        return;
    buffer_format(s->out, ",\"%s\":", name);
    write_confidence(share, s->out);
}

static void write_evidence(shown *s, const husk_block *b)
{
    static const char *const by[] = { "page", "site", "both", "text", "token" };
    write_share(s, "score", b->score);
    write_share(s, "main_score", b->main_probability);
    write_share(s, "page", b->page);
    write_share(s, "site", b->site);
    buffer_format(s->out, ",\"by\":\"%s\"", by[b->by]);
    if (b->of)
        buffer_format(s->out, ",\"pages\":%u,\"of\":%u", b->pages, b->of);
    if (b->role != HUSK_ROLE_NONE)
        buffer_format(s->out, ",\"role\":\"%s\"", husk_role_name(b->role));
    if (b->is_hidden)
        buffer_text(s->out, ",\"hidden\":true");
}

static bool write_block(shown *s, size_t i)
{
    const husk_block *b = &s->v->blocks[i];
    buffer_format(s->out, "%s{\"n\":%zu,", i ? ",\n" : "", i);
    bool room = verdict_path(s->v, s->v->parts[i].element, &s->piece);
    write_piece(s, "path");
    buffer_text(s->out, ",\"text\":");
    json_string(s->out, (slice){ b->text.data, b->text.len });
    buffer_format(s->out, ",\"label\":\"%s\",\"main\":%s", b->label == HUSK_TEMPLATE ? "template" : "content",
                  b->is_main ? "true" : "false");
    write_evidence(s, b);
    if (s->marks.segment[i] != NODE_NONE)
        buffer_format(s->out, ",\"segment\":%u", s->marks.segment[i]);
    if (s->slot[i] != TEMPLATE_NONE)
        buffer_format(s->out, ",\"slot\":%u", s->slot[i]);
    buffer_byte(s->out, ',');
    verdict_why(s->v, i, &s->piece);
    write_piece(s, "why");
    buffer_byte(s->out, '}');
    return room;
}

/* A block's slot is that of its first text with one. */
static husk_status find_slots(shown *s, arena *memory)
{
    uint32_t *of_node, n_blocks = (uint32_t)s->v->n_blocks;
    husk_status status = slots_of(s->v, memory, &of_node);
    s->slot = arena_array(memory, (size_t)n_blocks + 1, sizeof *s->slot);
    if (status != HUSK_OK || s->slot == NULL)
        return HUSK_NO_MEMORY;
    memset(s->slot, 0xff, ((size_t)n_blocks + 1) * sizeof *s->slot);
    for (uint32_t node = 0; of_node && node < s->v->page->n_nodes; node++) {
        uint32_t block = s->marks.number[node];
        if (block != NODE_NONE && s->slot[block] == TEMPLATE_NONE)
            s->slot[block] = of_node[node];
    }
    return HUSK_OK;
}

husk_status shown_write(husk_verdict *v, buffer *out)
{
    shown s = { .v = v, .out = out };
    arena memory;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    buffer_init(&s.piece, HUSK_MAX_OUTPUT_BYTES);
    husk_status status = verdict_blocks(v, true);
    status = status ?: safe_page_mark(v, &memory, &s.marks);
    status = status ?: find_slots(&s, &memory);
    if (status == HUSK_OK) {
        safe_page_write(v, &s.marks, &s.piece);
        write_piece(&s, "html");
        buffer_text(out, ",\"blocks\":[");
        size_t start = out->len, most = page_output_cap(v->page);
        for (size_t i = 0; status == HUSK_OK && i < v->n_blocks; i++)
            status = out->len - start > most ? HUSK_LIMIT : write_block(&s, i) ? HUSK_OK : HUSK_NO_MEMORY;
        buffer_text(out, status == HUSK_LIMIT ? "],\"cut\":true" : "]");
    }
    if (s.piece.status != HUSK_OK)
        status = out->status = s.piece.status;
    buffer_free(&s.piece);
    arena_free(&memory);
    return status;
}
