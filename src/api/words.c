/* words.c - the texts of a judged page that are compared. */
#include "api/words.h"

#include "base/status.h"

typedef void take_text(void *context, slice text);

static void take_block(const husk_page *page, uint32_t b, take_text *take, void *context)
{
    take(context, (slice){ page->block_text.data + page->blocks[b].text_start, page->blocks[b].text_len });
}

static void take_blocks(const husk_verdict *v, bool all, take_text *take, void *context)
{
    const husk_page *page = v->page;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (all ? !(page->blocks[b].flags & BLOCK_HIDDEN) : v->keep[b])
            take_block(page, b, take, context);
}

/* Without marks per node, a text is template if its block is not main content. */
static void take_unmarked(const husk_verdict *v, take_text *take, void *context)
{
    const husk_page *page = v->page;
    if (v->marks == NULL) {
        take_blocks(v, false, take, context);
        return;
    }
    for (uint32_t i = 1; i < page->n_nodes; i++)
        if ((page->flags[i] & (NODE_TEXT | NODE_SILENT | NODE_BLANK)) == NODE_TEXT && !(v->marks[i] & VERDICT_TEMPLATE))
            take(context, page->text[i]);
}

husk_status verdict_words(const husk_verdict *v, husk_words words, void (*take)(void *context, slice text),
                          void *context, husk_error *error)
{
    if ((unsigned)words > HUSK_WORDS_ALL)
        return error_set(error, HUSK_BAD_ARGUMENT, "unknown choice of words");
    if (v->page->outcome != HUSK_OK && v->page->outcome != HUSK_LIMIT)
        return HUSK_OK;
    if (words != HUSK_WORDS_ALL && !v->is_judged)
        return error_set(error, HUSK_BAD_ARGUMENT, "the verdict has no blocks: judge at a greater depth");
    if (page_blocks(v->page) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (words == HUSK_WORDS_NOT_TEMPLATE)
        take_unmarked(v, take, context);
    else
        take_blocks(v, words == HUSK_WORDS_ALL, take, context);
    for (uint32_t b = 0; v->stand_in && words != HUSK_WORDS_ALL && b < v->stand_in->n_blocks; b++)
        take_block(v->stand_in, b, take, context);
    return HUSK_OK;
}
