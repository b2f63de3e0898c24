/* output.h - husk_output is a buffer; the writers take the buffer. */
#ifndef HUSK_API_OUTPUT_H
#define HUSK_API_OUTPUT_H

#include "base/buffer.h"
#include "husk/husk.h"

struct husk_output {
    buffer bytes;
    buffer body; /* of the current record; kept for the next */
};

void output_init(husk_output *output, size_t max_bytes);
void output_free_bytes(husk_output *output);

/* HUSK_OK, or what kept the bytes of `what` from being appended, with `error` set. */
husk_status output_status(const husk_output *output, const char *what, husk_error *error);

#endif
