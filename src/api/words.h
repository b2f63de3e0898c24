/* words.h - the texts of a judged page that are compared. */
#ifndef HUSK_API_WORDS_H
#define HUSK_API_WORDS_H

#include "judge/verdict.h"

/* Call `take` with each, in the page's order. BAD_ARGUMENT: the page was not judged, and they are not all. */
husk_status verdict_words(const husk_verdict *v, husk_words words, void (*take)(void *context, slice text),
                          void *context, husk_error *error);

#endif
