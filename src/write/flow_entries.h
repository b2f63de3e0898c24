/* flow_entries.h - the structures around the current position of a walk: for flow.c, which finds where they start. */
#ifndef HUSK_WRITE_FLOW_ENTRIES_H
#define HUSK_WRITE_FLOW_ENTRIES_H

#include "write/flow.h"

/* --- runs --------------------------------------------------------------------------------------------------------- */

void flow_end_run(flow *f);
/* Something visible comes: open everything around it, and a run if there is none. */
void flow_begin_piece(flow *f);
/* The same for a block outside runs. */
void flow_begin_block(flow *f);

/* --- structures --------------------------------------------------------------------------------------------------- */

/* Close what has ended at the current position. A list that follows an item inside the same list belongs to that
 * item, which stays open. */
void flow_settle(flow *f, bool for_list);
/* NULL if there is none. */
static inline flow_entry *flow_innermost(flow *f)
{
    return f->n_entries ? &f->entries[f->n_entries - 1] : NULL;
}
/* Open a new structure here, or return NULL if there are too many: its content then goes to the enclosing one. */
flow_entry *flow_push_entry(flow *f, flow_kind kind, uint32_t end);
/* One that ends with the element. */
void flow_push_structure(flow *f, flow_kind kind);
void flow_start_list(flow *f, bool ordered);
void flow_start_item(flow *f);
/* A part of a structure, meaningful only inside it. */
void flow_start_part(flow *f, flow_kind kind, flow_kind whole);

/* --- tables: these return the next node --------------------------------------------------------------------------- */

uint32_t flow_start_table(flow *f);
uint32_t flow_start_row(flow *f);
uint32_t flow_start_caption(flow *f);
void flow_start_cell(flow *f);

#endif
