/* meta_tags.c - <meta> and <link>: a table of the names in use, and their meaning.
 * Cost: one comparison of lengths per name and tag. Names are compared without case. */
#include "page/meta/meta.h"

typedef struct tag_name {
    const char *name;
    uint8_t field, source, weight;
} tag_name;

#define F(field) META_##field
#define S(source) META_FROM_##source
static const tag_name tag_names[] = {
    { "og:title", F(TITLE), S(OPENGRAPH), 0 },
    { "twitter:title", F(TITLE), S(OPENGRAPH), 1 },
    { "citation_title", F(TITLE), S(SCHOLAR), 0 },
    { "dc.title", F(TITLE), S(SCHOLAR), 1 },
    { "dcterms.title", F(TITLE), S(SCHOLAR), 1 },
    { "parsely-title", F(TITLE), S(META_TAG), 0 },
    { "sailthru.title", F(TITLE), S(META_TAG), 0 },
    { "headline", F(TITLE), S(META_TAG), 1 },
    { "title", F(TITLE), S(META_TAG), 2 },

    { "citation_author", F(AUTHOR), S(SCHOLAR), 0 },
    { "citation_authors", F(AUTHOR), S(SCHOLAR), 0 },
    { "dc.creator", F(AUTHOR), S(SCHOLAR), 1 },
    { "dcterms.creator", F(AUTHOR), S(SCHOLAR), 1 },
    { "dc.contributor", F(AUTHOR), S(SCHOLAR), 3 },
    { "author", F(AUTHOR), S(META_TAG), 0 },
    { "authors", F(AUTHOR), S(META_TAG), 0 },
    { "parsely-author", F(AUTHOR), S(META_TAG), 0 },
    { "sailthru.author", F(AUTHOR), S(META_TAG), 0 },
    { "cxenseparse:author", F(AUTHOR), S(META_TAG), 0 },
    { "shareaholic:article_author_name", F(AUTHOR), S(META_TAG), 0 },
    { "byl", F(AUTHOR), S(META_TAG), 0 },
    { "byline", F(AUTHOR), S(META_TAG), 0 },
    { "article:author_name", F(AUTHOR), S(META_TAG), 0 },
    { "article.author", F(AUTHOR), S(META_TAG), 0 },
    { "article:author", F(AUTHOR), S(OPENGRAPH), 0 },
    { "og:article:author", F(AUTHOR), S(OPENGRAPH), 0 },
    { "og:author", F(AUTHOR), S(OPENGRAPH), 0 },
    { "book:author", F(AUTHOR), S(OPENGRAPH), 0 },
    { "creator", F(AUTHOR), S(META_TAG), 1 },

    { "article:published_time", F(PUBLISHED), S(OPENGRAPH), 0 },
    { "og:article:published_time", F(PUBLISHED), S(OPENGRAPH), 0 },
    { "og:published_time", F(PUBLISHED), S(OPENGRAPH), 0 },
    { "article:published", F(PUBLISHED), S(OPENGRAPH), 1 },
    { "article.published", F(PUBLISHED), S(META_TAG), 0 },
    { "published_time", F(PUBLISHED), S(META_TAG), 0 },
    { "datepublished", F(PUBLISHED), S(META_TAG), 0 },
    { "date_published", F(PUBLISHED), S(META_TAG), 0 },
    { "date-published", F(PUBLISHED), S(META_TAG), 0 },
    { "publisheddate", F(PUBLISHED), S(META_TAG), 0 },
    { "published_date", F(PUBLISHED), S(META_TAG), 0 },
    { "published-date", F(PUBLISHED), S(META_TAG), 0 },
    { "publishdate", F(PUBLISHED), S(META_TAG), 0 },
    { "publish_date", F(PUBLISHED), S(META_TAG), 0 },
    { "publish-date", F(PUBLISHED), S(META_TAG), 0 },
    { "publicationdate", F(PUBLISHED), S(META_TAG), 0 },
    { "publication_date", F(PUBLISHED), S(META_TAG), 0 },
    { "publication-date", F(PUBLISHED), S(META_TAG), 0 },
    { "pubdate", F(PUBLISHED), S(META_TAG), 0 },
    { "pub_date", F(PUBLISHED), S(META_TAG), 0 },
    { "og:pubdate", F(PUBLISHED), S(META_TAG), 0 },
    { "bt:pubdate", F(PUBLISHED), S(META_TAG), 0 },
    { "originalpublicationdate", F(PUBLISHED), S(META_TAG), 0 },
    { "article_date_original", F(PUBLISHED), S(META_TAG), 0 },
    { "parsely-pub-date", F(PUBLISHED), S(META_TAG), 0 },
    { "sailthru.date", F(PUBLISHED), S(META_TAG), 0 },
    { "cxenseparse:recs:publishtime", F(PUBLISHED), S(META_TAG), 0 },
    { "shareaholic:article_published_time", F(PUBLISHED), S(META_TAG), 0 },
    { "rnews:datepublished", F(PUBLISHED), S(META_TAG), 0 },
    { "date", F(PUBLISHED), S(META_TAG), 1 },
    { "article:date", F(PUBLISHED), S(META_TAG), 1 },
    { "datecreated", F(PUBLISHED), S(META_TAG), 1 },
    { "date.created", F(PUBLISHED), S(META_TAG), 1 },
    { "created", F(PUBLISHED), S(META_TAG), 1 },
    { "displaydate", F(PUBLISHED), S(META_TAG), 1 },
    { "dc.date.issued", F(PUBLISHED), S(SCHOLAR), 0 },
    { "dcterms.issued", F(PUBLISHED), S(SCHOLAR), 0 },
    { "citation_online_date", F(PUBLISHED), S(SCHOLAR), 1 },
    { "citation_publication_date", F(PUBLISHED), S(SCHOLAR), 0 },
    { "citation_date", F(PUBLISHED), S(SCHOLAR), 1 },
    { "dc.date", F(PUBLISHED), S(SCHOLAR), 1 },
    { "dcterms.date", F(PUBLISHED), S(SCHOLAR), 1 },
    { "dc.date.created", F(PUBLISHED), S(SCHOLAR), 1 },
    { "dcterms.created", F(PUBLISHED), S(SCHOLAR), 1 },
    { "dcterms.available", F(PUBLISHED), S(SCHOLAR), 2 },

    { "article:modified_time", F(MODIFIED), S(OPENGRAPH), 0 },
    { "og:updated_time", F(MODIFIED), S(OPENGRAPH), 1 },
    { "og:modified_time", F(MODIFIED), S(OPENGRAPH), 0 },
    { "article:modified", F(MODIFIED), S(OPENGRAPH), 0 },
    { "datemodified", F(MODIFIED), S(META_TAG), 0 },
    { "date_modified", F(MODIFIED), S(META_TAG), 0 },
    { "modified", F(MODIFIED), S(META_TAG), 0 },
    { "lastmod", F(MODIFIED), S(META_TAG), 0 },
    { "last-modified", F(MODIFIED), S(META_TAG), 1 },
    { "revised", F(MODIFIED), S(META_TAG), 1 },
    { "updated_time", F(MODIFIED), S(META_TAG), 0 },
    { "dc.date.modified", F(MODIFIED), S(SCHOLAR), 0 },
    { "dcterms.modified", F(MODIFIED), S(SCHOLAR), 0 },

    { "og:site_name", F(SITE), S(OPENGRAPH), 0 },
    { "application-name", F(SITE), S(META_TAG), 1 },
    { "apple-mobile-web-app-title", F(SITE), S(META_TAG), 2 },
    { "shareaholic:site_name", F(SITE), S(META_TAG), 0 },
    { "citation_journal_title", F(SITE), S(SCHOLAR), 0 },
    { "dc.publisher", F(SITE), S(SCHOLAR), 1 },
    { "dcterms.publisher", F(SITE), S(SCHOLAR), 1 },
    { "publisher", F(SITE), S(META_TAG), 3 },

    { "og:description", F(DESCRIPTION), S(OPENGRAPH), 0 },
    { "description", F(DESCRIPTION), S(META_TAG), 0 },
    { "twitter:description", F(DESCRIPTION), S(OPENGRAPH), 1 },
    { "dc.description", F(DESCRIPTION), S(SCHOLAR), 0 },
    { "dcterms.description", F(DESCRIPTION), S(SCHOLAR), 0 },
    { "dcterms.abstract", F(DESCRIPTION), S(SCHOLAR), 0 },
    { "citation_abstract", F(DESCRIPTION), S(SCHOLAR), 0 },
    { "sailthru.description", F(DESCRIPTION), S(META_TAG), 1 },

    { "content-language", F(LANGUAGE), S(META_TAG), 1 },
    { "language", F(LANGUAGE), S(META_TAG), 1 },
    { "og:locale", F(LANGUAGE), S(OPENGRAPH), 0 },
    { "dc.language", F(LANGUAGE), S(SCHOLAR), 0 },
    { "dcterms.language", F(LANGUAGE), S(SCHOLAR), 0 },
    { "citation_language", F(LANGUAGE), S(SCHOLAR), 0 },

    { "og:url", F(URL), S(OPENGRAPH), 0 },
    { "twitter:url", F(URL), S(OPENGRAPH), 1 },

    { "og:image", F(IMAGE), S(OPENGRAPH), 0 },
    { "og:image:url", F(IMAGE), S(OPENGRAPH), 0 },
    { "og:image:secure_url", F(IMAGE), S(OPENGRAPH), 1 },
    { "twitter:image", F(IMAGE), S(OPENGRAPH), 2 },
    { "twitter:image:src", F(IMAGE), S(OPENGRAPH), 2 },
    { "sailthru.image.full", F(IMAGE), S(META_TAG), 0 },
    { "parsely-image-url", F(IMAGE), S(META_TAG), 0 },
    { "thumbnail", F(IMAGE), S(META_TAG), 1 },

    { "article:tag", F(TAG), S(OPENGRAPH), 0 },
    { "article:section", F(TAG), S(OPENGRAPH), 1 },
    { "keywords", F(TAG), S(META_TAG), 0 },
    { "news_keywords", F(TAG), S(META_TAG), 0 },
    { "parsely-tags", F(TAG), S(META_TAG), 0 },
    { "sailthru.tags", F(TAG), S(META_TAG), 0 },
    { "citation_keywords", F(TAG), S(SCHOLAR), 0 },
    { "dc.subject", F(TAG), S(SCHOLAR), 0 },
    { "dcterms.subject", F(TAG), S(SCHOLAR), 0 },

    { "dcterms.license", F(LICENSE), S(SCHOLAR), 0 },
    { "dc.rights", F(LICENSE), S(SCHOLAR), 1 },
    { "dcterms.rights", F(LICENSE), S(SCHOLAR), 1 },
    { "license", F(LICENSE), S(META_TAG), 0 },

    { "og:type", F(TYPE), S(OPENGRAPH), 0 },
    { "dc.type", F(TYPE), S(SCHOLAR), 0 },
    { "dcterms.type", F(TYPE), S(SCHOLAR), 0 },
};
#undef F
#undef S

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
    for (size_t i = 0; i < sizeof tag_names / sizeof *tag_names; i++) {
        const char *want = tag_names[i].name;
        if (want[0] == key[0] && strlen(want) == name.len && memcmp(want, key, name.len) == 0)
            return &tag_names[i];
    }
    if (name.len > 11 && memcmp(key, "dc.creator.", 11) == 0)
        return find_name((slice){ name.data, 10 });
    return NULL;
}

void meta_tag(meta_collector *c, uint32_t node)
{
    const husk_page *page = c->page;
    slice name = page_attribute_value(page, node, ATTR_PROPERTY),
          content = page_attribute_value(page, node, ATTR_CONTENT);
    const tag_name *t = name.len ? find_name(slice_trim(name)) : NULL;
    if (t == NULL && (name = page_attribute_value(page, node, ATTR_NAME)).len)
        t = find_name(slice_trim(name));
    if (t == NULL && (name = page_attribute_value(page, node, ATTR_HTTP_EQUIV)).len)
        t = find_name(slice_trim(name));
    if (t && content.len)
        meta_add(c, (meta_candidate){
                        .value = content, .node = node, .field = t->field, .source = t->source, .weight = t->weight });
}

/* Is `word` one of the words of a rel? */
static bool rel_has(slice rel, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < rel.len;) {
        while (i < rel.len && is_space(rel.data[i]))
            i++;
        size_t from = i;
        while (i < rel.len && !is_space(rel.data[i]))
            i++;
        if (i - from == n && slice_is_nocase((slice){ rel.data + from, n }, word))
            return true;
    }
    return false;
}

void meta_link(meta_collector *c, uint32_t node)
{
    static const struct {
        const char *rel;
        uint8_t field, weight;
    } rels[] = { { "canonical", META_URL, 0 },
                 { "image_src", META_IMAGE, 1 },
                 { "license", META_LICENSE, 0 },
                 { "tag", META_TAG, 1 },
                 { "shortlink", META_URL, 9 } };
    slice rel = c->brief ? (slice){ NULL, 0 } : page_attribute_value(c->page, node, ATTR_REL);
    if (rel.len == 0) /* or none of what it may declare is wanted */
        return;
    slice href = page_attribute_value(c->page, node, ATTR_HREF);
    for (size_t i = 0; i < sizeof rels / sizeof *rels; i++) {
        if (!rel_has(rel, rels[i].rel))
            continue;
        slice value = href;
        if (rels[i].field == META_TAG) {
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
    }
}
