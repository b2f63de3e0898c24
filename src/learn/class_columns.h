/* class_columns.h - a class's columns of records for the site file, learned from its sampled pages. */
#ifndef HUSK_LEARN_CLASS_COLUMNS_H
#define HUSK_LEARN_CLASS_COLUMNS_H

#include "learn/host_model.h"

/* Fill the class's labels and columns, in `memory`. The host's names are known. `page` and `bytes` are scratch. */
husk_status class_columns_make(const page_reader *reader, const sampled_class *from, husk_page *page, buffer *bytes,
                               const model_host *host, arena *memory, model_class *c, husk_error *error);

#endif
