/* aliases.c - short forms of our options, what to use instead of one of trafilatura, pandoc, curl or wget, and what
 * helps an input that fails. The command's own options take precedence; those of others are never taken silently. */
#include "aliases.h"

#include <errno.h>
#include <string.h>

static const struct {
    const char *names;   /* each with a space after it */
    const char *letters; /* of their short forms */
    const char *hint;
} aliases[] = {
    /* formats */
    { "markdown md html text txt json jsonl csv xml xmltei tei output-format to write formatting no-formatting ", "tw",
      "husk extract --format FORMAT chooses the output format" },
    { "from read ", "fr", "the input format is detected automatically; --format is the output's" },
    { "wrap columns ", "", "lines are never wrapped; pipe the output through fmt or fold" },
    { "extract-media ", "", "images are not downloaded; --with images keeps their URLs" },
    { "validate-tei ", "", "--format xml is always valid TEI" },

    /* inputs and outputs */
    { "url URL input-dir inputdir ", "u", "pass URLs, files and directories as arguments" },
    { "input-file inputfile ", "i", "pass the inputs as arguments: xargs -d '\\n' husk extract <LIST" },
    { "outputdir ", "", "use --output-dir" },
    { "output-document output-file ", "O", "use --output" },
    { "backup-dir ", "", "pages are not stored; husk crawl --warc FILE stores them" },
    { "parallel threads ", "", "use --jobs" },
    { "silent ", "", "use --quiet" },
    { "agent ", "A", "use --user-agent" },
    { "max-time ", "m", "use --timeout" },

    /* what to keep */
    { "standalone fast no-fallback no-images no-links include-tables include-comments ", "s",
      "that is the default; omit it" },
    { "include-images ", "", "use --with images" },
    { "include-links ", "", "use --with links" },
    { "exclude-tables notables ", "", "use --without tables" },
    { "exclude-comments nocomments ", "", "use --without comments" },
    { "favor-precision favour-precision ", "", "use --precision" },
    { "favor-recall favour-recall ", "", "use --recall" },
    { "metadata ", "", "use --with metadata" },
    { "target-language ", "", "use --language" },
    { "only-with-metadata ", "",
      "records have title, date and author: husk extract --format jsonl … | jq 'select(.title and .date)'" },
    { "deduplicate ", "", "use --dedup; husk dedup lists near-duplicates" },

    /* other tasks */
    { "extract ", "", "husk crawl URL -o F --warc - | husk extract - writes records while it crawls" },
    { "filter where ", "",
      "--kind, --language, --min-words and --min-confidence choose pages, or pipe records through jq" },
    { "cdx index warc-paths ", "", "give the index as an INPUT, and --archives with the place of its files" },
    { "wacz ", "", "husk crawl --warc keeps the pages; examples/wacz makes a WACZ of them" },
    { "conditional timestamping if-modified-since ", "N", "use crawl --resume FILE --revalidate" },
    { "crawl explore ", "", "husk crawl follows the links of a site" },
    { "sitemap ", "", "husk crawl takes the URL of a sitemap" },
    { "feed ", "", "husk crawl takes the URL of a feed" },
    { "probe ", "", "husk extract --format json URL says whether a page has content" },
    { "schema ", "", "husk records --format schema lists the columns" },
    { "list ", "", "husk page --view links lists the links of a page" },
    { "recursive ", "", "directories are always read recursively; husk crawl follows links" },
    { "archived ", "", "give the archive's URL as an INPUT" },
    { "insecure ", "k", "certificates are always checked" },
};

static const short_form short_forms[] = {
    { "links", "with", "links" },
    { "images", "with", "images" },
    { "with-metadata", "with", "metadata" },
    { "no-tables", "without", "tables" },
    { "no-comments", "without", "comments" },
    { "no-title", "without", "title" },
    { "no-formulas", "without", "formulas" },
};

const short_form *short_form_find(const char *name)
{
    for (size_t i = 0; i < sizeof short_forms / sizeof *short_forms; i++)
        if (strcmp(short_forms[i].name, name) == 0)
            return &short_forms[i];
    return NULL;
}

/* Is it one of these words? */
static bool is_in(const char *word, size_t len, const char *words)
{
    for (; *words != 0; words += strcspn(words, " ") + 1)
        if (strcspn(words, " ") == len && strncmp(words, word, len) == 0)
            return true;
    return false;
}

const char *alias_hint(const char *name, size_t len, char letter)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (name != NULL ? is_in(name, len, aliases[i].names) : strchr(aliases[i].letters, letter) != NULL)
            return aliases[i].hint;
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
        { "db", "sqlite" },
        { "sqlite3", "sqlite" },
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
