/* crawl_files.c - a site in a directory: follow links from file to file.
 * A page's key is its path below the root; nothing outside the root is read, whatever a page links to. The root is
 * the start if that is a directory, and a start page's own directory. Pages that nothing links to are listed once
 * links run out. Cost: one stat per distinct URL. Limits: HUSK_MAX_URL_BYTES per path. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "crawl/crawl.h"
#include "base/arrays.h"
#include "base/endings.h"
#include "base/status.h"
#include "source/files.h"
#include "source/source.h"

typedef struct files {
    char *root;       /* absolute, ends in a slash */
    char *shown;      /* the root as the caller wrote it, so that a page's id is a usable path */
    const char *home; /* the same for ids: "" for the current directory */
    buffer prefix;    /* "file://" and the root, percent-encoded */
    husk_source *source;
    buffer path; /* of the page being read */
} files;

/* False at a NUL byte or an encoded slash, which no file name contains. */
static bool percent_decode(slice text, buffer *out)
{
    for (size_t i = 0; i < text.len; i++) {
        int32_t code = text.data[i] == '%' ? hex_number(text, i + 1, 2) : -1;
        char c = code >= 0 ? (char)code : text.data[i];
        if (c == 0 || (code >= 0 && c == '/'))
            return false;
        buffer_byte(out, c);
        i += code >= 0 ? 2 : 0;
    }
    return out->status == HUSK_OK;
}

/* The file for a path below the root: itself, or the index of a directory. The start need not be in scope. */
static bool file_find(crawl_place *place, buffer *key, bool is_start)
{
    const files *f = place->own;
    struct stat info;
    buffer path;
    bool found = false;
    buffer_init(&path, HUSK_MAX_URL_BYTES * 2);
    for (int turn = 0; turn < 2 && !found; turn++) {
        buffer_clear(&path);
        buffer_text(&path, f->root);
        buffer_append(&path, key->data, key->len);
        buffer_byte(&path, 0);
        if (path.status != HUSK_OK || stat(path.data, &info) != 0)
            break;
        if (!place->o->source->follow_links && !path_is_within(path.data, f->root)) {
            if (errno == ENOMEM)
                path.status = HUSK_NO_MEMORY;
            break;
        }
        found = S_ISREG(info.st_mode) && ending_of_file((slice){ key->data, key->len }) == ENDING_PAGE &&
                (is_start || crawl_place_wants(place, path.data + strlen(f->root) - 1));
        if (!S_ISDIR(info.st_mode))
            break;
        if (key->len && key->data[key->len - 1] != '/')
            buffer_byte(key, '/');
        buffer_text(key, "index.html");
    }
    if (path.status == HUSK_NO_MEMORY)
        key->status = HUSK_NO_MEMORY; /* otherwise the file would seem not to be there */
    buffer_free(&path);
    return found;
}

static bool files_key(crawl_place *place, slice url, buffer *key)
{
    const files *f = place->own;
    size_t end = 0;
    while (end < url.len && url.data[end] != '?' && url.data[end] != '#')
        end++;
    if (end < f->prefix.len || memcmp(url.data, f->prefix.data, f->prefix.len) != 0)
        return false;
    return percent_decode((slice){ url.data + f->prefix.len, end - f->prefix.len }, key) &&
           file_find(place, key, false);
}

static void files_base(crawl_place *place, slice key, buffer *url)
{
    const files *f = place->own;
    buffer_append(url, f->prefix.data, f->prefix.len);
    url_encode(key, "-._~/", url);
}

static husk_status files_read(crawl_place *place, uint32_t i, slice key, buffer *bytes, husk_raw *raw,
                              husk_error *error)
{
    files *f = place->own;
    (void)i;
    husk_source_free(f->source);
    f->source = NULL;
    buffer_clear(&f->path);
    buffer_text(&f->path, f->home);
    buffer_append(&f->path, key.data, key.len);
    buffer_byte(&f->path, 0);
    if (f->path.status != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    const char *input = f->path.data;
    husk_status status = husk_source_open(&input, 1, place->o->source, &f->source, error);
    status = status ?: source_next_into(f->source, bytes, raw, error);
    if (status == HUSK_END) {
        *raw = (husk_raw){ .id = input, .status = HUSK_IO, .reason = "no page" };
        status = HUSK_OK;
    }
    return status;
}

/* --- pages that nothing links to ---------------------------------------------------------------------------------- */

/* A directory that can't be read may have pages. A link that is not followed is reported when it is visited. */
static void folder_failed(crawl_place *place, const char *path, const husk_error *error)
{
    struct stat info;
    files *f = place->own;
    if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return;
    place->n_failed++;
    buffer_clear(&f->path);
    buffer_text(&f->path, f->shown);
    buffer_append(&f->path, path + strlen(f->root), strlen(path + strlen(f->root)) + 1);
    if (place->o->warn)
        place->o->warn(place->o->warn_context, f->path.status == HUSK_OK ? f->path.data : path,
                       message_without(error->message, path));
}

/* List every page below the root; each directory is a list. */
static husk_status files_list(crawl_place *place, crawl_list_sink sink, void *context, husk_error *error)
{
    const files *f = place->own;
    walk w = { 0 };
    size_t root = strlen(f->root);
    husk_status status = walk_open(&w, f->root, error);
    w.follows = place->o->source->follow_links;
    w.within = strdup(f->root);
    if (status == HUSK_OK && w.within == NULL)
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    while (status == HUSK_OK) {
        husk_error reason = { .status = HUSK_OK };
        status = walk_next(&w, &reason);
        if (status == HUSK_NO_MEMORY)
            error_set(error, status, "%s", reason.message);
        if (status == HUSK_END || status == HUSK_NO_MEMORY)
            break;
        if (status != HUSK_OK) {
            folder_failed(place, w.path.data, &reason);
            status = HUSK_OK;
            continue;
        }
        slice key = { w.path.data + root, strlen(w.path.data) - root };
        size_t end = key.len;
        while (end > 0 && key.data[end - 1] != '/')
            end--;
        if (ending_of_file(key) == ENDING_PAGE && crawl_place_wants(place, key.data - 1))
            status = sink(context, (slice){ key.data, end }, key);
    }
    walk_close(&w);
    return status == HUSK_END ? HUSK_OK : status;
}

static void files_free(void *own)
{
    files *f = own;
    husk_source_free(f->source);
    buffer_free(&f->prefix);
    buffer_free(&f->path);
    free(f->root);
    free(f->shown);
}

/* The first page of a directory by name, if it has no index. */
static husk_status first_page(crawl_place *place, husk_error *error)
{
    const files *f = place->own;
    buffer *start = &place->start;
    buffer_text(start, "index.html");
    if (file_find(place, start, true))
        return HUSK_OK;
    husk_source *source = NULL;
    husk_raw raw = { .size = sizeof(husk_raw) };
    const char *input = f->shown;
    husk_status status = husk_source_open(&input, 1, place->o->source, &source, error);
    status = status ?: husk_source_next(source, &raw, error);
    if (status == HUSK_END)
        status = error_set(error, HUSK_IO, "%s: no page", f->shown);
    size_t shown = strlen(f->shown);
    buffer_clear(start);
    if (status == HUSK_OK && strlen(raw.id) > shown)
        buffer_text(start, raw.id + shown);
    husk_source_free(source);
    return status;
}

/* Split the start into root and key. */
static husk_status root_split(crawl_place *place, const char *start, husk_error *error)
{
    files *f = place->own;
    const husk_crawl_options *o = place->o;
    struct stat info;
    char absolute[PATH_MAX];
    if (stat(start, &info) != 0)
        return error_set(error, HUSK_IO, "%s: %s", start, strerror(errno));
    bool is_folder = S_ISDIR(info.st_mode);
    const char *slash = strrchr(start, '/');
    size_t folder = is_folder ? strlen(start) : slash ? (size_t)(slash - start) + 1 : 0;
    const char *root = o->root ? o->root : folder ? start : "./";
    size_t len = folder && !o->root ? folder : strlen(root);
    f->shown = malloc(len + 2);
    if (f->shown == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    snprintf(f->shown, len + 2, "%.*s%s", (int)len, root, len && root[len - 1] != '/' ? "/" : "");
    if (realpath(f->shown, absolute) == NULL || asprintf(&f->root, "%s%s", absolute, absolute[1] ? "/" : "") < 0)
        return error_set(error, HUSK_IO, "%s: %s", f->shown, strerror(errno));
    buffer_text(&f->prefix, "file://");
    url_encode((slice){ f->root, strlen(f->root) }, "-._~/", &f->prefix);
    if (is_folder)
        return first_page(place, error);
    bool is_below = o->root == NULL || (realpath(start, absolute) && strncmp(absolute, f->root, strlen(f->root)) == 0);
    if (!is_below)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s is not below %s", start, f->shown);
    buffer_text(&place->start, o->root ? absolute + strlen(f->root) : start + folder);
    return HUSK_OK;
}

husk_status crawl_files_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                             husk_error *error)
{
    static const crawl_place_kind kind = {
        .key = files_key, .read = files_read, .base = files_base, .list = files_list, .free = files_free
    };
    husk_status status = crawl_place_init(place, &kind, sizeof(files), options, error);
    files *f = place->own;
    if (f == NULL)
        return status;
    buffer_init(&f->prefix, HUSK_MAX_URL_BYTES * 4);
    buffer_init(&f->path, HUSK_MAX_URL_BYTES * 2);
    status = status ?: root_split(place, start, error);
    if (status != HUSK_OK)
        return status;
    f->home = options->root || strcmp(f->shown, "./") != 0 ? f->shown : "";
    bool ok = f->prefix.status == HUSK_OK && place->start.status == HUSK_OK;
    return ok ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
}
