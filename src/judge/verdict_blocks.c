/* verdict_blocks.c - a verdict's blocks as callers see them: texts and paths.
 * If the site judged texts, those of one block and one label are one entry, represented by the first; otherwise every
 * block of the page is one. Cost: a pass over the texts or blocks. */

#include "base/escape.h"
#include "judge/verdict.h"

/* --- paths -------------------------------------------------------------------------------------------------------- */

/* For every element, its position among its parent's children of the same name, from 1. One pass: each child is
 * visited once from its parent. */
static bool find_places(husk_verdict *v)
{
    typedef struct count {
        uint32_t parent, n;
    } count;
    const husk_page *page = v->page;
    arena_mark mark = arena_save(&v->page->scratch);
    count *counts = arena_array(&v->page->scratch, (size_t)UINT16_MAX + 1, sizeof *counts);
    uint32_t *places = arena_array(&v->memory, (size_t)page->n_nodes + 1, sizeof *places);
    if (counts && places) {
        memset(counts, 0xff, ((size_t)UINT16_MAX + 1) * sizeof *counts);
        for (uint32_t i = 0; i < page->n_nodes; i++)
            for (uint32_t c = i + 1; c < page->end[i]; c = page->end[c]) {
                count *k = &counts[page->tag[c]];
                k->n = k->parent == i ? k->n + 1 : 1;
                k->parent = i;
                places[c] = k->n;
            }
        v->places = places;
    }
    arena_restore(&v->page->scratch, mark);
    return v->places != NULL;
}

/* "/name[3]": one step. A page may make up names of any length. */
static void write_step(const husk_verdict *v, uint32_t node, buffer *out)
{
    uint16_t tag = v->page->tag[node];
    slice name = page_tag_name(v->page, tag);
    bool is_long = name.len > PAGE_PATH_NAME;
    buffer_byte(out, '/');
    buffer_append(out, name.data, is_long ? utf8_valid_len(name.data, PAGE_PATH_NAME) : name.len);
    if (is_long)
        buffer_text(out, "…");
    if (tag != TAG_HTML && tag != TAG_BODY)
        buffer_format(out, "[%u]", v->places[node]);
}

bool verdict_path(husk_verdict *v, uint32_t element, buffer *out)
{
    const husk_page *page = v->page;
    uint32_t chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    if (v->places == NULL && !find_places(v))
        return false;
    for (uint32_t i = element; i && i != NODE_NONE && n < sizeof chain / sizeof *chain; i = page->parent[i])
        chain[n++] = i;
    for (size_t i = n; i-- > 0;) {
        if (n > PAGE_PATH_STEPS && i == n - PAGE_PATH_HEAD - 1) {
            buffer_text(out, "/…");
            i = PAGE_PATH_STEPS - PAGE_PATH_HEAD;
        } else {
            write_step(v, chain[i], out);
        }
    }
    return true;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* The texts between two nodes as a reader sees them: white space folded. */
static bool join_texts(husk_verdict *v, uint32_t first, uint32_t last, buffer *piece, husk_string *out)
{
    const husk_page *page = v->page;
    bool space = false;
    buffer_clear(piece);
    for (uint32_t node = first; node <= last; node++)
        if (page->flags[node] & NODE_TEXT && !(page->flags[node] & NODE_SILENT))
            append_folded(piece, 0, page->text[node], &space);
    const char *copy = arena_copy(&v->memory, piece->data ? piece->data : "", piece->len);
    *out = (husk_string){ copy ? copy : "", copy ? piece->len : 0 };
    return copy && piece->status == HUSK_OK;
}

static void fill_main(const husk_verdict *v, uint32_t b, husk_block *out)
{
    out->number = b;
    out->is_main = b != NODE_NONE && v->keep[b];
    out->main_probability = b != NODE_NONE && v->main ? v->main[b] : out->score;
    if (out->is_main && out->label == HUSK_OWN)
        out->label = HUSK_MAIN;
    out->is_hidden = b != NODE_NONE && v->page->blocks[b].flags & BLOCK_HIDDEN;
}

static bool add_part(husk_verdict *v, uint32_t first, uint32_t last, buffer *piece)
{
    static const husk_evidence by[] = { [JUDGED_BY_PAGE] = HUSK_BY_PAGE,
                                        [JUDGED_BY_SITE] = HUSK_BY_SITE,
                                        [JUDGED_BY_BOTH] = HUSK_BY_BOTH,
                                        [JUDGED_BY_TEXT] = HUSK_BY_TEXT,
                                        [JUDGED_BY_TOKEN] = HUSK_BY_TEMPLATE };
    const text_verdict *t = &v->texts[first];
    uint32_t b = v->page->block_of[t->node];
    husk_block *out = &v->blocks[v->n_blocks];
    float score = (float)(1 / (1 + exp(-(double)t->odds)));
    *out = (husk_block){ .size = sizeof *out,
                         .label = t->template ? HUSK_TEMPLATE : HUSK_OWN,
                         .template_probability = 1 - score,
                         .score = score,
                         .by = by[t->by],
                         .page = t->page,
                         .site = t->site,
                         .pages = t->pages,
                         .of = t->of };
    fill_main(v, b, out);
    v->parts[v->n_blocks++] = (verdict_part){ v->page->parent[t->node], first, last, b, false };
    return join_texts(v, t->node, v->texts[last].node, piece, &out->text);
}

static bool add_parts(husk_verdict *v)
{
    buffer piece;
    bool room = true;
    buffer_init(&piece, HUSK_MAX_OUTPUT_BYTES);
    for (uint32_t i = 0, last; i < v->n_texts && room; i = last + 1) {
        uint32_t block = v->page->block_of[v->texts[i].node];
        for (last = i; last + 1 < v->n_texts && v->page->block_of[v->texts[last + 1].node] == block &&
                       v->texts[last + 1].template == v->texts[i].template;)
            last++;
        room = add_part(v, i, last, &piece);
    }
    buffer_free(&piece);
    return room;
}

static void add_block(husk_verdict *v, uint32_t b)
{
    husk_block *out = &v->blocks[v->n_blocks];
    bool template = !v->content[b] && !v->keep[b];
    *out = (husk_block){ .size = sizeof *out,
                         .text = page_block_text(v->page, b),
                         .label = template ? HUSK_TEMPLATE : HUSK_OWN,
                         .template_probability = v->template ? v->template[b] : 1 - v->main[b],
                         .score = v->template ? 1 - v->template[b] : v->main[b],
                         .by = HUSK_BY_PAGE,
                         .page = v->main[b],
                         .site = -1 };
    fill_main(v, b, out);
    v->parts[v->n_blocks++] = (verdict_part){ .element = v->page->blocks[b].container, .block = b };
}

/* The paragraphs of a stand-in: declared as the content, so there is nothing to doubt. */
static void add_stand_in(husk_verdict *v)
{
    for (uint32_t b = 0; v->stand_in && b < v->stand_in->n_blocks; b++) {
        v->blocks[v->n_blocks] = (husk_block){ .size = sizeof *v->blocks,
                                               .text = page_block_text(v->stand_in, b),
                                               .label = HUSK_MAIN,
                                               .is_main = true,
                                               .main_probability = 1,
                                               .score = 1,
                                               .by = HUSK_BY_PAGE,
                                               .page = -1,
                                               .site = -1,
                                               .number = v->page->n_blocks + b };
        v->parts[v->n_blocks++] =
            (verdict_part){ .element = v->stand_in_node, .first = 1, .block = NODE_NONE, .embedded = true };
    }
}

static husk_status fill_roles(husk_verdict *v)
{
    arena_mark mark = arena_save(&v->page->scratch);
    uint8_t *roles = verdict_roles(v->page, v->comment, &v->page->scratch);
    for (size_t i = 0; roles && i < v->n_blocks; i++)
        if (v->parts[i].block != NODE_NONE)
            v->blocks[i].role = (husk_role)roles[v->parts[i].block];
    arena_restore(&v->page->scratch, mark);
    return roles ? HUSK_OK : HUSK_NO_MEMORY;
}

static husk_status make_blocks(husk_verdict *v)
{
    size_t most = (v->by_texts ? v->n_texts : v->page->n_blocks) + (v->stand_in ? v->stand_in->n_blocks : 0);
    v->blocks = arena_array(&v->memory, most + 1, sizeof *v->blocks);
    v->parts = arena_array(&v->memory, most + 1, sizeof *v->parts);
    bool room = v->blocks && v->parts;
    if (room && v->by_texts)
        room = add_parts(v);
    for (uint32_t b = 0; room && !v->by_texts && b < v->page->n_blocks; b++)
        if (v->is_scored == NULL || v->is_scored[b])
            add_block(v, b);
    if (room)
        add_stand_in(v);
    else
        v->n_blocks = 0;
    v->has_blocks = room;
    return room ? HUSK_OK : HUSK_NO_MEMORY;
}

husk_status verdict_blocks(husk_verdict *v, bool roles)
{
    if (!v->is_judged)
        return HUSK_OK;
    if (!v->has_blocks && make_blocks(v) != HUSK_OK)
        return HUSK_NO_MEMORY;
    if (!roles || v->has_roles)
        return HUSK_OK;
    v->has_roles = fill_roles(v) == HUSK_OK;
    if (v->has_roles)
        return HUSK_OK;
    v->has_blocks = false;
    v->n_blocks = 0;
    return HUSK_NO_MEMORY;
}
