/* lab.h - training and research: custom models, features for training, PageLevel's segments, measures.
 * The rules of husk.h apply. These calls may change between minor versions; those of husk.h do not. */
#ifndef HUSK_LAB_H
#define HUSK_LAB_H

#include <husk/husk.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the page model ----------------------------------------------------------------------------------------------- */

/* From a model file (models/page.txt is the built-in one). Immutable: one may serve many threads. BAD_FILE,
 * NEWER_FILE: `error` names the line. */
HUSK_API husk_status husk_page_model_read(const char *text, size_t len, husk_page_model **out, husk_error *error);
HUSK_API void husk_page_model_free(husk_page_model *model);

/* Append the names of the feature columns, one per line, a line "|", and those of a page's summary. */
HUSK_API void husk_page_model_columns(husk_output *output);

/* Append a parsed page's features in the format that models/train reads (src/api/train_blocks.c). */
HUSK_API husk_status husk_page_model_dump(husk_page *page, const husk_page_model *model, husk_output *output,
                                          husk_error *error);

/* --- the main model ----------------------------------------------------------------------------------------------- */

/* Append a parsed page's features combined with what a site file knows of its blocks' places, in the format that
 * models/train_main reads (src/api/train_main.c). `model` may be NULL. */
HUSK_API husk_status husk_main_model_dump(husk_page *page, husk_site *site, const husk_page_model *model,
                                          husk_output *output, husk_error *error);

/* Append the names of these features, one per line. */
HUSK_API void husk_main_model_columns(husk_output *output);

/* --- the site model ----------------------------------------------------------------------------------------------- */

/* Judge places with this site model (models/site.txt is the built-in one) from now on. BAD_FILE. */
HUSK_API husk_status husk_learner_model(husk_learner *learner, const char *text, size_t len, husk_error *error);

/* Append the features of every path of the pages added so far, in the format that models/train_site reads. Once per
 * learner, instead of husk_learner_finish. */
HUSK_API husk_status husk_learner_dump(husk_learner *learner, husk_output *output, husk_error *error);

/* Append the names of these features, one per line. */
HUSK_API void husk_learner_columns(husk_output *output);

/* --- PageLevel ---------------------------------------------------------------------------------------------------- */

/* Its logistic models, from a file made by husk_train; bytes NULL: the built-in ones. One may serve many threads.
 * BAD_FILE: truncated, changed or not a model; NEWER_FILE: from a later husk. */
HUSK_API husk_status husk_pagelevel_read(const char *bytes, size_t len, husk_pagelevel **out, husk_error *error);
HUSK_API void husk_pagelevel_free(husk_pagelevel *models);

/* Append one JSON line per segment of a parsed page: id, segment (its number), inside (that of the enclosing segment,
 * or null), path, box (x, y, width, height), text, label, score and why. Only PageLevel's options are read. */
HUSK_API husk_status husk_pagelevel_segments(husk_page *page, const husk_judge_options *options, husk_output *output,
                                             husk_error *error);

typedef struct husk_train_options {
    size_t size;
    float theta;                       /* a subtree on this share of a site's pages is template: 0.1 */
    float template_share;              /* a node with this share of template in its HTML is template: 0.85 */
    float least_area;                  /* square pixels; smaller nodes are not scored: 2000 */
    float penalty;                     /* per piece: times the page's area over the node's: 0.01 */
    float threshold;                   /* scores from here up are template: 0.5 */
    uint32_t min_pages;                /* sites with fewer are skipped: 10 */
    uint32_t max_pages;                /* per site, chosen by the hash of their names: 200 */
    const husk_source_options *source; /* NULL: the defaults */
    const husk_each_options *each;     /* NULL: the defaults, with pages parsed without a time limit */
    bool keep_stop_words;              /* count stop words as words; the paper removes them: false */
} husk_train_options;

HUSK_API void husk_train_options_init(husk_train_options *options, size_t size);

/* Train PageLevel's models from pages of many sites, labelled by what the pages share (SiteLevel): no other labels
 * are needed. A site is a host; pages of one input without a URL form one site. Appends the model file to `output`;
 * the same pages give the same bytes. BAD_ARGUMENT: no input, fewer than two sites with min_pages pages, or all nodes
 * in one class. */
HUSK_API husk_status husk_train(const char *const *inputs, size_t n_inputs, const husk_train_options *options,
                                husk_output *output, husk_error *error);

/* --- the map of a site -------------------------------------------------------------------------------------------- */

/* Costs of the encoding by which pages get their class in files of `husk crawl --published` (Crescenzi, Merialdo and
 * Missier 2005); others distinguish classes otherwise. */
typedef struct husk_path_costs {
    size_t size;
    double path;       /* c_p, a link path that the class lacks: 1 */
    double index;      /* c_i, a link path of the class, by its number: 0.8 */
    double miss;       /* c_miss: 1 */
    bool miss_foreign; /* c_miss is for a path of the page that the class lacks; otherwise for a path of the class that
                          the page lacks */
} husk_path_costs;

/* Parameters of a crawl as published there, for husk_crawl_options.paper. */
struct husk_crawl_paper {
    size_t size;
    bool published;          /* classes by link paths alone; otherwise refined by clustering */
    bool miss_foreign;       /* as in husk_path_costs */
    uint32_t per_collection; /* pages fetched per collection at a time; 0: 3, or 10 as published */
    uint32_t collections;    /* followed at a time; 0: 4, growing with the pages seen, or 1 as published */
    uint32_t after_peak;     /* end when the queue of collections has not exceeded its maximum for N pages; 0: never */
    double cost_url, cost_path, cost_index, cost_miss; /* of the encoding: 1, 1, 0.8, 1 */
    double distance; /* dt: pages of a collection whose schemas differ by less than this are one candidate class; 0.2 */
};

HUSK_API void husk_crawl_paper_init(husk_crawl_paper *paper, size_t size);

HUSK_API void husk_path_costs_init(husk_path_costs *costs, size_t size);

/* Classify pages with these costs instead of the published ones. BAD_ARGUMENT: a page was judged already. */
HUSK_API husk_status husk_site_set_costs(husk_site *site, const husk_path_costs *costs, husk_error *error);

/* --- measures ----------------------------------------------------------------------------------------------------- */

typedef uint32_t husk_measure_kind;
enum {
    HUSK_MEASURE_CLUSTERS, /* both: `label<TAB>page` lines. F, macro-F, purity, entropy, NMI, NCE, ARI */
    HUSK_MEASURE_LABELS, /* both: JSON lines with "id" (or "page"), "text", "label". Precision, recall and F over words
                          */
    HUSK_MEASURE_DUPLICATES /* `group<TAB>page` lines against `same<TAB>page<TAB>page` and `different<TAB>page<TAB>page`
                               lines */
};

typedef struct husk_measure_options {
    size_t size;
    husk_format format; /* TEXT or JSON */
    bool partial;       /* skip and count pages that are in only one file; otherwise they are an error */
} husk_measure_options;

HUSK_API void husk_measure_options_init(husk_measure_options *options, size_t size);

/* Score an answer against ground truth with the papers' measures, appended to `output`. BAD_FILE: one of them is
 * malformed; `error` names the line. Any thread. */
HUSK_API husk_status husk_measure(husk_measure_kind kind, const char *answer, size_t answer_len, const char *truth,
                                  size_t truth_len, const husk_measure_options *options, husk_output *output,
                                  husk_error *error);

#ifdef __cplusplus
}
#endif
#endif
