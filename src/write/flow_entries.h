/* flow_entries.h - the structures around the place where a walk is: for flow.c, which finds where they begin. */
#ifndef HUSK_WRITE_FLOW_ENTRIES_H
#define HUSK_WRITE_FLOW_ENTRIES_H

#include "write/flow.h"

/* --- runs ------------------------------------------------------------------------------------------------------- */

void flow_end_run(flow *f);
/* The walk comes to something that shows: everything around it is opened, and the run if there is none. */
void flow_begin_piece(flow *f);
/* The same for a block of its own, outside runs. */
void flow_begin_block(flow *f);

/* --- structures ------------------------------------------------------------------------------------------------- */

/* Close what has ended at the walk's place. A list that follows an item inside the same list belongs to that item: it
 * stays open. */
void flow_settle(flow *f, bool for_list);
/* NULL: there is none. */
flow_entry *flow_innermost(flow *f);
/* A new structure at the walk's place, or NULL when there are too many: then its content goes to the one around it. */
flow_entry *flow_push_entry(flow *f, flow_kind kind, uint32_t end);
/* One that ends with the element. */
void flow_push_structure(flow *f, flow_kind kind);
void flow_start_list(flow *f, bool ordered);
void flow_start_item(flow *f);
/* A part of a structure, which only means something inside it. */
void flow_start_part(flow *f, flow_kind kind, flow_kind whole);

/* --- tables: these return the next node ------------------------------------------------------------------------- */

uint32_t flow_start_table(flow *f);
uint32_t flow_start_row(flow *f);
uint32_t flow_start_caption(flow *f);
void flow_start_cell(flow *f);

#endif
