/* fuzz_oracle.c - Husk's tree against lexbor's, node by node, for any UTF-8.
 * Differences are reported, unless lexbor is known to differ from the standard there (oracle.h). */
#include "oracle.h"

#include "base/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static html_parser *parser;
    static oracle lexbor;
    if (parser == NULL && (parser = html_parser_new()) == NULL)
        abort();
    char *copy = calloc(1, size + HTML_PADDING);
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    slice text = { copy, utf8_valid_len(copy, size) };
    memset(copy + text.len, 0, size - text.len);
    html_options options = { .max_nodes = HUSK_MAX_NODES, .max_depth = UINT32_MAX, .scripting = true };
    const char *cut;
    if (html_parse(parser, text, &options, &cut) != HUSK_OK || !oracle_parse(&lexbor, text, true))
        abort();
    if (!oracle_agrees(&lexbor, parser) && !oracle_is_wrong(text, parser)) {
        fprintf(stderr, "%s\n", lexbor.difference);
        abort();
    }
    free(copy);
    return 0;
}
