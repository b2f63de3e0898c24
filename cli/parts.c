/* parts.c - an output that is split into numbered files, or can be continued by a later run.
 * Parts appear complete, one after the other. With --resume, FILE.resume says how many pages are in how many bytes of
 * which part; it is written after those bytes are on disk, and always whole, so that a run that was killed at any point
 * continues from the last such state: it skips that many pages of the input and cuts the part to that length. States
 * are saved only where a file can be continued (output_page_end), so the bytes are those of an unbroken run. */
#include "parts.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "names.h"
#include "talk.h"

#define STATE_FORM "husk-resume-1"
#define STATE_BYTES 512
#define LONGEST_UNSAVED 10 /* seconds; less in short runs */
#define SHORTEST_UNSAVED .05
#define UNSAVED_SHARE .02 /* of a run's time */

/* --- names -------------------------------------------------------------------------------------------------------- */

bool parts_read_split(parts *p, const char *value)
{
    static const char units[] = "KkMmGg";
    char *end;
    errno = 0;
    uint64_t number = value[0] >= '0' && value[0] <= '9' ? strtoull(value, &end, 10) : 0;
    if (number == 0 || errno != 0 || number > UINT64_MAX >> 30)
        return false;
    const char *unit = *end != 0 ? strchr(units, *end) : NULL;
    if (unit != NULL && end[1] == 0)
        p->max_bytes = number << 10 * (1 + (unit - units) / 2);
    else
        p->max_pages = number;
    return unit != NULL ? end[1] == 0 : *end == 0;
}

static bool is_split(const parts *p)
{
    return p->max_bytes > 0 || p->max_pages > 0;
}

/* Part 3 of a/pages.jsonl.gz is a/pages-00003.jsonl.gz. False if it is too long. */
static bool name_part(const parts *p, unsigned number, char out[PATH_MAX])
{
    if (!is_split(p))
        return snprintf(out, PATH_MAX, "%s", p->path) < PATH_MAX;
    size_t len = strlen(p->path), stem = len - strlen(output_ending(p->path));
    while (stem > 0 && p->path[stem - 1] != '.' && p->path[stem - 1] != '/')
        stem--;
    bool has_ending = stem > 1 && p->path[stem - 1] == '.' && p->path[stem - 2] != '/';
    stem = has_ending ? stem - 1 : len - strlen(output_ending(p->path));
    return snprintf(out, PATH_MAX, "%.*s-%05u%s", (int)stem, p->path, number, p->path + stem) < PATH_MAX;
}

static bool too_long(const parts *p)
{
    talk("%s: %s", p->path, strerror(ENAMETOOLONG));
    return false;
}

static bool name_state(const parts *p, char out[PATH_MAX])
{
    return snprintf(out, PATH_MAX, "%s.resume", p->path) < PATH_MAX;
}

/* --- what the output depends on ----------------------------------------------------------------------------------- */

static uint64_t add(uint64_t hash, const char *text)
{
    char joined[32];
    int len = snprintf(joined, sizeof joined, "%016" PRIx64, hash);
    uint64_t mixed = hash_of(joined, (size_t)len) ^ hash_of(text, strlen(text));
    return hash_of((const char *)&mixed, sizeof mixed);
}

/* A file's name, size and time of change. */
static uint64_t add_file(uint64_t hash, const char *path)
{
    struct stat status;
    char text[64] = "";
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        snprintf(text, sizeof text, "%jd %jd.%09ld", (intmax_t)status.st_size, (intmax_t)status.st_mtim.tv_sec,
                 status.st_mtim.tv_nsec);
    return add(add(hash, path), text);
}

/* Options that may differ between a run and the one that resumes it. */
static bool is_free(const char *name)
{
    static const char *const free_names[] = { "jobs",    "quiet",  "verbose",   "no-sandbox",
                                              "timeout", "header", "user-agent" };
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        if (strcmp(free_names[i], name) == 0)
            return true;
    return false;
}

static uint64_t add_option(uint64_t hash, const option *o, const void *settings)
{
    const void *member = (const char *)settings + o->offset;
    char number[64] = "";
    const char *text = o->kind == OPTION_TEXT ? *(const char *const *)member : NULL;
    if (is_free(o->name) || o->kind == OPTION_SET)
        return hash;
    hash = add(hash, o->name);
    if (o->kind == OPTION_TEXT)
        return text == NULL                                      ? hash
               : strcmp(o->value, "FILE") == 0 && !o->is_written ? add_file(hash, text)
                                                                 : add(hash, text);
    const text_list *list = member;
    for (size_t i = 0; o->kind == OPTION_LIST && i < list->n; i++)
        hash = add(hash, list->items[i]);
    if (o->kind != OPTION_LIST)
        snprintf(number, sizeof number, "%.17g", option_number(o, settings));
    return add(hash, number);
}

uint64_t parts_key(const command *c, const void *settings, const char *const *inputs, size_t n_inputs)
{
    const option *o;
    char digest[17];
    husk_model_name(0, digest);
    uint64_t hash = add(add(1, husk_version()), digest);
    for (size_t i = 0; (o = command_option(c, i)) != NULL; i++)
        hash = add_option(hash, o, settings);
    for (size_t i = 0; (o = command_parameter(c, i)) != NULL; i++)
        hash = add_option(hash, o, settings);
    for (size_t i = 0; i < n_inputs; i++)
        hash = add_file(hash, inputs[i]);
    return hash;
}

/* --- the state of a run ------------------------------------------------------------------------------------------- */

/* The numbers of a state, in their order. */
enum { NOW, NUMBER, WRITTEN, AT, IN_PART, PAGES, FAILED, COUNTS, N_NUMBERS = COUNTS + PARTS_COUNTS };

static bool save(parts *p, unsigned number, uint64_t written, uint64_t at)
{
    char path[PATH_MAX], text[STATE_BYTES];
    output file;
    uint64_t state[N_NUMBERS] = { (uint64_t)p->now, number, written, at, p->n_in_part, p->run.pages, p->run.failed };
    memcpy(state + COUNTS, p->counts, PARTS_COUNTS * sizeof *p->counts);
    int len = snprintf(text, sizeof text, STATE_FORM " %016" PRIx64, p->key);
    for (size_t i = 0; i < N_NUMBERS; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, " %" PRIu64, state[i]);
    len += snprintf(text + len, sizeof text - (size_t)len, " end\n");
    p->saved = clock_seconds();
    if (!name_state(p, path) || !output_open(&file, path))
        return false;
    output_write(&file, text, (size_t)len);
    return output_close(&file, true);
}

/* False if it is no state. */
static bool parse(const char *text, uint64_t *key, uint64_t state[N_NUMBERS])
{
    char *end;
    if (strncmp(text, STATE_FORM " ", strlen(STATE_FORM) + 1) != 0)
        return false;
    errno = 0;
    *key = strtoull(text + strlen(STATE_FORM), &end, 16);
    for (size_t i = 0; i < N_NUMBERS; i++) {
        const char *at = end;
        state[i] = strtoull(at, &end, 10);
        if (end == at || errno != 0)
            return false;
    }
    return state[NUMBER] >= 1 && state[NUMBER] <= UINT_MAX && strcmp(end, " end\n") == 0;
}

/* The part before was complete, but perhaps not yet renamed. */
static bool complete_previous(const parts *p)
{
    char path[PATH_MAX];
    if (p->number == 1)
        return true;
    if (!name_part(p, p->number - 1, path))
        return too_long(p);
    char *partial = output_partial_name(path);
    bool done = partial != NULL && (rename(partial, path) == 0 || errno == ENOENT);
    if (!done)
        talk("%s: %s", path, strerror(partial ? errno : ENOMEM));
    free(partial);
    return done;
}

/* Read the state of an earlier run, if there is one. False after reporting what is wrong with it. */
static bool load(parts *p, const char *path)
{
    char text[STATE_BYTES + 1] = "";
    uint64_t key, state[N_NUMBERS];
    FILE *file = fopen(path, "re");
    if (file == NULL && errno == ENOENT)
        return true;
    size_t len = file != NULL ? fread(text, 1, STATE_BYTES, file) : 0;
    if (file != NULL)
        fclose(file);
    text[len] = 0;
    if (!parse(text, &key, state)) {
        talk("%s: not the state of a run; remove it to start again", path);
        return false;
    }
    if (key != p->key) {
        talk("%s is of a run with other inputs, options or models; remove it to start again", path);
        return false;
    }
    p->now = (int64_t)state[NOW];
    p->number = (unsigned)state[NUMBER];
    p->n_in_part = state[IN_PART];
    p->run = (run_counts){ state[PAGES], state[FAILED] };
    memcpy(p->counts, state + COUNTS, PARTS_COUNTS * sizeof *p->counts);
    if (!p->quiet)
        talk("resuming after %" PRIu64 " page%s", p->run.pages, p->run.pages == 1 ? "" : "s");
    if (!complete_previous(p) || !name_part(p, p->number, p->part))
        return false;
    p->is_open = state[AT] > 0 && output_resume(p->out, p->part, state[WRITTEN], state[AT]);
    if (state[AT] > 0 && !p->is_open)
        talk("%s can't be resumed; remove %s to start again", p->path, path);
    return state[AT] == 0 || p->is_open;
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool check_first(parts *p)
{
    if (is_split(p) && access(p->part, F_OK) == 0) {
        talk("%s exists: remove the parts of the earlier run%s", p->part,
             p->resume ? "" : ", or write to another FILE");
        return false;
    }
    return output_check(p->part);
}

static bool open_part(parts *p, const char *path)
{
    p->is_open = p->resume ? output_resume(p->out, path, 0, 0) : output_open(p->out, path);
    p->is_open = p->is_open && (!p->rows || output_rows(p->out));
    return p->is_open;
}

bool parts_open(parts *p, const char *const *inputs, size_t n_inputs)
{
    char state[PATH_MAX];
    p->number = 1;
    p->started = p->saved = clock_seconds();
    p->out->fd = -1;
    if (!is_split(p) && !p->resume)
        return open_part(p, p->path);
    if (!name_part(p, 1, p->part) || !name_state(p, state))
        return too_long(p);
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", p->path);
    if (names_inside(inputs, n_inputs, dirname(folder))) {
        talk("%s is inside an input, which would be read as it grows; write to another directory", p->path);
        return false;
    }
    if (p->resume && !load(p, state))
        return false;
    return p->is_open || p->number > 1 || check_first(p);
}

bool parts_is_full(const parts *p, size_t len)
{
    bool by_pages = p->max_pages > 0 && p->n_in_part >= p->max_pages;
    return p->is_open && (by_pages || (p->max_bytes > 0 && p->n_in_part > 0 && p->out->written + len > p->max_bytes));
}

/* Close the part; a state says so before it gets its name, so that it is not written again. */
static bool close_part(parts *p)
{
    p->n_in_part = 0;
    p->is_open = false;
    bool is_saved = !p->resume || (output_finish(p->out) && save(p, p->number + 1, 0, 0));
    if (!is_saved)
        output_stopped(); /* it stays partial, so that the last state still fits */
    return output_close(p->out, true) && is_saved;
}

bool parts_next(parts *p)
{
    bool is_closed = close_part(p);
    p->number++;
    return is_closed && name_part(p, p->number, p->part);
}

bool parts_begin(parts *p)
{
    return p->is_open || open_part(p, p->part);
}

bool parts_page_end(parts *p, bool failed, bool written)
{
    p->run.pages++;
    p->run.failed += failed;
    p->n_in_part += written;
    if (!p->is_open || !output_page_end(p->out) || !p->resume)
        return p->is_open ? p->out->failure == 0 : true;
    double now = clock_seconds(), pause = (now - p->started) * UNSAVED_SHARE;
    pause = pause < SHORTEST_UNSAVED ? SHORTEST_UNSAVED : pause > LONGEST_UNSAVED ? LONGEST_UNSAVED : pause;
    return now - p->saved < pause || (output_sync(p->out) && save(p, p->number, p->out->written, p->out->at));
}

exit_code parts_end(parts *p, exit_code code)
{
    char state[PATH_MAX];
    bool is_complete = code != EXIT_NOTHING && !output_is_stopped();
    bool failed = p->is_open && p->out->failure != 0;
    if (p->is_open && p->resume && is_complete && !failed)
        code = close_part(p) ? code : EXIT_NOTHING;
    else if (p->is_open)
        code = run_end(p->out, code);
    if (p->resume && !failed && !output_is_stopped() && p->out->failure == 0 && name_state(p, state))
        unlink(state);
    return code;
}
