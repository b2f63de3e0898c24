/* fuzz_fetch.c - any bytes as the response of a web server, as the crawler receives it.
 * The response comes over loopback and through libcurl, in two pieces if the first byte is odd. A body is no longer
 * than asked for, whatever it was compressed with, and a response that was not taken says why. */
#include "fuzz/scripted_server.h"

#include "source/fetch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BODY 5000

static void answer(int connection, const char *path)
{
    size_t at = scripted.len > 0, half = at && scripted.input[0] & 1 ? scripted.len / 2 : 0;
    (void)path;
    server_send(connection, scripted.input + at, half);
    server_send(connection, scripted.input + at + half, scripted.len - at - half);
}

static void check_answer(const fetch_answer *a)
{
    if (a->body.len > MAX_BODY || a->http_status > 999)
        abort();
    if (a->status != HUSK_OK && a->status != HUSK_LIMIT && a->status != HUSK_BAD_FILE && a->status != HUSK_IO)
        abort();
    if (a->status != HUSK_OK && a->reason[0] == 0)
        abort();
    if (a->content_type.len && memmem(a->head.data, a->head.len, a->content_type.data, a->content_type.len) == NULL)
        abort();
    if (a->redirect.len && memchr(a->redirect.data, 0, a->redirect.len) == NULL)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char url[64];
    if (!scripted.port) {
        server_start(answer);
        snprintf(url, sizeof url, "http://127.0.0.1:%u/page", scripted.port);
    }
    server_input(data, size);
    static const husk_source_options source = { .timeout_seconds = 20, .allow_private = true };
    fetch_options options = { .source = &source, .connections = 1, .keep_heads = size && data[0] & 2 };
    fetcher *f = fetcher_new(&options);
    fetch *asked = f ? fetcher_ask(f, url, size && data[0] & 4, MAX_BODY) : NULL;
    if (!asked)
        abort();
    check_answer(fetcher_wait(f, asked));
    fetcher_drop(f, asked);
    fetcher_free(f);
    return 0;
}
