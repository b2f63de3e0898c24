/* dump.h - the features that models are trained on. */
#ifndef HUSK_MODELS_DUMP_H
#define HUSK_MODELS_DUMP_H

#include "command.h"

/* Of every block, for models/train; of every path of each host, for models/train_site; of every block combined with a
 * site file, for models/train_main. */
typedef enum dump_kind { DUMP_BLOCKS, DUMP_PATHS, DUMP_MAIN } dump_kind;

/* Write the features of the pages, or only their names, one per line, to the command's output. */
exit_code dump_features(const common_settings *s, dump_kind kind, const char *const *inputs, size_t n_inputs);
exit_code dump_columns(const common_settings *s, dump_kind kind);

#endif
