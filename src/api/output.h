/* output.h - the public husk_output is a buffer; writers take the buffer. */
#ifndef HUSK_API_OUTPUT_H
#define HUSK_API_OUTPUT_H

#include "base/buffer.h"
#include "husk/husk.h"

struct husk_output {
    buffer bytes;
    buffer body; /* of the record being made; kept for the next one's */
};

#endif
