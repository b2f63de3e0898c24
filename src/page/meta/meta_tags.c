/* meta_tags.c - <meta> and <link>: a table of the names in use, and their meaning.
 * Cost: one comparison of lengths per name and tag. Names are compared without case. */
#include "page/meta/meta.h"

typedef struct tag_name {
    const char *name;
    uint8_t field, source, weight, len;
} tag_name;

#define TAG(name, field, source, weight)                                 \
    {                                                                    \
        name, META_##field, META_FROM_##source, weight, sizeof(name) - 1 \
    }
static const tag_name tag_names[] = {
    TAG("og:title", TITLE, OPENGRAPH, 0),
    TAG("twitter:title", TITLE, OPENGRAPH, 1),
    TAG("citation_title", TITLE, SCHOLAR, 0),
    TAG("dc.title", TITLE, SCHOLAR, 1),
    TAG("dcterms.title", TITLE, SCHOLAR, 1),
    TAG("parsely-title", TITLE, META_TAG, 0),
    TAG("sailthru.title", TITLE, META_TAG, 0),
    TAG("headline", TITLE, META_TAG, 1),
    TAG("title", TITLE, META_TAG, 2),

    TAG("citation_author", AUTHOR, SCHOLAR, 0),
    TAG("citation_authors", AUTHOR, SCHOLAR, 0),
    TAG("dc.creator", AUTHOR, SCHOLAR, 1),
    TAG("dcterms.creator", AUTHOR, SCHOLAR, 1),
    TAG("dc.contributor", AUTHOR, SCHOLAR, 3),
    TAG("author", AUTHOR, META_TAG, 0),
    TAG("authors", AUTHOR, META_TAG, 0),
    TAG("parsely-author", AUTHOR, META_TAG, 0),
    TAG("sailthru.author", AUTHOR, META_TAG, 0),
    TAG("cxenseparse:author", AUTHOR, META_TAG, 0),
    TAG("shareaholic:article_author_name", AUTHOR, META_TAG, 0),
    TAG("byl", AUTHOR, META_TAG, 0),
    TAG("byline", AUTHOR, META_TAG, 0),
    TAG("article:author_name", AUTHOR, META_TAG, 0),
    TAG("article.author", AUTHOR, META_TAG, 0),
    TAG("article:author", AUTHOR, OPENGRAPH, 0),
    TAG("og:article:author", AUTHOR, OPENGRAPH, 0),
    TAG("og:author", AUTHOR, OPENGRAPH, 0),
    TAG("book:author", AUTHOR, OPENGRAPH, 0),
    TAG("creator", AUTHOR, META_TAG, 1),

    TAG("article:published_time", PUBLISHED, OPENGRAPH, 0),
    TAG("og:article:published_time", PUBLISHED, OPENGRAPH, 0),
    TAG("og:published_time", PUBLISHED, OPENGRAPH, 0),
    TAG("article:published", PUBLISHED, OPENGRAPH, 1),
    TAG("article.published", PUBLISHED, META_TAG, 0),
    TAG("published_time", PUBLISHED, META_TAG, 0),
    TAG("datepublished", PUBLISHED, META_TAG, 0),
    TAG("date_published", PUBLISHED, META_TAG, 0),
    TAG("date-published", PUBLISHED, META_TAG, 0),
    TAG("publisheddate", PUBLISHED, META_TAG, 0),
    TAG("published_date", PUBLISHED, META_TAG, 0),
    TAG("published-date", PUBLISHED, META_TAG, 0),
    TAG("publishdate", PUBLISHED, META_TAG, 0),
    TAG("publish_date", PUBLISHED, META_TAG, 0),
    TAG("publish-date", PUBLISHED, META_TAG, 0),
    TAG("publicationdate", PUBLISHED, META_TAG, 0),
    TAG("publication_date", PUBLISHED, META_TAG, 0),
    TAG("publication-date", PUBLISHED, META_TAG, 0),
    TAG("pubdate", PUBLISHED, META_TAG, 0),
    TAG("pub_date", PUBLISHED, META_TAG, 0),
    TAG("og:pubdate", PUBLISHED, META_TAG, 0),
    TAG("bt:pubdate", PUBLISHED, META_TAG, 0),
    TAG("originalpublicationdate", PUBLISHED, META_TAG, 0),
    TAG("article_date_original", PUBLISHED, META_TAG, 0),
    TAG("parsely-pub-date", PUBLISHED, META_TAG, 0),
    TAG("sailthru.date", PUBLISHED, META_TAG, 0),
    TAG("cxenseparse:recs:publishtime", PUBLISHED, META_TAG, 0),
    TAG("shareaholic:article_published_time", PUBLISHED, META_TAG, 0),
    TAG("rnews:datepublished", PUBLISHED, META_TAG, 0),
    TAG("date", PUBLISHED, META_TAG, 1),
    TAG("article:date", PUBLISHED, META_TAG, 1),
    TAG("datecreated", PUBLISHED, META_TAG, 1),
    TAG("date.created", PUBLISHED, META_TAG, 1),
    TAG("created", PUBLISHED, META_TAG, 1),
    TAG("displaydate", PUBLISHED, META_TAG, 1),
    TAG("dc.date.issued", PUBLISHED, SCHOLAR, 0),
    TAG("dcterms.issued", PUBLISHED, SCHOLAR, 0),
    TAG("citation_online_date", PUBLISHED, SCHOLAR, 1),
    TAG("citation_publication_date", PUBLISHED, SCHOLAR, 0),
    TAG("citation_date", PUBLISHED, SCHOLAR, 1),
    TAG("dc.date", PUBLISHED, SCHOLAR, 1),
    TAG("dcterms.date", PUBLISHED, SCHOLAR, 1),
    TAG("dc.date.created", PUBLISHED, SCHOLAR, 1),
    TAG("dcterms.created", PUBLISHED, SCHOLAR, 1),
    TAG("dcterms.available", PUBLISHED, SCHOLAR, 2),

    TAG("article:modified_time", MODIFIED, OPENGRAPH, 0),
    TAG("og:updated_time", MODIFIED, OPENGRAPH, 1),
    TAG("og:modified_time", MODIFIED, OPENGRAPH, 0),
    TAG("article:modified", MODIFIED, OPENGRAPH, 0),
    TAG("datemodified", MODIFIED, META_TAG, 0),
    TAG("date_modified", MODIFIED, META_TAG, 0),
    TAG("modified", MODIFIED, META_TAG, 0),
    TAG("lastmod", MODIFIED, META_TAG, 0),
    TAG("last-modified", MODIFIED, META_TAG, 1),
    TAG("revised", MODIFIED, META_TAG, 1),
    TAG("updated_time", MODIFIED, META_TAG, 0),
    TAG("dc.date.modified", MODIFIED, SCHOLAR, 0),
    TAG("dcterms.modified", MODIFIED, SCHOLAR, 0),

    TAG("og:site_name", SITE, OPENGRAPH, 0),
    TAG("application-name", SITE, META_TAG, 1),
    TAG("apple-mobile-web-app-title", SITE, META_TAG, 2),
    TAG("shareaholic:site_name", SITE, META_TAG, 0),
    TAG("citation_journal_title", SITE, SCHOLAR, 0),
    TAG("dc.publisher", SITE, SCHOLAR, 1),
    TAG("dcterms.publisher", SITE, SCHOLAR, 1),
    TAG("publisher", SITE, META_TAG, 3),

    TAG("og:description", DESCRIPTION, OPENGRAPH, 0),
    TAG("description", DESCRIPTION, META_TAG, 0),
    TAG("twitter:description", DESCRIPTION, OPENGRAPH, 1),
    TAG("dc.description", DESCRIPTION, SCHOLAR, 0),
    TAG("dcterms.description", DESCRIPTION, SCHOLAR, 0),
    TAG("dcterms.abstract", DESCRIPTION, SCHOLAR, 0),
    TAG("citation_abstract", DESCRIPTION, SCHOLAR, 0),
    TAG("sailthru.description", DESCRIPTION, META_TAG, 1),

    TAG("content-language", LANGUAGE, META_TAG, 1),
    TAG("language", LANGUAGE, META_TAG, 1),
    TAG("og:locale", LANGUAGE, OPENGRAPH, 0),
    TAG("dc.language", LANGUAGE, SCHOLAR, 0),
    TAG("dcterms.language", LANGUAGE, SCHOLAR, 0),
    TAG("citation_language", LANGUAGE, SCHOLAR, 0),

    TAG("og:url", URL, OPENGRAPH, 0),
    TAG("twitter:url", URL, OPENGRAPH, 1),

    TAG("og:image", IMAGE, OPENGRAPH, 0),
    TAG("og:image:url", IMAGE, OPENGRAPH, 0),
    TAG("og:image:secure_url", IMAGE, OPENGRAPH, 1),
    TAG("twitter:image", IMAGE, OPENGRAPH, 2),
    TAG("twitter:image:src", IMAGE, OPENGRAPH, 2),
    TAG("sailthru.image.full", IMAGE, META_TAG, 0),
    TAG("parsely-image-url", IMAGE, META_TAG, 0),
    TAG("thumbnail", IMAGE, META_TAG, 1),

    TAG("article:tag", TAG, OPENGRAPH, 0),
    TAG("article:section", CATEGORY, OPENGRAPH, 0),
    TAG("article:category", CATEGORY, OPENGRAPH, 0),
    TAG("product:category", CATEGORY, OPENGRAPH, 0),
    TAG("parsely-section", CATEGORY, META_TAG, 0),
    TAG("category", CATEGORY, META_TAG, 1),
    TAG("keywords", TAG, META_TAG, 0),
    TAG("news_keywords", TAG, META_TAG, 0),
    TAG("parsely-tags", TAG, META_TAG, 0),
    TAG("sailthru.tags", TAG, META_TAG, 0),
    TAG("citation_keywords", TAG, SCHOLAR, 0),
    TAG("dc.subject", TAG, SCHOLAR, 0),
    TAG("dcterms.subject", TAG, SCHOLAR, 0),

    TAG("dcterms.license", LICENSE, SCHOLAR, 0),
    TAG("dc.rights", LICENSE, SCHOLAR, 1),
    TAG("dcterms.rights", LICENSE, SCHOLAR, 1),
    TAG("license", LICENSE, META_TAG, 0),

    TAG("og:type", TYPE, OPENGRAPH, 0),
    TAG("dc.type", TYPE, SCHOLAR, 0),
    TAG("dcterms.type", TYPE, SCHOLAR, 0),
};

/* Names that systems make up for dates, by their ends and usually with a prefix: "w-published-date", "ms.date". */
static const tag_name *find_dated(const char *key, size_t len)
{
    static const tag_name ends[] = {
        TAG("publisheddate", PUBLISHED, META_TAG, 2),   TAG("publishdate", PUBLISHED, META_TAG, 2),
        TAG("publishedtime", PUBLISHED, META_TAG, 2),   TAG("publishtime", PUBLISHED, META_TAG, 2),
        TAG("publicationdate", PUBLISHED, META_TAG, 2), TAG("publicationtime", PUBLISHED, META_TAG, 2),
        TAG("publishedat", PUBLISHED, META_TAG, 2),     TAG("firstpublished", PUBLISHED, META_TAG, 2),
        TAG("datepublished", PUBLISHED, META_TAG, 2),   TAG("pubdate", PUBLISHED, META_TAG, 2),
        TAG("datepub", PUBLISHED, META_TAG, 2),         TAG("modifieddate", MODIFIED, META_TAG, 2),
        TAG("modifiedtime", MODIFIED, META_TAG, 2),     TAG("modifiedat", MODIFIED, META_TAG, 2),
        TAG("datemodified", MODIFIED, META_TAG, 2),     TAG("lastmodified", MODIFIED, META_TAG, 2),
        TAG("updateddate", MODIFIED, META_TAG, 2),      TAG("updatedtime", MODIFIED, META_TAG, 2),
        TAG("updatedat", MODIFIED, META_TAG, 2),        TAG("lastupdated", MODIFIED, META_TAG, 2),
    };
    static const tag_name whole[] = { TAG("published", PUBLISHED, META_TAG, 2), TAG("updated", MODIFIED, META_TAG, 2),
                                      TAG("ms.date", PUBLISHED, META_TAG, 3) };
    char letters[48];
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        if (key[i] >= 'a' && key[i] <= 'z')
            letters[n++] = key[i];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (n >= ends[i].len && memcmp(letters + n - ends[i].len, ends[i].name, ends[i].len) == 0)
            return &ends[i];
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (len == whole[i].len && memcmp(key, whole[i].name, len) == 0)
            return &whole[i];
    return NULL;
}
#undef TAG

/* "DC:title" and "dcterms:title" stand for "DC.title"; "DC.creator.personalName" for "DC.creator". */
static const tag_name *find_name(slice name)
{
    char key[48];
    if (name.len < 3 || name.len >= sizeof key)
        return NULL;
    for (size_t i = 0; i < name.len; i++)
        key[i] = lower(name.data[i]);
    for (size_t i = 2; i <= 7 && i < name.len; i++)
        if (key[i] == ':' && key[0] == 'd' && key[1] == 'c')
            key[i] = '.';
    size_t len = name.len > 11 && memcmp(key, "dc.creator.", 11) == 0 ? 10 : name.len;
    for (size_t i = 0; i < sizeof tag_names / sizeof *tag_names; i++) {
        const tag_name *t = &tag_names[i];
        if (t->len == len && t->name[0] == key[0] && memcmp(t->name, key, len) == 0)
            return t;
    }
    return find_dated(key, len);
}

void meta_tag(meta_collector *c, uint32_t node)
{
    const husk_page *page = c->page;
    static const uint16_t names[] = { ATTR_PROPERTY, ATTR_NAME, ATTR_HTTP_EQUIV };
    slice content = page_attribute_value(page, node, ATTR_CONTENT);
    const tag_name *t = NULL;
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
