/* reader.c - read one file or pipe, decompressing gzip and zstd.
 * Layers are stacked; each fills its window from the layer below and is detected by its first bytes. Large reads
 * bypass the top window and decompress straight into the caller's memory. Cost: the codec's, plus one copy of small
 * pieces. Limits: HUSK_MAX_LAYERS; no memory beyond the windows and the codecs' own, whatever the input. */
#include "source/reader.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stop.h"

/* Reads of at least this size bypass the window. */
#define DIRECT_MIN ((size_t)16 << 10)
/* Pieces that memory grows by: what a file says of its length may be wrong. */
#define APPEND_FIRST ((size_t)256 << 10)
#define APPEND_MOST ((size_t)8 << 20)
/* What may be spent in searching for the start of a member, in bytes read or moved, and the least that a trial costs.
 */
#define TRIALS_MAX ((uint64_t)64 << 20)
#define TRIAL_LEAST ((size_t)64)
/* Seeking back is free up to this, and then up to as much as was read. */
#define REREAD_FREE ((uint64_t)64 << 20)
#define STOP_MILLISECONDS 100

static bool layer_fill(reader *r, unsigned i);

static reader_layer *top_layer(reader *r)
{
    return &r->layers[r->n_layers - 1];
}

static size_t layer_ready(const reader_layer *l)
{
    return l->end - l->start;
}

static size_t fault_set(reader *r, unsigned layer, reader_fault fault, int code)
{
    if (r->fault == READER_FINE) {
        r->fault = fault;
        r->fault_layer = layer;
        r->code = code;
    }
    return 0;
}

/* --- layers ------------------------------------------------------------------------------------------------------- */

/* A pipe without a writer reads as empty, and one with a silent writer blocks forever, while a signal may go to
 * another thread: wait until there is something to read, in short steps if there may be a stop. */
static bool pipe_wait(const reader *r)
{
    struct pollfd p = { .fd = r->fd, .events = POLLIN };
    while (!stop_is_set(r->stop)) {
        int n = poll(&p, 1, r->stop ? STOP_MILLISECONDS : -1);
        if (n > 0 || (n < 0 && errno != EINTR)) /* ready, or an error that read() will report */
            return true;
    }
    return false;
}

static ssize_t file_piece(reader *r, char *out, size_t room)
{
    ssize_t n;
    if (r->more) {
        n = (ssize_t)r->more(r->context, out, room, &r->why);
        return r->why ? -1 : n;
    }
    if (r->fd < 0)
        return 0;
    errno = EINTR;
    if (r->file_size == 0 && !pipe_wait(r))
        return -1;
    do
        n = read(r->fd, out, room);
    while (n < 0 && errno == EINTR);
    return n;
}

static size_t file_read(reader *r, char *out, size_t room)
{
    room = room < r->may_read ? room : (size_t)r->may_read;
    ssize_t n = room ? file_piece(r, out, room) : 0;
    if (n < 0)
        return fault_set(r, 0, READER_IO, errno);
    r->layers[0].made += (uint64_t)n;
    r->may_read -= (uint64_t)n;
    if (r->progress)
        atomic_fetch_add_explicit(r->progress, (uint64_t)n, memory_order_relaxed);
    return (size_t)n;
}

/* NOLINTBEGIN(misc-no-recursion): a layer reads the one below it, HUSK_MAX_LAYERS at most */
static bool layer_want(reader *r, unsigned i, size_t want)
{
    while (layer_ready(&r->layers[i]) < want)
        if (!layer_fill(r, i))
            return false;
    return true;
}

/* Are only zero bytes left below? Tapes and some tools pad with them. */
static bool only_padding_left(reader *r, unsigned below)
{
    reader_layer *in = &r->layers[below];
    for (;;) {
        while (in->start < in->end && in->window[in->start] == 0)
            in->start++;
        if (in->start < in->end)
            return false;
        if (!layer_fill(r, below))
            return r->fault == READER_FINE;
    }
}

static bool member_begin(reader *r, unsigned i)
{
    reader_layer *l = &r->layers[i], *in = &r->layers[i - 1];
    layer_want(r, i - 1, 4);
    if (layer_ready(in) == 0 || r->fault != READER_FINE)
        return false;
    if (l->n_members && codec_detect(in->window + in->start, layer_ready(in)) != l->codec) {
        uint64_t at = in->made - layer_ready(in);
        if (!only_padding_left(r, i - 1) && r->fault == READER_FINE) {
            l->member_at = at;
            fault_set(r, i, READER_TRAILING, 0);
        }
        return false;
    }
    if (!inflater_start(&l->inflate, l->codec))
        return fault_set(r, i, READER_NO_MEMORY, 0);
    l->in_member = true;
    l->n_members++;
    l->member_at = in->made - layer_ready(in);
    l->member_first = l->made;
    return true;
}

/* A skipped stretch that expands far beyond its compressed size is abandoned, not decompressed to its end. */
static bool is_bomb(const reader *r)
{
    if (!r->skipping)
        return false;
    uint64_t made = r->layers[r->n_layers - 1].made - r->skip_made, used = r->layers[0].made - r->skip_used;
    return made > HUSK_MAX_SKIP_BYTES && made / HUSK_MAX_SKIP_RATIO > used;
}

/* Handle one step's result. True: continue; `*made` may be 0. */
static bool step(reader *r, unsigned i, char *out, size_t room, size_t *made)
{
    reader_layer *l = &r->layers[i], *in = &r->layers[i - 1];
    bool dry = layer_ready(in) == 0 && !layer_fill(r, i - 1);
    size_t used = 0;
    inflate_result result = inflater_step(&l->inflate, in->window + in->start, layer_ready(in), &used, out, room, made);
    in->start += used;
    l->made += *made;
    if (result == INFLATE_END)
        l->in_member = false;
    else if (result == INFLATE_BAD)
        return fault_set(r, i, READER_DAMAGED, 0);
    else if (result == INFLATE_WINDOW)
        return fault_set(r, i, READER_WIDE, 0);
    else if (result == INFLATE_NO_MEMORY)
        return fault_set(r, i, READER_NO_MEMORY, 0);
    else if (dry && *made == 0)
        return fault_set(r, i, READER_ENDS_EARLY, 0);
    if (is_bomb(r))
        return fault_set(r, i, READER_BOMB, 0);
    return true;
}

/* Decompress some bytes, never of two members at once. 0: the end, the member's end or a fault. */
static size_t layer_inflate(reader *r, unsigned i, char *out, size_t room)
{
    reader_layer *l = &r->layers[i];
    for (;;) {
        bool stop_here = r->by_member && i == r->n_layers - 1 && l->n_members;
        if (r->fault != READER_FINE || (!l->in_member && (stop_here || !member_begin(r, i))))
            return 0;
        size_t made = 0;
        if (!step(r, i, out, room, &made) || made)
            return made;
    }
}

static size_t layer_produce(reader *r, unsigned i, char *out, size_t room)
{
    return i == 0 ? file_read(r, out, room) : layer_inflate(r, i, out, room);
}

/* Append more bytes to the window. False: there are none, or the window is full. */
static bool layer_fill(reader *r, unsigned i)
{
    reader_layer *l = &r->layers[i];
    if (l->start > 0 && (l->start == l->end || l->end == READER_WINDOW)) {
        memmove(l->window, l->window + l->start, layer_ready(l));
        l->end -= l->start;
        l->start = 0;
    }
    if (l->end == READER_WINDOW)
        return false;
    size_t n = layer_produce(r, i, l->window + l->end, READER_WINDOW - l->end);
    l->end += n;
    return n > 0;
}
/* NOLINTEND(misc-no-recursion) */

/* --- opening ------------------------------------------------------------------------------------------------------ */

static bool layer_open(reader *r, codec c)
{
    reader_layer *l = &r->layers[r->n_layers];
    char *window = l->window ? l->window : malloc(READER_WINDOW);
    if (window == NULL)
        return false;
    *l = (reader_layer){ .window = window, .inflate = l->inflate, .codec = c };
    r->n_layers++;
    return true;
}

static uint32_t read_le32(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

/* The dictionary may itself be compressed, without a dictionary. */
static inflate_result dictionary_load(inflater *f, const buffer *packed, buffer *plain)
{
    if (packed->len < 4 || read_le32(packed->data) != 0xFD2FB528u)
        return inflater_dictionary(f, packed->data, packed->len);
    inflate_result result =
        inflater_all(f, CODEC_ZSTD, (slice){ packed->data, packed->len }, HUSK_MAX_DICTIONARY_BYTES, plain);
    return result == INFLATE_END ? inflater_dictionary(f, plain->data, plain->len) : result;
}

/* The first frame of a .warc.zst may be a skippable one (0x184D2A5D) that holds the dictionary for all others. */
static void dictionary_read(reader *r, unsigned i)
{
    reader_layer *l = &r->layers[i], *in = &r->layers[i - 1];
    inflater_dictionary(&l->inflate, NULL, 0);
    if (!layer_want(r, i - 1, 8) || read_le32(in->window + in->start) != 0x184D2A5Du)
        return;
    size_t left = read_le32(in->window + in->start + 4);
    if (left == 0 || left > HUSK_MAX_DICTIONARY_BYTES)
        return;
    in->start += 8;
    buffer packed, plain;
    buffer_init(&packed, HUSK_MAX_DICTIONARY_BYTES);
    buffer_init(&plain, HUSK_MAX_DICTIONARY_BYTES + 1);
    while (left && (layer_ready(in) || layer_fill(r, i - 1))) {
        size_t n = layer_ready(in) < left ? layer_ready(in) : left;
        buffer_append(&packed, in->window + in->start, n);
        in->start += n;
        left -= n;
    }
    inflate_result result =
        packed.status == HUSK_OK && left == 0 ? dictionary_load(&l->inflate, &packed, &plain) : INFLATE_BAD;
    if (result != INFLATE_END)
        fault_set(r, i,
                  packed.status == HUSK_NO_MEMORY || result == INFLATE_NO_MEMORY ? READER_NO_MEMORY : READER_DAMAGED,
                  0);
    buffer_free(&packed);
    buffer_free(&plain);
}

/* A name may be wrong: a plain file called .gz starts with text, a damaged gzip or zstd file never does. */
static bool begins_with_text(const char *data, size_t len)
{
    for (size_t i = 0; i < len && i < 4; i++)
        if ((unsigned char)data[i] < 9 || (unsigned char)data[i] > 126)
            return false;
    return true;
}

static bool layers_detect(reader *r, codec forced)
{
    while (r->n_layers <= HUSK_MAX_LAYERS && r->fault == READER_FINE) {
        reader_layer *l = top_layer(r);
        layer_want(r, r->n_layers - 1, 8);
        codec c = codec_detect(l->window + l->start, layer_ready(l));
        if (c == CODEC_NONE && r->n_layers == 1 && !begins_with_text(l->window + l->start, layer_ready(l)))
            c = forced;
        if (c == CODEC_NONE)
            return true;
        if (!layer_open(r, c))
            return false;
        if (c == CODEC_ZSTD)
            dictionary_read(r, r->n_layers - 1);
    }
    return true;
}

/* `at`: the offset of what is read first. */
static bool open_at(reader *r, uint64_t at, codec forced, _Atomic uint64_t *progress)
{
    r->n_layers = 0;
    r->fault = READER_FINE;
    r->by_member = r->skipping = false;
    r->reread = 0;
    r->trials_left = TRIALS_MAX;
    r->may_read = r->limit ? r->limit : UINT64_MAX;
    r->limit = 0;
    r->progress = progress;
    if (!layer_open(r, CODEC_NONE))
        return false;
    r->layers[0].made = at;
    return layers_detect(r, forced);
}

bool reader_open(reader *r, int fd, bool owns_fd, codec forced, _Atomic uint64_t *progress)
{
    struct stat s;
    reader_close(r);
    r->fd = fd;
    r->owns_fd = owns_fd;
    off_t at = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? lseek(fd, 0, SEEK_CUR) : -1;
    r->file_size = at == 0 ? (uint64_t)s.st_size : 0;
    return open_at(r, at > 0 ? (uint64_t)at : 0, forced, progress);
}

bool reader_open_more(reader *r, reader_more more, void *context, uint64_t at, codec forced, _Atomic uint64_t *progress)
{
    reader_close(r);
    r->more = more;
    r->context = context;
    r->file_size = 0;
    return open_at(r, at, forced, progress);
}

void reader_close(reader *r)
{
    if (r->owns_fd && r->fd >= 0)
        close(r->fd);
    r->fd = -1;
    r->owns_fd = false;
    r->more = NULL;
    r->why = NULL;
}

void reader_free(reader *r)
{
    if (r->owns_fd)
        reader_close(r);
    for (unsigned i = 0; i <= HUSK_MAX_LAYERS; i++) {
        free(r->layers[i].window);
        inflater_free(&r->layers[i].inflate);
    }
    *r = (reader){ .fd = -1 };
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

size_t reader_peek(reader *r, size_t want, const char **data)
{
    reader_layer *l = top_layer(r);
    if (layer_ready(l) < want)
        layer_want(r, r->n_layers - 1, want);
    *data = l->window + l->start;
    return layer_ready(l);
}

void reader_take(reader *r, size_t n)
{
    top_layer(r)->start += n;
}

size_t reader_read(reader *r, char *into, size_t n)
{
    reader_layer *l = top_layer(r);
    size_t got = 0;
    while (got < n) {
        size_t ready = layer_ready(l), made;
        if (ready) {
            ready = ready < n - got ? ready : n - got;
            memcpy(into + got, l->window + l->start, ready);
            l->start += ready;
            got += ready;
        } else if (n - got < DIRECT_MIN) {
            if (!layer_fill(r, r->n_layers - 1))
                break;
        } else {
            made = layer_produce(r, r->n_layers - 1, into + got, n - got);
            /* The window no longer holds the bytes right before what comes next. */
            l->start = l->end = 0;
            if (made == 0)
                break;
            got += made;
        }
    }
    return got;
}

uint64_t reader_append(reader *r, uint64_t n, buffer *out)
{
    uint64_t all = 0;
    for (size_t piece = APPEND_FIRST; all < n; piece = piece < APPEND_MOST ? piece * 2 : piece) {
        size_t want = piece < n - all ? piece : (size_t)(n - all);
        if (!buffer_reserve(out, want))
            break;
        size_t got = reader_read(r, out->data + out->len, want);
        out->len += got;
        all += got;
        if (got < want)
            break;
    }
    return all;
}

line_end reader_line(reader *r, size_t max, buffer *line, bool *too_long)
{
    line_end ended = LINE_NONE;
    *too_long = false;
    for (;;) {
        const char *data;
        size_t n = reader_peek(r, 1, &data);
        if (n == 0)
            break;
        const char *end = memchr(data, '\n', n);
        size_t len = end ? (size_t)(end - data) : n;
        if (!*too_long && len > max - line->len) {
            *too_long = true;
            reader_skip_begin(r);
        }
        if (!*too_long)
            buffer_append(line, data, len);
        reader_take(r, end ? len + 1 : len);
        ended = end ? LINE_NEWLINE : LINE_END_OF_FILE;
        if (end)
            break;
    }
    if (*too_long)
        reader_skip_end(r);
    return ended;
}

/* Skip past the window of a plain file without reading. */
static uint64_t file_skip(reader *r, uint64_t n)
{
    reader_layer *l = &r->layers[0];
    uint64_t left = r->file_size > l->made ? r->file_size - l->made : 0;
    n = n < left ? n : left;
    if (n == 0 || lseek(r->fd, (off_t)(l->made + n), SEEK_SET) < 0)
        return 0;
    l->start = l->end = 0;
    l->made += n;
    if (r->progress)
        atomic_fetch_add_explicit(r->progress, n, memory_order_relaxed);
    return n;
}

uint64_t reader_skip(reader *r, uint64_t n)
{
    reader_layer *l = top_layer(r);
    uint64_t gone = 0;
    reader_skip_begin(r);
    while (gone < n) {
        size_t ready = layer_ready(l);
        if (ready) {
            ready = ready < n - gone ? ready : (size_t)(n - gone);
            l->start += ready;
            gone += ready;
        } else if (r->n_layers == 1 && r->file_size && n - gone > READER_WINDOW) {
            uint64_t sought = file_skip(r, n - gone);
            if (sought == 0)
                break;
            gone += sought;
        } else if (!layer_fill(r, r->n_layers - 1)) {
            break;
        }
    }
    reader_skip_end(r);
    return gone;
}

void reader_skip_begin(reader *r)
{
    r->skipping = r->n_layers > 1;
    r->skip_made = top_layer(r)->made;
    r->skip_used = r->layers[0].made;
}

void reader_skip_end(reader *r)
{
    r->skipping = false;
}

/* --- position ----------------------------------------------------------------------------------------------------- */

uint64_t reader_offset(const reader *r)
{
    const reader_layer *l = &r->layers[r->n_layers - 1];
    return l->made - layer_ready(l);
}

bool reader_is_inflating(const reader *r)
{
    return r->n_layers > 1;
}

uint64_t reader_file_offset(const reader *r)
{
    return r->n_layers > 1 ? r->layers[1].member_at : reader_offset(r);
}

uint64_t reader_file_used(const reader *r)
{
    return r->layers[0].made - layer_ready(&r->layers[0]);
}

bool reader_at_member(const reader *r)
{
    const reader_layer *l = &r->layers[r->n_layers - 1];
    return r->n_layers > 1 && l->n_members && reader_offset(r) == l->member_first;
}

bool reader_at_member_end(const reader *r)
{
    const reader_layer *l = &r->layers[r->n_layers - 1];
    return r->by_member && !l->in_member && layer_ready(l) == 0 && r->fault == READER_FINE;
}

/* --- after damage ------------------------------------------------------------------------------------------------- */

/* Go back to an offset of the lowest layer: inside its window, or by seeking. */
static bool file_back(reader *r, uint64_t offset)
{
    reader_layer *l = &r->layers[0];
    uint64_t back = l->made - offset;
    if (offset > l->made || r->reread + back > REREAD_FREE + l->made)
        return false;
    if (back <= l->end) {
        l->start = l->end - (size_t)back;
        r->reread += back;
        return true;
    }
    if (r->file_size == 0 || lseek(r->fd, (off_t)offset, SEEK_SET) < 0)
        return false;
    r->reread += back;
    if (r->progress)
        atomic_fetch_sub_explicit(r->progress, back, memory_order_relaxed);
    l->start = l->end = 0;
    l->made = offset;
    return true;
}

bool reader_seek(reader *r, uint64_t offset)
{
    return r->n_layers == 1 && r->fault == READER_FINE && file_back(r, offset);
}

/* Does a member start here that decompresses to `prefix`? Most places that look like one fail within a few bytes; the
 * window is filled, which moves all of it, only for one that needs more. */
static bool member_try(reader *r, const char *prefix, size_t prefix_len)
{
    unsigned i = r->n_layers - 1;
    reader_layer *l = &r->layers[i], *in = &r->layers[i - 1];
    layer_want(r, i - 1, 4);
    if (r->trials_left == 0 || codec_detect(in->window + in->start, layer_ready(in)) != l->codec ||
        !inflater_start(&l->inflate, l->codec))
        return false;
    char out[16];
    size_t got = 0, at = 0, cost = TRIAL_LEAST;
    for (inflate_result result = INFLATE_MORE; result == INFLATE_MORE && got < prefix_len;) {
        size_t used = 0, made = 0, before = layer_ready(in);
        result = inflater_step(&l->inflate, in->window + in->start + at, before - at, &used, out + got,
                               sizeof out - got, &made);
        at += used;
        got += made;
        if (used || made || result != INFLATE_MORE)
            continue;
        cost += READER_WINDOW;
        if (before == READER_WINDOW || !layer_want(r, i - 1, before + 1))
            break;
    }
    cost += at;
    r->trials_left -= cost < r->trials_left ? cost : r->trials_left;
    return got >= prefix_len && memcmp(out, prefix, prefix_len) == 0;
}

/* The next occurrence below of the codec's first byte. */
static bool magic_find(reader *r)
{
    unsigned i = r->n_layers - 1;
    reader_layer *in = &r->layers[i - 1];
    int first = r->layers[i].codec == CODEC_GZIP ? 0x1F : 0x28;
    for (;;) {
        const char *hit = layer_ready(in) ? memchr(in->window + in->start, first, layer_ready(in)) : NULL;
        in->start = hit ? (size_t)(hit - in->window) : in->end;
        if (hit)
            return true;
        if (!layer_fill(r, i - 1))
            return false;
    }
}

bool reader_resync(reader *r, const char *prefix, size_t prefix_len)
{
    if (r->n_layers < 2 || r->fault == READER_NO_MEMORY || r->fault == READER_IO || r->fault_layer < r->n_layers - 1)
        return false;
    reader_layer *l = top_layer(r), *in = l - 1;
    r->fault = READER_FINE;
    if (in != r->layers || !file_back(r, l->member_at + 1)) {
        uint64_t first = in->made - in->end; /* offset of what the window still holds */
        in->start = first > l->member_at ? 0 : (size_t)(l->member_at + 1 - first);
    }
    l->start = l->end = 0;
    l->in_member = false;
    while (magic_find(r)) {
        if (member_try(r, prefix, prefix_len)) {
            r->by_member = false;
            return member_begin(r, r->n_layers - 1);
        }
        in->start++;
    }
    return false;
}

husk_status reader_status(const reader *r)
{
    return r->fault == READER_BOMB ? HUSK_LIMIT : r->fault == READER_IO ? HUSK_IO : HUSK_BAD_FILE;
}

void reader_explain(const reader *r, const char *before, buffer *out)
{
    const char *name = codec_name(r->layers[r->fault_layer].codec);
    const reader_layer *below = r->fault_layer ? &r->layers[r->fault_layer - 1] : NULL;
    unsigned long long at = below ? below->made - layer_ready(below) : 0;
    buffer_text(out, r->fault == READER_FINE ? "" : before);
    switch (r->fault) {
    case READER_IO:
        buffer_text(out, r->why ? r->why : strerror(r->code));
        break;
    case READER_DAMAGED:
        buffer_format(out, "%s data is damaged at byte %llu", name, at);
        break;
    case READER_WIDE:
        buffer_format(out, "%s data needs a window of more than %u MB at byte %llu", name,
                      1u << (HUSK_MAX_ZSTD_WINDOW_LOG - 20), at);
        break;
    case READER_ENDS_EARLY:
        buffer_format(out, "%s data ends early, at byte %llu", name, at);
        break;
    case READER_TRAILING:
        buffer_format(out, "no %s data at byte %llu", name, (unsigned long long)r->layers[r->fault_layer].member_at);
        break;
    case READER_BOMB:
        buffer_format(out, "%s data expands more than %u times", name, HUSK_MAX_SKIP_RATIO);
        break;
    case READER_NO_MEMORY:
        buffer_text(out, husk_status_text(HUSK_NO_MEMORY));
        break;
    case READER_FINE:
        break;
    }
}
