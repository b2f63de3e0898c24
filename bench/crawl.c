/* crawl.c - the two halves of bench/crawl: a made-up site on loopback, and a timed crawl of it.
 * The site has three levels: home, lists of a hundred, items of about 12 KB with links to others. Bodies are made
 * before they are requested, so that the server costs little.
 * - bench_crawl serve N: serve a site of N pages; prints its port, ends with its input
 * - bench_crawl cost URL N CONNECTIONS: explore it; prints processor seconds as JSON: pages fetched and parsed, the
 *   model kept while exploring */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "crawl/crawl.h"

#define PER_LIST 100u
#define MAX_CLIENTS 512
#define REQUEST_BYTES 4096

/* --- the site ----------------------------------------------------------------------------------------------------- */

static void words_add(buffer *b, unsigned seed, unsigned n)
{
    static const char *const words[] = { "river",  "stone",  "window", "market", "letter",  "garden",
                                         "winter", "engine", "paper",  "silver", "harbour", "field" };
    for (unsigned i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        buffer_text(b, words[(seed >> 16) % 12]);
        buffer_byte(b, ' ');
    }
}

static void frame_add(buffer *b, const char *kind, unsigned number)
{
    buffer_format(b, "<!doctype html><html><head><title>%s %u</title></head><body class=\"%s\"><nav class=\"top\">",
                  kind, number, kind);
    for (unsigned i = 0; i < 20; i++)
        buffer_format(b, "<a href=\"/list/%u.html\">List %u</a> ", i, i);
    buffer_text(b, "</nav>");
}

/* The body of a page; false when there is none. */
static bool page_make(const char *path, unsigned n_items, buffer *b)
{
    unsigned number = 0, n_lists = (n_items + PER_LIST - 1) / PER_LIST;
    if (strcmp(path, "/") == 0) {
        frame_add(b, "home", 0);
        for (unsigned i = 0; i < n_lists; i++)
            buffer_format(b, "<li class=\"part\"><a href=\"/list/%u.html\">Part %u</a></li>", i, i);
    } else if (sscanf(path, "/list/%u.html", &number) == 1 && number < n_lists) {
        frame_add(b, "list", number);
        for (unsigned i = number * PER_LIST; i < (number + 1) * PER_LIST && i < n_items; i++)
            buffer_format(b, "<li class=\"entry\"><a href=\"/item/%u.html\">Item %u</a></li>", i, i);
    } else if (sscanf(path, "/item/%u.html", &number) == 1 && number < n_items) {
        frame_add(b, "item", number);
        for (unsigned p = 0; p < 30; p++) {
            buffer_text(b, "<p class=\"text\">");
            words_add(b, number * 31 + p, 50);
            buffer_text(b, "</p>");
        }
        for (unsigned i = 1; i <= 10; i++)
            buffer_format(b, "<li class=\"related\"><a href=\"/item/%u.html\">See %u</a></li>",
                          (number * 7 + i * 13) % n_items, i);
    } else {
        return false;
    }
    buffer_text(b, "</body></html>");
    return true;
}

typedef struct client {
    int fd;
    size_t len, sent;
    char request[REQUEST_BYTES];
    buffer answer;
} client;

/* The answer to one whole request, which is taken out of what came. */
static void answer(client *c, unsigned n_items)
{
    char path[256] = "";
    buffer body;
    char *end = memmem(c->request, c->len, "\r\n\r\n", 4);
    if (end == NULL)
        return;
    buffer_init(&body, 1 << 20);
    sscanf(c->request, "GET %255s", path);
    bool has = page_make(path, n_items, &body);
    buffer_format(&c->answer, "HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %zu\r\n\r\n",
                  has ? "200 OK" : "404 Not Found", body.len);
    buffer_append(&c->answer, body.data, body.len);
    buffer_free(&body);
    size_t used = (size_t)(end + 4 - c->request);
    memmove(c->request, c->request + used, c->len - used);
    c->len -= used;
}

static bool client_turn(client *c, unsigned n_items, short events)
{
    if (events & POLLIN) {
        ssize_t n = read(c->fd, c->request + c->len, sizeof c->request - 1 - c->len);
        if (n <= 0)
            return false;
        c->len += (size_t)n;
        c->request[c->len] = 0;
        answer(c, n_items);
    }
    if (c->sent < c->answer.len) {
        ssize_t n = send(c->fd, c->answer.data + c->sent, c->answer.len - c->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN)
            return false;
        c->sent += n > 0 ? (size_t)n : 0;
        if (c->sent == c->answer.len) {
            buffer_clear(&c->answer);
            c->sent = 0;
        }
    }
    return !(events & (POLLHUP | POLLERR));
}

static int serve(unsigned n_items)
{
    static client clients[MAX_CLIENTS];
    static struct pollfd fds[MAX_CLIENTS + 2];
    int n = 0, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 512) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &len) != 0)
        return 1;
    printf("%u\n", ntohs(at.sin_port));
    fflush(stdout);
    for (;;) {
        fds[0] = (struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN };
        fds[1] = (struct pollfd){ .fd = listener, .events = n < MAX_CLIENTS ? POLLIN : 0 };
        for (int i = 0; i < n; i++)
            fds[i + 2] = (struct pollfd){ .fd = clients[i].fd,
                                          .events = clients[i].sent < clients[i].answer.len ? POLLOUT : POLLIN };
        if (poll(fds, (nfds_t)n + 2, -1) < 0 || fds[0].revents)
            return 0;
        for (int i = n; i-- > 0;)
            if (fds[i + 2].revents && !client_turn(&clients[i], n_items, fds[i + 2].revents)) {
                close(clients[i].fd);
                buffer_free(&clients[i].answer);
                clients[i] = clients[--n];
            }
        if (fds[1].revents & POLLIN) {
            clients[n] = (client){ .fd = accept(listener, NULL, NULL) };
            buffer_init(&clients[n].answer, 1 << 20);
            n += clients[n].fd >= 0;
        }
    }
}

/* --- the crawl in parts ------------------------------------------------------------------------------------------- */

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct timed_site {
    crawl_site site;
    double fetching;
} timed_site;

static husk_status timed_fetch(void *context, const uint32_t *addresses, uint32_t n, explore_visit *visits,
                               husk_error *error)
{
    timed_site *t = context;
    double begin = processor_seconds();
    husk_status status = crawl_fetch(&t->site, addresses, n, visits, error);
    t->fetching += processor_seconds() - begin;
    return status;
}

/* As the published way: pages go to no learner. */
static void set_nothing(const crawl_way *way, const crawl_site *site, explore_options *x)
{
    (void)way, (void)site, (void)x;
}

static husk_status write_nothing(const crawl_site *site, const explored *e, const char *path, buffer *report,
                                 husk_error *error)
{
    (void)site, (void)e, (void)path, (void)report, (void)error;
    return HUSK_OK;
}

static int cost(const char *url, unsigned n, unsigned connections)
{
    husk_crawl_options o;
    husk_error error = { .status = HUSK_OK };
    crawl_place place = { 0 };
    timed_site t = { .fetching = 0 };
    husk_crawl_options_init(&o, sizeof o);
    o.max_pages = n;
    o.connections = connections;
    o.delay_ms = 0;
    husk_source_options source;
    husk_page_options pages;
    husk_source_options_init(&source, sizeof source);
    husk_page_options_init(&pages, sizeof pages);
    o.source = &source;
    o.page = &pages;
    o.ignore_robots = source.allow_private = true;
    static const crawl_way links_only = { .set = set_nothing, .step = STEP_ATTRIBUTES, .write = write_nothing };
    husk_status status = crawl_web_open(url, &o, &place, &error);
    if (status == HUSK_OK)
        status = crawl_site_init(&t.site, &o, &links_only, &place, &error);
    explore_options x;
    explored e = { 0 };
    crawl_explore_options(&t.site, &x);
    x.fetch = timed_fetch;
    x.listing = NULL;
    x.context = &t;
    double begin = processor_seconds();
    if (status == HUSK_OK)
        status = explore(crawl_address(&t.site, (slice){ place.start.data, place.start.len }), &x, &e, &error);
    double exploring = processor_seconds() - begin - t.fetching;
    if (status == HUSK_OK)
        printf("{\"pages\": %u, \"fetch_and_parse\": %.4f, \"model\": %.4f}\n", (unsigned)e.n_pages, t.fetching,
               exploring);
    else
        fprintf(stderr, "bench_crawl: %s\n", error.message);
    explored_free(&e);
    crawl_site_free(&t.site);
    crawl_place_free(&place);
    return status != HUSK_OK;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "serve") == 0)
        return serve((unsigned)atoi(argv[2]));
    if (argc == 5 && strcmp(argv[1], "cost") == 0)
        return cost(argv[2], (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]));
    fputs("usage: bench_crawl serve N | bench_crawl cost URL N CONNECTIONS\n", stderr);
    return 2;
}
