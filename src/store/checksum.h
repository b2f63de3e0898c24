/* checksum.h - the checksum of a host's rows, for rows.c. */
#ifndef HUSK_STORE_CHECKSUM_H
#define HUSK_STORE_CHECKSUM_H

#include "base/hash.h"

/* The checksum of everything added to `sum`. */
uint64_t checksum_end(const XXH3_state_t *sum);

#endif
