/* template.c - a class's template: the consensus of some pages, then all of them aligned with it.
 * The consensus gives the tokens; the alignments give how often each occurs and what comes between. Tokens are
 * numbered by hash, so a page costs 4 bytes per token; their text is stored once. Cost: t - 1 alignments, then one
 * per page. Limits: those of align.c and consensus.c. */
#include "template/template.h"

#include "base/arrays.h"
#include "base/status.h"
#include "base/table.h"

/* Tokens of one class: hash to number. */
typedef struct vocabulary {
    uint64_t *hashes; /* by number */
    table_index index;
    uint32_t n;
    size_t room; /* of `hashes` */
} vocabulary;

typedef struct class_page {
    slice id;         /* for warnings */
    uint32_t *tokens; /* numbers */
    uint32_t *weight; /* words * 4 + WEIGHT_… */
    uint32_t n;
} class_page;

enum { WEIGHT_TEXT = 1, WEIGHT_LINK = 2 };

typedef struct token_text {
    slice text;
    uint8_t kind;
} token_text;

struct template_builder {
    template_options options;
    vocabulary vocabulary;
    arena memory;      /* for pages and texts */
    token_text *texts; /* by token number, for tokens of the distilled pages */
    size_t texts_room;
    class_page *pages;
    uint32_t n_pages;
    size_t pages_room;
};

/* --- token numbers ------------------------------------------------------------------------------------------------ */

/* The token's number, new or existing. Numbers stay below UINT32_MAX, which means out of memory. */
static uint32_t vocabulary_add(vocabulary *v, uint64_t hash)
{
    if (!array_grow(&v->hashes, &v->room, (size_t)v->n + 1, sizeof *v->hashes) ||
        !table_index_reserve(&v->index, v->n, 2048, v->hashes, sizeof *v->hashes))
        return UINT32_MAX;
    uint32_t *slot = table_index_slot(&v->index, hash, v->hashes, sizeof *v->hashes);
    if (*slot == 0) {
        v->hashes[v->n++] = hash;
        *slot = v->n;
    }
    return *slot - 1;
}

static void vocabulary_free(vocabulary *v)
{
    free(v->hashes);
    free(v->index.slots);
}

/* --- adding pages ------------------------------------------------------------------------------------------------- */

void template_warn(const template_options *options, slice page, const char *reason)
{
    char *name = options->warn ? strndup(page.data, page.len) : NULL;
    if (name)
        options->warn(options->warn_context, name, reason);
    free(name);
}

template_builder *template_builder_new(const template_options *options)
{
    template_builder *b = calloc(1, sizeof *b);
    if (b) {
        b->options = *options;
        arena_init(&b->memory, HUSK_MAX_CLASS_BYTES);
    }
    return b;
}

void template_builder_free(template_builder *b)
{
    if (b == NULL)
        return;
    vocabulary_free(&b->vocabulary);
    arena_free(&b->memory);
    free(b->texts);
    free(b->pages);
    free(b);
}

/* Store the text of a token seen for the first time. */
static bool keep_text(template_builder *b, uint32_t number, const husk_page *page, page_token token, buffer *scratch)
{
    if (!array_grow(&b->texts, &b->texts_room, number + 1u, sizeof *b->texts)) {
        b->memory.no_memory = true;
        return false;
    }
    buffer_clear(scratch);
    page_token_write(page, token, scratch);
    size_t len = slice_cut((slice){ scratch->data, scratch->len }, MODEL_TEXT_BYTES);
    char *copy = arena_copy(&b->memory, scratch->data, len);
    b->texts[number] = (token_text){ { copy, len }, (uint8_t)token.kind };
    if (scratch->status == HUSK_NO_MEMORY)
        b->memory.no_memory = true;
    return copy != NULL && scratch->status != HUSK_NO_MEMORY;
}

static uint32_t token_weight(const husk_page *page, page_token token)
{
    if (token.kind != TOKEN_TEXT)
        return 0;
    slice text = page->text[token.node];
    uint32_t words = page->flags[token.node] & NODE_SILENT ? 0 : count_words(text.data, text.len);
    return words * 4 + WEIGHT_TEXT + (page->flags[token.node] & NODE_LINK ? WEIGHT_LINK : 0);
}

static bool number_page(template_builder *b, const husk_page *page, const page_token *tokens, class_page *out)
{
    bool distilled = b->n_pages < b->options.pages;
    buffer scratch;
    buffer_init(&scratch, HUSK_MAX_OUTPUT_BYTES);
    bool ok = true;
    for (uint32_t i = 0; ok && i < out->n; i++) {
        uint32_t known = b->vocabulary.n;
        out->tokens[i] = vocabulary_add(&b->vocabulary, tokens[i].hash);
        out->weight[i] = token_weight(page, tokens[i]);
        ok = out->tokens[i] != UINT32_MAX;
        if (!ok)
            b->memory.no_memory = true;
        if (ok && distilled && out->tokens[i] == known)
            ok = keep_text(b, known, page, tokens[i], &scratch);
    }
    buffer_free(&scratch);
    return ok;
}

husk_status template_add(template_builder *b, const husk_page *page, husk_error *error)
{
    if (!array_grow(&b->pages, &b->pages_room, b->n_pages + 1u, sizeof *b->pages))
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a class of %u pages", b->n_pages + 1u);
    arena views;
    page_token *tokens;
    class_page *p = &b->pages[b->n_pages];
    *p = (class_page){ 0 };
    arena_init(&views, HUSK_MAX_PAGE_ARENA);
    husk_status status = page_tokens(page, &views, &tokens, &p->n);
    if (status == HUSK_OK) {
        p->tokens = arena_array(&b->memory, (size_t)p->n + 1, sizeof *p->tokens);
        p->weight = arena_array(&b->memory, (size_t)p->n + 1, sizeof *p->weight);
        p->id = (slice){ arena_copy(&b->memory, page->id.data, page->id.len), page->id.len };
        if (p->id.data == NULL || p->tokens == NULL || p->weight == NULL || !number_page(b, page, tokens, p))
            status = b->memory.no_memory ? HUSK_NO_MEMORY : HUSK_LIMIT;
    }
    arena_free(&views);
    b->n_pages += status == HUSK_OK;
    return status_told(error, status, "the pages of a class are too many or too long");
}

/* --- the template ------------------------------------------------------------------------------------------------- */

static husk_status distil(template_builder *b, consensus *out, husk_error *error)
{
    uint32_t t = b->n_pages < b->options.pages ? b->n_pages : b->options.pages;
    consensus_page *pages = malloc((t + 1) * sizeof *pages);
    if (pages == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < t; i++)
        pages[i] = (consensus_page){ b->pages[i].tokens, b->pages[i].n };
    husk_status status = consensus_distil(pages, t, &b->options.consensus, out, error);
    free(pages);
    if (status == HUSK_OK && out->n_pages < 2)
        out->n = 0; /* only one page is left: the others can't be aligned with it */
    return status;
}

static bool fill_tokens(const template_builder *b, const consensus *found, arena *memory, model_class *c)
{
    c->n_tokens = (uint32_t)found->n;
    c->n_distilled = found->n_pages;
    c->tokens = arena_array(memory, found->n + 1, sizeof *c->tokens);
    c->slots = arena_zeros(memory, found->n + 1, sizeof *c->slots);
    if (c->tokens == NULL || c->slots == NULL)
        return false;
    for (size_t i = 0; i < found->n; i++) {
        uint32_t number = found->tokens[i];
        const token_text *t = &b->texts[number];
        char *copy = arena_copy(memory, t->text.data, t->text.len);
        if (copy == NULL)
            return false;
        c->tokens[i] =
            (model_token){ b->vocabulary.hashes[number], { copy, t->text.len }, t->kind, found->support[i], 0 };
    }
    return true;
}

/* Count one page's alignment: matched tokens, and the contents of the slots. */
static void count_page(const class_page *page, const uint8_t *ops, size_t n_ops, model_class *c)
{
    uint32_t i = 0, place = 0, in_slot = 0;
    for (size_t k = 0; k < n_ops; k++) {
        if (ops[k] == ALIGN_MATCH || ops[k] == ALIGN_MISMATCH || ops[k] == ALIGN_ONLY_A) {
            uint32_t weight = page->weight[i++], words = weight / 4;
            c->words += words;
            if (ops[k] == ALIGN_MATCH) {
                c->tokens[place].pages++;
                c->template_words += words;
            } else {
                model_slot *slot = &c->slots[place];
                slot->pages += in_slot == 0;
                slot->tokens++;
                slot->texts += (weight & WEIGHT_TEXT) != 0;
                slot->words += words;
                slot->link_words += weight & WEIGHT_LINK ? words : 0;
                if (++in_slot > slot->most_tokens)
                    slot->most_tokens = in_slot;
            }
        }
        if (ops[k] != ALIGN_ONLY_A) {
            place++;
            in_slot = 0;
        }
    }
}

static husk_status count_pages(const template_builder *b, const consensus *found, model_class *c, husk_error *error)
{
    aligner al;
    husk_status status = HUSK_OK;
    aligner_init(&al, b->options.consensus.max_bytes);
    al.max_cells = b->options.consensus.max_cells;
    for (uint32_t i = 0; i < b->n_pages && status == HUSK_OK; i++) {
        const class_page *page = &b->pages[i];
        size_t n_ops;
        uint8_t *ops = malloc(page->n + found->n + 1);
        status = ops ? align_tokens(&al, page->tokens, page->n, found->tokens, found->n, ops, &n_ops) : HUSK_NO_MEMORY;
        if (status == HUSK_OK)
            count_page(page, ops, n_ops, c);
        free(ops);
        if (status == HUSK_LIMIT) {
            template_warn(&b->options, page->id,
                          "too long to be aligned with its class's template; its class is learned without it");
            status = HUSK_OK;
        }
    }
    aligner_free(&al);
    return status_told(error, status, "aligning a page with its template");
}

husk_status template_finish(template_builder *b, arena *memory, model_class *c, husk_error *error)
{
    consensus found = { 0 };
    husk_status status = b->n_pages > 1 ? distil(b, &found, error) : HUSK_OK;
    c->n_sampled = b->n_pages;
    c->words = c->template_words = 0;
    if (status == HUSK_OK && !fill_tokens(b, &found, memory, c))
        status = error_set(error, HUSK_LIMIT, "a host's templates are too large");
    status = status ?: count_pages(b, &found, c, error);
    consensus_free(&found);
    return status;
}

/* --- a page against a template ------------------------------------------------------------------------------------ */

struct template_index {
    vocabulary vocabulary;
    uint32_t *tokens; /* the template by number */
    uint32_t n;
};

template_index *template_index_new(const model_class *c)
{
    template_index *index = calloc(1, sizeof *index);
    if (index == NULL)
        return NULL;
    index->n = c->n_tokens;
    index->tokens = malloc(((size_t)c->n_tokens + 1) * sizeof *index->tokens);
    bool ok = index->tokens != NULL;
    for (uint32_t i = 0; ok && i < c->n_tokens; i++) {
        index->tokens[i] = vocabulary_add(&index->vocabulary, c->tokens[i].hash);
        ok = index->tokens[i] != UINT32_MAX;
    }
    if (ok)
        return index;
    template_index_free(index);
    return NULL;
}

void template_index_free(template_index *index)
{
    if (index == NULL)
        return;
    vocabulary_free(&index->vocabulary);
    free(index->tokens);
    free(index);
}

/* Tokens that are not in the template share one number: none of them can match. */
static void number_tokens(const template_index *index, const page_token *tokens, uint32_t n, uint32_t *numbers)
{
    const vocabulary *v = &index->vocabulary;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t found = v->n ? *table_index_slot(&v->index, tokens[i].hash, v->hashes, sizeof *v->hashes) : 0;
        numbers[i] = found ? found - 1 : UINT32_MAX;
    }
}

husk_status template_match(const template_index *index, aligner *al, const page_token *tokens, uint32_t n,
                           arena *memory, uint32_t *places)
{
    size_t n_ops;
    uint32_t *numbers = arena_array(memory, (size_t)n + 1, sizeof *numbers);
    uint8_t *ops = arena_array(memory, (size_t)n + index->n + 1, 1);
    if (numbers == NULL || ops == NULL)
        return HUSK_NO_MEMORY;
    number_tokens(index, tokens, n, numbers);
    husk_status status = align_tokens(al, numbers, n, index->tokens, index->n, ops, &n_ops);
    uint32_t i = 0, place = 0;
    for (size_t k = 0; status == HUSK_OK && k < n_ops; k++) {
        if (ops[k] != ALIGN_ONLY_B)
            places[i++] = ops[k] == ALIGN_MATCH ? place : TEMPLATE_NONE;
        place += ops[k] != ALIGN_ONLY_A;
    }
    return status;
}
