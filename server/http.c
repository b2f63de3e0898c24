/* http.c - libmicrohttpd: read requests, pass them to the workers, send the replies.
 * One thread waits for all connections (epoll), so thousands of idle or slow ones cost only memory. A request's body
 * is kept whole, under three limits: bytes of one, bytes of all, and the time to send it. A connection whose next
 * request does not come in time is shut, even if its bytes dribble in. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "http.h"

#define BACKLOG 1024
#define IDLE_SECONDS 120u                    /* a connection that is silent for this long is closed */
#define CONNECTION_MEMORY ((size_t)32 << 10) /* for request line, headers and a piece of the body */
#define MAX_HELD ((size_t)1 << 30)           /* all bodies together */
#define LEAST_ROOM ((size_t)16 << 10)        /* initial size of a body */
#define MOST_ROOM ((size_t)512 << 10)
#define FINISH_SECONDS 10       /* to send answers, once the server is ending */
#define SPILL ((size_t)1 << 20) /* of an oversized body, read so that the client gets its reply */

/* A connection between two requests: the next one must be there in time, however slowly its head arrives. */
typedef struct waiting waiting;
struct waiting {
    int fd;
    double until; /* 0: a request is being answered */
    waiting *next, **before;
};

static waiting *connections;
static pthread_mutex_t connections_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_size_t held;    /* bytes of bodies */
static atomic_uint answering; /* requests whose answers are not yet sent */

const char *request_header(const request *r, const char *name)
{
    return mhd.MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *request_query(const request *r, const char *name)
{
    return mhd.MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* --- libmicrohttpd, which is never unloaded --- */

mhd_calls mhd;

static const char *const names[] = {
#define MHD_NAME(name) #name,
    MHD_CALLS(MHD_NAME)
};

bool mhd_load(void)
{
    void *found[sizeof names / sizeof *names];
    _Static_assert(sizeof found == sizeof mhd, "one pointer for each name");
    void *handle = dlopen(HUSK_SONAME_libmicrohttpd, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle != NULL && i < sizeof names / sizeof *names; i++)
        if ((found[i] = dlsym(handle, names[i])) == NULL)
            return false;
    if (handle != NULL)
        memcpy(&mhd, found, sizeof mhd);
    return handle != NULL;
}

/* --- bodies --- */

/* As much as announced, but no more than a page has: memory grows with the bytes received. */
static size_t first_room(const request *r)
{
    const char *length = request_header(r, "Content-Length");
    size_t announced = length ? (size_t)strtoull(length, NULL, 10) : 0;
    return announced < LEAST_ROOM ? LEAST_ROOM : announced < MOST_ROOM ? announced : MOST_ROOM;
}

static bool body_reserve(request *r, size_t len)
{
    if (len <= r->room)
        return true;
    size_t room = r->room ? r->room * 2 : first_room(r);
    while (room < len)
        room *= 2;
    if (atomic_fetch_add(&held, room - r->room) + room - r->room > MAX_HELD) {
        atomic_fetch_sub(&held, room - r->room);
        return false;
    }
    char *grown = realloc(r->body, room + BODY_PADDING);
    if (grown == NULL) {
        atomic_fetch_sub(&held, room - r->room);
        return false;
    }
    r->body = grown;
    r->room = room;
    return true;
}

/* False: close the connection. */
static bool body_append(request *r, const char *data, size_t len)
{
    const server_settings *s = r->server->settings;
    if (clock_seconds() - r->started > s->request_seconds)
        return false;
    if (r->len + len > s->max_body) {
        r->is_too_long = true;
        r->len += len;
        return r->len <= s->max_body + SPILL;
    }
    if (!body_reserve(r, r->len + len))
        return false;
    memcpy(r->body + r->len, data, len);
    r->len += len;
    memset(r->body + r->len, 0, BODY_PADDING);
    return true;
}

static void refuse_length(request *r)
{
    reply_problem(&r->reply, 413, "the body is longer than %zu bytes", r->server->settings->max_body);
    r->reply.closes = true;
}

static bool is_announced_too_long(request *r)
{
    const char *length = request_header(r, "Content-Length");
    bool is_long = length != NULL && strtoull(length, NULL, 10) > r->server->settings->max_body;
    if (is_long)
        refuse_length(r);
    return is_long;
}

/* --- connections --- */

static waiting *waiting_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* `seconds` 0: not at all. */
static void wait_for(waiting *w, double seconds)
{
    pthread_mutex_lock(&connections_lock);
    if (w != NULL)
        w->until = seconds > 0 ? clock_seconds() + seconds : 0;
    pthread_mutex_unlock(&connections_lock);
}

static void connection_begin(struct MHD_Connection *connection, double seconds, void **of_connection)
{
    const union MHD_ConnectionInfo *info = mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    waiting *w = calloc(1, sizeof *w);
    *of_connection = w;
    if (w == NULL || info == NULL)
        return;
    w->fd = info->connect_fd;
    pthread_mutex_lock(&connections_lock);
    w->next = connections;
    w->before = &connections;
    if (w->next != NULL)
        w->next->before = &w->next;
    connections = w;
    pthread_mutex_unlock(&connections_lock);
    wait_for(w, seconds);
}

/* Before its socket is closed. */
static void connection_end(waiting *w)
{
    pthread_mutex_lock(&connections_lock);
    if (w != NULL && w->before != NULL) {
        *w->before = w->next;
        if (w->next != NULL)
            w->next->before = w->before;
    }
    pthread_mutex_unlock(&connections_lock);
    free(w);
}

void http_tick(void)
{
    double now = clock_seconds();
    pthread_mutex_lock(&connections_lock);
    for (waiting *w = connections; w != NULL; w = w->next)
        if (w->until > 0 && w->until < now)
            shutdown(w->fd, SHUT_RDWR);
    pthread_mutex_unlock(&connections_lock);
}

/* --- a request's life --- */

static void request_free(request *r)
{
    reply_clear(&r->reply);
    atomic_fetch_sub(&held, r->room);
    free(r->body);
    free(r->path);
    free(r);
}

static unsigned idle_seconds(const server_settings *s)
{
    return s->request_seconds < IDLE_SECONDS ? s->request_seconds : IDLE_SECONDS;
}

static enum MHD_Result begin(server *s, struct MHD_Connection *connection, const char *path, const char *method,
                             void **context)
{
    request *r = calloc(1, sizeof *r);
    if (r == NULL || (r->path = strdup(path)) == NULL) {
        free(r);
        return MHD_NO;
    }
    *context = r;
    wait_for(waiting_of(connection), 0);
    r->server = s;
    r->connection = connection;
    r->started = clock_seconds();
    snprintf(r->method, sizeof r->method, "%s", method);
    r->route = routes_find(r);
    bool is_open = r->route != NULL && r->route->is_open;
    if (r->route != NULL && guard_request(r, !is_open) && !is_announced_too_long(r))
        return MHD_YES;
    if (r->route == NULL)
        guard_request(r, false); /* an unauthorised client learns nothing about paths */
    return reply_queue(r);
}

static enum MHD_Result answer(request *r)
{
    r->is_answering = true;
    atomic_fetch_add(&answering, 1);
    if (r->is_too_long) {
        refuse_length(r);
    } else if (r->route->is_quick) {
        r->route->run(r);
    } else if (pool_add(r->server->pool, r)) {
        return MHD_YES;
    } else {
        reply_problem(&r->reply, 503, "too many requests wait; try again in a second");
        reply_header(&r->reply, "Retry-After", "1");
    }
    return reply_queue(r);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *data, size_t *len,
                                  void **of_request)
{
    request *r = *of_request;
    (void)version;
    if (r == NULL)
        return begin(context, connection, path, method, of_request);
    if (*len > 0) {
        bool ok = body_append(r, data, *len);
        *len = 0;
        return ok ? MHD_YES : MHD_NO;
    }
    return r->state == REQUEST_DONE ? reply_queue(r) : answer(r);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **of_request,
                         enum MHD_RequestTerminationCode code)
{
    request *r = *of_request;
    const server_settings *s = ((server *)context)->settings;
    (void)code;
    if (r == NULL)
        return;
    wait_for(waiting_of(connection), (double)idle_seconds(s) + s->request_seconds);
    metrics_request(r);
    if (r->is_answering)
        atomic_fetch_sub(&answering, 1);
    request_free(r);
    *of_request = NULL;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **of_connection,
                          enum MHD_ConnectionNotificationCode code)
{
    server *s = context;
    bool begins = code == MHD_CONNECTION_NOTIFY_STARTED;
    if (begins)
        connection_begin(connection, s->settings->request_seconds, of_connection);
    else
        connection_end(*of_connection);
    metrics_connection(s->metrics, begins ? 1 : -1);
}

/* --- listening --- */

/* The socket passed by systemd (sd_listen_fds), or -1. */
static int inherited_socket(void)
{
    const char *pid = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
    if (pid == NULL || n == NULL || strtol(pid, NULL, 10) != (long)getpid() || strtol(n, NULL, 10) < 1)
        return -1;
    fcntl(3, F_SETFD, FD_CLOEXEC);
    fcntl(3, F_SETFL, fcntl(3, F_GETFL) | O_NONBLOCK); /* a client may be gone before it is accepted */
    return 3;                                          /* the first one passed, by convention */
}

static int open_socket(const server_settings *s, char *why, size_t size)
{
    const char *bind_to = s->bind ? s->bind : "127.0.0.1";
    char port[8];
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM },
                    *found;
    snprintf(port, sizeof port, "%u", s->port);
    int failed = getaddrinfo(bind_to, port, &hints, &found);
    if (failed) {
        snprintf(why, size, "%s: %s", bind_to, gai_strerror(failed));
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
        snprintf(why, size, "%s port %s: %m", bind_to, port);
        if (fd >= 0)
            close(fd);
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static void name_address(int fd, char *out, size_t size)
{
    struct sockaddr_storage at;
    socklen_t len = sizeof at;
    char host[64] = "", port[8] = "";
    if (getsockname(fd, (struct sockaddr *)&at, &len) == 0)
        getnameinfo((struct sockaddr *)&at, len, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(out, size, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
}

bool http_start(server *s, char *why, size_t size)
{
    int fd = inherited_socket();
    if (fd < 0)
        fd = open_socket(s->settings, why, size);
    if (fd < 0)
        return false;
    name_address(fd, s->address, sizeof s->address);
    s->daemon = mhd.MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL,
                                     NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
                                     MAX_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds(s->settings),
                                     MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY,
                                     MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
                                     MHD_OPTION_NOTIFY_CONNECTION, on_connection, s, MHD_OPTION_END);
    if (s->daemon == NULL) {
        snprintf(why, size, "libmicrohttpd could not start: %m");
        close(fd);
    }
    return s->daemon != NULL;
}

void http_stop(server *s)
{
    int fd = s->daemon ? mhd.MHD_quiesce_daemon(s->daemon) : -1;
    if (fd >= 0)
        close(fd);
}

unsigned http_answering(void)
{
    return atomic_load(&answering);
}

void http_end(server *s)
{
    double until = clock_seconds() + FINISH_SECONDS;
    while (s->daemon != NULL && atomic_load(&answering) > 0 && clock_seconds() < until)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    if (s->daemon != NULL)
        mhd.MHD_stop_daemon(s->daemon);
    s->daemon = NULL;
}
