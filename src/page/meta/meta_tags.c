/* meta_tags.c - <meta> and <link>: a table of the names in use, and their meaning.
 * Cost: one comparison of a first letter per name and tag. Names are compared without case. */
#include "page/meta/meta.h"

/* What all of some names mean. */
typedef struct tag_names {
    uint8_t field, source, weight;
    const char *const *names; /* up to NULL */
} tag_names;

#define TAGS(field, source, weight, ...)                                \
    {                                                                   \
        META_##field, META_FROM_##source, weight, (const char *const[]) \
        {                                                               \
            __VA_ARGS__, NULL                                           \
        }                                                               \
    }
static const tag_names tags[] = {
    TAGS(TITLE, OPENGRAPH, 0, "og:title"),
    TAGS(TITLE, OPENGRAPH, 1, "twitter:title"),
    TAGS(TITLE, SCHOLAR, 0, "citation_title"),
    TAGS(TITLE, SCHOLAR, 1, "dc.title", "dcterms.title"),
    TAGS(TITLE, META_TAG, 0, "parsely-title", "sailthru.title"),
    TAGS(TITLE, META_TAG, 1, "headline"),
    TAGS(TITLE, META_TAG, 2, "title"),

    TAGS(AUTHOR, SCHOLAR, 0, "citation_author", "citation_authors"),
    TAGS(AUTHOR, SCHOLAR, 1, "dc.creator", "dcterms.creator"),
    TAGS(AUTHOR, SCHOLAR, 3, "dc.contributor"),
    TAGS(AUTHOR, META_TAG, 0, "author", "authors", "parsely-author", "sailthru.author", "cxenseparse:author",
         "shareaholic:article_author_name", "byl", "byline", "article:author_name", "article.author"),
    TAGS(AUTHOR, OPENGRAPH, 0, "article:author", "og:article:author", "og:author", "book:author"),
    TAGS(AUTHOR, META_TAG, 1, "creator"),

    TAGS(PUBLISHED, OPENGRAPH, 0, "article:published_time", "og:article:published_time", "og:published_time"),
    TAGS(PUBLISHED, OPENGRAPH, 1, "article:published"),
    TAGS(PUBLISHED, META_TAG, 0, "article.published", "published_time", "datepublished", "date_published",
         "date-published", "publisheddate", "published_date", "published-date", "publishdate", "publish_date",
         "publish-date", "publicationdate", "publication_date", "publication-date", "pubdate", "pub_date", "og:pubdate",
         "bt:pubdate", "originalpublicationdate", "article_date_original", "parsely-pub-date", "sailthru.date",
         "cxenseparse:recs:publishtime", "shareaholic:article_published_time", "rnews:datepublished"),
    TAGS(PUBLISHED, META_TAG, 1, "date", "article:date", "datecreated", "date.created", "created", "displaydate"),
    TAGS(PUBLISHED, SCHOLAR, 0, "dc.date.issued", "dcterms.issued", "citation_publication_date"),
    TAGS(PUBLISHED, SCHOLAR, 1, "citation_online_date", "citation_date", "dc.date", "dcterms.date", "dc.date.created",
         "dcterms.created"),
    TAGS(PUBLISHED, SCHOLAR, 2, "dcterms.available"),

    TAGS(MODIFIED, OPENGRAPH, 0, "article:modified_time", "og:modified_time", "article:modified"),
    TAGS(MODIFIED, OPENGRAPH, 1, "og:updated_time"),
    TAGS(MODIFIED, META_TAG, 0, "datemodified", "date_modified", "modified", "lastmod", "updated_time"),
    TAGS(MODIFIED, META_TAG, 1, "last-modified", "revised"),
    TAGS(MODIFIED, SCHOLAR, 0, "dc.date.modified", "dcterms.modified"),

    TAGS(SITE, OPENGRAPH, 0, "og:site_name"),
    TAGS(SITE, META_TAG, 1, "application-name"),
    TAGS(SITE, META_TAG, 2, "apple-mobile-web-app-title"),
    TAGS(SITE, META_TAG, 0, "shareaholic:site_name"),
    TAGS(SITE, SCHOLAR, 0, "citation_journal_title"),
    TAGS(SITE, SCHOLAR, 1, "dc.publisher", "dcterms.publisher"),
    TAGS(SITE, META_TAG, 3, "publisher"),

    TAGS(DESCRIPTION, OPENGRAPH, 0, "og:description"),
    TAGS(DESCRIPTION, META_TAG, 0, "description"),
    TAGS(DESCRIPTION, OPENGRAPH, 1, "twitter:description"),
    TAGS(DESCRIPTION, SCHOLAR, 0, "dc.description", "dcterms.description", "dcterms.abstract", "citation_abstract"),
    TAGS(DESCRIPTION, META_TAG, 1, "sailthru.description"),

    TAGS(LANGUAGE, META_TAG, 1, "content-language", "language"),
    TAGS(LANGUAGE, OPENGRAPH, 0, "og:locale"),
    TAGS(LANGUAGE, SCHOLAR, 0, "dc.language", "dcterms.language", "citation_language"),

    TAGS(URL, OPENGRAPH, 0, "og:url"),
    TAGS(URL, OPENGRAPH, 1, "twitter:url"),

    TAGS(IMAGE, OPENGRAPH, 0, "og:image", "og:image:url"),
    TAGS(IMAGE, OPENGRAPH, 1, "og:image:secure_url"),
    TAGS(IMAGE, OPENGRAPH, 2, "twitter:image", "twitter:image:src"),
    TAGS(IMAGE, META_TAG, 0, "sailthru.image.full", "parsely-image-url"),
    TAGS(IMAGE, META_TAG, 1, "thumbnail"),

    TAGS(TAG, OPENGRAPH, 0, "article:tag"),
    TAGS(CATEGORY, OPENGRAPH, 0, "article:section", "article:category", "product:category"),
    TAGS(CATEGORY, META_TAG, 0, "parsely-section"),
    TAGS(CATEGORY, META_TAG, 1, "category"),
    TAGS(TAG, META_TAG, 0, "keywords", "news_keywords", "parsely-tags", "sailthru.tags"),
    TAGS(TAG, SCHOLAR, 0, "citation_keywords", "dc.subject", "dcterms.subject"),

    TAGS(LICENSE, SCHOLAR, 0, "dcterms.license"),
    TAGS(LICENSE, SCHOLAR, 1, "dc.rights", "dcterms.rights"),
    TAGS(LICENSE, META_TAG, 0, "license"),

    TAGS(TYPE, OPENGRAPH, 0, "og:type"),
    TAGS(TYPE, SCHOLAR, 0, "dc.type", "dcterms.type"),
};

/* Names that systems make up for dates, by the letters at their ends and usually with a prefix: "w-published-date". */
static const tag_names dated_ends[] = {
    TAGS(PUBLISHED, META_TAG, 2, "publisheddate", "publishdate", "publishedtime", "publishtime", "publicationdate",
         "publicationtime", "publishedat", "firstpublished", "datepublished", "pubdate", "datepub"),
    TAGS(MODIFIED, META_TAG, 2, "modifieddate", "modifiedtime", "modifiedat", "datemodified", "lastmodified",
         "updateddate", "updatedtime", "updatedat", "lastupdated"),
};
static const tag_names dated[] = {
    TAGS(PUBLISHED, META_TAG, 2, "published"),
    TAGS(MODIFIED, META_TAG, 2, "updated"),
    TAGS(PUBLISHED, META_TAG, 3, "ms.date"),
};
#undef TAGS

/* The meaning of `key`, or NULL. */
static const tag_names *find_in(const tag_names *list, size_t n, const char *key)
{
    const char first = *key;
    for (size_t i = 0; i < n; i++)
        for (const char *const *name = list[i].names; *name; name++)
            if (**name == first && strcmp(*name, key) == 0)
                return &list[i];
    return NULL;
}
#define FIND_IN(list, key) find_in(list, sizeof(list) / sizeof *(list), key)

/* "DC:title" and "dcterms:title" stand for "DC.title"; "DC.creator.personalName" for "DC.creator". */
static const tag_names *find_name(slice name)
{
    char key[48] = { 0 }, letters[48] = { 0 };
    size_t n = 0;
    if (name.len < 3 || name.len >= sizeof key)
        return NULL;
    for (size_t i = 0; i < name.len; i++)
        key[i] = lower(name.data[i]);
    for (size_t i = 2; i <= 7 && i < name.len; i++)
        if (key[i] == ':' && key[0] == 'd' && key[1] == 'c')
            key[i] = '.';
    if (name.len > 11 && memcmp(key, "dc.creator.", 11) == 0)
        key[10] = 0;
    const tag_names *found = FIND_IN(tags, key);
    if (found)
        return found;
    for (const char *c = key; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            letters[n++] = *c;
    for (size_t i = 0; i < sizeof dated_ends / sizeof *dated_ends; i++)
        for (const char *const *end = dated_ends[i].names; *end; end++)
            if (n >= strlen(*end) && strcmp(letters + n - strlen(*end), *end) == 0)
                return &dated_ends[i];
    return FIND_IN(dated, key);
}

void meta_tag(meta_collector *c, uint32_t node)
{
    const husk_page *page = c->page;
    static const uint16_t names[] = { ATTR_PROPERTY, ATTR_NAME, ATTR_HTTP_EQUIV };
    slice content = page_attribute_value(page, node, ATTR_CONTENT);
    const tag_names *t = NULL;
    for (size_t i = 0; t == NULL && i < sizeof names / sizeof *names; i++)
        t = find_name(slice_trim(page_attribute_value(page, node, names[i])));
    if (t && content.len)
        meta_add(c, (meta_candidate){
                        .value = content, .node = node, .field = t->field, .source = t->source, .weight = t->weight });
}

/* Is `word` one of the words of a rel? */
static bool rel_has(slice rel, const char *word)
{
    for (slice one; slice_word(&rel, &one);)
        if (slice_is_nocase(one, word))
            return true;
    return false;
}

void meta_link(meta_collector *c, uint32_t node)
{
    static const struct {
        const char *rel;
        uint8_t field, weight;
    } rels[] = { { "canonical", META_URL, 0 },     { "image_src", META_IMAGE, 1 }, { "license", META_LICENSE, 0 },
                 { "category", META_CATEGORY, 0 }, /* before "tag": WordPress writes both */
                 { "tag", META_TAG, 1 },           { "shortlink", META_URL, 9 } };
    slice rel = c->brief ? (slice){ NULL, 0 } : page_attribute_value(c->page, node, ATTR_REL);
    if (rel.len == 0) /* or none of what it may declare is wanted */
        return;
    slice href = page_attribute_value(c->page, node, ATTR_HREF);
    for (size_t i = 0; i < sizeof rels / sizeof *rels; i++) {
        if (!rel_has(rel, rels[i].rel))
            continue;
        slice value = href;
        if (rels[i].field == META_TAG || rels[i].field == META_CATEGORY) {
            buffer_clear(&c->piece);
            page_text(c->page, node, &c->piece);
            value = meta_clean(c, (slice){ c->piece.data ? c->piece.data : "", c->piece.len }, META_MAX_NAME);
        }
        if (value.len)
            meta_add(c, (meta_candidate){ .value = value,
                                          .node = node,
                                          .field = rels[i].field,
                                          .source = META_FROM_LINK,
                                          .weight = rels[i].weight });
        if (rels[i].field == META_CATEGORY)
            return;
    }
}
