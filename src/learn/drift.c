/* drift.c - a CUSUM over the fit of pages.
 * A page counts by how many standard deviations it fits worse than the learned pages, minus an allowance, and at most
 * a few: one odd page is not a redesign, eight in a row are. Good pages lower the sum again. Page, E. S. 1954,
 * "Continuous inspection schemes". Evidence: bench/run drift. */
#include "learn/drift.h"

/* In standard deviations: the allowance, the most that one page counts, and the alarm threshold. */
#define ALLOWANCE 1.
#define MOST 4.
#define ALARM 24.
/* A lower bound of the deviation: on some sites the learned pages fit perfectly. */
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
