/* slots.h - which slot of its class's template each text of a page stands in. */
#ifndef HUSK_WRITE_SLOTS_H
#define HUSK_WRITE_SLOTS_H

#include "judge/verdict.h"

/* By node, in `memory`: the template token before which its text stands, or TEMPLATE_NONE: it is part of the template,
 * no text, or the page has no class with a template. *out is NULL where no node has a slot. NO_MEMORY. */
husk_status slots_of(const husk_verdict *verdict, arena *memory, uint32_t **out);

#endif
