/* blocks.c - the runs of text that a reader sees as one piece.
 * A block is a maximal run of inline text inside one block element, broken by the start or end of any block element,
 * by two <br> in a row, before a line of underscores, and where hidden text starts or ends. Inline pieces are joined
 * unchanged; <br> and white space become one space. Cost: one pass over the nodes and one over their text
 * (block_text.c), 5 % of a parse. */

#include "base/arrays.h"
#include "page/page.h"

typedef struct block_maker {
    husk_page *page;
    page_block *block; /* the open one, or NULL */
    buffer *out;
    uint32_t container; /* of the open block */
    block_pen pen;
    unsigned n_breaks; /* <br> since the last character */
    uint32_t n_links;  /* <a href> started since the last character */
} block_maker;

/* A block without a visible character is dropped. */
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
    if (!array_grow(&page->blocks, &page->block_size, (size_t)page->n_blocks + 1, sizeof *page->blocks))
        return false;
    m->block = &page->blocks[page->n_blocks++];
    *m->block = (page_block){
        .first_node = node, .last_node = node, .container = container, .text_start = (uint32_t)m->out->len
    };
    if (page->flags[node] & NODE_HIDDEN)
        m->block->flags |= BLOCK_HIDDEN;
    if (page->flags[node] & NODE_PRE)
        m->block->flags |= BLOCK_PRE;
    m->container = container;
    m->pen = (block_pen){ false, false };
    return true;
}

static bool take_text(block_maker *m, uint32_t i, uint32_t container)
{
    husk_page *page = m->page;
    uint8_t flags = page->flags[i];
    if (m->block &&
        (container != m->container || m->n_breaks > 1 || slice_starts(slice_trim(page->text[i]), DRAWN_RULE) ||
         !(flags & NODE_HIDDEN) != !(m->block->flags & BLOCK_HIDDEN)))
        close_block(m);
    if (m->block == NULL && !open_block(m, i, container))
        return false;
    m->pen.space |= m->n_breaks > 0;
    m->n_breaks = 0;
    m->block->last_node = i;
    page->block_of[i] = page->n_blocks - 1;
    uint32_t words = block_text_add(m->out, m->block, &m->pen, page->text[i]);
    if (flags & NODE_LINK) {
        m->block->n_link_words += words;
        m->block->n_links += m->n_links;
    }
    m->n_links = 0;
    return true;
}

/* Text from here on belongs to no block, so it is not judged. */
static void cut_blocks(husk_page *page)
{
    if (page->status == HUSK_OK) {
        page->status = HUSK_LIMIT;
        page->cut = "blocks";
    }
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
    const uint8_t *flags_of = page->flags; /* for all that the compiler knows, a store could change `page` */
    const uint16_t *tags = page->tag;
    const uint32_t *parent = page->parent;
    uint32_t n_nodes = page->n_nodes;
    bool ok = true;
    page->n_blocks = 0;
    buffer_trim(&page->block_text, SIZE_MAX);
    memset(page->block_of, 0xff, n_nodes * sizeof *page->block_of); /* NODE_NONE */
    for (uint32_t i = 0; i < n_nodes && ok; i++) {
        uint8_t flags = flags_of[i];
        if (m.block == NULL && page->n_blocks >= HUSK_MAX_BLOCKS) {
            cut_blocks(page);
            break;
        }
        if (flags & NODE_TEXT) {
            if (flags & NODE_SILENT)
                continue;
            if (!(flags & NODE_BLANK))
                ok = take_text(&m, i, around[parent[i]]);
            else
                m.pen.space = true;
            continue;
        }
        uint16_t tag = tags[i];
        if (i == 0 || tag_kind(tag) & KIND_BLOCK) {
            around[i] = i;
            close_block(&m);
        } else {
            around[i] = around[parent[i]];
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
