/* template.h - build a class's template from its pages: tokens with their support, and the slots between them. */
#ifndef HUSK_TEMPLATE_TEMPLATE_H
#define HUSK_TEMPLATE_TEMPLATE_H

#include "base/arena.h"
#include "page/views.h"
#include "template/align.h"
#include "template/consensus.h"
#include "store/model.h"

typedef struct template_options {
    unsigned pages; /* to build the template from, the first ones added: 16 */
    consensus_options consensus;
    husk_warn warn; /* called for pages that are left out; may be NULL */
    void *warn_context;
} template_options;

void template_warn(const template_options *options, slice page, const char *reason);

typedef struct template_builder template_builder;

template_builder *template_builder_new(const template_options *options);
void template_builder_free(template_builder *b);

/* Add a page of the class. What is needed of it is copied. LIMIT: there is no room for it; earlier pages stay. */
husk_status template_add(template_builder *b, const husk_page *page, husk_error *error);

/* Distil the template and align every page with it: fills the class's tokens, slots and words, in `memory`. A class
 * of one page has no template: nothing shows what would repeat. Pages too long to align are left out, with a warning.
 */
husk_status template_finish(template_builder *b, arena *memory, model_class *c, husk_error *error);

/* --- a page against a template ------------------------------------------------------------------------------------ */

/* A class's template with its tokens numbered, to align pages with. Many threads may read it. */
typedef struct template_index template_index;

/* Borrows the class. NULL if out of memory. */
template_index *template_index_new(const model_class *c);
void template_index_free(template_index *index);

/* The template position of each matched token of the page, TEMPLATE_NONE for the others. `al` belongs to the caller. */
#define TEMPLATE_NONE UINT32_MAX
husk_status template_match(const template_index *index, aligner *al, const page_token *tokens, uint32_t n,
                           arena *memory, uint32_t *places);

#endif
