/* lab.h - the published methods that papers/ implements: judging, segments, clustering, crawling, and their measures;
 * and the features that models/ trains on. They are a library of their own, libhusklab, which holds libhusk as well:
 * link it instead of libhusk. The rules of husk.h apply, but these calls may change between minor versions. */
#ifndef HUSK_LAB_H
#define HUSK_LAB_H

#include <husk/husk.h>
#include <husk/models.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- PageLevel, SiteLevel, consensus ------------------------------------------------------------------------------ */

/* PageLevel's logistic models. */
typedef struct husk_pagelevel husk_pagelevel;

/* From a file made by husk_train; bytes NULL: the built-in ones. One may serve many threads.
 * BAD_FILE: truncated, changed or not a model; NEWER_FILE: from a later husk. */
HUSK_API husk_status husk_pagelevel_read(const char *bytes, size_t len, husk_pagelevel **out, husk_error *error);
HUSK_API void husk_pagelevel_free(husk_pagelevel *models);

/* Numbered apart from husk_method, so that one number can be a choice of either. */
typedef uint32_t husk_published_method;
enum {
    HUSK_METHOD_PAGELEVEL = 16, /* logistic models and smoothing, from the page alone (Chakrabarti, Kumar and Punera
                                   2007) */
    HUSK_METHOD_SITELEVEL,      /* template is what at least theta of the site's pages share (the same paper) */
    HUSK_METHOD_CONSENSUS       /* aligned with only the template of the page's class (Geraci and Maggini 2011) */
};

/* What PageLevel's penalty for a new segment is proportional to. */
typedef uint32_t husk_penalty;
enum {
    HUSK_PENALTY_AREA,  /* the page's area over the element's */
    HUSK_PENALTY_NODES, /* the page's nodes over the element's */
    HUSK_PENALTY_PARENT /* the area of the element around it over its own */
};

typedef struct husk_published {
    husk_outside_method outside; /* first: set by husk_judge_by */
    husk_published_method method;
    float theta;                     /* for SITELEVEL: 0.1 */
    float penalty_factor;            /* for PAGELEVEL: higher values give fewer and larger segments; 1 */
    bool no_smoothing;               /* for PAGELEVEL: judge each element by its own score */
    husk_penalty penalty;            /* for PAGELEVEL: AREA */
    const husk_pagelevel *pagelevel; /* for PAGELEVEL; NULL: the built-in models */
} husk_published;

HUSK_API void husk_published_init(husk_published *published);

/* Make options judge by `method`, a husk_method or a husk_published_method. For the latter they point to `published`,
 * whose other members are its parameters; NULL: the defaults. */
HUSK_API void husk_judge_by(husk_judge_options *options, uint32_t method, husk_published *published);

/* Append one JSON line per segment of a parsed page by PageLevel: id, segment (its number), inside (that of the
 * enclosing segment, or null), path, box (x, y, width, height), text, label, score and why. `published` may be NULL. */
HUSK_API husk_status husk_pagelevel_segments(husk_page *page, const husk_published *published, husk_output *output,
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

/* --- clustering by TEXT-MDL and its relatives --------------------------------------------------------------------- */

/* Agglomeration by what a join saves in the description of all pages' essential paths (Sathees Babu; Naveensundar
 * 2014). */
typedef uint32_t husk_text_method;
enum {
    HUSK_TEXT_NONE, /* sites and kinds, as husk_clustering_new; of the options only names and two_terms count */
    HUSK_TEXT_MDL,  /* TEXT-MDL: the best pair of all, exactly */
    HUSK_TEXT_HASH, /* TEXT-HASH: the best pair by an estimate from signatures */
    HUSK_TEXT_MAX,  /* TEXT-MAX: among pairs with maximal Jaccard coefficient */
    HUSK_TEXT_DICE, /* TEXT-DICEMAX: among pairs with maximal Dice coefficient */
    HUSK_TEXT_LSH   /* among pairs that share a bucket */
};

typedef struct husk_text_options {
    husk_text_method method;   /* NONE */
    uint32_t signature_length; /* for HASH, MAX, DICE, LSH: 256 */
    uint32_t bands;            /* for LSH; divides the length: 32 */
    uint64_t seed;             /* for the signatures' permutations: 1 */
    bool estimated;            /* for LSH: joins by estimated cost only; otherwise the last joins are by exact cost */
    bool names;                /* show the paths of templates by name in JSON, otherwise as hashes */
    bool essential;            /* JSON also has every path's support, and of every page the threshold and the essential
                                  paths */
    bool two_terms;            /* the cost as Naveensundar 2014 counts it: templates and differences, without L(M_D),
                                  which is the same for every clustering */
} husk_text_options;

HUSK_API void husk_text_options_init(husk_text_options *text);

/* A clustering by these methods: fill, run, read and free it as any other. By default 400,000 pages are held.
 * BAD_ARGUMENT: unknown method, a length of 0 or above 4096, bands that do not divide it. */
HUSK_API husk_status husk_text_clustering_new(const husk_cluster_options *options, const husk_text_options *text,
                                              husk_clustering **out, husk_error *error);

/* --- the map of a site (Crescenzi, Merialdo and Missier 2005) ----------------------------------------------------- */

/* What a root-to-link path has of each element. */
typedef uint32_t husk_link_paths;
enum {
    HUSK_PATHS_TAGS,         /* its name */
    HUSK_PATHS_CLASS,        /* and its class attribute */
    HUSK_PATHS_PRESENTATION, /* and its other attributes that say how it looks */
    HUSK_PATHS_ALL           /* and all other attributes, except URLs */
};

/* Link paths, and the costs of encoding a page by those of its class. A site file stores neither. */
typedef struct husk_path_costs {
    double path;       /* c_p, a link path that the class lacks: 1 */
    double index;      /* c_i, a link path of the class, by its number: 0.8 */
    double miss;       /* c_miss: 1 */
    bool miss_foreign; /* c_miss is for a path of the page that the class lacks; otherwise for a path of the class that
                          the page lacks */
    husk_link_paths paths; /* PRESENTATION */
} husk_path_costs;

HUSK_API void husk_path_costs_init(husk_path_costs *costs);

/* Classify pages by files of `husk crawl --published` with these costs; other files distinguish classes otherwise.
 * BAD_ARGUMENT: a page was judged already. */
HUSK_API husk_status husk_site_set_costs(husk_site *site, const husk_path_costs *costs, husk_error *error);

/* The encoding of a page by a file of `husk crawl --published`. */
typedef struct husk_encoding {
    bool is_by_links;    /* false: its host is not in the file, or its classes are distinguished otherwise */
    uint32_t page_class; /* the class of least cost; 0: the model has none */
    uint32_t n_shared;   /* link paths of the class that the page has */
    double margin;       /* how much more the next best class would cost, 0 to 1 */
    double cost;         /* enc(p|C), a URL costs 1 */
} husk_encoding;

HUSK_API husk_status husk_encode_page(husk_site *site, husk_page *page, husk_encoding *out, husk_error *error);
/* enc(M): the schemas of all classes of such a file. With enc(p|C) of its pages it is MDL. */
HUSK_API husk_status husk_encode_model(husk_site *site, double *cost, husk_error *error);

/* Which link collection to follow next. */
typedef uint32_t husk_crawl_order;
enum {
    HUSK_CRAWL_SPREAD,  /* as husk_crawl: the one least explored for its size */
    HUSK_CRAWL_DENSEST, /* densest first and sparsest first: by the share of their class's links */
    HUSK_CRAWL_SPARSEST,
    HUSK_CRAWL_BREADTH /* in the order found, every link */
};

typedef struct husk_crawl_published {
    husk_crawl_order order; /* SPREAD, which is DENSEST as published */
    bool published;         /* classes by link paths, from 10 pages of one collection at a time; otherwise refined by
                               clustering */
    husk_path_costs costs;
    double distance; /* dt: pages of a collection whose schemas differ by less than this are one candidate class; 0.2 */
    uint32_t after_peak; /* end when the queue of collections has not exceeded its maximum for N pages; 0: never */
} husk_crawl_published;

HUSK_API void husk_crawl_published_init(husk_crawl_published *published);

/* husk_crawl in this way. */
HUSK_API husk_status husk_crawl_by(const char *start, const char *path, const husk_crawl_options *options,
                                   const husk_crawl_published *published, husk_output *report, husk_error *error);

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

/* --- features, for training the built-in models (models/features.c has the formats) ------------------------------- */

/* Append a parsed page's features, as models/train reads them; and the names of the columns, one per line, a line "|",
 * and those of a page's summary. */
HUSK_API husk_status husk_page_model_dump(husk_page *page, const husk_page_model *model, husk_output *output,
                                          husk_error *error);
HUSK_API void husk_page_model_columns(husk_output *output);

/* Append a parsed page's features combined with what a site file knows of its blocks' places, as models/train_main
 * reads them, or their names. `model` may be NULL. */
HUSK_API husk_status husk_main_model_dump(husk_page *page, husk_site *site, const husk_page_model *model,
                                          husk_output *output, husk_error *error);
HUSK_API void husk_main_model_columns(husk_output *output);

/* Append the features of every path of the pages added so far, as models/train_site reads them, or their names. Once
 * per learner, instead of husk_learner_finish. */
HUSK_API husk_status husk_learner_dump(husk_learner *learner, husk_output *output, husk_error *error);
HUSK_API void husk_learner_columns(husk_output *output);

#ifdef __cplusplus
}
#endif
#endif
