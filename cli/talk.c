/* talk.c - messages to the user.
 * One lock and one write per line, so that lines from several threads and the progress line never mix. */
#include "talk.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile bool status_shown;

static const char clear_line[] = "\r\033[K";

/* stderr may be closed; then nothing can be reported. */
static void put(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDERR_FILENO, bytes, len);
        if (n <= 0)
            return;
        bytes += n;
        len -= (size_t)n;
    }
}

size_t talk_control_len(const char *text, size_t left)
{
    const unsigned char *c = (const unsigned char *)text;
    if (left == 0 || *c < 0x20 || *c == 0x7f)
        return left > 0;
    if (left > 1 && *c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) /* U+0080 to U+009F */
        return 2;
    if (left < 3 || *c != 0xe2)
        return 0;
    bool is_control = (c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) || /* U+2028 to U+202E */
                      (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);   /* U+2066 to U+2069 */
    return is_control ? 3 : 0;
}

void talk_clean(char *text)
{
    for (size_t i = 0, len = strlen(text); i < len; i++)
        for (size_t n = talk_control_len(text + i, len - i); n > 0; n--)
            text[i + n - 1] = '?';
}

void talk_line(char *line, size_t room)
{
    talk_clean(line);
    size_t len = strlen(line);
    len = len < room ? len : room - 1;
    line[len++] = '\n';
    pthread_mutex_lock(&lock);
    if (status_shown)
        put(clear_line, sizeof clear_line - 1);
    status_shown = false;
    put(line, len);
    pthread_mutex_unlock(&lock);
}

void talk(const char *format, ...)
{
    char line[2048] = "husk: ", *whole;
    size_t start = strlen(line), room = sizeof line - start, half = room / 2;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line + start, room, format, args);
    va_end(args);
    va_start(args, format);
    if (len >= (int)room &&
        vasprintf(&whole, format, args) >= 0) { /* a page with a long name: the reason is behind it */
        snprintf(line + start + half, room - half, "…%s", whole + len - (room - half - sizeof "…"));
        free(whole);
    }
    va_end(args);
    talk_line(line, sizeof line);
}

bool talk_failure(husk_status status, const husk_error *error)
{
    if (status != HUSK_OK)
        talk("%s", error && error->message[0] ? error->message : husk_status_text(status));
    return status == HUSK_OK;
}

void talk_page(void *context, const char *page, const char *reason)
{
    (void)context;
    talk("%s: %s", page, reason);
}

void talk_status_line(const char *line, size_t len)
{
    pthread_mutex_lock(&lock);
    if (status_shown || len > 0)
        put(clear_line, sizeof clear_line - 1);
    put(line, len);
    status_shown = len > 0;
    pthread_mutex_unlock(&lock);
}

const char *talk_status_clearing(void)
{
    return status_shown ? clear_line : NULL;
}
