/* place_facts.h - what a site file says of each place for the main answer (judge/site/main_features.c).
 * What is there on the learned pages and the page model's opinion of it, pooled over them. A fact is one byte, so
 * that files stay small: shares in 255ths, numbers as logarithms. */
#ifndef HUSK_JUDGE_SITE_PLACE_FACTS_H
#define HUSK_JUDGE_SITE_PLACE_FACTS_H

#include "judge/site/place_features.h"
#include "judge/site/place_fact_names.h"
#include "judge/site/trie.h"

_Static_assert(N_PLACE_FACTS == AREA_FACTS, "a file has room for these");

/* For path `i`. False if there is nothing to store: no block and no block element is right there. */
bool place_facts(const trie *t, const place_matrix *m, uint32_t i, uint8_t facts[AREA_FACTS]);

#endif
