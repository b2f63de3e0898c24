/* meta_jsonld.c - JSON-LD (schema.org) to candidates.
 * The items of a script are found through arrays, @graph and mainEntity, with an explicit stack; then the members of
 * each are read. What the page is about (an article, a product, a discussion) outranks the page and the site that
 * frame it; list items are skipped. Cost: linear in the script. Limits: MAX_THINGS items, MAX_STACK waiting, names
 * followed through MAX_REFERENCES "@id"s. */
#include "page/loose_json.h"
#include "page/meta/meta.h"

#define MAX_THINGS 256u    /* bounds memory: real pages have a few dozen */
#define MAX_STACK 256u     /* as many as MAX_THINGS may wait */
#define MAX_REFERENCES 64u /* bounds time: each is looked up among all items */
#define MAX_PEOPLE 24u     /* same as MAX_AUTHORS of meta_choose.c */

typedef struct graph {
    meta_collector *c;
    uint32_t node;
    yyjson_val *things[MAX_THINGS]; /* objects, in document order as far as the walk keeps it */
    uint8_t depth[MAX_THINGS];      /* how many mainEntity steps down */
    uint32_t n;
    uint32_t n_references;
} graph;

/* The role of a type: what the page is about, the frame around it, or neither. */
typedef enum role { ROLE_NONE, ROLE_SITE, ROLE_PAGE, ROLE_THING } role;

static role role_of_type(slice type)
{
    static const char *const sites[] = { "WebSite",     "Organization",  "NewsMediaOrganization",
                                         "Corporation", "LocalBusiness", "Store" };
    /* clang-format off */
    static const char *const things[] = {
        "Report", "BlogPosting", "SocialMediaPosting", "Recipe", "Product", "ProductGroup", "VideoObject", "QAPage",
        "Question", "JobPosting", "Event", "Book", "Course", "Movie", "PodcastEpisode", "CreativeWork", "Review",
        "HowTo", "Dataset", "SoftwareApplication", "MedicalWebPage"
    };
    /* clang-format on */
    type = slice_after_last(type, "/#:");
    if (slice_ends(type, "Article") || slice_ends(type, "Posting"))
        return ROLE_THING;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (slice_is(type, things[i]))
            return ROLE_THING;
    if (slice_ends(type, "Page"))
        return ROLE_PAGE;
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++)
        if (slice_is(type, sites[i]))
            return ROLE_SITE;
    return ROLE_NONE;
}

/* The best role among an object's types; *type is the name of that type. */
static role role_of(yyjson_val *object, slice *type)
{
    yyjson_val *t = yyjson_obj_get(object, "@type");
    if (t == NULL)
        t = yyjson_obj_get(object, "type");
    role best = ROLE_NONE;
    *type = (slice){ NULL, 0 };
    if (yyjson_is_str(t)) {
        *type = json_string_of(t);
        return role_of_type(*type);
    }
    size_t i, n;
    yyjson_val *one;
    if (yyjson_is_arr(t))
        yyjson_arr_foreach(t, i, n, one)
        {
            role r = yyjson_is_str(one) ? role_of_type(json_string_of(one)) : ROLE_NONE;
            if (r > best) {
                best = r;
                *type = json_string_of(one);
            }
        }
    return best;
}

/* Every object that could be an item of its own, through arrays, @graph, mainEntity. */
static void gather(graph *g, yyjson_val *root)
{
    static const char *const inward[] = { "@graph", "mainEntity", "mainEntityOfPage" };
    struct {
        yyjson_val *value;
        uint8_t depth;
    } stack[MAX_STACK];
    uint32_t top = 0;
    stack[top].value = root;
    stack[top++].depth = 0;
    while (top) {
        top--;
        yyjson_val *v = stack[top].value;
        uint8_t depth = stack[top].depth;
        if (yyjson_is_arr(v)) {
            size_t n = yyjson_arr_size(v), room = MAX_STACK - top;
            if (n > room)
                n = room;
            /* pushed in reverse, so that they are popped in order */
            yyjson_val *item = yyjson_arr_get_first(v);
            for (size_t i = 0; i < n; i++, item = unsafe_yyjson_get_next(item)) {
                stack[top + n - 1 - i].value = item;
                stack[top + n - 1 - i].depth = depth;
            }
            top += (uint32_t)n;
        } else if (yyjson_is_obj(v) && g->n < MAX_THINGS) {
            g->depth[g->n] = depth;
            g->things[g->n++] = v;
            slice type;
            role_of(v, &type);
            for (size_t k = slice_ends(type, "FAQPage") ? 1 : sizeof inward / sizeof *inward;
                 k-- > 0;) { /* an FAQ's questions are not the page's title */
                yyjson_val *next = yyjson_obj_get(v, inward[k]);
                if (next && (yyjson_is_obj(next) || yyjson_is_arr(next)) && top < MAX_STACK && depth < 8) {
                    stack[top].value = next;
                    stack[top++].depth = (uint8_t)(depth + (k > 0));
                }
            }
        }
    }
}

/* An object with only "@id" stands for the one with this id. */
static yyjson_val *follow(graph *g, yyjson_val *v)
{
    slice id = json_member_string(v, "@id");
    if (id.len == 0 || yyjson_obj_get(v, "name") || g->n_references++ >= MAX_REFERENCES)
        return v;
    for (uint32_t i = 0; i < g->n; i++) {
        slice other = json_member_string(g->things[i], "@id");
        if (g->things[i] != v && slice_same(other, id))
            return g->things[i];
    }
    return v;
}

/* The first of these members that the object has. */
static yyjson_val *first_member(yyjson_val *v, const char *const *keys)
{
    yyjson_val *found = NULL;
    for (; *keys && found == NULL; keys++)
        found = yyjson_obj_get(v, *keys);
    return found;
}

/* The string in a value: itself, an object's member from `keys`, or the first of a list. An object without any of the
 * members `own` may refer to another. Both lists end with NULL. */
static slice string_in(graph *g, yyjson_val *v, const char *const *own, const char *const *keys)
{
    for (int steps = 0; v && steps < 6; steps++) {
        if (yyjson_is_str(v))
            return json_string_of(v);
        if (yyjson_is_arr(v)) {
            v = yyjson_arr_get_first(v);
            continue;
        }
        if (!yyjson_is_obj(v))
            break;
        v = first_member(first_member(v, own) ? v : follow(g, v), keys);
    }
    return (slice){ NULL, 0 };
}

static slice name_of(graph *g, yyjson_val *v)
{
    static const char *const own[] = { NULL }, *const keys[] = { "name", "@value", "alternateName", "@list", NULL };
    return string_in(g, v, own, keys);
}

static slice address_of(graph *g, yyjson_val *v)
{
    static const char *const own[] = { "url", "contentUrl", NULL }, *const keys[] = { "url", "contentUrl", "@id",
                                                                                      NULL };
    return string_in(g, v, own, keys);
}

static void add(graph *g, meta_field field, bool frame, uint8_t weight, slice value)
{
    if (value.len)
        meta_add(g->c, (meta_candidate){ .value = value,
                                         .node = g->node,
                                         .field = (uint8_t)field,
                                         .weight = weight,
                                         .source = frame ? META_FROM_JSONLD_PAGE : META_FROM_JSONLD });
}

/* Each name or address of a list; one candidate each. */
static void add_each(graph *g, meta_field field, bool frame, uint8_t weight, yyjson_val *v,
                     slice (*value_of)(graph *g, yyjson_val *v))
{
    size_t i, n;
    yyjson_val *one, *list = yyjson_obj_get(v, "@list");
    v = list && value_of == name_of ? list : v;
    if (!yyjson_is_arr(v))
        add(g, field, frame, weight, value_of(g, v));
    else
        yyjson_arr_foreach(v, i, n, one)
        {
            if (i < MAX_PEOPLE)
                add(g, field, frame, weight, value_of(g, one));
        }
}

static slice first_string(yyjson_val *thing, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        yyjson_val *v = yyjson_obj_get(thing, keys[i]);
        if (yyjson_is_arr(v))
            v = yyjson_arr_get_first(v);
        if (yyjson_is_obj(v))
            v = yyjson_obj_get(v, "@value");
        slice s = json_string_of(v);
        if (s.len)
            return s;
    }
    return (slice){ NULL, 0 };
}
#define FIRST(thing, ...)                                     \
    first_string(thing, (const char *const[]){ __VA_ARGS__ }, \
                 sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static void read_people(graph *g, yyjson_val *thing, bool frame, uint8_t weight)
{
    yyjson_val *author = yyjson_obj_get(thing, "author");
    if (author == NULL)
        author = yyjson_obj_get(thing, "creator");
    if (author)
        add_each(g, META_AUTHOR, frame, weight, author, name_of);
    yyjson_val *publisher = yyjson_obj_get(thing, "publisher");
    if (publisher)
        add(g, META_SITE, false, 3, name_of(g, publisher));
    yyjson_val *whole = yyjson_obj_get(thing, "isPartOf");
    slice type;
    if (yyjson_is_obj(whole) && role_of(follow(g, whole), &type) == ROLE_SITE)
        add(g, META_SITE, false, 0, name_of(g, whole));
}

static void read_thing(graph *g, yyjson_val *thing, role r, slice type, uint8_t weight)
{
    bool frame = r != ROLE_THING;
    if (r == ROLE_SITE) {
        bool site = slice_ends(type, "WebSite");
        add(g, META_SITE, false, site ? 1 : 4, name_of(g, thing));
        return;
    }
    add(g, META_TITLE, frame, weight, FIRST(thing, "headline", "name", "title"));
    read_people(g, thing, frame, weight);
    add(g, META_PUBLISHED, frame, weight, FIRST(thing, "datePublished", "dateCreated", "uploadDate", "datePosted"));
    add(g, META_MODIFIED, frame, weight, FIRST(thing, "dateModified"));
    add(g, META_DESCRIPTION, frame, weight, FIRST(thing, "description", "abstract"));
    add(g, META_LANGUAGE, frame, weight, FIRST(thing, "inLanguage"));
    add(g, META_URL, frame, weight, address_of(g, yyjson_obj_get(thing, "url")));
    add_each(g, META_IMAGE, frame, weight, yyjson_obj_get(thing, "image"), address_of);
    add(g, META_LICENSE, frame, weight, address_of(g, yyjson_obj_get(thing, "license")));
    add_each(g, META_TAG, frame, weight, yyjson_obj_get(thing, "keywords"), name_of);
    add_each(g, META_CATEGORY, frame, weight, yyjson_obj_get(thing, "articleSection"), name_of);
    add_each(g, META_CATEGORY, frame, weight, yyjson_obj_get(thing, "category"), name_of);
    add_each(g, META_CATEGORY, frame, weight, yyjson_obj_get(thing, "recipeCategory"), name_of);
    add(g, META_TYPE, frame, weight, type);
}

/* A schema.org Question's own text and asker come before its answers'; a standalone Review is more often about
 * something other than the page than a Product is. */
static uint8_t weight_of(slice type)
{
    if (slice_ends(type, "Article") || slice_ends(type, "Posting") || slice_ends(type, "Question") ||
        slice_ends(type, "Recipe"))
        return 0;
    if (slice_ends(type, "Review") || slice_ends(type, "VideoObject") || slice_ends(type, "Event"))
        return 4;
    return 2;
}

void meta_jsonld(meta_collector *c, uint32_t node, slice text)
{
    yyjson_doc *doc = loose_json_read(text);
    if (doc == NULL)
        return;
    graph g = { .c = c, .node = node };
    gather(&g, yyjson_doc_get_root(doc));
    for (uint32_t i = 0; i < g.n; i++) {
        slice type;
        role r = role_of(g.things[i], &type);
        if (r != ROLE_NONE)
            read_thing(&g, g.things[i], r, type, weight_of(type));
    }
    yyjson_doc_free(doc);
}
