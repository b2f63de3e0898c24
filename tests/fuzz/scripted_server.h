/* scripted_server.h - a web server on loopback that answers with what an input says, for fuzz targets.
 * It runs on a thread, in a network of its own that has nothing but loopback: what an input makes the program ask for
 * goes nowhere. A connection gets one response and is closed. Where such a network is refused, the target is skipped.
 */
#ifndef HUSK_FUZZ_SCRIPTED_SERVER_H
#define HUSK_FUZZ_SCRIPTED_SERVER_H

#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define SKIPPED 77
#define MAX_REQUEST 65536

/* Writes the response to a request for `path` to the connection. */
typedef void (*server_answer)(int connection, const char *path);

static struct {
    int listener;
    unsigned port;
    server_answer answer;
    pthread_mutex_t lock; /* held while a connection is served: the input stays as it is */
    char *input;
    size_t len;
} scripted = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The input for the connections from now on, as a copy: a client may be done before the server is. */
static void server_input(const void *bytes, size_t len)
{
    pthread_mutex_lock(&scripted.lock);
    free(scripted.input);
    scripted.input = malloc(len + 1);
    if (!scripted.input)
        abort();
    memcpy(scripted.input, len ? bytes : "", len);
    scripted.len = len;
    pthread_mutex_unlock(&scripted.lock);
}

static void own_network(void)
{
    if (unshare(CLONE_NEWNET) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        fprintf(stderr, "no network of its own is allowed here, so nothing was tried\n");
        exit(SKIPPED);
    }
    struct ifreq loopback = { .ifr_name = "lo" };
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd < 0 || ioctl(fd, SIOCGIFFLAGS, &loopback) != 0)
        abort();
    loopback.ifr_flags |= IFF_UP;
    if (ioctl(fd, SIOCSIFFLAGS, &loopback) != 0)
        abort();
    close(fd);
}

static inline void server_send(int connection, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t n = send(connection, at, len, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        at += n;
        len -= (size_t)n;
    }
}

static void serve_one(int connection)
{
    static char request[MAX_REQUEST];
    size_t len = 0;
    ssize_t n;
    while (len + 1 < sizeof request && (n = recv(connection, request + len, sizeof request - 1 - len, 0)) > 0) {
        len += (size_t)n;
        request[len] = 0;
        if (strstr(request, "\r\n\r\n"))
            break;
    }
    request[len] = 0;
    char *path = strchr(request, ' ');
    if (path) {
        path[1 + strcspn(path + 1, " ")] = 0;
        scripted.answer(connection, path + 1);
    }
    close(connection);
}

static void *server_run(void *unused)
{
    struct timeval second = { .tv_sec = 1 };
    for (;;) {
        int connection = accept(scripted.listener, NULL, NULL);
        if (connection < 0)
            continue;
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second);
        pthread_mutex_lock(&scripted.lock);
        serve_one(connection);
        pthread_mutex_unlock(&scripted.lock);
    }
    return unused;
}

static void server_start(server_answer answer)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t len = sizeof address;
    pthread_t thread;
    own_network();
    scripted.answer = answer;
    scripted.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (scripted.listener < 0 || bind(scripted.listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(scripted.listener, 64) != 0 || getsockname(scripted.listener, (struct sockaddr *)&address, &len) != 0 ||
        pthread_create(&thread, NULL, server_run, NULL) != 0)
        abort();
    scripted.port = ntohs(address.sin_port);
}

#endif
