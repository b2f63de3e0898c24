/* output.c - write data.
 * Every write is checked: a full disk must not look like success. A file is written under a temporary name in the
 * same directory and renamed, so a failed run leaves the old file; anything but a regular file (/dev/stdout, a FIFO)
 * is written directly. Compressed files consist of frames that end with a page, so that a run can be resumed; their
 * bytes depend on what is written and on where frames end, never on time or threads. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "talk.h"
#include "task.h"

#define BUFFER_SIZE ((size_t)64 << 10)
#define FRAME_BYTES ((uint64_t)1 << 20) /* before compression */

#define PACK_ROOM ((size_t)64 << 10)
/* The levels are the defaults of gzip and zstd. */
#define GZIP_WINDOW 31 /* of 32 KB, with gzip's header */
#define GZIP_MEMORY 8
#define ZSTD_LEVEL 3

/* What is written in another form than given. */
struct pack {
    z_stream gzip;
    ZSTD_CCtx *zstd; /* NULL: gzip, or */
    husk_parquet *parquet;
    husk_output *made; /* of it, and not yet written */
    unsigned char room[PACK_ROOM];
};

static bool is_stopped; /* set once, by the main thread */

static const char *name_of(const output *o)
{
    return o->path != NULL ? o->path : "stdout";
}

/* --- packing ------------------------------------------------------------------------------------------------------ */

const char *output_ending(const char *path)
{
    return ends_with(path, ".gz") ? ".gz" : ends_with(path, ".zst") ? ".zst" : "";
}

static void pack_free(pack *p)
{
    if (p == NULL)
        return;
    husk_parquet_free(p->parquet);
    husk_output_free(p->made);
    ZSTD_freeCCtx(p->zstd);
    deflateEnd(&p->gzip); /* refuses a zeroed one */
    free(p);
}

static bool start_zstd(pack *p)
{
    p->zstd = ZSTD_createCCtx();
    return p->zstd != NULL && !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_checksumFlag, 1)) &&
           !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL));
}

/* For a name that ends so, or NULL: for packed rows. NULL: out of memory. */
static pack *pack_new(const char *ending)
{
    pack *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    bool made;
    if (ending == NULL)
        made = husk_output_new(SIZE_MAX, &p->made) == HUSK_OK && husk_parquet_new(&p->parquet) == HUSK_OK;
    else if (strcmp(ending, ".zst") == 0)
        made = start_zstd(p);
    else
        made = deflateInit2(&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                            Z_DEFAULT_STRATEGY) == Z_OK;
    if (made)
        return p;
    pack_free(p);
    return NULL;
}

/* One step: bytes made in `room`, or SIZE_MAX for failure; *done: all input is taken and, at the end, written. */
static size_t step_zstd(pack *p, ZSTD_inBuffer *in, bool end, bool *done)
{
    ZSTD_outBuffer out = { p->room, PACK_ROOM, 0 };
    size_t left = ZSTD_compressStream2(p->zstd, &out, in, end ? ZSTD_e_end : ZSTD_e_continue);
    *done = end ? left == 0 : in->pos == in->size;
    return ZSTD_isError(left) ? SIZE_MAX : out.pos;
}

static size_t step_gzip(pack *p, ZSTD_inBuffer *in, bool end, bool *done)
{
    size_t left = in->size - in->pos, most = UINT32_MAX;
    p->gzip.next_in = (unsigned char *)(uintptr_t)in->src + in->pos; /* zlib only reads it */
    p->gzip.avail_in = (uInt)(left < most ? left : most);
    p->gzip.next_out = p->room;
    p->gzip.avail_out = PACK_ROOM;
    size_t given = p->gzip.avail_in;
    int code = deflate(&p->gzip, end && given == left ? Z_FINISH : Z_NO_FLUSH);
    in->pos += given - p->gzip.avail_in;
    *done = end ? code == Z_STREAM_END : in->pos == in->size && p->gzip.avail_out > 0;
    if (code == Z_STREAM_END && deflateReset(&p->gzip) != Z_OK)
        return SIZE_MAX;
    return code == Z_STREAM_ERROR ? SIZE_MAX : PACK_ROOM - p->gzip.avail_out;
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static void release(output *o)
{
    signals_remove_on_end(NULL);
    free(o->temporary);
    free(o->target);
    free(o->buffer);
    pack_free(o->pack);
    o->pack = NULL;
    o->temporary = o->target = o->buffer = NULL;
    o->fd = -1;
}

/* A new file beside `target`, with the permissions of the umask. */
static bool open_temporary(output *o)
{
    char *copy = strdup(o->target);
    if (copy == NULL || asprintf(&o->temporary, "%s/.husk-XXXXXX", dirname(copy)) < 0)
        o->temporary = NULL;
    free(copy);
    if (o->temporary == NULL)
        return false;
    o->fd = mkstemp(o->temporary);
    if (o->fd < 0)
        return false;
    signals_remove_on_end(o->temporary);
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(o->fd, 0666 & ~mask) == 0;
}

static bool open_path(output *o, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(status.st_mode)) {
        o->fd = open(path, O_WRONLY | O_CLOEXEC);
        return o->fd >= 0;
    }
    struct stat itself;
    bool is_link = exists && lstat(path, &itself) == 0 && S_ISLNK(itself.st_mode);
    o->target = is_link ? realpath(path, NULL) : strdup(path); /* a link stays a link */
    return o->target != NULL && open_temporary(o);
}

/* PATH.partial, which an earlier run may have left. */
static bool open_partial(output *o, const char *path)
{
    struct stat status;
    o->is_resumable = true;
    o->target = strdup(path);
    o->temporary = output_partial_name(path);
    if (o->target == NULL || o->temporary == NULL)
        return false;
    o->fd = open(o->temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (o->fd < 0 || fstat(o->fd, &status) != 0)
        return false;
    if (!S_ISREG(status.st_mode) || (uint64_t)status.st_size < o->at) {
        errno = ENODATA;
        return false;
    }
    return ftruncate(o->fd, (off_t)o->at) == 0 && lseek(o->fd, (off_t)o->at, SEEK_SET) >= 0;
}

static bool open_by(output *o, const char *path, bool (*open_file)(output *o, const char *path))
{
    bool to_stdout = path == NULL || strcmp(path, "-") == 0;
    o->fd = to_stdout ? STDOUT_FILENO : -1;
    o->path = to_stdout ? NULL : path;
    o->is_terminal = to_stdout && isatty(o->fd);
    o->buffer = malloc(BUFFER_SIZE);
    const char *ending = to_stdout ? "" : output_ending(path);
    o->pack = ending[0] ? pack_new(ending) : NULL;
    bool has_memory = o->buffer != NULL && (!ending[0] || o->pack != NULL);
    if (has_memory && (to_stdout || open_file(o, path)))
        return true;
    o->failure = has_memory ? errno : ENOMEM;
    talk("%s: %s", name_of(o), strerror(o->failure));
    if (o->temporary != NULL && !o->is_resumable)
        unlink(o->temporary);
    if (o->fd > STDERR_FILENO)
        close(o->fd);
    release(o);
    return false;
}

bool output_open(output *o, const char *path)
{
    *o = (output){ .fd = -1 };
    return open_by(o, path, open_path);
}

bool output_resume(output *o, const char *path, uint64_t written, uint64_t at)
{
    *o = (output){ .written = written, .framed = written, .at = at };
    return open_by(o, path, open_partial);
}

bool output_rows(output *o)
{
    if (o->is_terminal)
        talk("Parquet can't be shown on a terminal; write it to a file: -o FILE.parquet");
    o->pack = o->is_terminal ? NULL : pack_new(NULL);
    if (o->pack == NULL && !o->is_terminal)
        talk("out of memory");
    if (o->pack != NULL)
        return true;
    output_close(o, false);
    return false;
}

bool output_check(const char *path)
{
    output o;
    struct stat there;
    if (path == NULL || strcmp(path, "-") == 0 ||
        (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)))
        return true; /* a pipe is opened once */
    return output_open(&o, path) && output_close(&o, false);
}

const char *output_file(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0 ? "/dev/stdout" : path;
}

bool output_spares(const char *path, const char *const *inputs, size_t n_inputs)
{
    struct stat file, input;
    if (stat(output_file(path), &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    for (size_t i = 0; i < n_inputs; i++)
        if (stat(inputs[i], &input) == 0 && input.st_ino == file.st_ino && input.st_dev == file.st_dev) {
            talk("%s is both input and output; write to another file", inputs[i]);
            return false;
        }
    return true;
}

static bool write_all(output *o, const char *bytes, size_t len)
{
    while (len > 0 && o->failure == 0) {
        ssize_t n = write(o->fd, bytes, len);
        if (n < 0 && errno != EINTR)
            o->failure = errno;
        if (n > 0) {
            bytes += n;
            len -= (size_t)n;
        }
    }
    return o->failure == 0;
}

bool output_flush(output *o)
{
    size_t len = o->len;
    o->len = 0;
    return write_all(o, o->buffer, len); /* NOLINT(clang-analyzer-unix.Malloc): output_close frees it */
}

static bool put(output *o, const void *bytes, size_t len)
{
    o->at += len;
    if (len > BUFFER_SIZE - o->len && !output_flush(o))
        return false;
    if (len >= BUFFER_SIZE)
        return write_all(o, bytes, len);
    if (len > 0)
        memcpy(o->buffer + o->len, bytes, len);
    o->len += len;
    return o->failure == 0;
}

static void fail(output *o, int number)
{
    if (o->failure == 0)
        o->failure = number;
}

static bool pack_rows(output *o, const void *bytes, size_t len, bool end)
{
    pack *p = o->pack;
    size_t n_made;
    husk_status status = husk_parquet_add(p->parquet, bytes, len, p->made, NULL);
    if (status == HUSK_OK && end)
        status = husk_parquet_end(p->parquet, p->made, NULL);
    const char *made = husk_output_data(p->made, &n_made);
    bool is_put = put(o, made, n_made);
    husk_output_clear(p->made);
    return status == HUSK_OK && is_put;
}

static bool pack_bytes(output *o, const void *bytes, size_t len, bool end)
{
    pack *p = o->pack;
    ZSTD_inBuffer in = { len > 0 ? bytes : "", len, 0 };
    for (bool done = len == 0 && !end; !done;) {
        size_t made = p->zstd != NULL ? step_zstd(p, &in, end, &done) : step_gzip(p, &in, end, &done);
        if (made == SIZE_MAX || !put(o, p->room, made))
            return false;
    }
    return true;
}

/* `end`: end the frame; all frames together are read as one file. Rows have one. */
static bool write_packed(output *o, const void *bytes, size_t len, bool end)
{
    bool done = o->pack->parquet != NULL ? pack_rows(o, bytes, len, end) : pack_bytes(o, bytes, len, end);
    if (!done)
        fail(o, ENOMEM);
    if (end)
        o->framed = o->written;
    return o->failure == 0;
}

static bool write_plain(output *o, const void *bytes, size_t len)
{
    o->written += len;
    return o->pack != NULL ? write_packed(o, bytes, len, false) : put(o, bytes, len);
}

bool output_page_end(output *o)
{
    if (o->pack == NULL)
        return o->failure == 0;
    return o->pack->parquet == NULL && o->written - o->framed >= FRAME_BYTES && write_packed(o, NULL, 0, true);
}

/* "\\n", "\\t", "\\x1b", "\\u202e": a character that would steer a terminal, to be seen. */
static void code_of(const char *text, size_t len, char code[8])
{
    const unsigned char *c = (const unsigned char *)text;
    if (*c == '\n' || *c == '\t')
        snprintf(code, 8, "\\%c", *c == '\n' ? 'n' : 't');
    else if (len < 3)
        snprintf(code, 8, "\\x%02x", (unsigned)c[len - 1]);
    else
        snprintf(code, 8, "\\u%04x", (c[0] & 0xfu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu));
}

/* Write control characters as codes: an id must not start a new row. `lines`: keep line ends and tabs. */
static bool write_visible(output *o, const char *text, size_t len, bool lines)
{
    size_t plain = 0;
    for (size_t i = 0, n; i < len; i += n ? n : 1) {
        char code[8];
        n = lines && strchr("\n\t\r", text[i]) && text[i] ? 0 : talk_control_len(text + i, len - i);
        if (n == 0)
            continue;
        code_of(text + i, n, code);
        if (!write_plain(o, text + plain, i - plain) || !write_plain(o, code, strlen(code)))
            return false;
        plain = i + n;
    }
    return write_plain(o, text + plain, len - plain);
}

bool output_id_line(output *o, const char *id)
{
    return write_visible(o, id, strlen(id), false) && write_plain(o, "\n", 1);
}

bool output_page_line(output *o, unsigned number, const char *id)
{
    char digits[16];
    int n = snprintf(digits, sizeof digits, "%u\t", number);
    return write_plain(o, digits, (size_t)n) && output_id_line(o, id);
}

bool output_write(output *o, const void *bytes, size_t len)
{
    return o->is_terminal ? write_visible(o, bytes, len, true) : write_plain(o, bytes, len);
}

bool output_put(output *o, const husk_output *made)
{
    size_t len;
    const char *bytes = husk_output_data(made, &len);
    return output_write(o, bytes, len);
}

bool output_whole(const char *path, const husk_output *made)
{
    output o;
    if (!output_open(&o, path))
        return false;
    output_put(&o, made);
    return output_close(&o, true);
}

void output_stopped(void)
{
    is_stopped = true;
}

bool output_is_stopped(void)
{
    return is_stopped;
}

char *output_partial_name(const char *path)
{
    char *name = NULL;
    return asprintf(&name, "%s.partial", path) < 0 ? NULL : name;
}

void output_tell_partial(const char *path, const char *partial)
{
    talk("partial result in %s; %s is unchanged (--partial replaces it)", partial, path);
}

/* Make the new name durable, not only the new file. File systems that do not support it count as synced. */
static bool sync_folder(const char *path)
{
    char copy[PATH_MAX]; /* no allocation, so it cannot fail for lack of memory: the file already has its name */
    if ((size_t)snprintf(copy, sizeof copy, "%s", path) >= sizeof copy)
        return true;
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = fd >= 0 ? fsync(fd) == 0 || errno == EINVAL || errno == EROFS : errno == EACCES;
    int reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return done;
}

bool output_sync(output *o)
{
    if (output_flush(o) && fsync(o->fd) != 0 && errno != EINVAL && errno != EROFS)
        fail(o, errno);
    return o->failure == 0;
}

bool output_finish(output *o)
{
    if (o->pack != NULL && (o->written > o->framed || o->at == 0))
        write_packed(o, NULL, 0, true);
    return o->temporary != NULL ? output_sync(o) : output_flush(o);
}

/* Rename the finished temporary file. */
static void put_in_place(output *o)
{
    char *partial = is_stopped ? output_partial_name(o->target) : NULL;
    const char *name = is_stopped ? partial : o->target;
    if (name == NULL || rename(o->temporary, name) != 0) {
        fail(o, name == NULL ? ENOMEM : errno);
        if (!o->is_resumable)
            unlink(o->temporary);
    } else if (!sync_folder(name)) {
        fail(o, errno);
    } else if (o->is_resumable && partial != NULL) {
        talk("the same command continues from %s", partial);
    } else if (partial != NULL) {
        output_tell_partial(o->path, partial);
    }
    free(partial);
}

bool output_close(output *o, bool keep)
{
    if (keep)
        output_finish(o);
    if (close(o->fd) != 0)
        fail(o, errno);
    if (o->temporary != NULL && keep && o->failure == 0)
        put_in_place(o);
    else if (o->temporary != NULL && !(o->is_resumable && (o->failure != 0 || is_stopped))) /* a state may name it */
        unlink(o->temporary);
    release(o);
    if (o->failure == EPIPE)
        signals_end_by_pipe();
    if (o->failure != 0)
        talk("writing to %s: %s", name_of(o), strerror(o->failure));
    return o->failure == 0;
}
