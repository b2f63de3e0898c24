/* crawl_files.c - a site in a directory: follow links from file to file.
 * A page's key is its path below the root; nothing outside the root is read, whatever a page links to. The root is
 * the start if that is a directory; for a start page, two directories above its own, since many sites keep their parts
 * side by side. Pages that nothing links to
 * are listed: those below the start page's directory, and below sibling directories whose pages have the start page's
 * template. Cost: one stat per distinct URL. Limits: HUSK_MAX_URL_BYTES per path. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "crawl/crawl.h"
#include "base/arrays.h"
#include "base/endings.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/unique.h"
#include "source/files.h"
#include "source/source.h"

#define MAX_FOLDERS_UP 2 /* see above */
/* Pages of one site share more than this of the smaller one's elements; pages of two sites share hardly any but html
 * and body, so a page without classes, which has little else, is only similar to another such page. */
#define LEAST_ALIKE .6

typedef struct files {
    char *root;      /* absolute, ends in a slash */
    char *shown;     /* the root as the caller wrote it, so that a page's id is a usable path */
    char *home;      /* the start's directory as the caller wrote it */
    size_t home_len; /* length of its part of the keys */
    buffer start;    /* key */
    bool is_folder;  /* the start is one: nothing outside it is read */
    husk_page_options page_options;
    buffer prefix; /* "file://" and the root, percent-encoded */
    crawl_scope *scope;
    husk_source_options options;
    husk_source *source;
    buffer path; /* of the page being read */
    uint64_t bytes;
    husk_warn warn;
    void *warn_context;
    uint32_t n_failed; /* directories that could not be listed */
} files;

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~/", c) != NULL;
}

static void percent_encode(slice path, buffer *out)
{
    for (size_t i = 0; i < path.len; i++) {
        if (path.data[i] && is_plain(path.data[i]))
            buffer_byte(out, path.data[i]);
        else
            buffer_format(out, "%%%02X", (unsigned char)path.data[i]);
    }
}

/* False at a NUL byte or an encoded slash, which no file name contains. */
static bool percent_decode(slice text, buffer *out)
{
    for (size_t i = 0; i < text.len; i++) {
        int high = text.data[i] == '%' && i + 2 < text.len ? hex_digit(text.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text.data[i + 2]) : -1;
        char c = low >= 0 ? (char)(high * 16 + low) : text.data[i];
        if (c == 0 || (low >= 0 && c == '/'))
            return false;
        buffer_byte(out, c);
        i += low >= 0 ? 2 : 0;
    }
    return out->status == HUSK_OK;
}

/* The file for a path below the root: itself, or the index of a directory. The start need not be in scope. */
static bool file_find(const files *f, buffer *key, bool is_start)
{
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
        if (!f->options.follow_links && !path_is_within(path.data, f->root)) {
            if (errno == ENOMEM)
                path.status = HUSK_NO_MEMORY;
            break;
        }
        found = S_ISREG(info.st_mode) && ending_of_file((slice){ key->data, key->len }) == ENDING_PAGE &&
                (is_start || crawl_scope_has(f->scope, path.data + strlen(f->root) - 1));
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

static bool files_key(void *context, slice url, buffer *key)
{
    files *f = context;
    size_t end = 0;
    while (end < url.len && url.data[end] != '?' && url.data[end] != '#')
        end++;
    if (end < f->prefix.len || memcmp(url.data, f->prefix.data, f->prefix.len) != 0)
        return false;
    return percent_decode((slice){ url.data + f->prefix.len, end - f->prefix.len }, key) && file_find(f, key, false);
}

static void files_base(void *context, slice key, buffer *url)
{
    const files *f = context;
    buffer_append(url, f->prefix.data, f->prefix.len);
    percent_encode(key, url);
}

static husk_status files_read(void *context, uint32_t i, slice key, buffer *bytes, husk_raw *raw, husk_error *error)
{
    files *f = context;
    (void)i;
    husk_source_free(f->source);
    f->source = NULL;
    bool is_home = key.len >= f->home_len && memcmp(key.data, f->start.data, f->home_len) == 0;
    buffer_clear(&f->path);
    buffer_text(&f->path, is_home ? f->home : f->shown);
    buffer_append(&f->path, key.data + (is_home ? f->home_len : 0), key.len - (is_home ? f->home_len : 0));
    buffer_byte(&f->path, 0);
    if (f->path.status != HUSK_OK)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    const char *input = f->path.data;
    husk_status status = husk_source_open(&input, 1, &f->options, &f->source, error);
    if (status == HUSK_OK)
        status = source_next_into(f->source, bytes, raw, error);
    if (status == HUSK_END) {
        *raw = (husk_raw){ .id = input, .status = HUSK_IO, .reason = "no page" };
        status = HUSK_OK;
    }
    f->bytes += raw->len;
    return status;
}

/* --- pages that nothing links to ---------------------------------------------------------------------------------- */

typedef struct elements {
    uint64_t *hash; /* sorted, distinct */
    uint32_t n;
    bool is_plain; /* none has a class */
} elements;

/* Tag and class of every element of a file's page; n 0 if it can't be read. */
static elements elements_of(files *f, husk_page *page, const char *path)
{
    elements e = { 0 };
    husk_source *source = NULL;
    husk_raw raw = { .size = sizeof(husk_raw) };
    if (husk_source_open(&path, 1, &f->options, &source, NULL) == HUSK_OK &&
        husk_source_next(source, &raw, NULL) == HUSK_OK && (raw.status == HUSK_OK || raw.status == HUSK_LIMIT)) {
        husk_status status = page_parse_raw(page, &raw, NULL);
        if (status == HUSK_OK || status == HUSK_LIMIT)
            e.hash = calloc(page->n_nodes + 1u, sizeof *e.hash);
    }
    uint32_t n = 0;
    e.is_plain = true;
    for (uint32_t i = 1; e.hash && i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT)
            continue;
        e.hash[n++] = page_step_hash(page, i, STEP_CLASS);
        e.is_plain = e.is_plain && page_attribute_value(page, i, ATTR_CLASS).len == 0;
    }
    e.n = (uint32_t)hashes_unique(e.hash, n);
    husk_source_free(source);
    return e;
}

/* Does the other page have most of the smaller page's elements? */
static bool is_alike(elements a, elements b)
{
    uint32_t both = 0, least = a.n < b.n ? a.n : b.n;
    for (uint32_t i = 0, j = 0; i < a.n && j < b.n;) {
        both += a.hash[i] == b.hash[j];
        uint64_t x = a.hash[i], y = b.hash[j];
        i += x <= y;
        j += y <= x;
    }
    return least && a.is_plain == b.is_plain && both >= LEAST_ALIKE * least;
}

/* A directory that can't be read may have pages. A link that is not followed is reported when it is visited. */
static void folder_failed(files *f, const char *path, const husk_error *error)
{
    struct stat info;
    size_t root = strlen(f->root), len = strlen(path);
    if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return;
    bool is_named = strncmp(error->message, path, len) == 0 && strncmp(error->message + len, ": ", 2) == 0;
    f->n_failed++;
    buffer_clear(&f->path);
    buffer_text(&f->path, f->shown);
    buffer_append(&f->path, path + root, len - root + 1);
    if (f->warn)
        f->warn(f->warn_context, f->path.status == HUSK_OK ? f->path.data : path,
                error->message + (is_named ? len + 2 : 0));
}

/* List every page below a directory of the root; each directory is a list. */
static husk_status folder_list(files *f, const char *folder, crawl_list_sink sink, void *context, husk_error *error)
{
    walk w = { 0 };
    size_t root = strlen(f->root);
    husk_status status = walk_open(&w, folder, error);
    w.follows = f->options.follow_links;
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
            folder_failed(f, w.path.data, &reason);
            status = HUSK_OK;
            continue;
        }
        slice key = { w.path.data + root, strlen(w.path.data) - root };
        size_t end = key.len;
        while (end > 0 && key.data[end - 1] != '/')
            end--;
        if (ending_of_file(key) == ENDING_PAGE && crawl_scope_has(f->scope, key.data - 1))
            status = sink(context, (slice){ key.data, end }, key);
    }
    walk_close(&w);
    return status == HUSK_END ? HUSK_OK : status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory, sorted; all malloc'd. */
static char **folder_names(const char *folder, size_t *n)
{
    DIR *d = opendir(folder);
    char **names = NULL;
    size_t room = 0;
    *n = 0;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        if (!array_grow(&names, &room, *n + 1, sizeof *names))
            break;
        if ((names[*n] = strdup(e->d_name)) != NULL)
            ++*n;
    }
    if (d)
        closedir(d);
    if (names)
        qsort(names, *n, sizeof *names, by_name);
    return names;
}

static void names_free(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

/* The first page directly in a directory, by name. */
static bool folder_page(const char *folder, char path[PATH_MAX])
{
    size_t n;
    char **names = folder_names(folder, &n);
    bool found = false;
    for (size_t i = 0; i < n && !found; i++)
        found = ending_of_file((slice){ names[i], strlen(names[i]) }) == ENDING_PAGE &&
                snprintf(path, PATH_MAX, "%s/%s", folder, names[i]) < PATH_MAX;
    names_free(names, n);
    return found;
}

/* Sibling directories of the start's whose pages look like it. */
static husk_status beside_list(files *f, const char *home, crawl_list_sink sink, void *context, husk_error *error)
{
    husk_page *page = NULL;
    char parent[PATH_MAX], folder[PATH_MAX], path[PATH_MAX];
    size_t n = 0;
    husk_status status = page_create(&f->page_options, &page, error);
    snprintf(parent, sizeof parent, "%.*s", (int)(strlen(home) - 1), home);
    char *slash = strrchr(parent, '/');
    if (status != HUSK_OK || slash == NULL || strlen(home) <= strlen(f->root)) {
        page_destroy(page);
        return status;
    }
    *slash = 0;
    snprintf(path, sizeof path, "%s%.*s", f->root, (int)f->start.len, f->start.data);
    elements start = elements_of(f, page, path);
    char **names = folder_names(parent, &n);
    for (size_t i = 0; i < n && start.n && status == HUSK_OK; i++) {
        struct stat info;
        if (strcmp(names[i], slash + 1) == 0 ||
            snprintf(folder, sizeof folder, "%s/%s", parent, names[i]) >= PATH_MAX || lstat(folder, &info) != 0 ||
            !S_ISDIR(info.st_mode) || !folder_page(folder, path))
            continue;
        elements other = elements_of(f, page, path);
        if (is_alike(start, other))
            status = folder_list(f, folder, sink, context, error);
        free(other.hash);
    }
    names_free(names, n);
    free(start.hash);
    page_destroy(page);
    return status;
}

static husk_status files_list(void *context, crawl_list_sink sink, void *sink_context, husk_error *error)
{
    files *f = context;
    char home[PATH_MAX];
    snprintf(home, sizeof home, "%s%.*s", f->root, (int)f->home_len, f->start.data);
    husk_status status = folder_list(f, home, sink, sink_context, error);
    return status == HUSK_OK ? beside_list(f, home, sink, sink_context, error) : status;
}

static void files_free(void *context)
{
    files *f = context;
    husk_source_free(f->source);
    crawl_scope_free(f->scope);
    buffer_free(&f->prefix);
    buffer_free(&f->path);
    buffer_free(&f->start);
    free(f->root);
    free(f->shown);
    free(f->home);
    free(f);
}

/* --- the root ----------------------------------------------------------------------------------------------------- */

static void prefix_set(files *f)
{
    buffer_clear(&f->prefix);
    buffer_text(&f->prefix, "file://");
    percent_encode((slice){ f->root, strlen(f->root) }, &f->prefix);
}

/* Move the root one directory up: its last part moves to the start's key; the shown root loses it too, or gets "../".
 */
static bool root_up(files *f, buffer *start)
{
    size_t len = strlen(f->root), at = len - 1;
    while (at > 0 && f->root[at - 1] != '/')
        at--;
    if (at < 2) /* never the whole file system */
        return true;
    buffer key;
    buffer_init(&key, HUSK_MAX_URL_BYTES);
    buffer_append(&key, f->root + at, len - at);
    f->home_len += len - at;
    buffer_append(&key, start->data, start->len);
    size_t shown = strlen(f->shown), part = len - at;
    bool is_shown = shown >= part && memcmp(f->shown + shown - part, f->root + at, part) == 0 &&
                    (shown == part || f->shown[shown - part - 1] == '/');
    char *up = NULL;
    if (is_shown)
        f->shown[shown - part] = 0;
    else if (asprintf(&up, "%s../", f->shown) > 0) {
        free(f->shown);
        f->shown = up;
    }
    f->root[at] = 0;
    buffer_clear(start);
    buffer_append(start, key.data, key.len);
    bool ok = key.status == HUSK_OK && (is_shown || up);
    buffer_free(&key);
    return ok;
}

/* The first page of a directory by name, if it has no index. */
static husk_status first_page(files *f, buffer *start, husk_error *error)
{
    buffer_text(start, "index.html");
    if (file_find(f, start, true))
        return HUSK_OK;
    husk_source *source = NULL;
    husk_raw raw = { .size = sizeof(husk_raw) };
    const char *input = f->shown;
    husk_status status = husk_source_open(&input, 1, &f->options, &source, error);
    if (status == HUSK_OK)
        status = husk_source_next(source, &raw, error);
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
static husk_status root_split(files *f, const char *start, const husk_crawl_options *o, buffer *key, husk_error *error)
{
    struct stat info;
    char absolute[PATH_MAX];
    if (stat(start, &info) != 0)
        return error_set(error, HUSK_IO, "%s: %s", start, strerror(errno));
    bool is_folder = f->is_folder = S_ISDIR(info.st_mode);
    const char *slash = strrchr(start, '/');
    size_t folder = is_folder ? strlen(start) : slash ? (size_t)(slash - start) + 1 : 0;
    f->shown = o->root ? strdup(o->root) : strndup(folder ? start : "./", folder ? folder : 2);
    if (f->shown && f->shown[0] && f->shown[strlen(f->shown) - 1] != '/') {
        char *with = NULL;
        if (asprintf(&with, "%s/", f->shown) < 0)
            with = NULL;
        free(f->shown);
        f->shown = with;
    }
    if (f->shown == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (realpath(f->shown, absolute) == NULL || asprintf(&f->root, "%s%s", absolute, absolute[1] ? "/" : "") < 0)
        return error_set(error, HUSK_IO, "%s: %s", f->shown, strerror(errno));
    prefix_set(f);
    if (is_folder)
        return first_page(f, key, error);
    if (o->root && strncmp(start, f->shown, strlen(f->shown)) != 0)
        return error_set(error, HUSK_BAD_ARGUMENT, "%s is not below %s", start, f->shown);
    buffer_text(key, start + (o->root ? strlen(f->shown) : folder));
    return HUSK_OK;
}

/* Widen the root as far as links may lead. */
static husk_status root_widen(files *f, const husk_crawl_options *o, buffer *start, husk_error *error)
{
    bool ok = true;
    f->home = o->root || strcmp(f->shown, "./") != 0 ? strdup(f->shown) : strdup("");
    for (int i = 0; i < MAX_FOLDERS_UP && ok && o->root == NULL && !f->is_folder; i++)
        ok = root_up(f, start);
    prefix_set(f);
    buffer_append(&f->start, start->data, start->len);
    ok = ok && f->prefix.status == HUSK_OK && start->status == HUSK_OK && f->start.status == HUSK_OK;
    return ok && f->home ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
}

husk_status crawl_files_open(const char *start, const husk_crawl_options *options, crawl_place *place,
                             husk_error *error)
{
    files *f = calloc(1, sizeof *f);
    if (f == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    f->options = *options->source;
    f->page_options = *options->page;
    f->warn = options->warn;
    f->warn_context = options->warn_context;
    buffer_init(&f->start, HUSK_MAX_URL_BYTES * 2);
    buffer_init(&f->prefix, HUSK_MAX_URL_BYTES * 4);
    buffer_init(&f->path, HUSK_MAX_URL_BYTES * 2);
    *place = (crawl_place){ .context = f,
                            .key = files_key,
                            .read = files_read,
                            .base = files_base,
                            .list = files_list,
                            .free = files_free,
                            .bytes = &f->bytes,
                            .n_failed = &f->n_failed,
                            .host = "" };
    buffer_init(&place->start, HUSK_MAX_URL_BYTES * 2);
    husk_status status = crawl_scope_new(options, &f->scope, error);
    if (status == HUSK_OK)
        status = root_split(f, start, options, &place->start, error);
    return status == HUSK_OK ? root_widen(f, options, &place->start, error) : status;
}

void crawl_place_free(crawl_place *place)
{
    if (place->free)
        place->free(place->context);
    buffer_free(&place->start);
}
