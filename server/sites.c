/* sites.c - open site files, by host name, and the pages of their sites.
 * The directory is scanned for every request, by name, size and time; a changed file is opened again. Cost: one stat
 * per file. Limits: MAX_FILES files, MAX_HOSTS hosts per file. */
#include "http.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "talk.h"

#define MAX_FILES 4096
#define MAX_READ 20000 /* pages per request */
#define MAX_INPUTS 1024
#define MAX_FILE_NAME 200 /* with a hash and an ending still below a file system's 255 bytes */
#define MAX_HOSTS 65536
#define MAX_SHOWN ((size_t)1 << 30)

typedef struct site_host {
    char *name; /* its name in URLs */
    char *host;
    unsigned pages, classes;
} site_host;

struct site_file {
    char *path;
    struct timespec changed;
    off_t size;
    ino_t inode;
    husk_site *site;
    site_host *hosts;
    size_t n_hosts;
    unsigned users;  /* site_refs, and one while it is listed */
    bool is_given;   /* on the command line */
    bool is_present; /* found by the last scan */
};

struct site_list {
    pthread_mutex_t lock;
    char folder[PATH_MAX - 300];
    bool is_temporary;
    const server_settings *settings;
    site_file *files[MAX_FILES];
    size_t n;
};

/* --- one file --- */

static void file_release(site_file *f)
{
    if (--f->users > 0)
        return;
    for (size_t i = 0; i < f->n_hosts; i++) {
        free(f->hosts[i].name);
        free(f->hosts[i].host);
    }
    free(f->hosts);
    husk_site_free(f->site);
    free(f->path);
    free(f);
}

/* "dir/garden.husk" is "garden.husk". */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool take_hosts(site_file *f, yyjson_val *hosts)
{
    size_t i, n = yyjson_arr_size(hosts), max;
    yyjson_val *of;
    f->hosts = calloc(n + 1, sizeof *f->hosts);
    if (f->hosts == NULL)
        return false;
    yyjson_arr_foreach(hosts, i, max, of)
    {
        const char *name = yyjson_get_str(yyjson_obj_get(of, "host"));
        if (name == NULL || i == MAX_HOSTS)
            break;
        site_host *h = &f->hosts[f->n_hosts++];
        h->host = strdup(name);
        const char *file = base_name(f->path);
        h->name = *name ? strdup(name) : strndup(file, strlen(file) - strlen(".husk"));
        h->pages = (unsigned)yyjson_get_uint(yyjson_obj_get(of, "pages"));
        h->classes = (unsigned)yyjson_arr_size(yyjson_obj_get(of, "classes"));
        if (h->host == NULL || h->name == NULL)
            return false;
    }
    return true;
}

static husk_status read_hosts(site_file *f, husk_error *error)
{
    husk_show_options options;
    husk_output *text = NULL;
    size_t len = 0;
    husk_show_options_init(&options, sizeof options);
    options.format = HUSK_FORMAT_JSON;
    husk_status status = husk_output_new(MAX_SHOWN, &text);
    status = status ?: husk_site_show(f->site, &options, text, error);
    const char *data = status == HUSK_OK ? husk_output_data(text, &len) : "";
    yyjson_doc *doc = yyjson_read(data, len, 0);
    if (status == HUSK_OK && !take_hosts(f, yyjson_obj_get(yyjson_doc_get_root(doc), "hosts")))
        status = HUSK_NO_MEMORY;
    yyjson_doc_free(doc);
    husk_output_free(text);
    return status;
}

static site_file *file_open(const char *path, const struct stat *st, bool is_given)
{
    husk_error error = { .status = HUSK_OK };
    site_file *f = calloc(1, sizeof *f);
    if (f == NULL || (f->path = strdup(path)) == NULL) {
        free(f);
        return NULL;
    }
    *f = (site_file){ .path = f->path,
                      .changed = st->st_mtim,
                      .size = st->st_size,
                      .inode = st->st_ino,
                      .users = 1,
                      .is_given = is_given,
                      .is_present = true };
    husk_status status = husk_site_open(path, &f->site, &error);
    status = status ?: read_hosts(f, &error);
    const char *note = status == HUSK_OK ? husk_site_note(f->site, NULL) : NULL;
    if (note)
        talk("%s: %s", path, note);
    if (status == HUSK_OK)
        return f;
    talk_failure(status, &error);
    file_release(f);
    return NULL;
}

/* --- the list --- */

static bool is_same(const site_file *f, const struct stat *st)
{
    return f->inode == st->st_ino && f->size == st->st_size && f->changed.tv_sec == st->st_mtim.tv_sec &&
           f->changed.tv_nsec == st->st_mtim.tv_nsec;
}

static void look_at(site_list *l, const char *path, bool is_given)
{
    struct stat st;
    size_t i = 0;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    while (i < l->n && strcmp(l->files[i]->path, path) != 0)
        i++;
    if (i < l->n && is_same(l->files[i], &st)) {
        l->files[i]->is_present = true;
        return;
    }
    site_file *f = i < MAX_FILES ? file_open(path, &st, is_given) : NULL;
    if (f == NULL)
        return;
    if (i < l->n)
        file_release(l->files[i]);
    else
        l->n++;
    l->files[i] = f;
}

static int is_site_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && ends_with(entry->d_name, ".husk");
}

/* With the lock held. */
static void look(site_list *l)
{
    struct dirent **entries;
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++)
        l->files[i]->is_present = false;
    for (size_t i = 0; i < l->settings->n_inputs; i++)
        if (ends_with(l->settings->inputs[i], ".husk"))
            look_at(l, l->settings->inputs[i], true);
    int n = scandir(l->folder, &entries, is_site_file, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", l->folder, entries[i]->d_name);
        look_at(l, path, false);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    for (size_t i = 0; i < l->n; i++)
        if (l->files[i]->is_present)
            l->files[kept++] = l->files[i];
        else
            file_release(l->files[i]);
    l->n = kept;
}

/* --- names --- */

/* A byte of a file's name: a plain one, or the % of one that is encoded already, since replies name sites so. */
static bool is_plain(const char *c, bool is_first)
{
    static const char letters[] = "-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool is_code = *c == '%' && strspn(c + 1, "0123456789ABCDEF") >= 2;
    return strchr(letters, *c) != NULL || (*c == '.' && !is_first) || is_code;
}

/* A name as the name of a file: percent-encoded, so that two names are never one file. A long one ends in a hash. */
static void file_name(const char *name, char out[MAX_PARAMETER])
{
    size_t n = 0;
    out[0] = 0;
    for (const char *c = name; *c != 0 && n < MAX_FILE_NAME; c++)
        n += (size_t)snprintf(out + n, 4, is_plain(c, c == name) ? "%c" : "%%%02X", (unsigned char)*c);
    if (n >= MAX_FILE_NAME)
        snprintf(out + n, 24, "~%016" PRIx64, hash_of(name, strlen(name)));
    else if (n == 0)
        memcpy(out, "%", sizeof "%");
}

void sites_name(char *name)
{
    char made[MAX_PARAMETER];
    file_name(name, made);
    memcpy(name, made, sizeof made);
}

void sites_path(const site_list *l, const char *name, char *file, char *pages, size_t size)
{
    snprintf(file, size, "%s/%s.husk", l->folder, name);
    snprintf(pages, size, "%s/%s.pages", l->folder, name);
}

void sites_spool(const site_list *l, unsigned number, const char *ending, char *path, size_t size)
{
    snprintf(path, size, "%s/.job-%u%s", l->folder, number, ending);
}

/* Is "dir/garden.husk" the file of "garden"? */
static bool is_file_name(const char *path, const char *name)
{
    const char *from = base_name(path);
    size_t len = strlen(name);
    return strncmp(from, name, len) == 0 && strcmp(from + len, ".husk") == 0;
}

/* --- asking --- */

static bool ref_fill(site_file *f, const site_host *h, site_ref *out)
{
    f->users++;
    out->file = f;
    out->site = f->site;
    out->pages[0] = 0;
    snprintf(out->host, sizeof out->host, "%s", h->host);
    if (!f->is_given) {
        size_t len = strlen(f->path) - strlen(".husk");
        snprintf(out->pages, sizeof out->pages, "%.*s.pages", (int)len, f->path);
    }
    return true;
}

/* With the lock held: by a host's name, or by the name of a file, which stands for its first host: a job names its
 * site so. */
static bool find(site_list *l, const char *name, site_ref *out)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->files[i]->n_hosts; k++)
            if (strcmp(l->files[i]->hosts[k].name, name) == 0)
                return ref_fill(l->files[i], &l->files[i]->hosts[k], out);
    char file[MAX_PARAMETER];
    file_name(name, file);
    for (size_t i = 0; i < l->n; i++)
        if (l->files[i]->n_hosts > 0 &&
            (is_file_name(l->files[i]->path, name) || is_file_name(l->files[i]->path, file)))
            return ref_fill(l->files[i], &l->files[i]->hosts[0], out);
    return false;
}

bool sites_open(site_list *l, const char *name, site_ref *out, reply *r)
{
    *out = (site_ref){ .site = NULL };
    pthread_mutex_lock(&l->lock);
    look(l);
    bool found = find(l, name, out);
    pthread_mutex_unlock(&l->lock);
    if (!found)
        reply_problem(r, 404, "the site %s is not known; /v1/sites lists those that are", name);
    return found;
}

void sites_close(site_list *l, site_ref *ref)
{
    if (ref->file == NULL)
        return;
    pthread_mutex_lock(&l->lock);
    file_release(ref->file);
    pthread_mutex_unlock(&l->lock);
    *ref = (site_ref){ .site = NULL };
}

void sites_write(site_list *l, bool given_alone, yyjson_mut_doc *doc, yyjson_mut_val *root)
{
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(doc, root, "sites");
    pthread_mutex_lock(&l->lock);
    look(l);
    for (size_t i = 0; i < l->n; i++)
        for (size_t k = 0; k < l->files[i]->n_hosts && (l->files[i]->is_given || !given_alone); k++) {
            const site_host *h = &l->files[i]->hosts[k];
            yyjson_mut_val *of = yyjson_mut_arr_add_obj(doc, list);
            yyjson_mut_obj_add_strcpy(doc, of, "name", h->name);
            yyjson_mut_obj_add_strcpy(doc, of, "host", h->host);
            yyjson_mut_obj_add_strcpy(doc, of, "file", base_name(l->files[i]->path));
            yyjson_mut_obj_add_uint(doc, of, "pages", h->pages);
            yyjson_mut_obj_add_uint(doc, of, "classes", h->classes);
        }
    pthread_mutex_unlock(&l->lock);
}

/* --- the pages of a site that the server has: of two versions of a page the first counts --- */

static size_t given_pages(const server *s, const char **out)
{
    size_t n = 0;
    for (size_t i = 0; i < s->settings->n_inputs && n < MAX_INPUTS; i++)
        if (!ends_with(s->settings->inputs[i], ".husk"))
            out[n++] = s->settings->inputs[i];
    return n;
}

husk_status opened_source(const server *s, husk_source **out, husk_error *error)
{
    const char *inputs[MAX_INPUTS];
    size_t n = given_pages(s, inputs);
    return n ? husk_source_open(inputs, n, s->settings->source, out, error) : HUSK_END;
}

husk_status site_pages_source(const server *s, const site_ref *ref, husk_source **out, husk_error *error)
{
    const char *folder = ref->pages;
    if (ref->pages[0] == 0)
        return opened_source(s, out, error);
    return access(ref->pages, R_OK) == 0 ? husk_source_open(&folder, 1, s->settings->source, out, error) : HUSK_END;
}

bool site_pages_any(const server *s, const site_ref *ref)
{
    const char *inputs[MAX_INPUTS];
    return ref->pages[0] ? access(ref->pages, R_OK) == 0 : given_pages(s, inputs) > 0;
}

/* --- pages seen already, by their ids' hashes --- */

typedef struct id_set {
    uint64_t slots[1 << 16]; /* more than three times MAX_READ */
} id_set;

static bool is_new(id_set *set, const char *id)
{
    uint64_t hash = hash_of(id, strlen(id));
    size_t i = hash >> 48;
    while (set->slots[i] != 0 && set->slots[i] != hash)
        i = (i + 1) & 0xffff;
    bool was_new = set->slots[i] == 0;
    set->slots[i] = hash;
    return was_new;
}

husk_status site_pages_each(worker *w, const site_ref *ref, page_visit visit, void *context, husk_error *error)
{
    husk_source *source = NULL;
    husk_raw raw;
    husk_raw_init(&raw, sizeof raw);
    id_set *seen = calloc(1, sizeof *seen);
    husk_status status = seen ? site_pages_source(w->server, ref, &source, error) : HUSK_NO_MEMORY;
    for (unsigned n = 0; n < MAX_READ && status == HUSK_OK && !w->server->is_ending; n++) {
        status = husk_source_next(source, &raw, error);
        if (status != HUSK_OK || !is_new(seen, raw.id ? raw.id : ""))
            continue;
        husk_status parsed = husk_page_parse(w->page, &raw, error);
        if (parsed == HUSK_OK || parsed == HUSK_LIMIT)
            status = visit(context, w->page, error);
        else if (parsed == HUSK_NO_MEMORY) /* the page is there: an answer without it would be wrong */
            status = parsed;
    }
    husk_source_free(source);
    free(seen);
    return status == HUSK_END ? HUSK_OK : status;
}

/* --- life --- */

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    remove(path);
    return 0;
}

static bool make_folder(site_list *l, const char *given)
{
    const char *temporary = getenv("TMPDIR");
    l->is_temporary = given == NULL;
    if (given != NULL) {
        snprintf(l->folder, sizeof l->folder, "%s", given);
        return strlen(given) < sizeof l->folder && (mkdir(given, 0777) == 0 || errno == EEXIST);
    }
    snprintf(l->folder, sizeof l->folder, "%s/husk-serve-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    return mkdtemp(l->folder) != NULL;
}

/* Files left by a killed server. */
static void remove_spools(const site_list *l)
{
    DIR *folder = opendir(l->folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (strncmp(entry->d_name, ".job-", 5) == 0)
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
}

bool sites_start(server *s, char *why, size_t size)
{
    site_list *l = calloc(1, sizeof *l);
    if (l == NULL)
        return false;
    s->sites = l;
    l->settings = s->settings;
    pthread_mutex_init(&l->lock, NULL);
    bool ok = make_folder(l, s->settings->sites);
    if (!ok)
        snprintf(why, size, "%s: %m", l->folder);
    else
        remove_spools(l);
    return ok;
}

void sites_end(site_list *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->n; i++)
        file_release(l->files[i]);
    if (l->is_temporary)
        nftw(l->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(l);
}
