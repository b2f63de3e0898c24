/* site.c - an open site file, host by host.
 * One lock guards the file and the list of loaded hosts; a loaded host is read without it. Cost: a host is read once.
 * Limits: HUSK_MAX_HOST_BYTES per host. */
#include "judge/site/site.h"
#include "judge/site/trie.h"

#include <pthread.h>

#include "base/status.h"

struct husk_site {
    store *store;
    pthread_mutex_t lock;
    site_host *hosts; /* loaded so far */
    arena names;
    model_costs costs;      /* of link paths */
    bool counted, has_only; /* whether it has only one host, once computed */
    slice only;             /* in `names` */
};

/* A site over an open store, which becomes its own. */
static husk_status site_of(store *s, husk_site **out, husk_error *error)
{
    husk_site *site = *out = calloc(1, sizeof *site);
    if (site == NULL) {
        store_close(s);
        return error_set(error, HUSK_NO_MEMORY, "out of memory for a site");
    }
    site->store = s;
    pthread_mutex_init(&site->lock, NULL);
    site->costs = published_costs;
    arena_init(&site->names, HUSK_MAX_HOST_BYTES);
    return HUSK_OK;
}

husk_status husk_site_open(const char *path, husk_site **out, husk_error *error)
{
    store *s;
    *out = NULL;
    husk_status status = store_open(path, &s, error);
    return status == HUSK_OK ? site_of(s, out, error) : status;
}

husk_status husk_site_open_memory(const void *bytes, size_t len, husk_site **out, husk_error *error)
{
    store *s;
    *out = NULL;
    husk_status status = store_open_memory((slice){ bytes, len }, &s, error);
    return status == HUSK_OK ? site_of(s, out, error) : status;
}

store_models site_models(husk_site *site, uint64_t digest)
{
    pthread_mutex_lock(&site->lock);
    store_models found = store_models_of(site->store, digest);
    pthread_mutex_unlock(&site->lock);
    return found;
}

bool site_set_costs(husk_site *site, const model_costs *costs)
{
    pthread_mutex_lock(&site->lock);
    bool is_early = site->hosts == NULL;
    if (is_early)
        site->costs = *costs;
    pthread_mutex_unlock(&site->lock);
    return is_early;
}

void site_host_free(site_host *host)
{
    if (host == NULL)
        return;
    for (uint32_t i = 0; host->templates && i < host->model.n_classes; i++)
        template_index_free(host->templates[i]);
    free(host->templates);
    classifier_free(host->classes);
    map_free(&host->names);
    map_free(&host->texts);
    map_free(&host->areas);
    free(host->name_sums);
    arena_free(&host->memory);
    free(host);
}

void husk_site_free(husk_site *site)
{
    if (site == NULL)
        return;
    for (site_host *h = site->hosts, *next; h; h = next) {
        next = h->next;
        site_host_free(h);
    }
    store_close(site->store);
    arena_free(&site->names);
    pthread_mutex_destroy(&site->lock);
    free(site);
}

static bool index_counts(site_host *host)
{
    const model_host *m = &host->model;
    bool ok =
        tally_of_counts(m->names, m->n_names, &host->names) && tally_of_counts(m->texts, m->n_texts, &host->texts);
    for (uint32_t i = 0; ok && i < m->n_areas; i++) {
        ok = map_put(&host->areas, m->areas[i].hash, i + 1);
        host->n_usual += path_is_usual(m->areas[i].pages, m->n_sampled);
    }
    for (unsigned score = 0; score < 256; score++)
        host->odds[score] = log_odds(1 - ((float)score + .5f) / 256);
    host->name_sums = calloc(1, sizeof *host->name_sums);
    return ok && host->name_sums;
}

site_host *site_host_of(const model_host *model)
{
    site_host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return NULL;
    arena_init(&host->memory, HUSK_MAX_HOST_BYTES);
    host->model = *model;
    if (index_counts(host))
        return host;
    site_host_free(host);
    return NULL;
}

static bool index_classes(site_host *host, const model_costs *costs)
{
    host->classes = classifier_new(&host->model, costs);
    host->templates = calloc((size_t)host->model.n_classes + 1, sizeof *host->templates);
    for (uint32_t i = 0; host->templates && i < host->model.n_classes; i++)
        if ((host->templates[i] = template_index_new(&host->model.classes[i])) == NULL)
            return false;
    return host->templates && host->classes;
}

static husk_status host_load(husk_site *site, slice name, site_host **out, husk_error *error)
{
    bool found;
    *out = NULL;
    site_host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    arena_init(&host->memory, HUSK_MAX_HOST_BYTES);
    husk_status status = store_read_host(site->store, name, &host->memory, &host->model, &found, error);
    if (status == HUSK_OK && found && !(index_classes(host, &site->costs) && index_counts(host)))
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK && found)
        *out = host;
    else
        site_host_free(host);
    return status;
}

husk_status site_find_host(husk_site *site, slice name, const site_host **out, husk_error *error)
{
    husk_status status = HUSK_OK;
    site_host *host;
    pthread_mutex_lock(&site->lock);
    for (host = site->hosts; host; host = host->next)
        if (slice_same(host->model.name, name))
            break;
    if (host == NULL) {
        status = host_load(site, name, &host, error);
        if (host) {
            host->next = site->hosts;
            site->hosts = host;
        }
    }
    pthread_mutex_unlock(&site->lock);
    *out = host;
    return status;
}

/* The name of the file's only host; false if it has several, or none. */
static husk_status only_host(husk_site *site, slice *name, bool *found, husk_error *error)
{
    husk_status status = HUSK_OK;
    pthread_mutex_lock(&site->lock);
    if (!site->counted) {
        slice *names;
        uint32_t n = 0;
        status = store_hosts(site->store, &site->names, &names, &n, error);
        site->counted = status == HUSK_OK;
        site->has_only = status == HUSK_OK && n == 1;
        site->only = site->has_only ? names[0] : (slice){ NULL, 0 };
    }
    *found = site->has_only;
    *name = site->only;
    pthread_mutex_unlock(&site->lock);
    return status;
}

husk_status site_page_host(husk_site *site, const husk_page *page, const site_host **out, husk_error *error)
{
    slice name = page->host, only;
    bool found = false;
    husk_status status = site_find_host(site, name, out, error);
    if (status != HUSK_OK || *out || name.len)
        return status;
    status = only_host(site, &only, &found, error);
    return status == HUSK_OK && found ? site_find_host(site, only, out, error) : status;
}

husk_status site_host_names(husk_site *site, arena *memory, slice **names, uint32_t *n, husk_error *error)
{
    pthread_mutex_lock(&site->lock);
    husk_status status = store_hosts(site->store, memory, names, n, error);
    pthread_mutex_unlock(&site->lock);
    return status;
}

husk_status site_read_host(husk_site *site, slice name, arena *memory, model_host *host, husk_error *error)
{
    bool found;
    pthread_mutex_lock(&site->lock);
    husk_status status = store_read_host(site->store, name, memory, host, &found, error);
    pthread_mutex_unlock(&site->lock);
    return status == HUSK_OK && !found ? error_set(error, HUSK_BAD_FILE, "a host is missing from the site file")
                                       : status;
}
