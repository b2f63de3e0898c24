/* crawl_scope.c - which URLs a crawl may visit, by the caller's patterns.
 * POSIX extended regular expressions over the whole URL. Cost: each pattern once per distinct URL. */
#include <regex.h>
#include <stdlib.h>

#include "crawl/crawl.h"
#include "base/status.h"
#include "source/url_key.h"

struct crawl_scope {
    size_t n_include, n; /* the first n_include of n include, the rest exclude */
    regex_t patterns[];
};

husk_status crawl_scope_new(const husk_crawl_options *o, crawl_scope **out, husk_error *error)
{
    crawl_scope *scope = calloc(1, sizeof *scope + (o->n_include + o->n_exclude) * sizeof *scope->patterns);
    if (scope == NULL)
        return error_set(error, HUSK_NO_MEMORY, "out of memory");
    scope->n_include = o->n_include;
    for (size_t i = 0; i < o->n_include + o->n_exclude; i++) {
        const char *text = i < o->n_include ? o->include[i] : o->exclude[i - o->n_include];
        int code = regcomp(&scope->patterns[i], text, REG_EXTENDED | REG_NOSUB);
        if (code) {
            char why[120];
            regerror(code, &scope->patterns[i], why, sizeof why);
            crawl_scope_free(scope);
            return error_set(error, HUSK_BAD_ARGUMENT, "%.80s: %s", text, why);
        }
        scope->n++;
    }
    *out = scope;
    return HUSK_OK;
}

bool crawl_scope_has(const crawl_scope *scope, const char *address)
{
    bool wanted = scope->n_include == 0;
    for (size_t i = 0; i < scope->n_include && !wanted; i++)
        wanted = regexec(&scope->patterns[i], address, 0, NULL, 0) == 0;
    for (size_t i = scope->n_include; i < scope->n && wanted; i++)
        wanted = regexec(&scope->patterns[i], address, 0, NULL, 0) != 0;
    return wanted;
}

static bool is_host(const char *own, bool with_subdomains, slice host)
{
    size_t len = strlen(own);
    if (host.len == len && memcmp(host.data, own, len) == 0)
        return true;
    return with_subdomains && host.len > len && host.data[host.len - len - 1] == '.' &&
           memcmp(host.data + host.len - len, own, len) == 0;
}

bool crawl_scope_key(const crawl_scope *scope, const char *host, bool with_subdomains, slice url, buffer *key)
{
    if (!is_host(host, with_subdomains, url_host(url)) || url_is_no_page(url))
        return false;
    url_key(url, key);
    buffer_byte(key, 0);
    bool wanted = key->status == HUSK_OK && crawl_scope_has(scope, key->data);
    key->len -= key->status == HUSK_OK;
    return wanted;
}

void crawl_scope_free(crawl_scope *scope)
{
    if (scope == NULL)
        return;
    for (size_t i = 0; i < scope->n; i++)
        regfree(&scope->patterns[i]);
    free(scope);
}
