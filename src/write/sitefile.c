/* sitefile.c - what a site file holds of a host, as a sketch to read or as JSON.
 * The sketch indents by the template's own tags, which need not be balanced: some pages have what others lack. */
#include "write/sitefile.h"

#include "base/json.h"
#include "page/views.h"

/* Deeper than this is shown as this deep. */
#define MOST_INDENT 60

static unsigned percent(uint64_t part, uint64_t whole)
{
    return whole ? (unsigned)((part * 100 + whole / 2) / whole) : 0;
}

/* What mostly stands in a slot. */
static const char *slot_kind(const model_slot *slot)
{
    if (slot->words == 0)
        return slot->texts ? "marks" : "tags";
    if (slot->link_words * 2 > slot->words)
        return "links";
    return slot->tokens == slot->texts ? "text" : "text with tags";
}

static void write_slot_text(const model_class *c, const model_slot *slot, unsigned indent, buffer *out)
{
    if (slot->pages == 0)
        return;
    buffer_format(out, "    %*s{ %s, on %u %% of the pages, about %llu words }\n", (int)(indent * 2), "", slot_kind(slot),
                  percent(slot->pages, c->n_sampled), (unsigned long long)((slot->words + slot->pages / 2) / slot->pages));
}

/* A start tag that has no end tag, by its name. */
static bool is_void(slice tag)
{
    static const char *const names[] = { "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr" };
    size_t len = 1;
    while (len < tag.len && tag.data[len] != ' ' && tag.data[len] != '>')
        len++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is((slice){ tag.data + 1, len - 1 }, names[i]))
            return true;
    return false;
}

static void write_template_text(const model_class *c, buffer *out)
{
    unsigned indent = 0;
    for (uint32_t i = 0; i < c->n_tokens; i++) {
        const model_token *t = &c->tokens[i];
        unsigned shown = indent < MOST_INDENT ? indent : MOST_INDENT;
        write_slot_text(c, &c->slots[i], shown, out);
        if (t->kind == TOKEN_CLOSE) {
            indent -= indent > 0;
            continue;
        }
        buffer_format(out, "    %*s", (int)(shown * 2), "");
        buffer_append(out, t->text.data, t->text.len);
        buffer_format(out, "  %u/%u\n", t->pages, c->n_sampled);
        indent += t->kind == TOKEN_OPEN && !is_void(t->text);
    }
    write_slot_text(c, &c->slots[c->n_tokens], 0, out);
}

void write_host_text(const model_host *host, bool tokens, buffer *out)
{
    buffer_format(out, "%.*s: %u pages, %u %s\n", (int)(host->name.len ? host->name.len : 7), host->name.len ? host->name.data : "(files)",
                  host->n_pages, host->n_classes, host->n_classes == 1 ? "class" : "classes");
    for (uint32_t i = 0; i < host->n_classes; i++) {
        const model_class *c = &host->classes[i];
        buffer_format(out, "  class %u: %u pages, template of %u tokens from %u pages, %u %% of the words  ", c->number, c->n_pages, c->n_tokens,
                      c->n_distilled, percent(c->template_words, c->words));
        buffer_append(out, c->name.data, c->name.len);
        buffer_byte(out, '\n');
        if (tokens)
            write_template_text(c, out);
    }
}

static void write_slot_json(const model_slot *slot, buffer *out)
{
    buffer_format(out, "{\"kind\": \"%s\", \"pages\": %u, \"tokens\": %llu, \"texts\": %llu, \"words\": %llu, \"link_words\": %llu}", slot_kind(slot),
                  slot->pages, (unsigned long long)slot->tokens, (unsigned long long)slot->texts, (unsigned long long)slot->words,
                  (unsigned long long)slot->link_words);
}

static void write_template_json(const model_class *c, buffer *out)
{
    static const char *const kinds[] = { "open", "close", "text" };
    buffer_text(out, ", \"template\": [");
    for (uint32_t i = 0; i <= c->n_tokens; i++) {
        buffer_text(out, i ? ",\n   {" : "\n   {");
        if (i < c->n_tokens) {
            const model_token *t = &c->tokens[i];
            buffer_format(out, "\"kind\": \"%s\", \"support\": %u, \"pages\": %u, \"token\": ", t->kind < 3 ? kinds[t->kind] : "text", t->support, t->pages);
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

void write_host_json(const model_host *host, bool tokens, buffer *out)
{
    buffer_text(out, "{\"host\": ");
    json_string(out, host->name);
    buffer_format(out, ", \"pages\": %u, \"sampled\": %u, \"classes\": [", host->n_pages, host->n_sampled);
    for (uint32_t i = 0; i < host->n_classes; i++) {
        const model_class *c = &host->classes[i];
        buffer_format(out, "%s\n  {\"class\": %u, \"name\": ", i ? "," : "", c->number);
        json_string(out, c->name);
        buffer_format(out,
                      ", \"pages\": %u, \"sampled\": %u, \"distilled\": %u, \"tokens\": %u, \"words\": %llu, \"template_words\": %llu, "
                      "\"paths\": %u",
                      c->n_pages, c->n_sampled, c->n_distilled, c->n_tokens, (unsigned long long)c->words, (unsigned long long)c->template_words,
                      c->n_paths);
        if (tokens)
            write_template_json(c, out);
        buffer_byte(out, '}');
    }
    buffer_text(out, "]}");
}

void write_host_pages(const model_host *host, buffer *out)
{
    for (uint32_t i = 0; i < host->n_pages; i++) {
        if (host->pages[i].class_number == MODEL_NO_CLASS)
            buffer_text(out, "none\t");
        else
            buffer_format(out, "%u\t", host->pages[i].class_number);
        buffer_append(out, host->pages[i].id.data, host->pages[i].id.len);
        buffer_byte(out, '\n');
    }
}
