/* element.c - the meaning of single elements: list numbers, URLs, images, formulas, code.
 * Uses only conventions that many sites share (data-src of lazy images, class="language-c" …), none of a single site.
 * Cost: a look at an element's attributes; srcset and class are scanned once. */
#include "write/element.h"

#include "base/escape.h"
#include "base/limits.h"

/* --- attributes --------------------------------------------------------------------------------------------------- */

/* Nodes looked at on either side of an element for what belongs to it: it is next to it, and an element may have a
 * million children. */
#define NEAR_NODES 256u

node_range element_around(const husk_page *page, uint32_t node)
{
    uint32_t parent = page->parent[node], end = page->end[node];
    return (node_range){ node - parent > NEAR_NODES ? node - NEAR_NODES : parent + 1,
                         page->end[parent] - end > NEAR_NODES ? end + NEAR_NODES : page->end[parent] };
}

node_range element_siblings(const husk_page *page, uint32_t node)
{
    node_range near = element_around(page, node);
    while (page->parent[near.first] != page->parent[node])
        near.first = page->parent[near.first];
    return near;
}

/* An attribute that names.h does not list. */
slice element_named_value(const husk_page *page, uint32_t node, const char *name)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++) {
        const page_attribute *p = &page->attributes[a];
        if (p->id == ATTR_OTHER && slice_is((slice){ p->name, p->name_len }, name))
            return (slice){ p->value, p->value_len };
    }
    return (slice){ NULL, 0 };
}

void element_write_attribute(buffer *out, slice name, slice value)
{
    buffer_byte(out, ' ');
    buffer_append(out, name.data, name.len);
    buffer_text(out, "=\"");
    escape_html(out, value, ESCAPE_TEXT | ESCAPE_ATTRIBUTE | ESCAPE_RETURN);
    buffer_byte(out, '"');
}

void element_write_end(buffer *out, slice name)
{
    buffer_text(out, "</");
    buffer_append(out, name.data, name.len);
    buffer_byte(out, '>');
}

bool element_task(const husk_page *page, uint32_t item, bool *is_done)
{
    uint32_t i = item + 1;
    while (i < page->end[item] && page->tag[i] != TAG_INPUT && page->tag[i] != TAG_LI &&
           (!(page->flags[i] & NODE_TEXT) || page->flags[i] & NODE_BLANK))
        i++;
    if (i == page->end[item] || page->tag[i] != TAG_INPUT ||
        !slice_is_nocase(page_attribute_value(page, i, ATTR_TYPE), "checkbox") ||
        element_named_value(page, i, "disabled").data == NULL)
        return false;
    *is_done = element_named_value(page, i, "checked").data != NULL;
    return true;
}

/* An integer as HTML parses it: white space, a sign, digits, then anything. */
static bool read_integer(slice text, int64_t *out)
{
    text = slice_trim(text);
    bool negative = text.len && text.data[0] == '-';
    size_t i = text.len && (text.data[0] == '-' || text.data[0] == '+'), first = i;
    int64_t n = 0;
    for (; i < text.len && text.data[i] >= '0' && text.data[i] <= '9'; i++)
        if ((n = n * 10 + (text.data[i] - '0')) > INT32_MAX)
            return false;
    if (i == first)
        return false;
    *out = negative ? -n : n;
    return true;
}

bool element_has_language(const husk_page *page, uint32_t node)
{
    for (uint32_t a = page->attribute[node]; a < page->attribute[node + 1]; a++)
        if (page->attributes[a].id == ATTR_LANG || page->attributes[a].id == ATTR_DIR) {
            size_t len = slice_trim((slice){ page->attributes[a].value, page->attributes[a].value_len }).len;
            if (len && len <= ELEMENT_MAX_LANGUAGE)
                return true;
        }
    return false;
}

/* --- lists -------------------------------------------------------------------------------------------------------- */

void element_list_numbers(const husk_page *page, uint32_t list, int64_t *first, int *step)
{
    bool reversed = page_attribute_find(page, list, ATTR_REVERSED) != NULL;
    *step = reversed ? -1 : 1;
    *first = 1;
    if (read_integer(page_attribute_value(page, list, ATTR_START), first) || !reversed)
        return;
    *first = 0;
    for (uint32_t i = list + 1; i < page->end[list]; i = page->end[i])
        *first += page->tag[i] == TAG_LI && !(page->flags[i] & NODE_HIDDEN);
}

void element_item_number(const husk_page *page, uint32_t item, int64_t *number)
{
    read_integer(page_attribute_value(page, item, ATTR_VALUE), number);
}

uint32_t element_seen_option(const husk_page *page, uint32_t select)
{
    uint32_t first = NODE_NONE;
    for (uint32_t i = select + 1; i < page->end[select]; i++) {
        if (page->tag[i] != TAG_OPTION)
            continue;
        if (first == NODE_NONE)
            first = i;
        if (element_named_value(page, i, "selected").data)
            return i;
    }
    return first;
}

/* --- URLs --------------------------------------------------------------------------------------------------------- */

/* The length of "scheme:" at the start, 0 if there is none. */
static size_t scheme_len(slice url)
{
    size_t i = 0;
    while (i < url.len && (is_alpha(url.data[i]) || (i && (is_digit(url.data[i]) || memchr("+-.", url.data[i], 3)))))
        i++;
    return i && i < url.len && url.data[i] == ':' ? i + 1 : 0;
}

static bool scheme_is_allowed(slice url)
{
    static const char *const allowed[] = { "http:", "https:", "ftp:", "mailto:", "tel:" };
    slice scheme = { url.data, scheme_len(url) };
    return SLICE_IS_ANY(scheme, allowed);
}

/* A relative URL on a page without a base: unchanged, minus characters that no URL may have. */
static bool relative_address(slice href, buffer *out)
{
    size_t before = out->len;
    if (href.len > HUSK_MAX_URL_BYTES)
        return false;
    for (size_t i = 0; i < href.len; i++) {
        unsigned char c = (unsigned char)href.data[i];
        if (c == '\t' || c == '\n' || c == '\r')
            continue; /* as in the URL standard */
        if (c <= ' ' || c == 0x7f || strchr("\"<>`\\{}|^", c))
            buffer_format(out, "%%%02X", c);
        else
            buffer_byte(out, (char)c);
    }
    if (scheme_len((slice){ out->data + before, out->len - before })) {
        out->len = before;
        return false;
    }
    return out->status == HUSK_OK && out->len > before;
}

slice element_own_address(const husk_page *page)
{
    uint32_t end = page->head == NODE_NONE ? 0 : page->end[page->head];
    for (uint32_t i = page->head == NODE_NONE ? 1 : page->head + 1; i < end; i++) {
        slice url = { NULL, 0 };
        if (page->tag[i] == TAG_LINK && slice_is_nocase(page_attribute_value(page, i, ATTR_REL), "canonical"))
            url = slice_trim(page_attribute_value(page, i, ATTR_HREF));
        else if (page->tag[i] == TAG_META && slice_is_nocase(page_attribute_value(page, i, ATTR_PROPERTY), "og:url"))
            url = slice_trim(page_attribute_value(page, i, ATTR_CONTENT));
        size_t n = scheme_len(url);
        if (n >= 5 && url.len > n + 2 && slice_is_nocase((slice){ url.data, 4 }, "http") && url.data[n] == '/')
            return url;
    }
    return (slice){ NULL, 0 };
}

bool element_address(husk_page *page, slice href, buffer *out)
{
    size_t before = out->len;
    href = slice_trim(href);
    if (page_resolve(page, href, out)) {
        if (scheme_is_allowed((slice){ out->data + before, out->len - before }))
            return true;
        out->len = before;
        return false;
    }
    /* With a known base it either resolves or is dropped: unresolved, it would mean something else in another place. */
    return !page_has_base(page) && relative_address(href, out);
}

/* --- images ------------------------------------------------------------------------------------------------------- */

static bool is_data_url(slice url)
{
    return slice_starts_nocase(url, "data:");
}

/* "640w", "2x": the number, to find the largest; 1 if there is none. */
static double descriptor_size(slice text)
{
    double n = 0, place = 0;
    size_t i = 0;
    for (; i < text.len && i < 12; i++) {
        char c = text.data[i];
        if (c == '.' && place == 0)
            place = 1;
        else if (c >= '0' && c <= '9' && place)
            n += (c - '0') * (place /= 10);
        else if (c >= '0' && c <= '9')
            n = n * 10 + (c - '0');
        else
            break;
    }
    return i ? n : 1;
}

/* The largest candidate of a srcset. A URL ends at white space; a trailing comma belongs to the list. */
static slice srcset_largest(slice set)
{
    slice best = { NULL, 0 }, url;
    double best_size = -1;
    while (slice_word(&set, &url)) {
        double size = 1;
        bool ended = url.data[url.len - 1] == ',';
        while (url.len && url.data[url.len - 1] == ',')
            url.len--;
        if (!ended) {
            const char *comma = set.len ? memchr(set.data, ',', set.len) : NULL;
            slice descriptor = slice_trim((slice){ set.data, comma ? (size_t)(comma - set.data) : set.len });
            size = descriptor.len ? descriptor_size(descriptor) : 1;
            size_t used = comma ? (size_t)(comma - set.data) + 1 : set.len;
            set.data += used;
            set.len -= used;
        }
        if (url.len && !is_data_url(url) && size > best_size) {
            best = url;
            best_size = size;
        }
    }
    return best;
}

/* The first <source> with a file in the <picture> around an image. */
static slice picture_source(const husk_page *page, uint32_t image)
{
    uint32_t picture = page->parent[image];
    if (page->tag[picture] != TAG_PICTURE)
        return (slice){ NULL, 0 };
    for (uint32_t i = element_siblings(page, image).first; i < image; i = page->end[i]) {
        slice set = page_attribute_value(page, i, ATTR_SRCSET);
        if (set.len == 0)
            set = element_named_value(page, i, "data-srcset");
        slice source = page->tag[i] == TAG_SOURCE ? srcset_largest(set) : (slice){ NULL, 0 };
        if (source.len)
            return source;
    }
    return (slice){ NULL, 0 };
}

static bool names_image(slice url)
{
    static const char *const endings[] = { ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp" };
    const char *query = url.len ? memchr(url.data, '?', url.len) : NULL;
    size_t len = query ? (size_t)(query - url.data) : url.len;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i]);
        if (len > n && slice_is_nocase((slice){ url.data + len - n, n }, endings[i]))
            return true;
    }
    return false;
}

static bool is_one_address(slice url)
{
    return url.len && !is_data_url(url) && memchr(url.data, ' ', url.len) == NULL &&
           memchr(url.data, '{', url.len) == NULL;
}

/* The source that a script loads when the image is scrolled into view, by the names that most such scripts use: it is
 * better than src, which may be a small or blurred copy. */
static slice lazy_source(const husk_page *page, uint32_t image)
{
    static const char *const names[] = { "data-lazy-src", "data-original" };
    slice found = slice_trim(page_attribute_value(page, image, ATTR_DATA_SRC));
    for (size_t i = 0; !is_one_address(found) && i < sizeof names / sizeof *names; i++)
        found = slice_trim(element_named_value(page, image, names[i]));
    return is_one_address(found) ? found : (slice){ NULL, 0 };
}

/* Any other attribute that seems to hold a source (data-orig-file, data-image …): only for an image without a real src,
 * since it may be an old, a small or another image. */
static slice guessed_source(const husk_page *page, uint32_t image)
{
    for (uint32_t a = page->attribute[image]; a < page->attribute[image + 1]; a++) {
        const page_attribute *p = &page->attributes[a];
        slice name = { p->name, p->name_len }, value = slice_trim((slice){ p->value, p->value_len });
        if (p->id != ATTR_OTHER || name.len < 6 || memcmp(name.data, "data-", 5) != 0 || !is_one_address(value))
            continue;
        bool source = slice_has_nocase(name, "src") || slice_has_nocase(name, "original");
        bool other = slice_has_nocase(name, "lazy") || slice_has_nocase(name, "url") ||
                     slice_has_nocase(name, "file") || slice_has_nocase(name, "image");
        if (!slice_has_nocase(name, "srcset") &&
            ((source && !slice_has_nocase(name, "thumb")) || (other && names_image(value))))
            return value;
    }
    return (slice){ NULL, 0 };
}

static bool is_placeholder(slice url)
{
    static const char *const names[] = { "placeholder", "blank.gif", "spacer.gif", "transparent.",
                                         "1x1.",        "pixel.gif", "lazy-load",  "lazyload",
                                         "loading.gif", "grey.gif",  "dummy." };
    return CLASS_SAYS(url, names);
}

/* The src of the <img> in a <noscript>, for readers without scripts. Its text is unparsed markup. */
static slice noscript_source(const husk_page *page, uint32_t noscript)
{
    for (uint32_t i = noscript + 1; i < page->end[noscript]; i++) {
        slice text = page->text[i];
        const char *image = text.len > 9 ? memmem(text.data, text.len, "<img", 4) : NULL, *end = text.data + text.len;
        for (const char *p = image; p && p + 6 < end && *p != '>'; p++)
            if (is_space(*p) && slice_is_nocase((slice){ p + 1, 4 }, "src=") && (p[5] == '"' || p[5] == '\'')) {
                const char *close = memchr(p + 6, p[5], (size_t)(end - p - 6));
                slice url = { p + 6, close ? (size_t)(close - p - 6) : 0 };
                return is_one_address(url) && memchr(url.data, '&', url.len) == NULL ? url : (slice){ NULL, 0 };
            }
    }
    return (slice){ NULL, 0 };
}

/* The same next to an image. Of several images in one parent each has its own: the one after it, or the one before it
 * if the first of them leads. */
static slice twin_source(const husk_page *page, uint32_t image)
{
    node_range near = element_siblings(page, image);
    uint32_t before = NODE_NONE, after = NODE_NONE;
    bool seen = false, leads = false;
    for (uint32_t i = near.first; i < near.end && after == NODE_NONE; i = page->end[i]) {
        if (page->tag[i] == TAG_IMG && i > image)
            break;
        if (page->tag[i] == TAG_IMG) {
            before = i < image ? NODE_NONE : before;
            seen = true;
        } else if (page->tag[i] == TAG_NOSCRIPT) {
            *(i < image ? &before : &after) = i;
            leads |= !seen;
        }
    }
    uint32_t twin = before != NODE_NONE && (leads || after == NODE_NONE) ? before : after;
    return twin != NODE_NONE ? noscript_source(page, twin) : (slice){ NULL, 0 };
}

/* The file that a link around the image leads to: usually the same image, larger. */
static slice linked_source(const husk_page *page, uint32_t image)
{
    uint32_t node = page->parent[image];
    for (int up = 0; up < 3 && node != NODE_NONE; up++, node = page->parent[node]) {
        slice href = slice_trim(page_attribute_value(page, node, ATTR_HREF));
        if (page->tag[node] == TAG_A)
            return names_image(href) && is_one_address(href) ? href : (slice){ NULL, 0 };
    }
    return (slice){ NULL, 0 };
}

static slice lazy_set_source(const husk_page *page, uint32_t image)
{
    slice source = srcset_largest(element_named_value(page, image, "data-srcset"));
    return source.len ? source : srcset_largest(element_named_value(page, image, "data-lazy-srcset"));
}

static slice set_source(const husk_page *page, uint32_t image)
{
    return srcset_largest(page_attribute_value(page, image, ATTR_SRCSET));
}

static slice plain_source(const husk_page *page, uint32_t image)
{
    slice plain = slice_trim(page_attribute_value(page, image, ATTR_SRC));
    return is_data_url(plain) || is_placeholder(plain) ? (slice){ NULL, 0 } : plain;
}

slice element_image_source(const husk_page *page, uint32_t image)
{
    static slice (*const finders[])(const husk_page *, uint32_t) = {
        lazy_set_source, lazy_source,    set_source,  plain_source,
        guessed_source,  picture_source, twin_source, linked_source,
    };
    slice source = { NULL, 0 };
    for (size_t i = 0; i < sizeof finders / sizeof *finders && source.len == 0; i++)
        source = finders[i](page, image);
    if (source.len == 0) { /* a placeholder is better than nothing */
        source = slice_trim(page_attribute_value(page, image, ATTR_SRC));
        source.len = is_data_url(source) ? 0 : source.len;
    }
    return source;
}

static bool is_tiny(slice length)
{
    int64_t n;
    return read_integer(length, &n) && n <= 1 && (length.len == 0 || length.data[length.len - 1] != '%');
}

bool element_image_is_pixel(const husk_page *page, uint32_t image)
{
    return is_tiny(page_attribute_value(page, image, ATTR_WIDTH)) ||
           is_tiny(page_attribute_value(page, image, ATTR_HEIGHT));
}

/* The longest name of an emoticon: ":slightly_smiling_face:". */
#define EMOTICON_BYTES 40

bool element_image_is_emoticon(const husk_page *page, uint32_t image, slice *name)
{
    static const char *const names[] = { "emoji", "smiley", "smilie", "emoticon" };
    *name = slice_trim(page_attribute_value(page, image, ATTR_ALT));
    if (name->len == 0 || name->len > EMOTICON_BYTES || memchr(name->data, ' ', name->len))
        return false;
    return CLASS_SAYS(page_attribute_value(page, image, ATTR_SRC), names) ||
           CLASS_SAYS(page_attribute_value(page, image, ATTR_CLASS), names);
}

/* --- formulas ----------------------------------------------------------------------------------------------------- */

/* TeX has commands, scripts and groups; a description has none of them. */
static bool looks_like_tex(slice text)
{
    bool spaces = false;
    for (size_t i = 0; i < text.len; i++) {
        if (memchr("\\^_{}", text.data[i], 5))
            return true;
        spaces |= is_space(text.data[i]);
    }
    return text.len && !spaces;
}

/* Does the opening brace close at the very end? */
static bool is_one_group(slice tex)
{
    size_t depth = 0;
    for (size_t i = 0; i < tex.len; i++) {
        if (tex.data[i] == '\\')
            i++;
        else if (tex.data[i] == '{')
            depth++;
        else if (tex.data[i] == '}' && (depth == 0 || --depth == 0))
            return i + 1 == tex.len;
    }
    return false;
}

/* "{\displaystyle x}" is x: the style is up to the reader. */
static slice bare_tex(slice tex)
{
    static const char prefix[] = "{\\displaystyle ";
    tex = slice_trim(tex);
    size_t n = sizeof prefix - 1;
    for (unsigned i = 0; i < 8 && tex.len > n && memcmp(tex.data, prefix, n) == 0 && is_one_group(tex); i++)
        tex = slice_trim((slice){ tex.data + n, tex.len - n - 1 });
    return tex;
}

/* Does a URL contain this word in lower case? Line breaks and tabs do not count: they go when the URL is resolved, and
 * what is written must be read back alike. */
static bool address_has(slice url, const char *word)
{
    if (url.len == 0 ||
        !(memchr(url.data, '\n', url.len) || memchr(url.data, '\r', url.len) || memchr(url.data, '\t', url.len)))
        return slice_has_nocase(url, word);
    for (size_t i = 0; i < url.len; i++) {
        size_t at = i, matched = 0;
        for (; at < url.len && word[matched]; at++)
            if (lower(url.data[at]) == word[matched])
                matched++;
            else if (matched == 0 || (url.data[at] != '\n' && url.data[at] != '\r' && url.data[at] != '\t'))
                break;
        if (!word[matched])
            return true;
    }
    return false;
}

bool element_image_is_formula(const husk_page *page, uint32_t image, slice *tex)
{
    slice alt = slice_trim(page_attribute_value(page, image, ATTR_ALT));
    if (alt.len == 0)
        alt = slice_trim(page_attribute_value(page, image, ATTR_TITLE));
    if (alt.len == 0 || !looks_like_tex(alt))
        return false;
    static const char *const names[] = { "math", "latex", "formula", "equation" };
    slice class = page_attribute_value(page, image, ATTR_CLASS), source = page_attribute_value(page, image, ATTR_SRC),
          word;
    bool formula = address_has(source, "latex") || address_has(source, "mathtex") || CLASS_SAYS(class, names);
    while (!formula && slice_word(&class, &word))
        formula = slice_is_nocase(word, "tex");
    if (formula)
        *tex = bare_tex(alt);
    return formula && !shows_nothing(*tex);
}

static bool annotation_tex(const husk_page *page, uint32_t math, buffer *out)
{
    for (uint32_t i = math + 1; i < page->end[math]; i++) {
        if (page->tag[i] != TAG_ANNOTATION || !slice_has_nocase(element_named_value(page, i, "encoding"), "tex"))
            continue;
        for (uint32_t k = i + 1; k < page->end[i]; k++)
            buffer_append(out, page->text[k].data, page->text[k].len);
        return !shows_nothing((slice){ out->data, out->len });
    }
    return false;
}

/* Reduce `out` to its TeX; false if nothing visible remains. */
static bool keep_bare_tex(buffer *out)
{
    slice tex = bare_tex((slice){ out->data, out->len });
    if (shows_nothing(tex))
        return false;
    memmove(out->data, tex.data, tex.len);
    out->len = tex.len;
    return true;
}

bool element_math(const husk_page *page, uint32_t math, buffer *out, bool *display)
{
    *display = slice_is_nocase(element_named_value(page, math, "display"), "block");
    if (annotation_tex(page, math, out) && keep_bare_tex(out))
        return true;
    buffer_clear(out);
    slice alt = slice_trim(page_attribute_value(page, math, ATTR_ALTTEXT));
    if (!shows_nothing(alt)) {
        buffer_append(out, alt.data, alt.len);
        if (looks_like_tex(alt) && keep_bare_tex(out))
            return true;
    }
    if (element_mathml_tex(page, math, out) && !shows_nothing((slice){ out->data, out->len }))
        return true;
    buffer_clear(out);
    page_text(page, math, out);
    return false;
}

bool element_script_tex(const husk_page *page, uint32_t script, slice *tex, bool *display)
{
    static const char type[] = "math/tex";
    slice is = slice_trim(page_attribute_value(page, script, ATTR_TYPE));
    if (page->tag[script] != TAG_SCRIPT || is.len < sizeof type - 1 ||
        !slice_is_nocase((slice){ is.data, sizeof type - 1 }, type) || script + 1 == page->end[script])
        return false;
    *display = slice_has_nocase(is, "display");
    *tex = slice_trim(page->text[script + 1]);
    return !shows_nothing(*tex);
}

bool element_draws_tex(const husk_page *page)
{
    for (uint32_t i = 0; (i = page_find_tag(page, i + 1, TAG_SCRIPT)) < page->n_nodes;) {
        slice source = page_attribute_value(page, i, ATTR_SRC);
        if (slice_has_nocase(source, "mathjax") || slice_has_nocase(source, "katex"))
            return true;
    }
    return false;
}

bool element_find_tex(slice text, slice *tex, size_t *from, size_t *to, bool *display, unsigned *unclosed)
{
    static const struct {
        char open[3], close[3];
        bool display;
    } marks[] = { { "\\(", "\\)", false }, { "\\[", "\\]", true }, { "$$", "$$", true } };
    for (size_t i = 0; i + 4 < text.len; i++) {
        if (text.data[i] != '\\' && text.data[i] != '$')
            continue;
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
            const char *rest = text.data + i + 2, *end = text.data + text.len;
            if (*unclosed >> k & 1 || memcmp(text.data + i, marks[k].open, 2) != 0)
                continue;
            const char *close = memmem(rest, (size_t)(end - rest), marks[k].close, 2);
            *unclosed |= (unsigned)(close == NULL) << k;
            *tex = close ? slice_trim((slice){ rest, (size_t)(close - rest) }) : (slice){ NULL, 0 };
            if (shows_nothing(*tex))
                continue;
            *from = i;
            *to = (size_t)(close + 2 - text.data);
            *display = marks[k].display;
            return true;
        }
    }
    return false;
}

/* --- code --------------------------------------------------------------------------------------------------------- */

/* Carriage returns come only from character references; the line feed next to them is enough. */
static void append_lines(slice text, buffer *out)
{
    while (text.len) {
        const char *cr = memchr(text.data, '\r', text.len);
        size_t n = cr ? (size_t)(cr - text.data) : text.len;
        buffer_append(out, text.data, n);
        n += cr != NULL;
        text.data += n;
        text.len -= n;
    }
}

static void trim_lines(buffer *out)
{
    while (out->len && is_space(out->data[out->len - 1]))
        out->len--;
    size_t start = 0;
    for (size_t i = 0; i < out->len && is_space(out->data[i]); i++)
        if (out->data[i] == '\n')
            start = i + 1;
    if (start)
        memmove(out->data, out->data + start, out->len -= start);
}

void element_pre_text(const husk_page *page, uint32_t pre, const write_options *options, buffer *out)
{
    uint32_t block_end = UINT32_MAX; /* of the last block inside, such as a line's <div> */
    for (uint32_t i = pre + 1; i < page->end[pre];) {
        uint8_t flags = page->flags[i];
        if (i >= block_end) {
            buffer_end_line(out);
            block_end = UINT32_MAX;
        }
        if (flags & UNWRITTEN ||
            (!(flags & NODE_TEXT) && (page->tag[i] == TAG_BUTTON || element_is_machinery(page, i)))) {
            i = page->end[i];
            continue;
        }
        if (flags & NODE_TEXT) {
            if (is_selected(options, i))
                append_lines(page->text[i], out);
        } else if (page->tag[i] == TAG_BR) {
            buffer_byte(out, '\n');
        } else if (tag_kind(page->tag[i]) & KIND_BLOCK) {
            buffer_end_line(out);
            block_end = page->end[i];
        }
        i++;
    }
    if (shows_nothing((slice){ out->data, out->len }))
        out->len = 0;
    trim_lines(out);
}

/* Letters, digits and +-#._ : a language name, safe after a fence. */
static slice language_name(slice text)
{
    size_t n = 0;
    while (n < text.len && n < 32 &&
           (is_alpha(text.data[n]) || is_digit(text.data[n]) || memchr("+-#._", text.data[n], 5)))
        n++;
    return n == text.len ? text : (slice){ NULL, 0 };
}

static slice class_language(slice class)
{
    static const char *const prefixes[] = { "language-", "lang-", "highlight-source-", "brush:" };
    slice word;
    while (slice_word(&class, &word)) {
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
            size_t n = strlen(prefixes[i]);
            if (!slice_starts_nocase(word, prefixes[i]))
                continue;
            slice name = { word.data + n, word.len - n };
            if (name.len == 0 && !slice_word(&class, &name)) /* "brush: js" */
                break;
            if (name.len && name.data[name.len - 1] == ';')
                name.len--;
            name = language_name(name);
            if (name.len && !slice_is_nocase(name, "none"))
                return name;
        }
    }
    return (slice){ NULL, 0 };
}

slice element_code_language(const husk_page *page, uint32_t pre)
{
    slice name = class_language(page_attribute_value(page, pre, ATTR_CLASS));
    for (uint32_t i = pre + 1; name.len == 0 && i < page->end[pre]; i++) {
        if (page->flags[i] & NODE_TEXT && !(page->flags[i] & NODE_BLANK))
            break;
        if (page->tag[i] == TAG_CODE)
            name = class_language(page_attribute_value(page, i, ATTR_CLASS));
    }
    uint32_t around = page->parent[pre];
    for (unsigned level = 0; name.len == 0 && level < 2 && around != NODE_NONE && around != 0;
         level++, around = page->parent[around])
        name = class_language(page_attribute_value(page, around, ATTR_CLASS));
    return name;
}
