/* output.h - husk_output is a buffer; the writers take the buffer. */
#ifndef HUSK_API_OUTPUT_H
#define HUSK_API_OUTPUT_H

#include "base/buffer.h"
#include "husk/husk.h"

struct husk_output {
    buffer bytes;
    buffer body; /* of the current record; kept for the next */
};

#endif
