/* sitefile.c - what a site file holds of a host, as a readable sketch or as JSON, and its history.
 * The sketch is indented by the template's own tags, which need not be balanced: some pages have what others lack. */
#include "write/site/sitefile.h"

#include <stdio.h>
#include <time.h>

#include "base/escape.h"
#include "base/limits.h"
#include "page/views.h"
#include "records/columns.h"

/* The width of a sketch's line, and the maximum indent: deeper tags stay there. */
#define LINE_COLUMNS 100
#define INDENT_COLUMNS 48
/* Before the indent: the number of pages, and of how many. */
#define SUPPORT_COLUMNS 9

/* Pages named per class: enough to compare some side by side. */
#define EXAMPLES 12

static void put_name(buffer *out, slice name)
{
    buffer_visible(out, name.len ? name.data : "(files)", name.len ? name.len : 7);
}

/* What a slot mostly contains. */
static const char *slot_kind(const model_slot *slot)
{
    if (slot->words == 0)
        return slot->texts ? "marks" : "tags";
    if (slot->link_words * 2 > slot->words)
        return "links";
    return slot->tokens == slot->texts ? "text" : "text with tags";
}

/* --- the sketch --------------------------------------------------------------------------------------------------- */

/* Names of the open start tags, innermost last; deeper ones are only counted. */
typedef struct sketch {
    const model_class *c;
    buffer *out;
    slice open[INDENT_COLUMNS];
    uint32_t depth;
} sketch;

/* The text, or of one longer than `columns` its first `kept` and an ellipsis. A code point counts as one column. */
static void put_cut(buffer *out, slice text, size_t columns, size_t kept)
{
    size_t at = 0, cut = 0, n = 0;
    for (; at < text.len && n < columns; n++) {
        cut = n == kept ? at : cut;
        utf8_next(text.data, text.len, &at);
    }
    buffer_visible(out, text.data, at < text.len ? cut : text.len);
    buffer_text(out, at < text.len ? "…" : "");
}

/* "  5/16  " and the indent; returns the columns left. */
static uint32_t begin_line(const sketch *s, uint32_t pages)
{
    char share[32];
    uint32_t indent = s->depth * 2 < INDENT_COLUMNS ? s->depth * 2 : INDENT_COLUMNS;
    snprintf(share, sizeof share, "%u/%u", pages, s->c->n_sampled);
    buffer_format(s->out, "%*s  %*s", SUPPORT_COLUMNS - 2, share, (int)indent, "");
    return LINE_COLUMNS - SUPPORT_COLUMNS - indent;
}

/* Slots that few pages fill, or few with a word, are differences between pages, not places for content. */
static bool is_shown(const model_class *c, const model_slot *slot)
{
    return slot->words ? (uint64_t)slot->pages * 10 >= c->n_sampled : (uint64_t)slot->pages * 2 > c->n_sampled;
}

static void write_slot_text(const sketch *s, const model_slot *slot)
{
    if (slot->pages == 0 || !is_shown(s->c, slot))
        return;
    begin_line(s, slot->pages);
    buffer_format(s->out, "{ %s", slot->words == 0 && slot->texts ? "marks or unseen text" : slot_kind(slot));
    uint64_t words = (slot->words + slot->pages / 2) / slot->pages;
    if (slot->words)
        buffer_format(s->out, ", about %llu word%s", (unsigned long long)(words ? words : 1), words > 1 ? "s" : "");
    buffer_text(s->out, " }\n");
}

/* The tag's name: `<a href="x">` and `</a>` are "a". */
static slice tag_name(slice tag)
{
    size_t from = tag.len > 1 && tag.data[1] == '/' ? 2 : 1, to = from;
    while (to < tag.len && tag.data[to] != ' ' && tag.data[to] != '>')
        to++;
    return from < tag.len ? (slice){ tag.data + from, to - from } : (slice){ NULL, 0 };
}

/* Go back to where the tag was opened. An end tag whose start tag is not in the template changes nothing. */
static void close_tag(sketch *s, slice tag)
{
    slice name = tag_name(tag);
    if (s->depth > INDENT_COLUMNS) {
        s->depth--;
        return;
    }
    for (uint32_t i = s->depth; i-- > 0;)
        if (slice_same(s->open[i], name)) {
            s->depth = i;
            return;
        }
}

static const char void_tags[] = "area base br col embed hr img input link meta source track wbr ";

/* An element's text goes on the line of its start tag. */
static bool joins_next(const model_class *c, uint32_t i)
{
    return c->tokens[i].kind == TOKEN_OPEN && i + 1 < c->n_tokens && c->tokens[i + 1].kind == TOKEN_TEXT &&
           c->slots[i + 1].pages == 0 && c->tokens[i + 1].pages == c->tokens[i].pages;
}

static void write_template_text(const model_class *c, buffer *out)
{
    sketch s = { .c = c, .out = out };
    for (uint32_t i = 0; i < c->n_tokens; i++) {
        const model_token *t = &c->tokens[i];
        write_slot_text(&s, &c->slots[i]);
        if (t->kind == TOKEN_CLOSE) {
            close_tag(&s, t->text);
            continue;
        }
        uint32_t columns = begin_line(&s, t->pages), before = (uint32_t)t->text.len + 2;
        put_cut(out, t->text, columns, columns - 1);
        if (t->kind == TOKEN_OPEN && !slice_is_in(tag_name(t->text), void_tags)) {
            if (s.depth < INDENT_COLUMNS)
                s.open[s.depth] = tag_name(t->text);
            s.depth++;
        }
        if (joins_next(c, i) && before + 4 < columns) {
            buffer_text(out, "  ");
            put_cut(out, c->tokens[++i].text, columns - before, columns - before - 1);
        }
        buffer_byte(out, '\n');
    }
    write_slot_text(&s, &c->slots[c->n_tokens]);
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* Maximum width of the name column, in code points. */
#define MOST_NAME 32
#define BAR 10

static void write_columns_text(const model_class *c, uint32_t most, buffer *out)
{
    uint32_t n = c->n_columns < most ? c->n_columns : most;
    uint32_t of = c->n_sampled < HUSK_MAX_COLUMN_PAGES ? c->n_sampled : HUSK_MAX_COLUMN_PAGES;
    size_t widest = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t width = count_points(c->columns[i].name);
        widest = width > widest && width <= MOST_NAME ? width : widest;
    }
    if (c->n_columns)
        buffer_format(out, "    %u columns, learned from %u pages:\n", c->n_columns, of);
    for (uint32_t i = 0; i < n; i++) {
        const model_column *column = &c->columns[i];
        size_t points = count_points(column->name), width = points > widest ? points : widest;
        buffer_text(out, "    ");
        buffer_visible(out, column->name.data, column->name.len);
        buffer_format(out, "%*s  %-6s  ", (int)(width - points), "", column_type_name(column->type));
        unsigned share = percent(column->pages, of);
        for (uint32_t k = 0; k < BAR; k++)
            buffer_byte(out, k * BAR < share ? '#' : '.');
        buffer_format(out, " %3u %%  ", share);
        size_t used = 4 + width + 10 + BAR + 8, left = used + 20 < LINE_COLUMNS ? LINE_COLUMNS - used : 20;
        put_cut(out, column->example, left, left - 2);
        buffer_byte(out, '\n');
    }
    if (n < c->n_columns)
        buffer_format(out, "    and %u more\n", c->n_columns - n);
}

static void write_columns_json(const model_class *c, buffer *out)
{
    buffer_text(out, ", \"columns\": [");
    for (uint32_t i = 0; i < c->n_columns; i++) {
        const model_column *column = &c->columns[i];
        json_string_after(out, i ? ",\n   {\"name\": " : "\n   {\"name\": ", column->name);
        buffer_format(out, ", \"type\": \"%s\", \"pages\": %u, \"different\": %u, \"ways\": %u, \"example\": ",
                      column_type_name(column->type), column->pages, column->distinct, column->n_locators);
        json_string(out, column->example);
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}

/* --- hosts -------------------------------------------------------------------------------------------------------- */

static void write_class_text(const model_class *c, uint32_t columns, bool tokens, buffer *out)
{
    buffer_format(out, "  class %u%s: %u page%s, ", c->number, c->state.retired ? " (retired)" : "", c->n_pages,
                  c->n_pages == 1 ? "" : "s");
    if (c->n_tokens)
        buffer_format(out, "template of %u tokens from %u pages, %u %% of the words  ", c->n_tokens, c->n_distilled,
                      percent(c->template_words, c->words));
    else
        buffer_text(out, "no template  ");
    buffer_visible(out, c->name.data, c->name.len);
    buffer_byte(out, '\n');
    if (columns)
        write_columns_text(c, columns, out);
    if (tokens)
        write_template_text(c, out);
}

void write_host_text(const model_host *host, uint32_t columns, bool tokens, buffer *out)
{
    put_name(out, host->name);
    buffer_format(out, ": %u page%s, %u %s", host->n_pages, host->n_pages == 1 ? "" : "s", host->n_classes,
                  host->n_classes == 1 ? "class" : "classes");
    if (host->n_retired)
        buffer_format(out, " and %u retired", host->n_retired);
    if (host->n_pages < HUSK_COARSE_PAGES)
        buffer_format(out, " (coarse: fewer than %u pages)", HUSK_COARSE_PAGES);
    buffer_byte(out, '\n');
    for (uint32_t i = 0; i < host->n_classes; i++)
        write_class_text(&host->classes[i], columns, tokens, out);
    for (uint32_t i = 0; i < host->n_retired; i++)
        write_class_text(&host->retired[i], columns, tokens, out);
}

static void write_slot_json(const model_slot *slot, buffer *out)
{
    buffer_format(
        out,
        "{\"kind\": \"%s\", \"pages\": %u, \"tokens\": %llu, \"texts\": %llu, \"words\": %llu, \"link_words\": %llu}",
        slot_kind(slot), slot->pages, (unsigned long long)slot->tokens, (unsigned long long)slot->texts,
        (unsigned long long)slot->words, (unsigned long long)slot->link_words);
}

static void write_template_json(const model_class *c, buffer *out)
{
    static const char *const kinds[] = { "open", "close", "text" };
    buffer_text(out, ", \"template\": [");
    for (uint32_t i = 0; i <= c->n_tokens; i++) {
        buffer_text(out, i ? ",\n   {" : "\n   {");
        if (i < c->n_tokens) {
            const model_token *t = &c->tokens[i];
            buffer_format(out, "\"kind\": \"%s\", \"support\": %u, \"pages\": %u, \"token\": ",
                          t->kind < 3 ? kinds[t->kind] : "text", t->support, t->pages);
            json_string(out, t->text);
        } else {
            buffer_text(out, "\"kind\": \"end\"");
        }
        if (c->slots[i].pages) {
            buffer_text(out, ", \"before\": ");
            write_slot_json(&c->slots[i], out);
        }
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}

static void write_classes_json(const model_class *classes, uint32_t n, bool tokens, const bool *wanted, buffer *out)
{
    for (uint32_t i = 0; i < n; i++) {
        const model_class *c = &classes[i];
        buffer_format(out, "%s\n  {\"class\": %u, \"name\": ", i ? "," : "", c->number);
        json_string(out, c->name);
        buffer_format(out,
                      ", \"pages\": %u, \"sampled\": %u, \"distilled\": %u, \"tokens\": %u, \"words\": %llu, "
                      "\"template_words\": %llu, "
                      "\"paths\": %u",
                      c->n_pages, c->n_sampled, c->n_distilled, c->n_tokens, (unsigned long long)c->words,
                      (unsigned long long)c->template_words, c->n_paths);
        if (wanted == NULL || wanted[i])
            write_columns_json(c, out);
        if (tokens && (wanted == NULL || wanted[i]))
            write_template_json(c, out);
        buffer_byte(out, '}');
    }
}

void write_host_json(const model_host *host, bool tokens, const bool *wanted, buffer *out)
{
    json_string_after(out, "{\"host\": ", host->name);
    buffer_format(out, ", \"pages\": %u, \"sampled\": %u, \"coarse\": %s, \"classes\": [", host->n_pages,
                  host->n_sampled, host->n_pages < HUSK_COARSE_PAGES ? "true" : "false");
    write_classes_json(host->classes, host->n_classes, tokens, wanted, out);
    if (host->n_retired && wanted == NULL) {
        buffer_text(out, "], \"retired\": [");
        write_classes_json(host->retired, host->n_retired, tokens, NULL, out);
    }
    buffer_text(out, "]}");
}

static void write_links(const model_host *host, buffer *out)
{
    buffer_text(out, ", \"links\": [");
    for (uint32_t i = 0; i < host->n_arrows; i++) {
        const model_arrow *a = &host->arrows[i];
        buffer_format(out, "%s\n  {\"from\": %u, \"to\": %u, \"links\": %u, \"place\": ", i ? "," : "", a->from, a->to,
                      a->n_links);
        json_string(out, a->text);
        buffer_byte(out, '}');
    }
    buffer_byte(out, ']');
}

static void write_examples(const model_host *host, buffer *out)
{
    buffer_text(out, ", \"examples\": [");
    for (uint32_t c = 0; c < host->n_classes; c++) {
        unsigned n = 0;
        buffer_format(out, "%s\n  {\"class\": %u, \"pages\": [", c ? "," : "", host->classes[c].number);
        for (uint32_t i = 0; i < host->n_pages && n < EXAMPLES; i++) {
            if (host->pages[i].class_number != host->classes[c].number)
                continue;
            json_string_after(out, n++ ? ", " : "", host->pages[i].id);
        }
        buffer_text(out, "]}");
    }
    buffer_byte(out, ']');
}

void write_host_pages(const model_host *host, buffer *out)
{
    for (uint32_t i = 0; i < host->n_pages; i++) {
        if (host->pages[i].class_number == MODEL_NO_CLASS)
            buffer_text(out, "none\t");
        else
            buffer_format(out, "%u\t", host->pages[i].class_number);
        buffer_visible(out, host->pages[i].id.data, host->pages[i].id.len);
        buffer_byte(out, '\n');
    }
}

/* --- history ------------------------------------------------------------------------------------------------------ */

/* The plot has a column per run: eight heights for the mean fit of its pages to what was known before, a dot for a run
 * with nothing to fit. */

/* Classes named per line; JSON has all. */
#define FEW_CLASSES 12u

static const char *const event_names[N_RUN_EVENTS] = { "met", "added", "retired", "returned" };

/* "2026-11-15", or `none`. */
static void put_date(buffer *out, int64_t seconds, const char *none)
{
    struct tm t;
    time_t when = (time_t)seconds;
    if (seconds && gmtime_r(&when, &t))
        buffer_format(out, "%04d-%02d-%02d", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday);
    else
        buffer_text(out, none);
}

static void put_picture(const model_host *host, buffer *out)
{
    static const char *const heights[] = { "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                           "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88" };
    for (uint32_t i = 0; i < host->n_runs; i++) {
        uint32_t height = host->runs[i].fit * 8 / 1000;
        buffer_text(out, host->runs[i].fit == 0 ? "\xc2\xb7" : heights[height < 8 ? height : 7]);
    }
}

/* "added 3 (20), 4 (6)": the classes with this event, and the run's pages in them. */
static void put_event(const model_run *run, run_event event, bool *any, buffer *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < run->n_classes; i++) {
        const model_run_class *c = &run->classes[i];
        if (c->event != event || n++ >= FEW_CLASSES)
            continue;
        if (n == 1)
            buffer_format(out, "%s%s", *any ? "; " : "", event_names[event]);
        buffer_format(out, n == 1 ? " %u" : ", %u", c->number);
        if (c->pages)
            buffer_format(out, " (%u)", c->pages);
        *any = true;
    }
    if (n > FEW_CLASSES)
        buffer_format(out, " and %u more", n - FEW_CLASSES);
}

static void put_events(const model_run *run, buffer *out)
{
    bool any = run->changed != 0;
    if (any)
        buffer_text(out, "the site has changed");
    put_event(run, RUN_ADDED, &any, out);
    put_event(run, RUN_RETURNED, &any, out);
    put_event(run, RUN_RETIRED, &any, out);
    put_event(run, RUN_MET, &any, out);
    uint32_t left = run->pages;
    for (uint32_t i = 0; i < run->n_classes; i++)
        left -= run->classes[i].pages < left ? run->classes[i].pages : left;
    if (left)
        buffer_format(out, "%s%u of no class", any ? "; " : "", left);
    buffer_byte(out, '\n');
}

static void put_run(const model_run *run, buffer *out)
{
    char numbers[32], fit[16] = "-";
    if (run->n_runs > 1)
        snprintf(numbers, sizeof numbers, "%u-%u", run->number - run->n_runs + 1, run->number);
    else
        snprintf(numbers, sizeof numbers, "%u", run->number);
    if (run->fit)
        snprintf(fit, sizeof fit, "%.2f", run->fit / 1000.);
    buffer_format(out, "%6s  ", numbers);
    put_date(out, run->date, "-         ");
    buffer_format(out, " %7u %7u %5s  ", run->pages, run->fresh, fit);
    put_events(run, out);
}

static uint32_t last_number(const model_host *host)
{
    return host->n_runs ? host->runs[host->n_runs - 1].number : 0;
}

void write_history_text(const model_host *host, buffer *out)
{
    put_name(out, host->name);
    if (host->n_runs == 0) {
        buffer_text(out, ": no history\n");
        return;
    }
    buffer_format(out, ": %u run%s, fit ", last_number(host), last_number(host) == 1 ? "" : "s");
    put_picture(host, out);
    buffer_text(out, "\n   run  date         pages     new   fit  classes (pages)\n");
    for (uint32_t i = 0; i < host->n_runs; i++)
        put_run(&host->runs[i], out);
}

static void put_run_json(const model_run *run, buffer *out)
{
    buffer_format(out, "{\"run\": %u, \"runs\": %u, \"date\": ", run->number, run->n_runs);
    if (run->date) {
        buffer_byte(out, '"');
        put_date(out, run->date, "");
        buffer_byte(out, '"');
    } else {
        buffer_text(out, "null");
    }
    buffer_format(out, ", \"pages\": %u, \"new\": %u, \"fit\": ", run->pages, run->fresh);
    buffer_format(out, run->fit ? "%.3f" : "null", run->fit / 1000.);
    buffer_format(out, ", \"changed\": %s, \"classes\": [", run->changed ? "true" : "false");
    for (uint32_t i = 0; i < run->n_classes; i++) {
        const model_run_class *c = &run->classes[i];
        buffer_format(out, "%s\n   {\"class\": %u, \"event\": \"%s\", \"pages\": %u, \"fit\": ", i ? "," : "",
                      c->number, event_names[c->event], c->pages);
        buffer_format(out, c->fit ? "%.3f}" : "null}", c->fit / 1000.);
    }
    buffer_text(out, "]}");
}

/* Only the runs, as an array. */
static void write_runs_json(const model_host *host, buffer *out)
{
    buffer_byte(out, '[');
    for (uint32_t i = 0; i < host->n_runs; i++) {
        buffer_text(out, i ? ",\n  " : "\n  ");
        put_run_json(&host->runs[i], out);
    }
    buffer_byte(out, ']');
}

void write_host_view(const model_host *host, const bool *wanted, buffer *out)
{
    write_host_json(host, true, wanted, out);
    if (out->status != HUSK_OK)
        return;
    out->len--; /* the closing brace */
    write_links(host, out);
    write_examples(host, out);
    buffer_text(out, ", \"history\": ");
    write_runs_json(host, out);
    buffer_byte(out, '}');
}

void write_history_json(const model_host *host, buffer *out)
{
    json_string_after(out, "{\"host\": ", host->name);
    buffer_text(out, ", \"history\": ");
    write_runs_json(host, out);
    buffer_byte(out, '}');
}

void write_last_run(const model_host *before, const model_host *host, buffer *out)
{
    if (last_number(host) == last_number(before)) {
        buffer_text(out, "  nothing new\n");
        return;
    }
    const model_run *run = &host->runs[host->n_runs - 1];
    buffer_format(out, "  run %u: %u pages, %u new, ", run->number, run->pages, run->fresh);
    if (run->fit)
        buffer_format(out, "fit %.2f; ", run->fit / 1000.);
    put_events(run, out);
}
