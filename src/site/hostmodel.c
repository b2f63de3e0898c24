/* hostmodel.c - what repeats on a host: texts, links, names and areas of all its sampled pages, and each class's template.
 * Cost: every sampled page is parsed twice. Limits: those of the arena and of template.h; a page beyond HUSK_MAX_LEARN_TOKENS is left out. */
#include "site/hostmodel.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/status.h"
#include "site/areas.h"
#include "site/class_columns.h"
#include "site/evidence.h"
#include "site/schema.h"
#include "site/tally.h"

typedef struct host_work {
    const page_reader *reader;
    const template_options *options;
    husk_page *page;
    url_resolver *urls;
    buffer bytes;
    arena views;       /* of one page */
    tally texts, links, names;
    uint32_t stamp;    /* of the page under way */
    bool *left_out;    /* by sampled page, all classes' one after the other: nothing can be learned from it */
    bool no_memory;
    area_judge *areas;
} host_work;

static void count_name(void *context, uint64_t name)
{
    host_work *w = context;
    w->no_memory |= !tally_add(&w->names, name, w->stamp);
}

static husk_status texts_of_page(host_work *w, const area_names *names, text_evidence **texts, uint32_t *n, uint64_t **areas)
{
    page_token *tokens;
    uint32_t n_tokens;
    husk_status status = page_tokens(w->page, &w->views, &tokens, &n_tokens);
    if (status == HUSK_OK && n_tokens > HUSK_MAX_LEARN_TOKENS)
        status = HUSK_LIMIT;
    return status == HUSK_OK ? evidence_of_page(w->page, w->urls, tokens, n_tokens, names, &w->views, texts, n, areas) : status;
}

/* First time: what is on how many pages. */
static husk_status count_page(host_work *w, husk_error *error)
{
    text_evidence *texts;
    uint32_t n;
    husk_status status = texts_of_page(w, NULL, &texts, &n, NULL);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++) {
        w->no_memory |= !tally_add(&w->texts, texts[i].text, w->stamp);
        if (texts[i].target)
            w->no_memory |= !tally_add(&w->links, texts[i].target, w->stamp);
    }
    evidence_names(w->page, count_name, w);
    if (status == HUSK_OK && w->no_memory)
        status = HUSK_NO_MEMORY;
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "counting a page's texts: %s", husk_status_text(status));
}

/* Second time: the areas, with what is known now. */
static husk_status judge_page(host_work *w, const model_host *host, husk_error *error)
{
    text_evidence *texts;
    uint64_t *areas;
    uint32_t n;
    area_names names = { host->names, host->n_names };
    husk_status status = texts_of_page(w, &names, &texts, &n, &areas);
    if (status == HUSK_OK)
        status = areas_add(w->areas, w->page, areas, texts, n, &w->texts);
    return status == HUSK_OK ? HUSK_OK : error_set(error, status, "judging a page's areas: %s", husk_status_text(status));
}

static husk_status read_page(host_work *w, const sampled_page *sampled, husk_error *error)
{
    arena_reset(&w->views, (size_t)16 << 20);
    w->stamp++;
    return w->reader->parse(w->reader->context, sampled, w->page, &w->bytes, error);
}

/* One page that nobody wrote must not cost the others what can be learned of them. */
static husk_status leave_out(const host_work *w, bool *left_out)
{
    *left_out = true;
    template_warn(w->options, w->page->id, "too long to be learned from; its class is learned without it");
    return HUSK_OK;
}

static husk_status count_pages(host_work *w, const sampled_class *classes, uint32_t n, arena *memory, model_host *host, husk_error *error)
{
    husk_status status = HUSK_OK;
    bool *left_out = w->left_out;
    host->n_sampled = 0;
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t i = 0; status == HUSK_OK && i < classes[c].n; i++, left_out++) {
            status = read_page(w, &classes[c].pages[i], error);
            if (status == HUSK_OK)
                status = count_page(w, error);
            if (status == HUSK_LIMIT)
                status = leave_out(w, left_out);
            host->n_sampled += !*left_out;
        }
    if (status != HUSK_OK)
        return status;
    /* A name on fewer pages tells a page, not a place. */
    uint32_t least = host->n_sampled * 3 / 100 > 2 ? host->n_sampled * 3 / 100 : 2;
    host->texts = tally_counts(&w->texts, 2, memory, &host->n_texts);
    host->links = tally_counts(&w->links, 2, memory, &host->n_links);
    host->names = tally_counts(&w->names, least, memory, &host->n_names);
    if (host->texts == NULL || host->links == NULL || host->names == NULL)
        return error_set(error, HUSK_LIMIT, "a host is too large");
    return HUSK_OK;
}

static husk_status count_paths(host_work *w, tally *paths)
{
    uint64_t *set;
    uint32_t n;
    husk_status status = schema_of_page(w->page, &w->views, &set, &n);
    for (uint32_t i = 0; status == HUSK_OK && i < n; i++)
        if (!tally_add(paths, set[i], w->stamp))
            status = HUSK_NO_MEMORY;
    return status;
}

/* The common beginning and end of the class's pages' names, a * between. */
static slice class_name(const model_host *host, uint32_t number, arena *memory)
{
    slice first = { NULL, 0 };
    size_t head = 0, tail = 0;
    for (uint32_t i = 0; i < host->n_pages; i++) {
        slice id = host->pages[i].id;
        if (host->pages[i].class_number != number)
            continue;
        if (first.data == NULL) {
            first = id;
            head = tail = id.len;
        }
        size_t same = 0, end = 0;
        while (same < head && same < id.len && id.data[same] == first.data[same])
            same++;
        while (end < tail && end < id.len && id.data[id.len - 1 - end] == first.data[first.len - 1 - end])
            end++;
        head = same;
        tail = end;
    }
    if (head == first.len) /* one page, or the same name again and again */
        return first;
    while (head && ((unsigned char)first.data[head] & 0xc0) == 0x80)
        head--;
    while (tail && ((unsigned char)first.data[first.len - tail] & 0xc0) == 0x80)
        tail--;
    if (tail > first.len - head)
        tail = first.len - head;
    char *name = arena_alloc(memory, head + tail + 1);
    if (name == NULL)
        return (slice){ "", 0 };
    memcpy(name, first.data, head);
    name[head] = '*';
    memcpy(name + head + 1, first.data + first.len - tail, tail);
    return (slice){ name, head + tail + 1 };
}

static husk_status add_page(host_work *w, const sampled_page *from, template_builder *builder, tally *paths, const model_host *host,
                            husk_error *error)
{
    husk_status status = read_page(w, from, error);
    if (status == HUSK_OK)
        status = template_add(builder, w->page, error);
    if (status == HUSK_OK)
        status = judge_page(w, host, error);
    if (status == HUSK_OK && count_paths(w, paths) != HUSK_OK)
        status = error_set(error, HUSK_NO_MEMORY, "out of memory");
    return status;
}

static husk_status make_class(host_work *w, const sampled_class *from, bool *left_out, arena *memory, const model_host *host, model_class *c,
                              husk_error *error)
{
    template_builder *builder = template_builder_new(w->options);
    tally paths = { 0 };
    husk_status status = builder ? HUSK_OK : error_set(error, HUSK_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; status == HUSK_OK && i < from->n; i++) {
        if (!left_out[i])
            status = add_page(w, &from->pages[i], builder, &paths, host, error);
        if (status == HUSK_LIMIT)
            status = leave_out(w, &left_out[i]);
    }
    if (status == HUSK_OK)
        status = template_finish(builder, memory, c, error);
    if (status == HUSK_OK) {
        c->n_pages = from->n_pages;
        c->name = class_name(host, c->number, memory);
        c->paths = tally_counts(&paths, 1, memory, &c->n_paths);
        if (c->paths == NULL)
            status = error_set(error, HUSK_LIMIT, "a host is too large");
    }
    if (status == HUSK_OK)
        status = class_columns_make(w->reader, from, w->page, &w->bytes, host, memory, c, error);
    tally_free(&paths);
    template_builder_free(builder);
    return status;
}

static husk_status make_classes(host_work *w, const sampled_class *classes, uint32_t n, arena *memory, model_host *host, husk_error *error)
{
    husk_status status = HUSK_OK;
    bool *left_out = w->left_out;
    host->n_classes = n;
    host->classes = arena_array(memory, (size_t)n + 1, sizeof *host->classes);
    if (host->classes == NULL)
        return error_set(error, HUSK_LIMIT, "a host is too large");
    for (uint32_t c = 0; c < n && status == HUSK_OK; c++) {
        host->classes[c] = (model_class){ .number = c + 1 };
        status = make_class(w, &classes[c], left_out, memory, host, &host->classes[c], error);
        left_out += classes[c].n;
    }
    if (status == HUSK_OK && !areas_finish(w->areas, memory, &host->areas, &host->n_areas))
        status = error_set(error, HUSK_LIMIT, "a host is too large");
    return status;
}

husk_status hostmodel_make(const page_reader *reader, const sampled_class *classes, uint32_t n, const template_options *options, arena *memory,
                           model_host *host, husk_error *error)
{
    host_work w = { .reader = reader, .options = options, .urls = url_resolver_new(), .areas = area_judge_new() };
    size_t n_sampled = 1;
    for (uint32_t c = 0; c < n; c++)
        n_sampled += classes[c].n;
    w.left_out = calloc(n_sampled, sizeof *w.left_out);
    buffer_init(&w.bytes, HUSK_MAX_PAGE_BYTES_ASKED * 2);
    arena_init(&w.views, HUSK_MAX_PAGE_ARENA);
    husk_status status = w.urls && w.areas && w.left_out ? husk_page_new(reader->options, &w.page, error) : error_set(error, HUSK_NO_MEMORY, "out of memory");
    if (status == HUSK_OK)
        status = count_pages(&w, classes, n, memory, host, error);
    if (status == HUSK_OK)
        status = make_classes(&w, classes, n, memory, host, error);
    free(w.left_out);
    husk_page_free(w.page);
    url_resolver_free(w.urls);
    area_judge_free(w.areas);
    buffer_free(&w.bytes);
    arena_free(&w.views);
    tally_free(&w.texts);
    tally_free(&w.links);
    tally_free(&w.names);
    return status;
}
