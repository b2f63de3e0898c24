/* source.c - one stream of raw pages from any mix of inputs.
 * Inputs are processed in turn; each is walked, opened, sniffed and read by the part that knows its format. At any
 * time one file is open and one page is held. Cost and limits: those of the parts. */
#include "source/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/endings.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/stop.h"
#include "base/url.h"
#include "source/formats.h"
#include "source/fetch.h"
#include "source/files.h"
#include "source/http_message.h"
#include "source/sniff.h"

struct husk_source {
    arena strings; /* copies of the inputs and options */
    const char **inputs;
    size_t n_inputs, next;
    husk_source_options options;
    struct stat output; /* of options.output, if it is a regular file; else zeroed */

    walk walk;
    bool is_walking;
    bool was_stdin_read;

    /* the current file */
    bool is_open;
    format format;
    buffer name;         /* C string */
    size_t relative;     /* where the path below the input starts in it */
    uint64_t file_begin; /* `done` when it was opened */
    uint64_t file_size;  /* of a regular file */
    reader reader;
    warc warc;
    jsonl jsonl;
    members members;
    cdx cdx;
    jsonl_keys keys;
    fetch_options fetching;
    fetcher *fetcher; /* of pages */
    ranges remote;    /* an archive on a web server */

    draft draft;
    buffer own; /* page bytes for husk_source_next */
    _Atomic uint64_t done;
    uint64_t total;
};

#define PART_RETRIES 4u
#define PART_BACKOFF_MS 500u

/* Result of one step of the stream. */
typedef enum step { STEP_ON, STEP_PAGE, STEP_NO_MEMORY } step;

/* --- opening and closing ------------------------------------------------------------------------------------------ */

OPTIONS_INIT(husk_source_options, .max_page_bytes = HUSK_MAX_PAGE_BYTES, .timeout_seconds = 30, .max_redirects = 10)

static const char *string_keep(husk_source *s, const char *text)
{
    return text ? arena_copy(&s->strings, text, strlen(text)) : NULL;
}

static const char **strings_keep(husk_source *s, const char *const *from, size_t n)
{
    const char **to = arena_array(&s->strings, n, sizeof *to);
    for (size_t i = 0; to && i < n; i++)
        if ((to[i] = string_keep(s, from[i])) == NULL)
            return NULL;
    return to;
}

static bool options_keep(husk_source *s)
{
    husk_source_options *o = &s->options;
    if (o->max_page_bytes > HUSK_MAX_PAGE_BYTES_ASKED)
        o->max_page_bytes = HUSK_MAX_PAGE_BYTES_ASKED;
    if (o->output == NULL || stat(o->output, &s->output) != 0 || !S_ISREG(s->output.st_mode))
        s->output = (struct stat){ 0 };
    o->output = NULL; /* known by its number from here on */
    const char **texts[] = { &o->base_url, &o->user_agent, &o->archives };
    bool ok = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *given = *texts[i];
        *texts[i] = string_keep(s, given);
        ok &= *texts[i] || !given;
    }
    o->headers = strings_keep(s, o->headers, o->n_headers);
    o->fields = strings_keep(s, o->fields, o->n_fields);
    return ok && o->headers && o->fields;
}

/* The members of JSON lines that are pages, by their names. */
static husk_status keys_set(husk_source *s, husk_error *error)
{
    jsonl_keys *keys = &s->keys;
    const struct {
        const char *name;
        const char **key;
    } known[] = { { "html", &keys->html }, { "text", &keys->text }, { "url", &keys->url }, { "id", &keys->id } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        *known[i].key = known[i].name;
    for (size_t i = 0; i < s->options.n_fields; i++) {
        const char *field = s->options.fields[i], *value = strchr(field, '=');
        size_t k = 0, len = value ? (size_t)(value - field) : 0;
        while (k < sizeof known / sizeof *known && !slice_is((slice){ field, len }, known[k].name))
            k++;
        if (k == sizeof known / sizeof *known || value[1] == 0)
            return error_set(error, HUSK_BAD_ARGUMENT, "%s: not html=NAME, text=NAME, url=NAME or id=NAME", field);
        *known[k].key = value + 1;
    }
    return HUSK_OK;
}

static bool is_url(const char *input)
{
    return url_is_web((slice){ input, strlen(input) });
}

/* The total size of the inputs; 0 if one of them is unknown. */
static uint64_t inputs_measure(const husk_source *s)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < s->n_inputs; i++) {
        struct stat st;
        const char *input = s->inputs[i];
        if (is_url(input))
            return 0;
        if ((strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(input, &st)) != 0)
            continue;
        if (S_ISREG(st.st_mode))
            sum += (uint64_t)st.st_size;
        else if (!S_ISDIR(st.st_mode) || !walk_measure(input, &sum))
            return 0;
    }
    return sum;
}

husk_status husk_source_open(const char *const *inputs, size_t n_inputs, const husk_source_options *options,
                             husk_source **out, husk_error *error)
{
    *out = NULL;
    if (inputs == NULL || n_inputs == 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "no input given");
    husk_source *s = calloc(1, sizeof *s);
    if (s == NULL)
        return error_set(error, HUSK_NO_MEMORY, "%s", husk_status_text(HUSK_NO_MEMORY));
    arena_init(&s->strings, HUSK_MAX_NAMES_BYTES);
    s->reader.fd = -1;
    s->inputs = strings_keep(s, inputs, n_inputs);
    s->n_inputs = n_inputs;
    husk_source_options_init(&s->options, sizeof s->options);
    husk_status status = OPTIONS_TAKE(&s->options, options, husk_source_options, any_http_status, error);
    if (status == HUSK_OK && (s->inputs == NULL || !options_keep(s)))
        status = error_set(error, HUSK_NO_MEMORY, "%s", husk_status_text(HUSK_NO_MEMORY));
    status = status ?: keys_set(s, error);
    if (status != HUSK_OK) {
        husk_source_free(s);
        return status;
    }
    buffer_init(&s->name, (size_t)1 << 20);
    buffer_init(&s->own, 0); /* source_next_into sets it */
    buffer *texts[] = { &s->draft.id,     &s->draft.url,        &s->draft.charset,
                        &s->draft.reason, &s->draft.provenance, &s->draft.validators };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        buffer_init(texts[i], (size_t)1 << 20);
    s->draft.max_bytes = s->options.max_page_bytes;
    s->draft.any_status = s->options.any_http_status;
    s->draft.is_traced = s->options.provenance;
    s->reader.stop = s->cdx.inner.stop = s->options.stop;
    /* Parts of archives are asked for again: of thousands, some fail for a moment. */
    s->fetching = (fetch_options){ .source = &s->options,
                                   .connections = 1,
                                   .retries = PART_RETRIES,
                                   .backoff_ms = PART_BACKOFF_MS,
                                   .stop = s->options.stop };
    s->remote.options = s->cdx.remote.options = &s->fetching;
    s->total = inputs_measure(s);
    *out = s;
    return HUSK_OK;
}

void husk_source_free(husk_source *s)
{
    if (s == NULL)
        return;
    walk_close(&s->walk);
    reader_free(&s->reader);
    warc_free(&s->warc);
    members_free(&s->members);
    cdx_free(&s->cdx);
    ranges_free(&s->remote);
    fetcher_free(s->fetcher);
    buffer *all[] = { &s->name,          &s->own,          &s->draft.id,         &s->draft.url,
                      &s->draft.charset, &s->draft.reason, &s->draft.provenance, &s->draft.validators };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_free(all[i]);
    arena_free(&s->strings);
    free(s);
}

void husk_source_progress(const husk_source *s, uint64_t *done, uint64_t *total)
{
    *done = atomic_load_explicit(&s->done, memory_order_relaxed);
    *total = s->total;
}

uint64_t husk_source_skipped(const husk_source *s, uint32_t why)
{
    return why < HUSK_SKIPS ? s->draft.skipped[why] : 0;
}

void source_keep_validators(husk_source *s)
{
    s->draft.has_validators = true;
}

const char *source_validators(const husk_source *s)
{
    return s->draft.validators.len ? s->draft.validators.data : "";
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

/* Make the draft a failed page `id`. */
static step fail(husk_source *s, const char *id, husk_status status, const char *why)
{
    draft *d = &s->draft;
    draft_reset(d);
    draft_text(&d->id, (slice){ id, strlen(id) });
    draft_fail(d, status, id, why);
    return STEP_PAGE;
}

static slice name_of(const husk_source *s)
{
    return (slice){ s->name.data, s->name.len - 1 };
}

/* The URL assigned to a path below the base: see husk_source_open. */
static void url_below(husk_source *s, slice path)
{
    const char *base = s->options.base_url;
    buffer *url = &s->draft.url;
    if (base == NULL || base[0] == 0)
        return;
    s->draft.url_is_assumed = true;
    buffer_clear(url);
    buffer_text(url, base);
    if (path.len && base[strlen(base) - 1] != '/')
        buffer_byte(url, '/');
    url_encode(path, "-._~/!$&'()*+,;=:@", url);
    buffer_byte(url, 0);
}

/* The URL of the whole file. */
static void url_make(husk_source *s)
{
    slice path = { s->name.data + s->relative, s->name.len - 1 - s->relative };
    if (reader_is_inflating(&s->reader))
        packing_take(&path);
    url_below(s, slice_is(name_of(s), "-") ? SLICE("") : path);
}

/* The whole file is one page. */
static husk_status page_read(husk_source *s, draft *d)
{
    reader *r = &s->reader;
    draft_reset(d);
    draft_text(&d->id, name_of(s));
    url_make(s);
    d->is_text = s->format == FORMAT_TEXT;
    reader_append(r, d->max_bytes + 1, d->bytes);
    d->len = d->bytes->len;
    if (d->len > d->max_bytes) {
        d->len = d->max_bytes;
        draft_fail(d, HUSK_LIMIT, s->name.data, "larger than the size limit");
    } else if (r->fault != READER_FINE && r->fault != READER_TRAILING) {
        draft_fail(d, reader_status(r), s->name.data, "");
        reader_explain(r, "", &d->reason);
    }
    if (s->format == FORMAT_MHTML && d->len)
        mhtml_decode(d);
    s->format = FORMAT_OTHER; /* done */
    return r->fault == READER_NO_MEMORY ? HUSK_NO_MEMORY : draft_memory(d);
}

/* A page of an archive of files. */
static husk_status member_next(husk_source *s, draft *d)
{
    husk_status status = members_next(&s->members, d);
    const buffer *path = &s->members.path;
    if (status == HUSK_OK && d->url.len <= 1 && path->len > 1)
        url_below(s, (slice){ path->data, path->len - 1 });
    if (status == HUSK_OK && sniff_bytes(d->bytes->data, d->len) == FORMAT_MHTML)
        mhtml_decode(d);
    return status;
}

static husk_status file_next(husk_source *s, draft *d)
{
    switch (s->format) {
    case FORMAT_ZIP:
    case FORMAT_TAR:
        return member_next(s, d);
    case FORMAT_WARC:
        return warc_next(&s->warc, d);
    case FORMAT_JSONL:
        return jsonl_next(&s->jsonl, d);
    case FORMAT_INDEX:
        return cdx_next(&s->cdx, d);
    case FORMAT_OTHER:
        return HUSK_END;
    default:
        return page_read(s, d);
    }
}

static void file_close(husk_source *s)
{
    reader_close(&s->reader);
    s->is_open = false;
    if (s->file_size) /* includes what was skipped */
        atomic_store_explicit(&s->done, s->file_begin + s->file_size, memory_order_relaxed);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* The format of the open file. A file named by the caller is always read; one found in a directory may be OTHER:
 * ignored. */
static format format_choose(husk_source *s, bool is_named)
{
    const char *data;
    s->reader.by_member = true; /* so that an archive's records are still seen to start with a member */
    size_t n = reader_peek(&s->reader, SNIFF_BYTES, &data);
    s->reader.by_member = false;
    if (n == 0)
        n = reader_peek(&s->reader, SNIFF_BYTES, &data);
    format content = sniff_bytes(data, n);
    ending name = ending_of_file(name_of(s));
    if (content == FORMAT_WARC || (name == ENDING_WARC && content != FORMAT_HTML))
        return FORMAT_WARC;
    if (content == FORMAT_INDEX && is_named)
        return FORMAT_INDEX;
    if (content == FORMAT_JSONL && name != ENDING_PAGE && name != ENDING_TEXT) {
        n = reader_peek(&s->reader, READER_WINDOW, &data);
        bool has_page = sniff_has_key(data, n, s->keys.html, s->keys.text);
        if (!has_page && is_named && sniff_has_key(data, n, "filename", "warc_filename") &&
            sniff_has_key(data, n, "offset", "warc_record_offset"))
            return FORMAT_INDEX;
        if (has_page || (is_named && (name == ENDING_JSONL || sniff_is_whole_object(data, n))))
            return FORMAT_JSONL;
    }
    bool is_archive = content == FORMAT_ZIP || content == FORMAT_TAR;
    if (content == FORMAT_MHTML || (is_archive && (is_named || slice_has_nocase(name_of(s), ".wacz"))))
        return content;
    if (content == FORMAT_HTML || name == ENDING_PAGE)
        return FORMAT_HTML;
    if (!is_named)
        return FORMAT_OTHER;
    return name == ENDING_JSONL ? FORMAT_JSONL : name == ENDING_TEXT ? FORMAT_TEXT : FORMAT_HTML;
}

/* `fd`: of a file; -1: s->remote is read. */
static step file_start(husk_source *s, int fd, bool owns_fd, bool is_named, uint64_t size)
{
    static const codec codecs[] = { [PACKING_GZIP] = CODEC_GZIP, [PACKING_ZSTD] = CODEC_ZSTD };
    const char *name = s->name.data;
    slice stem = name_of(s);
    codec forced = ending_of_file(stem) == ENDING_WARC ? codecs[packing_take(&stem)] : CODEC_NONE;
    s->file_begin = atomic_load_explicit(&s->done, memory_order_relaxed);
    s->file_size = size;
    s->is_open = true;
    if (fd < 0 ? !reader_open_more(&s->reader, ranges_read, &s->remote, 0, forced, &s->done)
               : !reader_open(&s->reader, fd, owns_fd, forced, &s->done))
        return STEP_NO_MEMORY;
    s->format = format_choose(s, is_named);
    s->draft.skipped[HUSK_SKIP_TYPE] += s->format == FORMAT_OTHER;
    if (s->format == FORMAT_WARC)
        warc_open(&s->warc, &s->reader, name);
    else if (s->format == FORMAT_ZIP || s->format == FORMAT_TAR)
        members_open(&s->members, &s->reader, name, s->format == FORMAT_TAR);
    else if (s->format == FORMAT_JSONL)
        jsonl_open(&s->jsonl, &s->reader, name, &s->keys);
    else if (s->format == FORMAT_INDEX)
        cdx_open(&s->cdx, &s->reader, name, s->options.archives);
    return STEP_ON;
}

static step name_set(husk_source *s, const char *name, size_t relative)
{
    draft_text(&s->name, (slice){ name, strlen(name) });
    s->relative = relative;
    if (s->name.status == HUSK_LIMIT)
        return fail(s, "a file", HUSK_BAD_ARGUMENT, "its name is too long");
    return s->name.status == HUSK_OK ? STEP_ON : STEP_NO_MEMORY;
}

static size_t last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Open without blocking, even a pipe without a writer; read as usual. */
static int path_descriptor(const char *path, struct stat *st)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd >= 0 && (fstat(fd, st) != 0 || fcntl(fd, F_SETFL, 0) != 0)) {
        int code = errno;
        close(fd);
        errno = code;
        return -1;
    }
    return fd;
}

static bool is_output(const husk_source *s, const struct stat *st)
{
    return S_ISREG(s->output.st_mode) && st->st_ino == s->output.st_ino && st->st_dev == s->output.st_dev;
}

static step walk_begin(husk_source *s, const char *path)
{
    husk_error why = { 0 };
    husk_status status = walk_open(&s->walk, path, &why);
    s->is_walking = status == HUSK_OK;
    s->walk.follows = s->options.follow_links;
    if (status == HUSK_NO_MEMORY)
        return STEP_NO_MEMORY;
    return status == HUSK_OK ? STEP_ON : fail(s, path, status, message_without(why.message, path));
}

/* A path that is named by the caller: a directory to walk, or a file, a pipe, a device. Or a file found in a
 * directory. */
static step path_open(husk_source *s, const char *path, bool is_named)
{
    struct stat st;
    int fd = path_descriptor(path, &st);
    if (fd < 0)
        return fail(s, path, HUSK_IO, strerror(errno));
    bool is_file = S_ISREG(st.st_mode), is_walked = is_named && S_ISDIR(st.st_mode);
    bool is_read = is_named ? !is_walked : is_file && !is_output(s, &st);
    step named = is_read ? name_set(s, path, is_named ? last_part(path) : s->walk.root_len) : STEP_ON;
    if (is_read && named == STEP_ON)
        return file_start(s, fd, true, is_named, is_file ? (uint64_t)st.st_size : 0);
    close(fd);
    return is_walked ? walk_begin(s, path) : named;
}

static step walk_step(husk_source *s)
{
    husk_error why = { 0 };
    husk_status status = walk_next(&s->walk, &why);
    if (status == HUSK_OK)
        return path_open(s, s->walk.path.data, false);
    if (status == HUSK_NO_MEMORY)
        return STEP_NO_MEMORY;
    if (status != HUSK_END)
        return fail(s, s->walk.path.data, status, message_without(why.message, s->walk.path.data));
    walk_close(&s->walk);
    s->is_walking = false;
    return STEP_ON;
}

static step stdin_open(husk_source *s)
{
    struct stat st;
    if (s->was_stdin_read)
        return fail(s, "-", HUSK_BAD_ARGUMENT, "standard input was read before");
    s->was_stdin_read = true;
    step named = name_set(s, "-", 0);
    bool is_file = fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode);
    return named == STEP_ON ? file_start(s, STDIN_FILENO, false, true, is_file ? (uint64_t)st.st_size : 0) : named;
}

/* --- the web ------------------------------------------------------------------------------------------------------ */

static bool fetcher_make(husk_source *s)
{
    fetch_options once = s->fetching;
    once.retries = 0;
    if (s->fetcher == NULL)
        s->fetcher = fetcher_new(&once);
    return s->fetcher != NULL;
}

/* The format by media type; OTHER: not a page. */
static format type_choose(slice type, const buffer *body)
{
    format f = sniff_media_type(type);
    if (f == FORMAT_OTHER && sniff_is_unknown_type(type) &&
        (body->len == 0 || sniff_bytes(body->data, body->len) == FORMAT_HTML))
        return FORMAT_HTML;
    return f;
}

/* Make the draft the page that was fetched. */
static step fetched_take(husk_source *s, const char *url, const fetch_answer *got)
{
    draft *d = &s->draft;
    char why[120];
    if (got->status == HUSK_NO_MEMORY)
        return STEP_NO_MEMORY;
    if (got->status != HUSK_OK && got->status != HUSK_LIMIT)
        return fail(s, url, got->status, got->reason);
    snprintf(why, sizeof why, "HTTP status %u", got->http_status);
    if (got->http_status != 200 && got->http_status != 203 && !s->options.any_http_status)
        return fail(s, url, HUSK_IO, why);
    slice type = got->content_type, charset = media_type_charset(type);
    format f = type_choose(type, d->bytes);
    snprintf(why, sizeof why, "not a page but %.*s", (int)slice_cut(type, 100), type.len ? type.data : "");
    if (f == FORMAT_OTHER)
        return fail(s, url, HUSK_BAD_FILE, why);
    draft_text(&d->id, (slice){ url, strlen(url) });
    draft_text(&d->url, (slice){ got->url.data, got->url.len - 1 });
    if (charset.len)
        draft_text(&d->charset, charset);
    d->is_text = f == FORMAT_TEXT;
    d->len = d->bytes->len;
    draft_trace_number(d, "http_status", got->http_status);
    draft_trace(d, "content_type", type);
    if (got->status == HUSK_LIMIT)
        draft_fail(d, HUSK_LIMIT, url, got->reason);
    return STEP_PAGE;
}

static step url_fetch(husk_source *s, const char *url)
{
    draft *d = &s->draft;
    fetch *last;
    draft_reset(d);
    if (!fetcher_make(s))
        return STEP_NO_MEMORY;
    const fetch_answer *got = fetcher_page(s->fetcher, url, NULL, d->bytes, d->max_bytes, &last);
    atomic_fetch_add_explicit(&s->done, d->bytes->len, memory_order_relaxed);
    step done = got ? fetched_take(s, url, got) : STEP_NO_MEMORY;
    fetcher_drop(s->fetcher, last);
    return done;
}

/* Is it the URL of an archive or of an index, by its name? It is read only below the URL that the caller gave: who asks
 * for a page must not wait for gigabytes. */
static bool is_url_of_archive(const husk_source *s, const char *url)
{
    ending e = ending_of_file((slice){ url, strcspn(url, "?#") });
    const char *below = s->options.archives;
    return below && is_url(below) && strncmp(url, below, strlen(below)) == 0 &&
           (e == ENDING_WARC || e == ENDING_JSONL || e == ENDING_INDEX);
}

/* An archive is not fetched as a whole before it is read. */
static step url_open(husk_source *s, const char *url)
{
    if (!is_url_of_archive(s, url))
        return url_fetch(s, url);
    step named = name_set(s, url, 0);
    if (named != STEP_ON)
        return named;
    ranges_open(&s->remote, url, 0, UINT64_MAX);
    step started = file_start(s, -1, false, true, 0);
    bool failed = started == STEP_ON && s->reader.fault == READER_IO;
    s->is_open &= !failed;
    return failed ? fail(s, url, HUSK_IO, s->reader.why) : started;
}

/* --- the stream --------------------------------------------------------------------------------------------------- */

static step input_open(husk_source *s, const char *input)
{
    if (strcmp(input, "-") == 0)
        return stdin_open(s);
    return is_url(input) ? url_open(s, input) : path_open(s, input, true);
}

/* OK: the draft is the next page. */
static husk_status stream_next(husk_source *s)
{
    for (;;) {
        step done = STEP_ON;
        if (s->is_open) {
            husk_status status = file_next(s, &s->draft);
            if (status != HUSK_END)
                return status;
            file_close(s);
        } else if (s->is_walking) {
            done = walk_step(s);
        } else if (s->next < s->n_inputs) {
            done = input_open(s, s->inputs[s->next++]);
        } else {
            return HUSK_END;
        }
        if (done != STEP_ON)
            return done == STEP_PAGE ? draft_memory(&s->draft) : HUSK_NO_MEMORY;
    }
}

/* Open a single file or stream before its first page is asked for. If that fails, the first page tells why. */
static void first_open(husk_source *s)
{
    s->draft.bytes = &s->own;
    if (s->next == 0 && input_open(s, s->inputs[s->next++]) != STEP_ON) {
        s->next = 0;
        s->was_stdin_read = s->is_open = false;
    }
}

bool husk_source_holds_many(husk_source *s)
{
    struct stat st;
    if (s->n_inputs > 1 || (stat(s->inputs[0], &st) == 0 && S_ISDIR(st.st_mode)))
        return true;
    if (!is_url(s->inputs[0]) || is_url_of_archive(s, s->inputs[0]))
        first_open(s);
    return s->is_open && (s->format == FORMAT_WARC || s->format == FORMAT_JSONL || s->format == FORMAT_ZIP ||
                          s->format == FORMAT_TAR || s->format == FORMAT_INDEX);
}

/* A result that arrives while stopping is not a page. */
static husk_status stream_next_or_stop(husk_source *s)
{
    const husk_stop *stop = s->options.stop;
    husk_status status = stop_is_set(stop) ? HUSK_STOPPED : stream_next(s);
    if (status != HUSK_END && stop_is_set(stop))
        status = HUSK_STOPPED;
    if (status == HUSK_NO_MEMORY || status == HUSK_STOPPED) {
        s->next = s->n_inputs;
        s->is_open = s->is_walking = false;
    }
    return status;
}

static const char *text_or_null(const buffer *b)
{
    return b->len > 1 ? b->data : NULL;
}

/* Close the object. Of one that is too large only the file is left: JSON lines have members of any size. */
static const char *provenance_end(husk_source *s)
{
    buffer *p = &s->draft.provenance;
    const buffer *file = s->format == FORMAT_INDEX && s->cdx.path.len > 1 ? &s->cdx.path : &s->name;
    slice name = { file->data, s->is_open ? file->len - 1 : 0 };
    if (name.len)
        draft_trace(&s->draft, "file", name);
    if (p->status == HUSK_LIMIT) {
        buffer_clear(p);
        draft_trace(&s->draft, "file", name);
    }
    buffer_text(p, p->len ? "}" : "{}");
    buffer_byte(p, 0);
    return p->data;
}

husk_status source_next_into(husk_source *s, buffer *into, husk_raw *raw, husk_error *error)
{
    draft *d = &s->draft;
    size_t largest = s->options.max_page_bytes > HUSK_MAX_LINE_BYTES ? s->options.max_page_bytes : HUSK_MAX_LINE_BYTES;
    d->bytes = into;
    into->cap = largest + DRAFT_SLACK;
    draft_reset(d);
    *raw = (husk_raw){ 0 };
    husk_status status = stream_next_or_stop(s);
    if (status != HUSK_OK)
        return status == HUSK_END ? status : error_set(error, status, "%s", husk_status_text(status));
    if (d->status != HUSK_OK)
        buffer_byte(&d->reason, 0);
    if (draft_memory(d) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "%s", husk_status_text(HUSK_NO_MEMORY));
    size_t padding = draft_pad(d);
    const char *provenance = d->is_traced ? provenance_end(s) : NULL;
    if (draft_memory(d) != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "%s", husk_status_text(HUSK_NO_MEMORY));
    *raw = (husk_raw){
        .size = sizeof *raw,
        .id = d->id.data,
        .url = text_or_null(&d->url),
        .url_is_assumed = d->url_is_assumed,
        .charset = text_or_null(&d->charset),
        .bytes = d->len ? into->data + d->start : "",
        .len = d->len,
        .is_text = d->is_text,
        .date = d->date,
        .status = d->status,
        .reason = d->status == HUSK_OK ? NULL : d->reason.data,
        .padding = padding,
        .provenance = provenance,
    };
    return HUSK_OK;
}

husk_status husk_source_next(husk_source *s, husk_raw *raw, husk_error *error)
{
    husk_raw next = { 0 }, given = { 0 };
    husk_status status = OPTIONS_TAKE(&given, raw, husk_raw, date, error); /* refuses a size of 0 */
    if (status == HUSK_OK)
        status = source_next_into(s, &s->own, &next, error);
    if (status == HUSK_OK)
        options_fill(raw, raw->size, &next, sizeof next);
    return status;
}

bool raw_keep(husk_raw *raw, buffer *strings)
{
    const char **all[] = { &raw->id, &raw->url, &raw->charset, &raw->reason, &raw->provenance };
    size_t at = strings->len;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i])
            buffer_append(strings, *all[i], strlen(*all[i]) + 1);
    for (size_t i = 0; strings->status == HUSK_OK && i < sizeof all / sizeof *all; i++)
        if (*all[i]) {
            *all[i] = strings->data + at;
            at += strlen(*all[i]) + 1;
        }
    return strings->status == HUSK_OK;
}
