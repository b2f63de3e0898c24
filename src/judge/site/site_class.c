/* site_class.c - a page's class, and the kind of page it is.
 * A class is one template, and its pages are mostly of one kind: the page model's majority over them at learning is
 * more often right than its answer for a single page, and costs nothing here. Cost: that of the classifier. Limits:
 * none. */
#include "judge/site/site_class.h"

#include "judge/page_model.h"

husk_status site_page_class(const site_host *host, const husk_page *page, arena *memory, const model_class **out)
{
    class_verdict v = { 0 };
    husk_status status = classifier_page(host->classes, page, memory, &v);
    *out = v.page_class;
    return status;
}

static void add_kinds(const model_class *c, uint64_t *pages)
{
    for (uint32_t i = 0; i < c->n_kinds; i++)
        if (c->kinds[i].hash < N_PAGE_KINDS) /* a file may contain anything */
            pages[c->kinds[i].hash] += c->kinds[i].pages;
}

void site_kind_pages(const site_host *host, const model_class *c, uint64_t *pages)
{
    if (c)
        add_kinds(c, pages);
    for (uint32_t i = 0; c == NULL && i < host->model.n_classes; i++)
        add_kinds(&host->model.classes[i], pages);
}

int site_class_kind(const site_host *host, const model_class *c)
{
    uint64_t pages[N_PAGE_KINDS] = { 0 }, most = 0;
    int kind = -1;
    site_kind_pages(host, c, pages);
    for (int k = 0; k < N_PAGE_KINDS; k++)
        if (pages[k] > most) {
            most = pages[k];
            kind = k;
        }
    return kind;
}
