/* checksum.c - the checksum of a host's rows. It finds accidents, not attacks: whoever changes a file can compute it.
 * It is in a separate file so that a fuzz target can replace it when linking, and so reach what is behind the check. */
#include "store/rows.h"

uint64_t checksum_end(const XXH3_state_t *sum)
{
    return XXH3_64bits_digest(sum);
}
