/* oracle.h - lexbor's tree of the same bytes, to compare Husk's with: for tests only. */
#ifndef HUSK_TEST_ORACLE_H
#define HUSK_TEST_ORACLE_H

#include <lexbor/dom/interfaces/character_data.h>
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/html.h"

typedef struct oracle {
    lxb_html_document_t *document;
    char difference[400]; /* the first, in words */
} oracle;

static inline void oracle_free(oracle *o)
{
    lxb_html_document_destroy(o->document);
    o->document = NULL;
}

/* Parse with lexbor, as a browser with scripts or without. False without memory. */
static inline bool oracle_parse(oracle *o, slice text, bool scripting)
{
    if (o->document)
        oracle_free(o);
    o->document = lxb_html_document_create();
    if (o->document == NULL)
        return false;
    lxb_html_document_scripting_set(o->document, scripting);
    lxb_html_document_opt_set(o->document, LXB_HTML_DOCUMENT_OPT_UNDEF);
    lxb_html_document_dom_opt_set(o->document, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
    if (lxb_html_document_parse_chunk_begin(o->document) != LXB_STATUS_OK)
        return false;
    lxb_html_parser_scripting_set(o->document->dom_document.parser, scripting);
    return lxb_html_document_parse_chunk(o->document, (const lxb_char_t *)text.data, text.len) == LXB_STATUS_OK &&
           lxb_html_document_parse_chunk_end(o->document) == LXB_STATUS_OK;
}

static inline bool oracle_same(slice a, const lxb_char_t *data, size_t len)
{
    return a.len == len && (len == 0 || memcmp(a.data, data, len) == 0);
}

static inline bool oracle_differs(oracle *o, uint32_t i, const char *what, slice ours, const void *theirs, size_t len)
{
    snprintf(o->difference, sizeof o->difference, "node %u: %s: \"%.*s\" is \"%.*s\" for lexbor", i, what,
             (int)(ours.len < 120 ? ours.len : 120), ours.len ? ours.data : "", (int)(len < 120 ? len : 120),
             len ? (const char *)theirs : "");
    return false;
}

/* Does an attribute before this one have its local name? Husk keeps no namespaces of attributes: of href and xlink:href
 * the first counts, where a DOM has both. */
static inline bool oracle_repeats(const lxb_dom_attr_t *first, lxb_dom_attr_t *attribute)
{
    size_t len = 0, other_len = 0;
    const lxb_char_t *name = lxb_dom_attr_local_name(attribute, &len);
    for (; first != attribute; first = first->next) {
        const lxb_char_t *other = lxb_dom_attr_local_name((lxb_dom_attr_t *)first, &other_len);
        if (len == other_len && memcmp(name, other, len) == 0)
            return true;
    }
    return false;
}

static inline bool oracle_attributes(oracle *o, const html_tree *tree, uint32_t i, lxb_dom_attr_t *theirs)
{
    uint32_t a = tree->attribute[i];
    const lxb_dom_attr_t *first = theirs;
    for (; theirs; theirs = theirs->next) {
        if (oracle_repeats(first, theirs))
            continue;
        size_t len = 0;
        const lxb_char_t *name = lxb_dom_attr_local_name(theirs, &len);
        slice ours = a < tree->attribute[i + 1] ? (slice){ tree->attributes[a].name, tree->attributes[a].name_len }
                                                : (slice){ "", 0 };
        if (!oracle_same(ours, name, len))
            return oracle_differs(o, i, "attribute", ours, name, len);
        const lexbor_str_t *value = theirs->value;
        slice ours_value = { tree->attributes[a].value, tree->attributes[a].value_len };
        size_t value_len = value && value->data ? value->length : 0;
        if (!oracle_same(ours_value, value ? value->data : NULL, value_len))
            return oracle_differs(o, i, "value", ours_value, value_len ? value->data : NULL, value_len);
        a++;
    }
    return a == tree->attribute[i + 1] || oracle_differs(o, i, "attributes", (slice){ "more", 4 }, "none", 4);
}

static inline bool oracle_node(oracle *o, html_parser *parser, uint32_t i, const lxb_dom_node_t *node)
{
    const html_tree *tree = html_parser_tree(parser);
    if (i >= tree->n_nodes)
        return oracle_differs(o, i, "nodes", (slice){ "no more", 7 }, "one", 3);
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
        const lexbor_str_t *data = &((const lxb_dom_character_data_t *)node)->data;
        slice ours = tree->flags[i] & HTML_TEXT ? tree->text[i] : html_tag_name(parser, tree->tag[i]);
        return (tree->flags[i] & HTML_TEXT && oracle_same(ours, data->data, data->length)) ||
               oracle_differs(o, i, "text", ours, data->data, data->length);
    }
    size_t len = 0;
    const lxb_char_t *name = lxb_dom_element_local_name((lxb_dom_element_t *)node, &len);
    slice ours = tree->flags[i] & HTML_TEXT ? tree->text[i] : html_tag_name(parser, tree->tag[i]);
    if (tree->flags[i] & HTML_TEXT || !oracle_same(ours, name, len))
        return oracle_differs(o, i, "element", ours, name, len);
    bool foreign = tree->flags[i] & (HTML_SVG | HTML_MATH);
    if (foreign != (node->ns != LXB_NS_HTML))
        return oracle_differs(o, i, "namespace", ours, "another", 7);
    return oracle_attributes(o, tree, i, ((const lxb_dom_element_t *)node)->first_attr);
}

/* Are both trees the same in every array? */
static inline bool oracle_agrees(oracle *o, html_parser *parser)
{
    const html_tree *tree = html_parser_tree(parser);
    const lxb_dom_node_t *root = lxb_dom_interface_node(o->document), *node = root->first_child;
    uint32_t i = 0, parent = 0; /* of `node` */
    while (node) {
        bool kept = node->type == LXB_DOM_NODE_TYPE_ELEMENT || node->type == LXB_DOM_NODE_TYPE_TEXT;
        if (kept && !oracle_node(o, parser, ++i, node))
            return false;
        if (kept && tree->parent[i] != parent)
            return oracle_differs(o, i, "parent", html_tag_name(parser, tree->tag[tree->parent[i]]), "another", 7);
        if (kept && node->first_child) {
            parent = i;
            node = node->first_child;
            continue;
        }
        while (node->next == NULL && node->parent != root) {
            node = node->parent;
            parent = tree->parent[parent];
        }
        node = node->next;
    }
    return i + 1 == tree->n_nodes || oracle_differs(o, i, "nodes", (slice){ "more", 4 }, "none", 4);
}

/* Where lexbor (3.0) builds another tree than the HTML standard says. True when `text` may lead there, so
 * that a difference proves nothing.
 * 1. <image> in a table is dropped. 13.2.6.4.7, which tables use for it: "Change the token's tag name to "img" and
 *    reprocess it."
 * 2. The text of <textarea> opens formatting again. 13.2.6.4.8 (the mode for such text) inserts a character and does
 *    nothing else.
 * 3. </h1> to </h6> look through SVG and MathML. 13.2.4.2: MathML mi, mo, mn, ms, mtext, annotation-xml and SVG
 *    foreignObject, desc, title are among the elements where the search for an element in scope ends.
 * 4. The adoption agency keeps formatting beyond the third node it climbs over. 13.2.6.4.7: "If innerLoopCounter is
 *    greater than 3 and node is in the list of active formatting elements, then remove node from the list of active
 *    formatting elements."
 * 5. A form feed before <body> or between columns is text. 13.2.6.4.1 and the modes after it list U+000C among the
 *    characters that they ignore or insert as white space. */
static inline bool oracle_is_wrong(slice text, html_parser *parser)
{
    static const char *const words[] = { "<image", "<textarea", "\f" };
    char *copy = malloc(text.len + 1);
    if (copy == NULL)
        return true;
    for (size_t i = 0; i < text.len; i++)
        copy[i] = lower(text.data[i]);
    slice low = { copy, text.len };
    bool heading = false, wrong = false;
    for (size_t i = 0; i + 3 < low.len; i++)
        heading |= memcmp(copy + i, "</h", 3) == 0 && copy[i + 3] >= '1' && copy[i + 3] <= '6';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        wrong |= memmem(low.data, low.len, words[i], strlen(words[i])) != NULL;
    wrong |= heading && (memmem(low.data, low.len, "<svg", 4) || memmem(low.data, low.len, "<math", 5));
    free(copy);
    const html_tree *tree = html_parser_tree(parser);
    for (uint32_t i = 1; i < tree->n_nodes && !wrong; i++) { /* four nodes between a formatting element and a block */
        unsigned depth = 0;
        for (uint32_t up = i; up; up = tree->parent[up])
            depth++;
        wrong = depth > 7;
    }
    return wrong;
}

#endif
