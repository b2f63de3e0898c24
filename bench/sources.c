/* sources.c - speed and memory of reading pages from archives.
 * - bench_sources read INPUT…: reads every page; prints pages, their bytes, seconds, peak memory in kilobytes,
 * processor seconds
 * - bench_sources isal FILE…, bench_sources zlib FILE…: only inflate gzip files, for comparison */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <zlib.h>

#include "husk/husk.h"
#include "source/inflate.h"

static double clock_read(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

static void fail(const char *what)
{
    fprintf(stderr, "bench_sources: %s\n", what);
    exit(1);
}

static void print_rate(unsigned long n, unsigned long long bytes, double seconds, double processor)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%lu %llu %.4f %ld %.4f\n", n, bytes, seconds, usage.ru_maxrss, processor);
}

static void read_pages(const char *const *inputs, size_t n_inputs)
{
    husk_source *source;
    husk_error error = { 0 };
    husk_raw raw = { .size = sizeof(husk_raw) };
    unsigned long n = 0;
    unsigned long long bytes = 0;
    double begin = now(), processor = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    if (husk_source_open(inputs, n_inputs, NULL, &source, &error) != HUSK_OK)
        fail(error.message);
    while (husk_source_next(source, &raw, &error) == HUSK_OK) {
        if (raw.status != HUSK_OK)
            fail(raw.reason);
        n++;
        bytes += raw.len;
    }
    husk_source_free(source);
    print_rate(n, bytes, now() - begin, clock_read(CLOCK_PROCESS_CPUTIME_ID) - processor);
}

static char *read_file(const char *name, size_t *len)
{
    FILE *f = fopen(name, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0)
        fail(name);
    *len = (size_t)ftell(f);
    rewind(f);
    char *data = malloc(*len + 1);
    if (data == NULL || fread(data, 1, *len, f) != *len)
        fail(name);
    fclose(f);
    return data;
}

static char window[256 << 10];

static unsigned long long inflate_isal(const char *data, size_t len, unsigned long *members)
{
    static inflater f;
    unsigned long long bytes = 0;
    while (len) {
        inflate_result result = INFLATE_MORE;
        inflater_start(&f, CODEC_GZIP);
        while (result == INFLATE_MORE) {
            size_t used, made;
            result = inflater_step(&f, data, len, &used, window, sizeof window, &made);
            data += used;
            len -= used;
            bytes += made;
        }
        if (result != INFLATE_END)
            fail("damaged gzip data");
        ++*members;
    }
    return bytes;
}

static unsigned long long inflate_zlib(const char *data, size_t len, unsigned long *members)
{
    z_stream z = { 0 };
    unsigned long long bytes = 0;
    inflateInit2(&z, 31);
    z.next_in = (unsigned char *)data;
    z.avail_in = (unsigned)len;
    while (z.avail_in) {
        z.next_out = (unsigned char *)window;
        z.avail_out = sizeof window;
        int result = inflate(&z, Z_NO_FLUSH);
        bytes += sizeof window - z.avail_out;
        if (result == Z_STREAM_END) {
            ++*members;
            inflateReset(&z);
        } else if (result != Z_OK) {
            fail("damaged gzip data");
        }
    }
    inflateEnd(&z);
    return bytes;
}

static void inflate_files(const char *const *names, size_t n,
                          unsigned long long (*with)(const char *, size_t, unsigned long *))
{
    unsigned long members = 0;
    unsigned long long bytes = 0;
    double seconds = 0, processor = 0;
    for (size_t i = 0; i < n; i++) {
        size_t len;
        char *data = read_file(names[i], &len);
        double begin = now(), processor_begin = clock_read(CLOCK_PROCESS_CPUTIME_ID);
        bytes += with(data, len, &members);
        seconds += now() - begin;
        processor += clock_read(CLOCK_PROCESS_CPUTIME_ID) - processor_begin;
        free(data);
    }
    print_rate(members, bytes, seconds, processor);
}

int main(int argc, char **argv)
{
    const char *const *inputs = (const char *const *)argv + 2;
    if (argc < 3)
        fail("usage: bench_sources read|isal|zlib INPUT...");
    if (strcmp(argv[1], "read") == 0)
        read_pages(inputs, (size_t)argc - 2);
    else
        inflate_files(inputs, (size_t)argc - 2, strcmp(argv[1], "zlib") == 0 ? inflate_zlib : inflate_isal);
    return 0;
}
