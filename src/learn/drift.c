/* drift.c - a CUSUM over the fit of pages.
 * A page counts by how many deviations it fits worse than the pages that were learned, less an allowance, never more
 * than a few: one odd page is no redesign, eight in a row are. Good pages take the sum down again. Page, E. S. 1954,
 * "Continuous inspection schemes". Evidence: bench/run drift. */
#include "learn/drift.h"

/* In deviations: what is allowed, the most that one page counts, and the sum that is an alarm. */
#define ALLOWANCE 1.
#define MOST 4.
#define ALARM 24.
/* The deviation is taken as no less than this: pages that were learned fit perfectly on some sites. */
#define LEAST_SPREAD .05

bool drift_add(drift_state *d, const husk_fit *fit)
{
    double spread = fit->spread > LEAST_SPREAD ? fit->spread : LEAST_SPREAD;
    double worse = (fit->usual - fit->fit) / spread;
    d->n++;
    d->fits += fit->fit;
    d->poor += !fit->fits;
    d->sum += (worse < MOST ? worse : MOST) - ALLOWANCE;
    if (d->sum < 0)
        d->sum = 0;
    if (d->changed || d->sum < ALARM)
        return false;
    d->changed = d->n;
    return true;
}
