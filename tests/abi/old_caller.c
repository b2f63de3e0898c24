/* old_caller.c - a program as it was built against the first release: its structs end where they ended then. What the
 * library has since may neither be written behind them nor be expected of them. Each struct stands before bytes that
 * must stay as they are. */
#include <husk/husk.h>

#include <stdio.h>
#include <string.h>

#define GUARD 0x5a

/* The first release's size of a struct: up to its member `last`. */
#define FIRST(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

static int n_failed;

static void check(int ok, const char *what)
{
    if (!ok) {
        printf("old caller: %s\n", what);
        n_failed++;
    }
}

/* Fill by `init` and see that nothing behind was written. */
#define INIT(name, type, last)                                  \
    union {                                                     \
        type as;                                                \
        unsigned char bytes[sizeof(type) + 64];                 \
    } name;                                                     \
    memset(&name, GUARD, sizeof name);                          \
    type##_init(&name.as, FIRST(type, last));                   \
    check(name.as.size == FIRST(type, last), #type ": size");   \
    for (size_t i_ = FIRST(type, last); i_ < sizeof name; i_++) \
    check(name.bytes[i_] == GUARD, #type "_init writes behind an older struct")

static husk_status take(void *context, husk_each_result *result, husk_error *error)
{
    (void)error;
    *(size_t *)context += result->len;
    return HUSK_OK;
}

static husk_status work(void *context, husk_page *page, const husk_raw *raw, husk_output *output, void **value,
                        husk_error *error)
{
    husk_verdict *verdict;
    (void)context, (void)raw, (void)value;
    husk_status status = husk_judge(page, NULL, NULL, &verdict, error);
    if (status == HUSK_OK)
        status = husk_extract(verdict, NULL, output, error);
    if (status == HUSK_OK)
        husk_verdict_free(verdict);
    return status;
}

int main(int argc, char **argv)
{
    husk_source *source;
    husk_page *page;
    husk_learner *learner;
    husk_clustering *clustering;
    husk_output *output;
    husk_verdict *verdict;
    husk_extractor *extractor;
    const husk_result *result;
    husk_dedup *duplicates;
    husk_error error;
    size_t written = 0;
    INIT(sources, husk_source_options, any_http_status);
    INIT(pages, husk_page_options, max_milliseconds);
    INIT(each, husk_each_options, page);
    INIT(judge, husk_judge_options, model);
    INIT(extract, husk_extract_options, with_metadata);
    INIT(learn, husk_learn_options, warn_context);
    INIT(cluster, husk_cluster_options, held);
    INIT(raw, husk_raw, date);
    INIT(extractors, husk_extractor_options, stop);
    INIT(dedup, husk_dedup_options, similarity);
    INIT(topics, husk_topics_options, seed);
    if (argc < 2)
        return 2;
    each.as.jobs = 1;
    each.as.page = &pages.as;
    const char *input = argv[1];
    check(husk_source_open(&input, 1, &sources.as, &source, &error) == HUSK_OK, "husk_source_open");
    check(husk_each(source, &each.as, work, take, &written, &error) == HUSK_OK && written > 100, "husk_each");
    husk_source_free(source);
    check(husk_source_open(&input, 1, &sources.as, &source, &error) == HUSK_OK, "husk_source_open");
    check(husk_source_next(source, &raw.as, &error) == HUSK_OK && raw.as.len > 0, "husk_source_next");
    for (size_t i = FIRST(husk_raw, date); i < sizeof raw; i++)
        check(raw.bytes[i] == GUARD, "husk_source_next writes behind an older struct");
    check(husk_page_new(&pages.as, &page, &error) == HUSK_OK, "husk_page_new");
    check(husk_page_parse(page, &raw.as, &error) == HUSK_OK, "husk_page_parse");
    check(husk_judge(page, NULL, &judge.as, &verdict, &error) == HUSK_OK, "husk_judge");
    check(husk_output_new(1 << 20, &output) == HUSK_OK, "husk_output_new");
    check(husk_extract(verdict, &extract.as, output, &error) == HUSK_OK, "husk_extract");
    check(husk_learner_new(&learn.as, &learner, &error) == HUSK_OK, "husk_learner_new");
    check(husk_clustering_new(&cluster.as, &clustering, &error) == HUSK_OK, "husk_clustering_new");
    extractors.as.extract = &extract.as;
    extractors.as.judge = &judge.as;
    extractors.as.page = &pages.as;
    check(husk_extractor_new(&extractors.as, &extractor, &error) == HUSK_OK, "husk_extractor_new");
    check(husk_extractor_run(extractor, &raw.as, &result, &error) == HUSK_OK && result->text.len > 100,
          "husk_extractor_run");
    check(husk_dedup_new(&dedup.as, &duplicates, &error) == HUSK_OK, "husk_dedup_new");
    husk_extractor_free(extractor);
    husk_dedup_free(duplicates);
    husk_verdict_free(verdict);
    husk_learner_free(learner);
    husk_clustering_free(clustering);
    husk_output_free(output);

    pages.as.size = 0; /* never filled */
    husk_page *other;
    check(husk_page_new(&pages.as, &other, &error) == HUSK_BAD_ARGUMENT && strstr(error.message, "size of 0"),
          "a size of 0");
    pages.as.size = sizeof(size_t);
    check(husk_page_new(&pages.as, &other, &error) == HUSK_BAD_ARGUMENT, "a size that never was");
    husk_page_free(page);
    husk_source_free(source);
    puts(n_failed ? "the old caller fails" : "the old caller works");
    return n_failed != 0;
}
