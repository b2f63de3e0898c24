/* url.h - URLs, by the WHATWG URL standard (lexbor's url module).
 * A resolver holds one base URL and the parser's memory; it is reused from page to page and belongs to one thread. */
#ifndef HUSK_BASE_URL_H
#define HUSK_BASE_URL_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"

typedef struct url_resolver url_resolver;

url_resolver *url_resolver_new(void);
void url_resolver_free(url_resolver *resolver);

/* Set the base for relative URLs. False, with no base set, if `base` is not an absolute URL. */
bool url_base_set(url_resolver *resolver, slice base);
bool url_has_base(const url_resolver *resolver);

/* Append the absolute form of `href` to `out`. False, with nothing appended, if it is not a URL or is relative
 * without a base. */
bool url_resolve(url_resolver *resolver, slice href, buffer *out);

/* Does it begin as an http or https URL does? */
static inline bool url_is_web(slice url)
{
    return (url.len > 7 && slice_starts_nocase(url, "http://")) ||
           (url.len > 8 && slice_starts_nocase(url, "https://"));
}

/* The host of an absolute http(s) URL, lower case, without port; {NULL, 0} if there is none. Borrows from `url` and
 * does not normalise it: pass a URL made by url_resolve. */
slice url_host(slice url);

/* Scheme, host and port of an absolute URL; `path` gets the rest with the query and without the fragment. */
slice url_origin(slice url, slice *path);

/* Append `path` with all bytes percent-encoded but letters, digits and those of `plain`. */
void url_encode(slice path, const char *plain, buffer *out);

#endif
