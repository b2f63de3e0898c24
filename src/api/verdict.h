/* verdict.h - the caller's options of judging as the inside takes them. */
#ifndef HUSK_API_VERDICT_H
#define HUSK_API_VERDICT_H

#include "judge/verdict.h"

/* husk_judge_options, complete and checked; PageLevel's models in `own` where the caller has none. */
husk_status judge_options_of(const husk_judge_options *options, bool has_site, verdict_options *out,
                             logistic_model *own, husk_error *error);

#endif
