/* place_facts.c - a path's sums over the learned pages as bytes. */
#include "judge/site/place_facts.h"

#include <math.h>

/* A logarithm of 10 is 22,000 words. */
#define LOG_STEPS 25.f

static uint8_t share_byte(double value)
{
    return (uint8_t)lrint(255 * (value < 0 ? 0 : value > 1 ? 1 : value));
}

static uint8_t log_byte(float logarithm)
{
    float value = logarithm * LOG_STEPS;
    return (uint8_t)lrintf(value < 0 ? 0 : value > 255 ? 255 : value);
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static void block_facts(const trie *t, const trie_node *node, uint8_t *facts)
{
    const float *s = node->blocks_here;
    double words = s[BLOCK_SUM_words], p = ratio(s[BLOCK_SUM_probability], words),
           spread = ratio(s[BLOCK_SUM_squares], words) - p * p;
    facts[FACT_block_pages] = share_byte(ratio(s[BLOCK_SUM_pages], t->n_pages));
    facts[FACT_blocks] = log_byte(log1pf((float)ratio(s[BLOCK_SUM_blocks], s[BLOCK_SUM_pages])));
    facts[FACT_block_words] = log_byte(log1pf((float)ratio(words, s[BLOCK_SUM_blocks])));
    facts[FACT_block_probability] = share_byte(p);
    facts[FACT_block_spread] = share_byte(spread > 0 ? sqrt(spread) : 0);
    facts[FACT_block_kept] = share_byte(ratio(s[BLOCK_SUM_kept], words));
    facts[FACT_block_links] = share_byte(ratio(s[BLOCK_SUM_links], words));
}

bool place_facts(const trie *t, const place_matrix *m, uint32_t i, uint8_t facts[AREA_FACTS])
{
    const trie_node *node = &t->nodes[i];
    const double *s = node->sums;
    if (node->blocks_here[BLOCK_SUM_blocks] == 0 && !(tag_kind(node->tag) & KIND_BLOCK))
        return false;
#define AROUND(name) m->values[(size_t)AROUND_##name * m->stride + i]
    facts[FACT_words] = log_byte(AROUND(words));
    facts[FACT_probability] = share_byte(AROUND(content));
    facts[FACT_kept] = share_byte(ratio(s[SUM_kept], s[SUM_words]));
    facts[FACT_unsure] = share_byte(ratio(s[SUM_unsure], s[SUM_words]));
    facts[FACT_links] = share_byte(AROUND(links));
    facts[FACT_shared] = share_byte(AROUND(shared));
    facts[FACT_own] = share_byte(AROUND(own));
    facts[FACT_sentences] = share_byte(AROUND(sentences));
    facts[FACT_instances] = log_byte(AROUND(instances));
    facts[FACT_first] = share_byte(AROUND(first));
    facts[FACT_last] = share_byte(AROUND(last));
    facts[FACT_values] = share_byte(AROUND(values));
    facts[FACT_same] = share_byte(AROUND(same));
    facts[FACT_titles] = share_byte(AROUND(titles));
    facts[FACT_pieces] = share_byte(AROUND(pieces));
    facts[FACT_known_links] = share_byte(AROUND(known_links));
    facts[FACT_neighbours] = share_byte(AROUND(neighbours));
#undef AROUND
    block_facts(t, node, facts);
    return true;
}
