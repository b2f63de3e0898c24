/* driver.c - runs a fuzz target without libFuzzer: every seed of a folder, every prefix of the small ones, then
 * mutations, then a few inputs of 256 KB, made by repeating seeds. Made for ./test: gcc is enough, and the same inputs
 * come in the same order on every run, so that a failure repeats. An input that ends the program (a sanitizer's report,
 * a signal, 60 seconds) is kept beside the program, as <program>.crash. Cost: the seeds, HUSK_FUZZ_SECONDS (5) at most
 * for prefixes, and as long or HUSK_FUZZ_RUNS (20,000) for mutations; a fifth of it for large inputs, and at least one.
 * Limits: seeds up to 1 MB. driver CORPUS-FOLDER     all of that         driver FILE     one input, to repeat a failure
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_INPUT ((size_t)1 << 20)
#define MAX_SEEDS 1000
#define PREFIX_SEED 512 /* seeds up to this length are run at every length: parsers fail at ends */
#define HANG_SECONDS 60
#define LARGE_INPUT ((size_t)256 << 10)
#define LARGE_HANG_SECONDS 300

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

typedef struct input {
    uint8_t *bytes;
    size_t len;
} input;

static struct {
    input seeds[MAX_SEEDS];
    size_t n_seeds;
    uint64_t random;
    size_t n_runs;
    char crash_path[4096];
    const uint8_t *now; /* what the target is looking at */
    size_t now_len;
} driver;

/* Called during a crash: only write(2) and what it needs. */
static void keep_input(void)
{
    int file = open(driver.crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || write(file, driver.now, driver.now_len) < 0)
        return;
    close(file);
    static const char text[] = "\nthe input is kept in ";
    if (write(2, text, sizeof text - 1) < 0 || write(2, driver.crash_path, strlen(driver.crash_path)) < 0)
        return;
    if (write(2, "\n", 1) < 0)
        return;
}

static void on_signal(int number)
{
    keep_input();
    signal(number, SIG_DFL);
    raise(number);
}

static void run(const uint8_t *bytes, size_t len)
{
    /* A copy of exactly this length, so that the sanitizer sees one byte too far. */
    uint8_t *copy = malloc(len ? len : 1);
    if (!copy)
        abort();
    if (len)
        memcpy(copy, bytes, len);
    driver.now = copy;
    driver.now_len = len;
    driver.n_runs++;
    alarm(len > LARGE_INPUT / 2 ? LARGE_HANG_SECONDS : HANG_SECONDS);
    LLVMFuzzerTestOneInput(copy, len);
    alarm(0);
    free(copy);
}

static bool read_file(const char *path, input *out)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    out->bytes = malloc(LONGEST_INPUT);
    if (!out->bytes)
        abort();
    out->len = fread(out->bytes, 1, LONGEST_INPUT, file);
    bool ok = !ferror(file);
    fclose(file);
    uint8_t *fitted = realloc(out->bytes, out->len ? out->len : 1);
    if (fitted)
        out->bytes = fitted;
    return ok;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Read the directory in name order: the order on disk differs between systems. */
static bool read_seeds(const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, by_name);
    if (n < 0)
        return false;
    for (int i = 0; i < n; i++) {
        char path[4096];
        struct stat info;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && driver.n_seeds < MAX_SEEDS) {
            if (read_file(path, &driver.seeds[driver.n_seeds]))
                driver.n_seeds++;
        }
        free(entries[i]);
    }
    free(entries);
    return driver.n_seeds > 0;
}

/* xorshift64*: any fixed sequence that looks random will do. */
static uint64_t random_below(uint64_t limit)
{
    driver.random ^= driver.random >> 12;
    driver.random ^= driver.random << 25;
    driver.random ^= driver.random >> 27;
    return (driver.random * 0x2545F4914F6CDD1Du >> 11) % limit;
}

/* Numbers and marks that parsers of lengths and text stumble over. */
static const struct {
    const char *bytes;
    size_t len;
} tokens[] = {
    { "\0", 1 },
    { "\xff\xff\xff\xff", 4 },
    { "\x7f\xff\xff\xff", 4 },
    { "\0\0\0\0\0\0\0\0", 8 },
    { "-1", 2 },
    { "4294967296", 10 },
    { "18446744073709551616", 20 },
    { "\r\n", 2 },
    { "\n", 1 },
    { "\r\n\r\n", 4 },
    { "<", 1 },
    { ">", 1 },
    { "\"", 1 },
    { "&", 1 },
    { "&#x110000;", 10 },
    { "<!--", 4 },
    { "]]>", 3 },
    { "</", 2 },
    { "\xef\xbb\xbf", 3 },
    { "\xed\xa0\x80", 3 },
    { "\xf4\x90\x80\x80", 4 },
    { "{", 1 },
    { "}", 1 },
    { "%", 1 },
};

/* Replace `cut` bytes of `in` at `at` by `n` others. */
static void replace(input *in, size_t at, size_t cut, const void *bytes, size_t n)
{
    if (cut > in->len - at)
        cut = in->len - at;
    if (in->len - cut + n > LONGEST_INPUT)
        return;
    memmove(in->bytes + at + n, in->bytes + at + cut, in->len - at - cut);
    memcpy(in->bytes + at, bytes, n);
    in->len = in->len - cut + n;
}

static void mutate_once(input *in)
{
    size_t at = in->len ? random_below(in->len) : 0;
    size_t span = in->len > at ? 1 + random_below(in->len - at < 64 ? in->len - at : 64) : 0;
    size_t i_token = random_below(sizeof tokens / sizeof *tokens);
    const input *other = &driver.seeds[random_below(driver.n_seeds)];
    uint8_t copied[64];
    switch (random_below(8)) {
    case 0:
        if (in->len)
            in->bytes[at] ^= (uint8_t)(1u << random_below(8));
        break;
    case 1:
        if (in->len)
            in->bytes[at] = (uint8_t)random_below(256);
        break;
    case 2:
        replace(in, at, span, "", 0);
        break;
    case 3:
        replace(in, at, 0, tokens[i_token].bytes, tokens[i_token].len);
        break;
    case 4:
        replace(in, at, span, tokens[i_token].bytes, tokens[i_token].len);
        break;
    case 5:
        memcpy(copied, in->bytes + at, span);
        replace(in, random_below(in->len + 1), 0, copied, span);
        break; /* repeat a piece */
    case 6:
        in->len = at;
        break;
    default: /* go on with the tail of another seed */
        if (other->len) {
            size_t from = random_below(other->len);
            replace(in, at, in->len, other->bytes + from, other->len - from);
        }
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_seeds(double seconds)
{
    for (size_t i = 0; i < driver.n_seeds; i++)
        run(driver.seeds[i].bytes, driver.seeds[i].len);
    double end = now() + seconds;
    for (size_t i = 0; i < driver.n_seeds; i++)
        for (size_t len = 0; driver.seeds[i].len <= PREFIX_SEED && len < driver.seeds[i].len && now() < end; len++)
            run(driver.seeds[i].bytes, len);
}

static void run_mutations(size_t n_runs, double seconds)
{
    input work = { malloc(LONGEST_INPUT), 0 };
    if (!work.bytes)
        abort();
    double end = now() + seconds;
    for (size_t i = 0; i < n_runs && now() < end; i++) {
        const input *seed = &driver.seeds[i % driver.n_seeds];
        memcpy(work.bytes, seed->bytes, seed->len);
        work.len = seed->len;
        for (size_t n = 1 + random_below(6); n > 0; n--)
            mutate_once(&work);
        run(work.bytes, work.len);
    }
    free(work.bytes);
}

/* Seeds from a random place on, repeated, with a few mutations. */
static void run_large(double seconds)
{
    input work = { malloc(LONGEST_INPUT), 0 };
    if (!work.bytes)
        abort();
    double end = now() + seconds;
    size_t n = 0;
    for (size_t i = 0; i < driver.n_seeds && (n == 0 || now() < end); i++) {
        const input *seed = &driver.seeds[i];
        if (seed->len == 0)
            continue;
        size_t from = random_below(seed->len);
        for (work.len = 0; work.len + seed->len <= LARGE_INPUT; work.len += seed->len - (work.len ? from : 0))
            memcpy(work.bytes + work.len, seed->bytes + (work.len ? from : 0), seed->len - (work.len ? from : 0));
        for (size_t k = random_below(6); k > 0; k--)
            mutate_once(&work);
        run(work.bytes, work.len);
        n++;
    }
    free(work.bytes);
}

static double number_from(const char *variable, double otherwise)
{
    const char *text = getenv(variable);
    return text ? strtod(text, NULL) : otherwise;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: %s CORPUS-FOLDER|FILE\n", argv[0]), 2;
    driver.random = 0x9E3779B97F4A7C15u;
    snprintf(driver.crash_path, sizeof driver.crash_path, "%s.crash", argv[0]);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(keep_input);
    else
        signal(SIGSEGV, on_signal);
    signal(SIGABRT, on_signal);
    signal(SIGALRM, on_signal);

    struct stat info;
    if (stat(argv[1], &info) == 0 && S_ISREG(info.st_mode)) {
        driver.n_seeds = read_file(argv[1], &driver.seeds[0]);
        if (driver.n_seeds)
            run(driver.seeds[0].bytes, driver.seeds[0].len);
    } else if (read_seeds(argv[1])) {
        double seconds = number_from("HUSK_FUZZ_SECONDS", 5);
        run_seeds(seconds);
        run_mutations((size_t)number_from("HUSK_FUZZ_RUNS", 20000), seconds);
        run_large(seconds / 5);
    }
    if (!driver.n_seeds)
        return fprintf(stderr, "%s: no seeds\n", argv[1]), 1;
    printf("%zu seeds, %zu inputs\n", driver.n_seeds, driver.n_runs);
    for (size_t i = 0; i < driver.n_seeds; i++)
        free(driver.seeds[i].bytes);
    return 0;
}
