/* fuzz_crawl.c - a crawl of a site whose every response is part of the input.
 * Responses are separated by lines of "====": the first is robots.txt, the second the start page, and any other address
 * gets one of all of them, by its hash. One that does not begin with "HTTP/" is the body of a page. A crawl ends,
 * within its limits, with a file that can be opened or with a reason. */
#include "fuzz/scripted_server.h"

#include "base/hash.h"
#include "fuzz/sqlite_memory.h"
#include "husk/husk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SEPARATOR "====\n"
#define MAX_RESPONSES 16
#define MAX_SITE ((size_t)64 << 10) /* more makes no other crawl, only a slower one */
#define MAX_PAGES 6

typedef struct response {
    const char *data;
    size_t len;
} response;

static size_t read_responses(response *responses)
{
    const char *at = scripted.input, *end = at + scripted.len;
    for (size_t n = 0;; n++) {
        const char *next = memmem(at, (size_t)(end - at), SEPARATOR, sizeof SEPARATOR - 1);
        responses[n] = (response){ at, (size_t)((next ? next : end) - at) };
        if (!next || n + 1 == MAX_RESPONSES)
            return n + 1;
        at = next + sizeof SEPARATOR - 1;
    }
}

static void answer(int connection, const char *path)
{
    size_t i = strcmp(path, "/robots.txt") == 0 ? 0 : strcmp(path, "/") == 0 ? 1 : hash_bytes(path, strlen(path));
    response responses[MAX_RESPONSES];
    const response *r = &responses[i % read_responses(responses)];
    if (r->len < 5 || memcmp(r->data, "HTTP/", 5) != 0) {
        char head[200];
        int n = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: text/%s\r\nContent-Length: %zu\r\n\r\n",
                         i == 0 ? "plain" : "html", r->len);
        server_send(connection, head, (size_t)n);
    }
    server_send(connection, r->data, r->len);
}

static char site_path[64];

static void remove_site(void)
{
    unlink(site_path);
}

static void set_up(void)
{
    sqlite_memory_use();
    server_start(answer);
    snprintf(site_path, sizeof site_path, "%s/husk-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int fd = mkstemp(site_path);
    if (fd < 0 || close(fd) != 0)
        abort();
    atexit(remove_site);
}

static husk_status crawl(husk_error *error)
{
    char start[64];
    husk_source_options source;
    husk_crawl_options options;
    husk_source_options_init(&source, sizeof source);
    husk_crawl_options_init(&options, sizeof options);
    source.allow_private = true;
    source.timeout_seconds = 20;
    options.source = &source;
    options.max_pages = MAX_PAGES;
    options.delay_ms = 0;
    options.retries = 0;
    options.max_seconds = 5;
    options.jobs = 1;
    options.date = 1;
    snprintf(start, sizeof start, "http://127.0.0.1:%u/", scripted.port);
    unlink(site_path);
    return husk_crawl(start, site_path, &options, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    husk_error error = { .status = HUSK_OK };
    husk_site *site;
    if (size > MAX_SITE)
        return 0;
    if (!scripted.port)
        set_up();
    server_input(data, size);
    husk_status status = crawl(&error);
    if (status != HUSK_OK && error.message[0] == 0)
        abort();
    if (status == HUSK_OK) {
        if (husk_site_open(site_path, &site, NULL) != HUSK_OK)
            abort();
        husk_site_free(site);
    }
    return 0;
}
