/* obstacle.c - detect pages without their content.
 * A page that has its content is never reported: all rules first require little main content, then a title or heading
 * that says what is wrong, or the empty element that a framework would fill. Cost: if there is main content, only a
 * sum over the blocks. Limits: the first MAX_HEAD bytes of a title, MAX_NOTE of a <noscript>. */
#include "judge/rules.h"

#include "obstacle_words.h" /* from obstacle_words.txt */

/* The most words of main content on a page that lacks its content: an error page has a line of help and a few links,
 * a consent wall some paragraphs, a script shell nothing. */
#define MOST_ERROR 100
#define MOST_CONSENT 300
#define MOST_SHELL 25
/* The most words that a wall shows if only a heading says so. */
#define MOST_WALL 600
/* The most words that a shell shows: a menu and a footer. */
#define MOST_SHOWN 80
#define MAX_HEAD 200
#define MAX_NOTE 1000

#define WORD(text) text,
static const char *const not_found_words[] = { NOT_FOUND_WORDS(WORD) NULL };
static const char *const refused_words[] = { REFUSED_WORDS(WORD) NULL };
static const char *const consent_words[] = { CONSENT_WORDS(WORD) NULL };
static const char *const not_found_whole[] = { NOT_FOUND_WHOLE(WORD) NULL };
static const char *const root_ids[] = { ROOT_IDS(WORD) NULL };
static const char *const script_words[] = { SCRIPT_WORDS(WORD) NULL };
#undef WORD

typedef struct sizes {
    uint32_t kept;  /* words of main content */
    uint32_t shown; /* words that are not hidden */
} sizes;

static sizes measure(const husk_page *page, const bool *keep)
{
    sizes s = { 0, 0 };
    for (uint32_t b = 0; b < page->n_blocks; b++) {
        s.kept += keep[b] ? page->blocks[b].n_words : 0;
        s.shown += page->blocks[b].flags & BLOCK_HIDDEN ? 0 : page->blocks[b].n_words;
    }
    return s;
}

/* Lower case, with straight apostrophes, trimmed. */
static slice normal(slice text, char *out, size_t max)
{
    size_t len = text_lower(text, out, max), to = 0;
    for (size_t i = 0; i < len; i++) {
        bool curved =
            len - i >= 3 && (memcmp(out + i, "\xe2\x80\x99", 3) == 0 || memcmp(out + i, "\xe2\x80\x98", 3) == 0);
        out[to++] = curved ? '\'' : out[i];
        i += curved ? 2 : 0;
    }
    return slice_trim((slice){ out, to });
}

static bool has_any(slice text, const char *const *phrases)
{
    for (; text.len && *phrases; phrases++)
        if (memchr(text.data, (*phrases)[0], text.len) && memmem(text.data, text.len, *phrases, strlen(*phrases)))
            return true;
    return false;
}

static bool is_any(slice text, const char *const *phrases)
{
    for (; *phrases; phrases++)
        if (slice_is(text, *phrases))
            return true;
    return false;
}

/* Up to the first mark that separates a title from the site's name; all of it if there is none. */
static slice first_part(slice title)
{
    static const char *const marks[] = { " | ", " - ", " \xe2\x80\x93 ", " \xe2\x80\x94 ", " \xc2\xb7 ", " \xc2\xbb " };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = memmem(title.data, title.len, marks[i], strlen(marks[i]));
        title.len = at ? (size_t)(at - title.data) : title.len;
    }
    return slice_trim(title);
}

/* What a title or a heading says. */
static husk_obstacle by_words(slice text, sizes s)
{
    char memory[MAX_HEAD + 4];
    slice head = normal(text, memory, MAX_HEAD);
    if (s.kept <= MOST_ERROR && has_any(head, refused_words))
        return HUSK_OBSTACLE_REFUSED;
    if (s.kept <= MOST_ERROR && (has_any(head, not_found_words) || is_any(first_part(head), not_found_whole)))
        return HUSK_OBSTACLE_NOT_FOUND;
    if (s.kept <= MOST_CONSENT && has_any(head, consent_words))
        return HUSK_OBSTACLE_CONSENT;
    return HUSK_OBSTACLE_NONE;
}

static slice title_of(const husk_page *page)
{
    uint32_t node = page->title;
    bool has_text = node != NODE_NONE && node + 1 < page->end[node] && page->flags[node + 1] & NODE_TEXT;
    return has_text ? page->text[node + 1] : (slice){ "", 0 };
}

static bool is_heading(const husk_page *page, uint32_t b, uint16_t tag)
{
    return page->tag[page->blocks[b].container] == tag && !(page->blocks[b].flags & BLOCK_HIDDEN);
}

/* A dialog on a page that has more to show: another main heading, or many words. */
static bool is_dialog_only(const husk_page *page, uint32_t heading, sizes s)
{
    if (s.shown > MOST_WALL)
        return true;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (b != heading && is_heading(page, b, TAG_H1))
            return true;
    return false;
}

/* First-level headings, then second-level ones. */
static husk_obstacle by_headings(const husk_page *page, sizes s)
{
    husk_obstacle found = HUSK_OBSTACLE_NONE;
    for (unsigned level = 0; level < 2 && found == HUSK_OBSTACLE_NONE; level++)
        for (uint32_t b = 0; b < page->n_blocks && found == HUSK_OBSTACLE_NONE; b++)
            if (is_heading(page, b, level ? TAG_H2 : TAG_H1)) {
                found = by_words(page_block_text(page, b), s);
                if (found == HUSK_OBSTACLE_CONSENT && is_dialog_only(page, b, s))
                    found = HUSK_OBSTACLE_NONE;
            }
    return found;
}

/* --- consent ------------------------------------------------------------------------------------------------------ */

/* A wall without a title: most of what it shows is about cookies. */
static bool is_about_cookies(const husk_page *page, sizes s)
{
    uint32_t words = 0, mentions = 0;
    if (s.shown > MOST_CONSENT)
        return false;
    for (uint32_t b = 0; b < page->n_blocks; b++)
        if (!(page->blocks[b].flags & BLOCK_HIDDEN) && slice_has_nocase(page_block_text(page, b), "cookie")) {
            words += page->blocks[b].n_words;
            mentions++;
        }
    return mentions >= 2 && words * 10 >= s.shown * 7;
}

/* If only the title says so, a consent wall must also mention cookies: "We value your privacy" may head a policy. */
static bool asks_for_consent(const husk_page *page)
{
    bool cookies = false, button = false;
    for (uint32_t b = 0; b < page->n_blocks && !cookies; b++)
        cookies = slice_has_nocase(page_block_text(page, b), "cookie") ||
                  slice_has_nocase(page_block_text(page, b), "consent");
    for (uint32_t i = 1; i < page->n_nodes && !button; i++)
        button = page->tag[i] == TAG_BUTTON || page->tag[i] == TAG_INPUT;
    return cookies && button;
}

/* --- shells ------------------------------------------------------------------------------------------------------- */

static bool has_text(const husk_page *page, uint32_t node)
{
    for (uint32_t i = node + 1; i < page->end[node]; i++)
        if ((page->flags[i] & (NODE_TEXT | NODE_BLANK | NODE_SILENT)) == NODE_TEXT)
            return true;
    return false;
}

static bool is_root(const husk_page *page, uint32_t node)
{
    slice id = page_attribute_value(page, node, ATTR_ID);
    return (id.len && is_any(id, root_ids)) || slice_is(page_tag_name(page, page->tag[node]), "app-root");
}

/* Does it ask for scripts? Requests for comments and videos on a page that has its text don't count. */
static bool says_script(slice text)
{
    static const char *const parts[] = { "comment", "disqus", "kommentar", "video", "map", NULL };
    char memory[MAX_NOTE + 4];
    slice note = normal(text, memory, MAX_NOTE);
    return has_any(note, script_words) && !has_any(note, parts);
}

/* An empty root element, or a line that asks for scripts; and a script. */
static bool is_shell(const husk_page *page)
{
    bool script = false, root = false, note = false;
    for (uint32_t i = 1; i < page->n_nodes; i++) {
        if (page->flags[i] & NODE_TEXT) {
            note = note || (page->tag[page->parent[i]] == TAG_NOSCRIPT && says_script(page->text[i]));
            continue;
        }
        script = script || page->tag[i] == TAG_SCRIPT;
        root = root || (is_root(page, i) && !has_text(page, i));
    }
    for (uint32_t b = 0; b < page->n_blocks && !note; b++)
        note = says_script(page_block_text(page, b));
    return script && (root || note);
}

husk_obstacle obstacle_find(const husk_page *page, const bool *keep)
{
    sizes s = measure(page, keep);
    if (s.kept > MOST_CONSENT)
        return HUSK_OBSTACLE_NONE;
    husk_obstacle found = by_words(title_of(page), s);
    found = found ? found : by_headings(page, s);
    if (found == HUSK_OBSTACLE_CONSENT && !asks_for_consent(page))
        found = HUSK_OBSTACLE_NONE;
    if (found == HUSK_OBSTACLE_NONE && is_about_cookies(page, s) && asks_for_consent(page))
        found = HUSK_OBSTACLE_CONSENT;
    if (found == HUSK_OBSTACLE_NONE && s.kept <= MOST_SHELL && s.shown <= MOST_SHOWN && is_shell(page))
        found = HUSK_OBSTACLE_NEEDS_SCRIPT;
    if (found == HUSK_OBSTACLE_NONE && s.kept + s.shown == 0)
        found = HUSK_OBSTACLE_NO_TEXT;
    return found;
}

static const struct {
    const char *word, *text;
} obstacles[] = {
#define OBSTACLE(name, value, word, text) [value] = { word, text },
    HUSK_OBSTACLES(OBSTACLE)
#undef OBSTACLE
};
enum { N_OBSTACLES = sizeof obstacles / sizeof *obstacles };

const char *husk_obstacle_word(husk_obstacle obstacle)
{
    return (size_t)obstacle < N_OBSTACLES ? obstacles[obstacle].word : "ok";
}

const char *husk_obstacle_text(husk_obstacle obstacle)
{
    return (size_t)obstacle < N_OBSTACLES ? obstacles[obstacle].text : "";
}
