/* block_sums.c - sums over subtrees, and what they show: the densest part, the main branch, similar siblings.
 * Three passes over the elements with text. */
#include <string.h>

#include "base/table.h"
#include "judge/block_maker.h"

void maker_sum_up(feature_maker *m)
{
    const husk_page *page = m->page;
    for (uint32_t e = m->n_elements; e-- > 0;) {
        const node_info *n = &m->nodes[m->elements[e]];
        node_info *up = &m->nodes[page->parent[m->elements[e]]];
        up->words += n->words;
        up->link_words += n->link_words;
        up->blocks += n->blocks;
        up->long_words += n->long_words;
        up->sentences += n->sentences;
        up->images += n->images;
    }
    const node_info *root = &m->nodes[0];
    m->info.words = root->words;
    m->info.link_words = root->link_words;
    m->info.long_words = root->long_words;
    m->info.sentences = root->sentences;
    float best = 0;
    m->info.best = 0;
    for (uint32_t e = 0; e < m->n_elements; e++) {
        node_info *n = &m->nodes[m->elements[e]];
        if (n->score <= 0)
            continue;
        n->score *= 1 - share(n->link_words, n->words);
        if (n->score > best) {
            best = n->score;
            m->info.best = m->elements[e];
        }
    }
}

/* The slots that these elements need, cleared: a fifth of a page's nodes take a fifth of the room for all. */
static uint32_t clear_item_slots(feature_maker *m)
{
    uint32_t n = 256;
    while (n < m->n_item_slots && n < m->n_elements * 2)
        n *= 2;
    memset(m->item_slots, 0, (size_t)n * sizeof *m->item_slots);
    return n;
}

/* Count the siblings that look alike and contain text. */
void maker_count_items(feature_maker *m)
{
    const husk_page *page = m->page;
    uint32_t n_slots = clear_item_slots(m);
    for (uint32_t e = 0; e < m->n_elements; e++) {
        uint32_t i = m->elements[e];
        node_info *n = &m->nodes[i];
        n->item = NODE_NONE;
        if (m->n_items * 2 >= m->n_item_slots)
            continue;
        uint64_t hash = hash_pair(page->parent[i], n->look);
        uint32_t at;
        TABLE_PLACE(at, (uint32_t)hash, n_slots, m->item_slots[at] == 0, m->items[m->item_slots[at] - 1].hash == hash);
        if (m->item_slots[at] == 0) {
            m->items[m->n_items] = (item_info){ .hash = hash };
            m->item_slots[at] = ++m->n_items;
        }
        n->item = m->item_slots[at] - 1;
        item_info *item = &m->items[n->item];
        if (page->tag[i] != TAG_ARTICLE)
            m->nth[i] = item->n;
        item->n++;
        item->words += n->words;
        item->link_words += n->link_words;
    }
    for (uint32_t i = 0; i < m->n_items; i++)
        if (m->items[i].n > m->info.most_items) {
            m->info.most_items = m->items[i].n;
            m->info.most_item_words = m->items[i].words / m->items[i].n;
        }
}

/* From the root down to the child with most words outside links, while it has most of its parent's. */
void maker_find_chain(feature_maker *m)
{
    const husk_page *page = m->page;
    memset(m->on_chain, 0, page->n_nodes);
    uint32_t at = 0;
    while (at != NODE_NONE) {
        m->on_chain[at] = 1;
        uint32_t best = NODE_NONE, most = 0;
        for (uint32_t c = at + 1; c < page->end[at]; c = page->end[c]) {
            if (!m->with_text[c])
                continue;
            uint32_t plain = m->nodes[c].words - m->nodes[c].link_words;
            if (plain > most) {
                most = plain;
                best = c;
            }
        }
        uint32_t here = m->nodes[at].words - m->nodes[at].link_words;
        at = best != NODE_NONE && most * 2 >= here ? best : NODE_NONE;
    }
}
