/* url.h - addresses, by the WHATWG URL standard (lexbor's url module).
 * A resolver keeps one base and the parser's memory; it is used again from page to page and belongs to one thread. */
#ifndef HUSK_BASE_URL_H
#define HUSK_BASE_URL_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"

typedef struct url_resolver url_resolver;

url_resolver *url_resolver_new(void);
void url_resolver_free(url_resolver *resolver);

/* The base that relative addresses lie under. False, and no base, when `base` is no absolute URL. */
bool url_base_set(url_resolver *resolver, slice base);
bool url_has_base(const url_resolver *resolver);

/* Append the absolute form of `href` to `out`. False, with nothing appended, when it is no URL or relative without a
 * base. */
bool url_resolve(url_resolver *resolver, slice href, buffer *out);

/* The host of an absolute http(s) URL, lower case, without port; {NULL, 0} where there is none. Borrows from `url`
 * as it stands: pass an address that url_resolve made. */
slice url_host(slice url);

/* Scheme, host and port of an absolute address; `path` gets what follows, with its query, without its fragment. */
slice url_origin(slice url, slice *path);

#endif
