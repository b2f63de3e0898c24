/* aliases.c - options known from trafilatura, pandoc, curl and wget, and short forms of our own.
 * One table: options that mean the same as ours work; the rest name what to use instead. They are not listed in help,
 * and the command's own options take precedence. */
#include "aliases.h"

#include <errno.h>
#include <string.h>

static const alias aliases[] = {
    /* formats */
    { "markdown", 0, ALIAS_FLAG, "format", "markdown" },
    { "md", 0, ALIAS_FLAG, "format", "markdown" },
    { "html", 0, ALIAS_FLAG, "format", "html" },
    { "text", 0, ALIAS_FLAG, "format", "text" },
    { "txt", 0, ALIAS_FLAG, "format", "text" },
    { "json", 0, ALIAS_FLAG, "format", "json" },
    { "jsonl", 0, ALIAS_FLAG, "format", "jsonl" },
    { "csv", 0, ALIAS_FLAG, "format", "csv" },
    { "xml", 0, ALIAS_FLAG, "format", "xml" },
    { "xmltei", 0, ALIAS_FLAG, "format", "xml" },
    { "tei", 0, ALIAS_FLAG, "format", "xml" },
    { "output-format", 0, ALIAS_VALUE, "format", NULL },
    { "to", 't', ALIAS_VALUE, "format", NULL },
    { "write", 'w', ALIAS_VALUE, "format", NULL },
    { "from", 'f', ALIAS_DEFAULT_VALUE, "the input format is detected automatically; --format is the output's",
      "html" },
    { "read", 'r', ALIAS_DEFAULT_VALUE, "the input format is detected automatically; --format is the output's",
      "html" },
    { "formatting", 0, ALIAS_HINT, "--format markdown keeps the formatting", NULL },
    { "standalone", 's', ALIAS_DEFAULT, NULL, NULL },
    { "wrap", 0, ALIAS_DEFAULT_VALUE, "lines are never wrapped; omit the option", "none" },
    { "columns", 0, ALIAS_HINT, "lines are never wrapped; pipe the output through fmt or fold", NULL },
    { "extract-media", 0, ALIAS_HINT, "images are not downloaded; --with images keeps their URLs", NULL },
    { "validate-tei", 0, ALIAS_HINT, "--format xml is always valid TEI", NULL },

    /* inputs and outputs */
    { "url", 'u', ALIAS_OPERAND, NULL, NULL },
    { "URL", 0, ALIAS_OPERAND, NULL, NULL },
    { "input-dir", 0, ALIAS_OPERAND, NULL, NULL },
    { "inputdir", 0, ALIAS_OPERAND, NULL, NULL },
    { "input-file", 'i', ALIAS_HINT, "pass the inputs as arguments: xargs -d '\\n' husk extract <LIST", NULL },
    { "inputfile", 0, ALIAS_HINT, "pass the inputs as arguments: xargs -d '\\n' husk extract <LIST", NULL },
    { "outputdir", 0, ALIAS_VALUE, "output-dir", NULL },
    { "output-document", 'O', ALIAS_VALUE, "output", NULL },
    { "output-file", 0, ALIAS_VALUE, "output", NULL },
    { "backup-dir", 0, ALIAS_HINT, "pages are not stored; husk crawl --warc FILE stores them", NULL },
    { "parallel", 0, ALIAS_VALUE, "jobs", NULL },
    { "threads", 0, ALIAS_VALUE, "jobs", NULL },
    { "silent", 0, ALIAS_FLAG, "quiet", NULL },
    { "agent", 'A', ALIAS_VALUE, "user-agent", NULL },
    { "max-time", 'm', ALIAS_VALUE, "timeout", NULL },

    /* what to keep */
    { "no-images", 0, ALIAS_DEFAULT, NULL, NULL },
    { "no-links", 0, ALIAS_DEFAULT, NULL, NULL },
    { "links", 0, ALIAS_FLAG, "with", "links" },
    { "images", 0, ALIAS_FLAG, "with", "images" },
    { "with-metadata", 0, ALIAS_FLAG, "with", "metadata" },
    { "no-tables", 0, ALIAS_FLAG, "without", "tables" },
    { "no-comments", 0, ALIAS_FLAG, "without", "comments" },
    { "no-title", 0, ALIAS_FLAG, "without", "title" },
    { "no-formulas", 0, ALIAS_FLAG, "without", "formulas" },
    { "no-formatting", 0, ALIAS_FLAG, "format", "text" },
    { "include-images", 0, ALIAS_FLAG, "with", "images" },
    { "include-links", 0, ALIAS_FLAG, "with", "links" },
    { "include-tables", 0, ALIAS_DEFAULT, NULL, NULL },
    { "include-comments", 0, ALIAS_DEFAULT, NULL, NULL },
    { "exclude-tables", 0, ALIAS_FLAG, "without", "tables" },
    { "exclude-comments", 0, ALIAS_FLAG, "without", "comments" },
    { "nocomments", 0, ALIAS_FLAG, "without", "comments" },
    { "notables", 0, ALIAS_FLAG, "without", "tables" },
    { "favor-precision", 0, ALIAS_FLAG, "precision", NULL },
    { "favour-precision", 0, ALIAS_FLAG, "precision", NULL },
    { "favor-recall", 0, ALIAS_FLAG, "recall", NULL },
    { "favour-recall", 0, ALIAS_FLAG, "recall", NULL },
    { "metadata", 0, ALIAS_FLAG, "with", "metadata" },
    { "fast", 0, ALIAS_DEFAULT, NULL, NULL },
    { "no-fallback", 0, ALIAS_DEFAULT, NULL, NULL },
    { "target-language", 0, ALIAS_HINT,
      "records have the language: husk extract --format jsonl … | jq 'select(.language == \"de\")'", NULL },
    { "only-with-metadata", 0, ALIAS_HINT,
      "records have title, date and author: husk extract --format jsonl … | jq 'select(.title and .date)'", NULL },
    { "deduplicate", 0, ALIAS_HINT, "husk dedup finds near-duplicates", NULL },

    /* other tasks */
    { "crawl", 0, ALIAS_HINT, "husk crawl follows the links of a site", NULL },
    { "explore", 0, ALIAS_HINT, "husk crawl follows the links of a site", NULL },
    { "sitemap", 0, ALIAS_HINT, "husk crawl takes the URL of a sitemap", NULL },
    { "feed", 0, ALIAS_HINT, "feeds are not read; husk crawl takes the URL of a page or a sitemap", NULL },
    { "probe", 0, ALIAS_HINT, "husk extract --format json URL says whether a page has content", NULL },
    { "list", 0, ALIAS_HINT, "husk page --view links lists the links of a page", NULL },
    { "recursive", 0, ALIAS_HINT, "directories are always read recursively; husk crawl follows links", NULL },
    { "archived", 0, ALIAS_HINT, "give the archive's URL as an INPUT", NULL },
    { "insecure", 'k', ALIAS_HINT, "certificates are always checked", NULL },
};

const alias *alias_find(const char *name, size_t len, char letter)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        const alias *a = &aliases[i];
        if (name != NULL ? strncmp(a->name, name, len) == 0 && a->name[len] == 0 : letter != 0 && a->letter == letter)
            return a;
    }
    return NULL;
}

const char *alias_format(const char *name)
{
    static const struct {
        const char *theirs, *ours;
    } formats[] = {
        { "txt", "text" },
        { "plain", "text" },
        { "md", "markdown" },
        { "gfm", "markdown" },
        { "commonmark", "markdown" },
        { "commonmark_x", "markdown" },
        { "html5", "html" },
        { "markdown_strict", "markdown" },
        { "markdown_github", "markdown" },
        { "ndjson", "jsonl" },
        { "jsonlines", "jsonl" },
        { "xmltei", "xml" },
        { "tei", "xml" },
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].theirs, name) == 0)
            return formats[i].ours;
    return name;
}

/* A host typed without https://, as in a browser: www.example.org, or its first part ends in a common domain. */
static bool is_bare_host(const char *input)
{
    static const char *const domains[] = { ".com", ".net", ".org" };
    size_t len = strcspn(input, "/");
    if (strncmp(input, "www.", 4) == 0)
        return true;
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (len > 4 && strncmp(input + len - 4, domains[i], 4) == 0)
            return true;
    return false;
}

const char *alias_remedy(const char *input, const char *reason)
{
    if (strstr(reason, "private or reserved") != NULL)
        return " (--allow-private permits it)";
    if (strcmp(reason, strerror(ENOENT)) == 0 && strstr(input, "://") != NULL)
        return " (of URLs, only http and https are read)";
    if (strcmp(reason, strerror(ENOENT)) == 0 && is_bare_host(input))
        return " (a URL begins with https://)";
    return "";
}
