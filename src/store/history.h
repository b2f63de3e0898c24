/* history.h - what a .husk file tells of how it came to be: docs/format.md says the same in tables. */
#ifndef HUSK_STORE_HISTORY_H
#define HUSK_STORE_HISTORY_H

#include <stdint.h>

/* A class over the runs of `husk learn`. Runs are numbered from 1, by host. */
typedef struct class_state {
    uint32_t born;    /* the run that added it; 0: a run before there was a history */
    uint32_t met;     /* the last run that had pages of it */
    uint32_t absent;  /* pages of the host since then */
    uint32_t retired; /* the run that retired it; 0: in use */
    uint32_t back;    /* pages of it since then */
} class_state;

/* What became of a class in a run. In files: numbers stay what they are. */
typedef enum run_event { RUN_MET, RUN_ADDED, RUN_RETIRED, RUN_RETURNED, N_RUN_EVENTS } run_event;

typedef struct model_run_class {
    uint32_t number;
    uint32_t pages; /* of the run that are of it */
    uint32_t fit;   /* their mean, to what was known before; in thousandths */
    uint32_t event; /* run_event */
} model_run_class;

/* One run of `husk learn`, or several that were folded into one. */
typedef struct model_run {
    uint32_t number;  /* of the last run it stands for */
    uint32_t n_runs;  /* that it stands for */
    int64_t date;     /* of the last, in seconds since 1970; 0: not told */
    uint32_t pages;   /* given */
    uint32_t fresh;   /* of them, those that the file did not have */
    uint32_t fit;     /* mean of the given pages, to what was known before; in thousandths; 0 in the first run */
    uint32_t changed; /* not 0: they fitted so badly that the site must have changed */
    uint32_t drift; /* how near to that it was at the end: the sum of the sequential test, in thousandths; the next run
                       goes on from it */
    model_run_class *classes; /* by number */
    uint32_t n_classes;
} model_run;

#endif
