/* verdict.h - convert the public judging options to internal ones. */
#ifndef HUSK_API_VERDICT_H
#define HUSK_API_VERDICT_H

#include "judge/verdict.h"

/* husk_judge_options, complete and checked; uses PageLevel's models in `own` if the caller gives none. */
husk_status judge_options_of(const husk_judge_options *options, bool has_site, verdict_options *out,
                             logistic_model *own, husk_error *error);

#endif
