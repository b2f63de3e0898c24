/* history.h - the history of a site's classes in a .husk file; docs/format.md has the tables. */
#ifndef HUSK_STORE_HISTORY_H
#define HUSK_STORE_HISTORY_H

#include <stdint.h>

/* A class over the runs of `husk learn`. Runs are numbered from 1 per host. */
typedef struct class_state {
    uint32_t born;    /* the run that added it; 0: before there was a history */
    uint32_t met;     /* the last run with pages of it */
    uint32_t absent;  /* pages of the host since then */
    uint32_t retired; /* the run that retired it; 0: in use */
    uint32_t back;    /* pages of it since then */
} class_state;

/* What happened to a class in a run. The numbers are stored in files and never change. */
typedef enum run_event { RUN_MET, RUN_ADDED, RUN_RETIRED, RUN_RETURNED, N_RUN_EVENTS } run_event;

typedef struct model_run_class {
    uint32_t number;
    uint32_t pages; /* pages of the run in this class */
    uint32_t fit;   /* their mean fit to what was known before, in thousandths */
    uint32_t event; /* run_event */
} model_run_class;

/* One run of `husk learn`, or several merged into one. */
typedef struct model_run {
    uint32_t number;  /* of the last run it covers */
    uint32_t n_runs;  /* runs it covers */
    int64_t date;     /* of the last run, in seconds since 1970; 0: unknown */
    uint32_t pages;   /* given */
    uint32_t fresh;   /* of those, pages that the file did not have */
    uint32_t fit;     /* mean fit of the given pages to what was known before, in thousandths; 0 in the first run */
    uint32_t changed; /* nonzero: they fitted so badly that the site must have changed */
    uint32_t drift; /* how close to that it was at the end: the sum of the sequential test, in thousandths; the next run
                       continues from it */
    model_run_class *classes; /* by number */
    uint32_t n_classes;
} model_run;

#endif
