/* site_label.c - a page's blocks as JSON lines: content or template, and why. */
#include <math.h>
#include <string.h>

#include "api/output.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"
#include "page/views.h"
#include "judge/site_judge.h"

typedef struct label_writer {
    husk_page *page;
    buffer *out;
    buffer piece; /* a string before it is escaped */
    const site_verdict *verdict;
} label_writer;

/* html/body/div.box/p: the elements from the root to the node. */
static void write_path(label_writer *w, uint32_t node)
{
    uint32_t chain[HUSK_MAX_DEPTH * 2];
    size_t n = 0;
    for (uint32_t i = w->page->parent[node]; i != 0 && i != NODE_NONE && n < sizeof chain / sizeof *chain;
         i = w->page->parent[i])
        chain[n++] = i;
    buffer_clear(&w->piece);
    while (n--) {
        page_step_write(w->page, chain[n], STEP_CLASS, &w->piece);
        if (n)
            buffer_byte(&w->piece, '/');
    }
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
}

/* The texts [first, last] joined as a reader sees them: white space folded. */
static void write_texts(label_writer *w, uint32_t first, uint32_t last)
{
    buffer_clear(&w->piece);
    bool space = false;
    uint32_t end = w->verdict->texts[last].node;
    for (uint32_t node = w->verdict->texts[first].node; node <= end; node++) {
        slice text = w->page->text[node];
        if (!(w->page->flags[node] & NODE_TEXT) || w->page->flags[node] & NODE_SILENT)
            continue;
        for (size_t i = 0; i < text.len; i++) {
            if (is_space(text.data[i])) {
                space = w->piece.len > 0;
                continue;
            }
            if (space)
                buffer_byte(&w->piece, ' ');
            space = false;
            buffer_byte(&w->piece, text.data[i]);
        }
    }
    json_string(w->out, (slice){ w->piece.data ? w->piece.data : "", w->piece.len });
}

static void write_reason(label_writer *w, const text_verdict *t)
{
    switch ((judged_by)t->by) {
    case JUDGED_BY_TOKEN:
        buffer_format(w->out, t->template ? "\"in the template, on %u of %u pages\"" : "\"not in the template\"",
                      t->pages, t->of);
        break;
    case JUDGED_BY_TEXT:
        buffer_format(w->out, "\"the same text is on %u of %u pages\"", t->pages, t->of);
        break;
    case JUDGED_BY_SITE:
        buffer_format(w->out, "\"this place is %s on this site\"", t->site < .5f ? "template" : "content");
        break;
    case JUDGED_BY_BOTH:
        buffer_format(w->out, "\"this place is %s on this site, and so it looks\"",
                      t->template ? "template" : "content");
        break;
    case JUDGED_BY_PAGE:
        buffer_text(w->out, w->verdict->host == NULL ? "\"the site file does not know this host\""
                            : !w->verdict->fits      ? "\"the page does not fit its site\""
                            : !t->known              ? "\"the site file does not know this place\""
                                                     : "\"the site is not sure of this place\"");
        break;
    }
}

static void write_alone(label_writer *w, const char *name, float probability)
{
    if (probability >= 0)
        buffer_format(w->out, ", \"%s\": %.3f", name, (double)probability);
}

static void write_line(label_writer *w, uint32_t first, uint32_t last)
{
    static const char *const names[] = { "page", "site", "both", "text", "token" };
    const text_verdict *t = &w->verdict->texts[first];
    buffer_text(w->out, "{\"page\": ");
    json_string(w->out, w->page->id);
    buffer_text(w->out, ", \"path\": ");
    write_path(w, t->node);
    buffer_text(w->out, ", \"text\": ");
    write_texts(w, first, last);
    buffer_format(w->out, ", \"label\": \"%s\", \"score\": %.3f, \"by\": \"%s\"", t->template ? "template" : "content",
                  1 / (1 + exp(-(double)t->odds)), names[t->by]);
    write_alone(w, "site", t->site);
    write_alone(w, "page_model", t->page);
    if (w->verdict->host) {
        if (w->verdict->page_class)
            buffer_format(w->out, ", \"class\": %u", w->verdict->page_class->number);
        else
            buffer_text(w->out, ", \"class\": null");
        if (w->verdict->has_fit)
            buffer_format(w->out, ", \"fit\": %.2f", w->verdict->fit);
    }
    buffer_text(w->out, ", \"why\": ");
    write_reason(w, t);
    buffer_text(w->out, "}\n");
}

/* Texts of one block and one label are one line; the first speaks for the others. */
static void write_lines(label_writer *w)
{
    const site_verdict *v = w->verdict;
    for (uint32_t i = 0, last; i < v->n_texts; i = last + 1) {
        uint32_t block = w->page->block_of[v->texts[i].node];
        for (last = i; last + 1 < v->n_texts && w->page->block_of[v->texts[last + 1].node] == block &&
                       v->texts[last + 1].template == v->texts[i].template;)
            last++;
        write_line(w, i, last);
    }
}

husk_status husk_site_label(husk_page *page, husk_site *site, husk_site_method method, husk_output *output,
                            husk_error *error)
{
    arena memory;
    site_verdict verdict;
    arena_init(&memory, HUSK_MAX_PAGE_ARENA);
    husk_status status = page_blocks(page);
    if (status == HUSK_OK)
        status = site_judge(site, page, method == HUSK_SITE_CONSENSUS ? SITE_CONSENSUS : SITE_JOINT, NULL, &memory,
                            &verdict, error);
    if (status == HUSK_OK)
        site_tell_fit(&verdict, &output->fit);
    if (status == HUSK_OK) {
        label_writer w = { .page = page, .out = &output->bytes, .verdict = &verdict };
        buffer_init(&w.piece, HUSK_MAX_OUTPUT_BYTES);
        write_lines(&w);
        status = w.piece.status != HUSK_OK ? w.piece.status : output->bytes.status;
        buffer_free(&w.piece);
        if (status != HUSK_OK)
            error_set(error, status, "labels: %s", husk_status_text(status));
    }
    arena_free(&memory);
    return status;
}
