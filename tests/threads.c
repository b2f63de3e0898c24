/* threads.c - one site shared by many threads: threads PAGES THREADS FILE...
 * The site is learned from the files. Each thread parses, judges and writes them in turn, with the site and without,
 * and compares every output with that of a single thread. Afterwards memory and open files must be what they were after
 * the first tenth. Built with ThreadSanitizer (preset thread) it also looks for races. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "husk/husk.h"
#include "unit/judge_page.h"

#define MAX_FILES 200
#define MAX_THREADS 64
#define LABELS_EVERY 16 /* rounds: reasons cost many times what judging does */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define MEMORY_GROWTH_KB 4194304L /* sanitizers hold back freed memory */
#else
#define MEMORY_GROWTH_KB 32768L /* allocators keep what threads freed at different times */
#endif

typedef struct document {
    const char *id;
    char url[300], *html;
    size_t len;
    uint64_t expected[4]; /* hash of the output: without and with the site, then both with labels */
} document;

static struct {
    document documents[MAX_FILES];
    size_t n_documents, n_pages;
    husk_site *site;
    atomic_size_t next, n_wrong;
    atomic_long early_kb;
    atomic_int early_files;
} t;

static void check(husk_status status, const char *what)
{
    if (status != HUSK_OK) {
        fprintf(stderr, "threads: %s: %s\n", what, husk_status_text(status));
        exit(1);
    }
}

static void read_document(const char *path, document *d)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        check(HUSK_IO, path);
    d->len = (size_t)ftell(file);
    rewind(file);
    d->html = malloc(d->len + 1);
    if (!d->html || fread(d->html, 1, d->len, file) != d->len)
        check(HUSK_IO, path);
    fclose(file);
    d->id = path;
    snprintf(d->url, sizeof d->url, "http://threads.example/%s", path);
}

static husk_raw raw_of(const document *d)
{
    return (husk_raw){ .size = sizeof(husk_raw), .id = d->id, .url = d->url, .bytes = d->html, .len = d->len };
}

static void learn_site(husk_page *page)
{
    char path[] = "/tmp/husk-threads-XXXXXX";
    int fd = mkstemp(path);
    husk_learner *learner;
    if (fd < 0)
        check(HUSK_IO, path);
    close(fd);
    unlink(path);
    check(husk_learner_new(NULL, &learner, NULL), "learner");
    for (size_t i = 0; i < t.n_documents; i++) {
        husk_raw raw = raw_of(&t.documents[i]);
        husk_digest *digest;
        check(husk_page_parse(page, &raw, NULL), raw.id);
        check(husk_learner_read(page, &raw, &digest, NULL), raw.id);
        check(husk_learner_add(learner, digest, NULL), raw.id);
        husk_digest_free(digest);
    }
    check(husk_learner_finish(learner, path, NULL, NULL), path);
    husk_learner_free(learner);
    check(husk_site_open(path, &t.site, NULL), path);
    unlink(path);
}

/* FNV-1a: a difference shows, and it needs nothing of the library. */
static uint64_t output_hash(const husk_output *out)
{
    uint64_t hash = 14695981039346656037u;
    size_t len;
    const char *bytes = husk_output_data(out, &len);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 1099511628211u;
    return hash;
}

static uint64_t judged_hash(husk_page *page, const document *d, husk_site *site, bool labels, husk_output *out)
{
    husk_raw raw = raw_of(d);
    husk_extract_options options;
    husk_extract_options_init(&options, sizeof options);
    options.format = HUSK_FORMAT_JSONL;
    husk_output_clear(out);
    check(husk_page_parse(page, &raw, NULL), d->id);
    check(extract_page(page, site, HUSK_AIM_BALANCE, &options, out, NULL), d->id);
    if (labels)
        check(write_judged(page, site, site ? HUSK_METHOD_SITE : HUSK_METHOD_PAGE, WRITE_LABELS, out, NULL), d->id);
    return output_hash(out);
}

static long resident_kb(void)
{
    long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int n = 0;
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n;
}

static void *work(void *unused)
{
    husk_page *page;
    husk_output *out;
    check(husk_page_new(NULL, &page, NULL), "page");
    check(husk_output_new((size_t)1 << 26, &out), "output");
    for (size_t i; (i = atomic_fetch_add(&t.next, 1)) < t.n_pages;) {
        document *d = &t.documents[i / 2 % t.n_documents];
        bool labels = i / 2 / t.n_documents % LABELS_EVERY == 0;
        if (judged_hash(page, d, i % 2 ? t.site : NULL, labels, out) != d->expected[i % 2 + 2 * labels])
            atomic_fetch_add(&t.n_wrong, 1);
        if (i == t.n_pages / 10) {
            atomic_store(&t.early_kb, resident_kb());
            atomic_store(&t.early_files, open_files());
        }
    }
    husk_output_free(out);
    husk_page_free(page);
    return unused;
}

int main(int argc, char **argv)
{
    husk_page *page;
    husk_output *out;
    pthread_t threads[MAX_THREADS];
    size_t n_threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (argc < 4 || argc - 3 > MAX_FILES || n_threads < 1 || n_threads > MAX_THREADS) {
        fprintf(stderr, "usage: threads PAGES THREADS FILE...\n");
        return 2;
    }
    t.n_pages = strtoul(argv[1], NULL, 10);
    for (int i = 3; i < argc; i++)
        read_document(argv[i], &t.documents[t.n_documents++]);
    check(husk_page_new(NULL, &page, NULL), "page");
    check(husk_output_new((size_t)1 << 26, &out), "output");
    learn_site(page);
    for (size_t i = 0; i < t.n_documents; i++)
        for (int how = 0; how < 4; how++)
            t.documents[i].expected[how] = judged_hash(page, &t.documents[i], how % 2 ? t.site : NULL, how >= 2, out);
    for (size_t i = 0; i < n_threads; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            check(HUSK_NO_MEMORY, "thread");
    for (size_t i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);

    long grown = resident_kb() - t.early_kb;
    int files = open_files();
    printf("%zu pages by %zu threads and one site: %zu different answers; memory grew by %ld KB after the first tenth; "
           "open files %d, then %d\n",
           t.n_pages, n_threads, (size_t)t.n_wrong, grown, (int)t.early_files, files);
    for (size_t i = 0; i < t.n_documents; i++)
        free(t.documents[i].html);
    husk_site_free(t.site);
    husk_output_free(out);
    husk_page_free(page);
    return t.n_wrong || grown > MEMORY_GROWTH_KB || files > t.early_files;
}
