/* fuzz_html.c - any bytes as HTML: tokens and tree, with normal or small budgets.
 * Checks the invariants of the arrays. The first byte says how. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "html/html.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int promise)
{
    if (!promise)
        abort();
}

static void check_tree(html_parser *parser, const html_options *options)
{
    const html_tree *tree = html_parser_tree(parser);
    check(tree->n_nodes >= 1 && tree->n_nodes <= options->max_nodes && tree->end[0] == tree->n_nodes);
    check(tree->parent[0] == HTML_NONE && tree->attribute[tree->n_nodes] == tree->n_attributes);
    size_t bytes = 0; /* read, so that the sanitizer looks at all of it */
    for (uint32_t i = 1; i < tree->n_nodes; i++) {
        uint32_t up = tree->parent[i];
        check(up < i && tree->end[i] > i && tree->end[i] <= tree->end[up] &&
              tree->attribute[i] <= tree->attribute[i + 1]);
        check(!(tree->flags[up] & HTML_TEXT));
        uint32_t open = i - 1; /* in preorder, a node's parent is the node before it or one of that node's ancestors */
        while (open > up)
            open = tree->parent[open];
        check(open == up);
        bytes += html_tag_name(parser, tree->tag[i]).len;
        for (size_t k = 0; tree->flags[i] & HTML_TEXT && k < tree->text[i].len; k++)
            bytes += (uint8_t)tree->text[i].data[k];
    }
    for (uint32_t a = 0; a < tree->n_attributes; a++) {
        for (size_t k = 0; k < tree->attributes[a].name_len; k++)
            bytes += (uint8_t)tree->attributes[a].name[k];
        for (size_t k = 0; k < tree->attributes[a].value_len; k++)
            bytes += (uint8_t)tree->attributes[a].value[k];
    }
    static volatile size_t sum;
    sum += bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static html_parser *parser;
    if (size == 0)
        return 0;
    if (parser == NULL && (parser = html_parser_new()) == NULL)
        abort();
    uint8_t how = data[0];
    html_options options = { .max_nodes = how & 8 ? 40 : HUSK_MAX_NODES,
                             .max_depth = how & 16 ? 8 : HUSK_MAX_DEPTH,
                             .scripting = how & 32,
                             .templates = how & 64 };
    char *text = calloc(1, size - 1 + HTML_PADDING);
    if (text == NULL)
        abort();
    memcpy(text, data + 1, size - 1);
    const char *cut;
    husk_status status = html_parse(parser, (slice){ text, size - 1 }, &options, &cut);
    check(status == HUSK_OK || (status == HUSK_LIMIT && cut));
    check_tree(parser, &options);
    free(text);
    return 0;
}
