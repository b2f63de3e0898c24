/* words.h - the texts of a judged page that are compared. */
#ifndef HUSK_API_WORDS_H
#define HUSK_API_WORDS_H

#include "judge/verdict.h"

typedef void take_text(void *context, slice text);

/* Call `take` with each text, in page order. BAD_ARGUMENT: the page was not judged, and not all texts are wanted. */
husk_status verdict_words(const husk_verdict *v, husk_words words, take_text *take, void *context, husk_error *error);

#endif
