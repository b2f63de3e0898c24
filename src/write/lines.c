/* lines.c - lines with their prefixes: quote marks, item indentation.
 * Cost: the prefix of each line is copied; its length is bounded by FLOW_MAX_DEPTH. */
#include "write/lines.h"

#include <stdio.h>

static void newline(lines *l, bool empty)
{
    size_t len = l->len;
    buffer_byte(l->out, '\n');
    while (empty && len && l->prefix[len - 1] == ' ')
        len--;
    buffer_append(l->out, l->prefix, len);
}

void lines_begin(lines *l, unsigned gap)
{
    if (l->any && !l->fresh) {
        if (gap > 1)
            newline(l, true);
        newline(l, false);
    }
    l->any = true;
    l->fresh = false;
}

void lines_in_cell(lines *l, const char *between)
{
    if (!l->cell_begins && !l->fresh)
        buffer_text(l->out, between);
    l->cell_begins = l->fresh = false;
}

void lines_next(lines *l)
{
    newline(l, false);
}

void lines_push(lines *l, const char *first, const char *rest, unsigned gap)
{
    lines_begin(l, gap);
    buffer_text(l->out, first);
    l->fresh = true;
    l->before[l->n++] = l->len;
    size_t len = strlen(rest);
    memcpy(l->prefix + l->len, rest, len);
    l->len = (uint16_t)(l->len + len);
}

void lines_pop(lines *l)
{
    l->len = l->before[--l->n];
    l->fresh = false;
}

void lines_text(lines *l, flow *f, slice text)
{
    for (;;) {
        const char *end = text.len ? memchr(text.data, '\n', text.len) : NULL;
        size_t n = end ? (size_t)(end - text.data) : text.len;
        if (!flow_room(f, n + l->len))
            return;
        buffer_append(l->out, text.data, n);
        if (end == NULL)
            return;
        text.data += n + 1;
        text.len -= n + 1;
        newline(l, text.len && text.data[0] == '\n');
    }
}

void lines_finish(lines *l)
{
    if (l->any)
        buffer_byte(l->out, '\n');
}

void lines_item_marker(const flow_entry *list, const flow_entry *item, char delimiter, char marker[16])
{
    if (list->ordered)
        snprintf(marker, 16, "%d%c ", (int)item->number, delimiter);
    else
        memcpy(marker, "- ", sizeof "- ");
}

void lines_fold(buffer *out, slice text)
{
    if (!buffer_reserve(out, text.len + 16))
        return;
    char *to = out->data + out->len;
    const char *p = text.data, *end = p + text.len;
    while (p < end) {
        char c = *p++;
        if (!is_space(c)) {
            *to++ = c;
            continue;
        }
        *to++ = ' ';
        while (p < end && is_space(*p))
            p++;
    }
    out->len = (size_t)(to - out->data);
}
