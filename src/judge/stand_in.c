/* stand_in.c - the text that a page declares in its data, as a separate page.
 * A page that a script would fill may have its text in JSON-LD or in microdata's <meta>. Its lines become paragraphs of
 * a small HTML page that is parsed like any other, so the same writers serve every format. Scripts' own state is not
 * read: of 2,614 pages it replaced the content of one, and made it worse. Cost: nothing on pages with content; on the
 * others a parse of their JSON-LD and of the text. Limits: MOST_TEXTS, MOST_LEVELS. */
#include "judge/rules.h"

#include "base/escape.h"
#include "page/fragment.h"
#include "page/loose_json.h"

/* What data says of a text: it is the content, of an article, a posting, a question or an answer; or it describes a
 * product, a job, a recipe, a video. */
typedef enum declared_kind { DECLARED_BODY, DECLARED_DESCRIPTION, N_DECLARED } declared_kind;

/* A script shell shows a few words: a name, "loading", a menu. */
#define SHELL_SHOWN 150u
#define SHELL_TAKEN 60u
/* If the tree's content has more words than this, nothing replaces it. */
#define ENOUGH_TAKEN 200u
#define MOST_TEXTS 512u
#define MOST_LEVELS 64u

typedef struct declared {
    fragment_reader fragments;
    buffer plain;             /* one text */
    buffer texts[N_DECLARED]; /* all of them, line by line */
    uint32_t n_words[N_DECLARED];
    uint32_t node[N_DECLARED]; /* the first element that has one */
    uint64_t seen[MOST_TEXTS]; /* their hashes: pages declare a text twice */
    uint32_t n;
} declared;

/* --- the texts ---------------------------------------------------------------------------------------------------- */

/* The kind of a member's text; N_DECLARED if it is none. The texts of a recipe's steps belong to its ingredients. */
static declared_kind kind_of(slice key, slice around)
{
    static const char *const bodies[] = { "articlebody", "text" };
    static const char *const described[] = { "description",
                                             "recipeingredient",
                                             "recipeinstructions",
                                             "responsibilities",
                                             "qualifications",
                                             "skills",
                                             "transcript",
                                             "abstract",
                                             "step",
                                             "jobbenefits",
                                             "experiencerequirements",
                                             "educationrequirements" };
    static const char *const steps[] = { "recipeinstructions", "step", "itemlistelement" };
    if (SLICE_IS_ANY(key, bodies))
        return SLICE_IS_ANY(around, steps) ? DECLARED_DESCRIPTION : DECLARED_BODY;
    return SLICE_IS_ANY(key, described) ? DECLARED_DESCRIPTION : N_DECLARED;
}

static bool is_seen(declared *d, slice text)
{
    uint64_t hash = hash_bytes(text.data, text.len);
    for (uint32_t i = 0; i < d->n; i++)
        if (d->seen[i] == hash)
            return true;
    d->seen[d->n++] = hash;
    return false;
}

/* Add a text without its tags and entities. False if out of memory. */
static bool add_text(declared *d, uint32_t node, declared_kind kind, slice text)
{
    if (kind == N_DECLARED || text.len == 0 || d->n == MOST_TEXTS)
        return true;
    buffer_clear(&d->plain);
    bool ok = fragment_is_html(text) ? fragment_text(&d->fragments, text, &d->plain)
                                     : fragment_decode(&d->fragments, text, &d->plain);
    slice plain = slice_trim((slice){ d->plain.data ? d->plain.data : "", d->plain.len });
    if (!ok || plain.len == 0 || is_seen(d, plain))
        return ok;
    d->node[kind] = d->n_words[kind] ? d->node[kind] : node;
    d->n_words[kind] += count_words(plain.data, plain.len);
    buffer_append(&d->texts[kind], plain.data, plain.len);
    buffer_byte(&d->texts[kind], '\n');
    return d->texts[kind].status != HUSK_NO_MEMORY;
}

/* An object or list being read; `key` is the key that led to it, also for a list's items. */
typedef struct json_level {
    yyjson_val *next;
    size_t left;
    bool is_object;
    slice key;
} json_level;

static json_level level_of(yyjson_val *v, slice key)
{
    return (json_level){ unsafe_yyjson_get_first(v), yyjson_get_len(v), yyjson_is_obj(v), key };
}

/* Few pages declare any text: most JSON-LD need not be parsed again. */
static bool may_declare(slice json)
{
    return slice_has_nocase(json, "articlebody") || slice_has_nocase(json, "text\"") ||
           slice_has_nocase(json, "description");
}

/* Every string of a JSON-LD script, in order. */
static bool add_json(declared *d, uint32_t node, slice json)
{
    json_level levels[MOST_LEVELS];
    uint32_t n = 0;
    bool ok = true;
    yyjson_doc *doc = may_declare(json) ? loose_json_read(json) : NULL;
    if (doc)
        levels[n++] = level_of(yyjson_doc_get_root(doc), (slice){ NULL, 0 });
    while (n && ok) {
        json_level *l = &levels[n - 1];
        if (l->left-- == 0) {
            n--;
            continue;
        }
        slice key = l->is_object ? json_string_of(l->next) : l->key;
        yyjson_val *v = l->is_object ? l->next + 1 : l->next;
        l->next = unsafe_yyjson_get_next(v);
        if (yyjson_is_str(v))
            ok = add_text(d, node, kind_of(key, l->key), json_string_of(v));
        else if (yyjson_is_ctn(v) && n < MOST_LEVELS)
            levels[n++] = level_of(v, key);
    }
    yyjson_doc_free(doc);
    return ok;
}

static bool add_all(declared *d, const husk_page *page)
{
    bool ok = true;
    for (uint32_t i = 0; ok && (i = page_find_tags(page, i + 1, TAG_SCRIPT, TAG_META, TAG_META)) < page->n_nodes;)
        if (page_is_json_ld(page, i))
            ok = add_json(d, i, page->text[i + 1]);
        else if (page->tag[i] == TAG_META)
            ok = add_text(d, i, kind_of(page_attribute_value(page, i, ATTR_ITEMPROP), (slice){ NULL, 0 }),
                          page_attribute_value(page, i, ATTR_CONTENT));
    return ok;
}

/* The kind whose texts replace the tree's content; N_DECLARED: none. A body replaces content a third as long, a
 * description only that of a shell, and a body only if it is far longer. */
static declared_kind choose(const declared *d, uint32_t kept, bool is_shell)
{
    static const uint32_t least[] = { [DECLARED_BODY] = 40, [DECLARED_DESCRIPTION] = 30 };
    declared_kind best = N_DECLARED;
    for (declared_kind k = DECLARED_BODY; k < (is_shell ? N_DECLARED : DECLARED_DESCRIPTION); k++)
        if (d->n_words[k] >= least[k] && (uint64_t)kept * 3 < d->n_words[k] &&
            (best == N_DECLARED || (uint64_t)d->n_words[best] * 3 < d->n_words[k]))
            best = k;
    return best;
}

/* --- the page ----------------------------------------------------------------------------------------------------- */

static void paragraphs(slice text, buffer *out)
{
    buffer_text(out, "<meta charset=utf-8>");
    while (text.len) {
        const char *end = memchr(text.data, '\n', text.len);
        size_t len = end ? (size_t)(end - text.data) : text.len;
        buffer_text(out, "<p>");
        escape_html(out, (slice){ text.data, len }, ESCAPE_TEXT);
        buffer_text(out, "</p>");
        text = (slice){ text.data + len + (end != NULL), text.len - len - (end != NULL) };
    }
}

static husk_status page_of_text(const husk_page *page, slice text, husk_page **out)
{
    buffer html;
    buffer_init(&html, HUSK_MAX_PAGE_BYTES);
    paragraphs(text, &html);
    husk_status status = html.status == HUSK_OK ? husk_page_new(&page->options, out, NULL) : HUSK_NO_MEMORY;
    if (status == HUSK_OK) {
        husk_raw raw = {
            .id = page->id.data, .url = page->url.len ? page->url.data : NULL, .bytes = html.data, .len = html.len
        };
        status = page_parse_raw(*out, &raw, NULL);
    }
    if (status == HUSK_OK || status == HUSK_LIMIT)
        status = page_blocks(*out);
    if (status != HUSK_OK && status != HUSK_LIMIT) {
        husk_page_free(*out);
        *out = NULL;
    }
    buffer_free(&html);
    return status == HUSK_LIMIT ? HUSK_OK : status;
}

husk_status stand_in_make(husk_page *page, const bool *keep, husk_page **out, uint32_t *node)
{
    uint32_t kept = 0, shown = 0;
    *out = NULL;
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        shown += page->blocks[b].n_words;
        kept += keep[b] ? page->blocks[b].n_words : 0;
    }
    if (kept >= ENOUGH_TAKEN)
        return HUSK_OK;
    declared d = { .n = 0 };
    buffer_init(&d.plain, HUSK_MAX_PAGE_BYTES);
    for (unsigned k = 0; k < N_DECLARED; k++)
        buffer_init(&d.texts[k], HUSK_MAX_PAGE_BYTES);
    husk_status status = add_all(&d, page) ? HUSK_OK : HUSK_NO_MEMORY;
    declared_kind best = choose(&d, kept, kept < SHELL_TAKEN && shown < SHELL_SHOWN);
    if (status == HUSK_OK && best != N_DECLARED) {
        *node = d.node[best];
        status = page_of_text(page, slice_trim((slice){ d.texts[best].data, d.texts[best].len }), out);
    }
    fragment_free(&d.fragments);
    buffer_free(&d.plain);
    for (unsigned k = 0; k < N_DECLARED; k++)
        buffer_free(&d.texts[k]);
    return status;
}
