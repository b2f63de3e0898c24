/* slots.h - find the slot of its class's template that each text of a page is in. */
#ifndef HUSK_WRITE_SLOTS_H
#define HUSK_WRITE_SLOTS_H

#include "judge/verdict.h"

/* By node, in `memory`: the template token that its text comes before, or TEMPLATE_NONE: it is part of the template,
 * not a text, or the page has no class with a template. *out is NULL if no node has a slot. NO_MEMORY. */
husk_status slots_of(const husk_verdict *verdict, arena *memory, uint32_t **out);

#endif
