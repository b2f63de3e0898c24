/* meta_dates.c - choose the dates of publication and of the last change from all candidates.
 * The declared date wins, with two exceptions: a system that declares the last change as the publication, and a
 * declared time in UTC that is another day where the site is. Cost: linear in the candidates. */
#include "base/url.h"
#include "page/meta/meta.h"

/* A date this close to the title is the page's own. */
#define BESIDE_BEFORE 20u
#define BESIDE_AFTER 80u

typedef struct date_choice {
    date day;
    unsigned rank;
    uint8_t source;
    bool found;
} date_choice;

typedef struct date_rules {
    int64_t now;
    bool product, authored; /* a shop's page; an author is known */
    bool front;             /* the front page of a site: it was not published on a day */
} date_rules;

/* Is it plausible: not after `now`, and not before the web unless a machine-readable value says so? */
static bool read_date(const meta_collector *c, const meta_candidate *m, const date_rules *rules, date *out)
{
    bool said = m->source != META_FROM_TEXT && m->source != META_FROM_CLASS;
    return date_parse(m->value, c->order, said ? DATE_EXPLICIT : DATE_TEXT, out) && out->year >= (said ? 1900 : 1990) &&
           (rules->now == 0 || date_earliest(out) <= rules->now);
}

static bool is_allowed(const meta_collector *c, const meta_candidate *m, const date_rules *rules)
{
    if (!meta_is_asked(c, m, rules->product) || (rules->front && m->source != META_FROM_JSONLD))
        return false;
    /* a WebPage's own dates come from its CMS: a page without an author is not a publication of that day */
    return m->source != META_FROM_JSONLD_PAGE || m->field != META_PUBLISHED || rules->authored;
}

/* Dates, best first, until one is plausible. */
static date_choice choose_date(const meta_collector *c, meta_field field, const date_rules *rules)
{
    date_choice choice = { 0 };
    for (unsigned least = 0;;) {
        const meta_candidate *best = meta_best_from(c, field, least);
        if (best == NULL)
            return choice;
        choice.rank = meta_rank(c, best);
        for (uint32_t i = 0; i < c->n; i++) {
            const meta_candidate *m = &c->list[i];
            if (m->field == field && meta_rank(c, m) == choice.rank && is_allowed(c, m, rules) &&
                read_date(c, m, rules, &choice.day)) {
                choice.source = m->source;
                choice.found = true;
                return choice;
            }
        }
        least = choice.rank + 1;
    }
}

/* The first visible date beside the title. */
static bool date_beside_title(const meta_collector *c, const date_rules *rules, date *out)
{
    for (uint32_t i = 0; i < c->n; i++) {
        const meta_candidate *m = &c->list[i];
        if (m->field == META_PUBLISHED && meta_is_visible(m) && meta_is_near(c, m->node, BESIDE_BEFORE, BESIDE_AFTER) &&
            is_allowed(c, m, rules) && read_date(c, m, rules, out))
            return true;
    }
    return false;
}

/* The day in the page's URL, where the declared time is in UTC and one day off: the URL has the site's own zone. */
static bool day_of_address(const meta_collector *c, const date_rules *rules, const date *declared, date *out)
{
    if (!declared->has_zone || declared->zone_minutes != 0)
        return false;
    for (uint32_t i = 0; i < c->n; i++) {
        const meta_candidate *m = &c->list[i];
        int64_t apart = 0;
        if (m->field != META_PUBLISHED || m->source != META_FROM_ADDRESS || !read_date(c, m, rules, out))
            continue;
        date utc = { .year = declared->year, .month = declared->month, .day = declared->day };
        apart = date_earliest(&utc) - date_earliest(out);
        return apart == 86400 || apart == -86400;
    }
    return false;
}

/* The front page of a site: a URL without path. */
static bool is_front(slice url)
{
    slice path = { NULL, 0 };
    return url_origin(url, &path).len && (path.len == 0 || slice_is(path, "/"));
}

static bool is_declared(const date_choice *choice)
{
    return choice->found && choice->source != META_FROM_TIME && choice->source != META_FROM_CLASS &&
           choice->source != META_FROM_TEXT;
}

/* An article that only says when it was changed, where readers see it, gets that date. */
static bool is_published_then(const date_choice *modified, bool authored)
{
    return modified->found && (modified->source == META_FROM_CLASS || modified->source == META_FROM_TEXT ||
                               (modified->source == META_FROM_JSONLD && authored));
}

void meta_put_dates(meta_collector *c, const metadata_options *options, page_metadata *out)
{
    char iso[DATE_MAX_ISO];
    date_rules rules = { .now = options->now,
                         .product = slice_has_nocase(out->type, "product"),
                         .authored = out->n_authors > 0,
                         .front = is_front(c->page->url) };
    date_choice published = choose_date(c, META_PUBLISHED, &rules), modified = choose_date(c, META_MODIFIED, &rules);
    /* many systems declare the day of the last change as both: an earlier date beside the title is the publication */
    bool changed = is_declared(&published) && modified.found && date_compare_days(&published.day, &modified.day) >= 0;
    c->wants_date = !published.found || !meta_is_settled(META_PUBLISHED, published.rank) || changed;
    date other;
    if ((changed && date_beside_title(c, &rules, &other) && date_compare_days(&other, &published.day) < 0) ||
        (is_declared(&published) && day_of_address(c, &rules, &published.day, &other)))
        published.day = other;
    if (modified.found)
        out->modified = meta_keep(c, iso, date_iso(&modified.day, true, iso));
    if (!published.found && is_published_then(&modified, rules.authored))
        published = modified;
    if (published.found) {
        out->published = meta_keep(c, iso, date_iso(&published.day, true, iso));
        out->date = meta_keep(c, iso, date_iso(&published.day, false, iso));
    }
}
