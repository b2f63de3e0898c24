/* html_dump.c - a hash of the tree of each file given, and of each of its prefixes: for tests/html_vectors, which
 * compares builds for different processors. It needs nothing but src/html and src/base. */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "html/html.h"

static uint64_t hash_slice(uint64_t hash, slice s)
{
    return hash_pair(hash, hash_bytes(s.len ? s.data : "", s.len));
}

static uint64_t tree_hash(html_parser *parser)
{
    const html_tree *tree = html_parser_tree(parser);
    uint64_t hash = tree->n_nodes;
    for (uint32_t i = 1; i < tree->n_nodes; i++) {
        hash = hash_pair(hash ^ tree->parent[i], (uint64_t)tree->end[i] << 8 | tree->flags[i]);
        hash = hash_slice(hash, html_tag_name(parser, tree->tag[i]));
        hash = hash_slice(hash, tree->text[i]);
        for (uint32_t a = tree->attribute[i]; a < tree->attribute[i + 1]; a++) {
            hash = hash_slice(hash, (slice){ tree->attributes[a].name, tree->attributes[a].name_len });
            hash = hash_slice(hash, (slice){ tree->attributes[a].value, tree->attributes[a].value_len });
        }
    }
    return hash;
}

int main(int argc, char **argv)
{
    static char bytes[1 << 20], text[(1 << 20) + HTML_PADDING];
    html_parser *parser = html_parser_new();
    html_options options = { .max_nodes = HUSK_MAX_NODES, .max_depth = HUSK_MAX_DEPTH, .scripting = true };
    for (int i = 1; i < argc && parser; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t len = file ? fread(bytes, 1, sizeof bytes, file) : 0;
        uint64_t hash = 0;
        const char *cut;
        for (size_t n = len < 2000 ? 0 : len; n <= len; n++) {
            memcpy(text, bytes, n);
            memset(text + n, 0, HTML_PADDING);
            if (html_parse(parser, (slice){ text, n }, &options, &cut) != HUSK_OK)
                return 1;
            hash = hash_pair(tree_hash(parser), hash);
        }
        printf("%016llx %s\n", (unsigned long long)hash, argv[i]);
        if (file)
            fclose(file);
    }
    html_parser_free(parser);
    return parser == NULL;
}
