/* limits.h - every cap there is, with its reason. A cap protects memory or time from a page that nobody wrote by hand.
 */
#ifndef HUSK_BASE_LIMITS_H
#define HUSK_BASE_LIMITS_H

/* A page after decompression: browsers' own stores stop near here, and the largest page of the measured corpora has 9
 * MB. */
#define HUSK_MAX_PAGE_BYTES ((size_t)64 << 20)
/* What a caller may raise that to. */
#define HUSK_MAX_PAGE_BYTES_ASKED ((size_t)1 << 30)
/* Nodes of a page: 64 MB of "<b>" would make 21 million; the largest page of the measured corpora has 34,447. */
#define HUSK_MAX_NODES 1000000u
/* Blocks that are judged: each has some 2.5 KB of features. The most of a page of the measured corpora is 2,641. */
#define HUSK_MAX_BLOCKS 131072u
/* Open elements: what browsers use; without a cap each <div> looks through the whole stack (bench/hostile). */
#define HUSK_MAX_DEPTH 512u
/* Parsing time: some inputs stay worse than linear under the depth cap. */
#define HUSK_MAX_PARSE_MS 10000u
/* Attributes of a page and of one element: kept beyond this they are dropped, the element stays. */
#define HUSK_MAX_ATTRIBUTES 4000000u
#define HUSK_MAX_ATTRIBUTES_PER_NODE 256u
/* Different names of tags on one page beside HTML's own: they are numbered in 16 bits; the pages of the measured
 * corpora have under 500. */
#define HUSK_MAX_MARKUP_NAMES 20000u
/* One page's arena: views and scratch. */
#define HUSK_MAX_PAGE_ARENA ((size_t)1 << 30)
/* What one page may become: text, Markdown or HTML, with a table's cells multiplied out. */
#define HUSK_MAX_OUTPUT_BYTES ((size_t)256 << 20)
/* Pages read or made but not yet written, all workers together. */
#define HUSK_MAX_PENDING_BYTES ((size_t)96 << 20)
/* A worker's stack: nothing recurses over a page. */
#define HUSK_WORKER_STACK ((size_t)256 << 10)
/* Workers. */
#define HUSK_MAX_JOBS 256u
/* colspan as the HTML standard clamps it; wider tables only cost memory. */
#define HUSK_MAX_COLSPAN 1000u
/* A Retry-After that is waited for: servers that are busy say seconds; one that says an hour is left alone. */
#define HUSK_MAX_RETRY_AFTER_MS 60000u
/* A URL: what servers and archives accept. */
#define HUSK_MAX_URL_BYTES ((size_t)16 << 10)
/* Tokens of a page: a start tag, an end tag or a text for each node, and some more. */
#define HUSK_MAX_TOKENS (3u * HUSK_MAX_NODES)
/* Scratch of one alignment: all rows of a pair of 15,000 tokens; longer pairs are computed from checkpoints inside it.
 */
#define HUSK_MAX_ALIGN_BYTES ((size_t)96 << 20)
/* Cells of one alignment's matrix: about a minute's work. Real pages have under 400,000 tokens. */
#define HUSK_MAX_ALIGN_CELLS ((uint64_t)1 << 40)
/* The same while a class is learned, where there are two alignments for each of its pages: about two seconds. Two pages
 * of more than 131,072 tokens (the longest pages of Rust's documentation, of 1.1 MB, have 120,000) are aligned if they
 * are nearly alike; else the longer is left out. */
#define HUSK_MAX_LEARN_CELLS ((uint64_t)1 << 34)
/* Tokens of a page that is learned from; a longer one, which nobody wrote, is left out. */
#define HUSK_MAX_LEARN_TOKENS 400000u
/* The head of a WARC record or of an HTTP response: browsers stop at 256 KB, real ones have under 32 KB. */
#define HUSK_MAX_HEAD_BYTES ((size_t)64 << 10)
/* A line of JSON, and the parser's values for it: together under 200 MB, whatever the line holds. */
#define HUSK_MAX_LINE_BYTES ((size_t)48 << 20)
#define HUSK_MAX_LINE_VALUES ((size_t)130 << 20)
/* gzip or zstd around one another: a file that inflates to itself would never end. */
#define HUSK_MAX_LAYERS 3u
/* 64 MB: a frame's window is held in memory whole; the zstd program asks for more only at --ultra or --long. */
#define HUSK_MAX_ZSTD_WINDOW_LOG 26
/* The dictionary of a .warc.zst. */
#define HUSK_MAX_DICTIONARY_BYTES ((size_t)16 << 20)
/* Inflated bytes that are only skipped may be this many, and beyond that this many times the compressed ones. */
#define HUSK_MAX_SKIP_BYTES ((size_t)256 << 20)
#define HUSK_MAX_SKIP_RATIO 100u
/* Names of a directory tree that wait to be read; sorting needs a directory's names together. */
#define HUSK_MAX_NAMES_BYTES ((size_t)512 << 20)
/* Files of the given directories that are counted beforehand, so that progress has a total. */
#define HUSK_MAX_COUNTED_FILES 65536u
/* What a site file holds of one host: classes, templates, counts and the names of its pages. */
#define HUSK_MAX_HOST_BYTES ((size_t)1 << 30)
/* A file of logistic models: the largest that husk makes has under 16 KB. */
#define HUSK_MAX_PAGELEVEL_BYTES ((size_t)1 << 20)
/* Different subtrees of one site, when its pages are compared: 200 pages of 200,000 nodes; half a gigabyte. */
#define HUSK_MAX_SITE_SUBTREES 16000000u
/* Of pages waiting for their site's others, in memory; beyond it they wait in temporary files. */
#define HUSK_MAX_SPILL_BYTES ((size_t)256 << 20)
/* The nodes to train from, all sites together: two million rows. */
#define HUSK_MAX_TRAIN_BYTES ((size_t)512 << 20)
/* What paths are called, for the templates that `cluster --json` shows: a few million names. */
#define HUSK_MAX_PATH_NAMES ((size_t)1 << 30)
/* Pages that are looked at pair by pair when a collection is parted into sites: the lists of who has each path grow
 * with the square. */
#define HUSK_CLUSTER_SAMPLE 5000u
/* Pages of a collection that are held in memory at a time, with slots (some 25 KB each) and without (3 KB): half a
 * gigabyte, one and a half. */
#define HUSK_CLUSTER_HELD_AUTO 16384u
#define HUSK_CLUSTER_HELD 400000u
/* Runs of words of a page that are compared: a book of a million words. */
#define HUSK_MAX_SHINGLES (1u << 20)
/* Pages that are compared for being the same: 1 KB each. */
#define HUSK_MAX_DEDUP_PAGES 4000000u
/* Pages that are clustered by their words: 8 bytes a different word of a page, so some two million pages. */
#define HUSK_MAX_TOPIC_BYTES ((size_t)4 << 30)
/* Different words of all pages together; beyond it a sample of them: half a gigabyte. */
#define HUSK_MAX_TOPIC_WORDS 16000000u
/* Words of a file of labels that is measured: 2 GB. */
#define HUSK_MAX_MEASURED_WORDS ((size_t)1 << 27)
/* The tokens of a class's sampled pages while its template is made. */
#define HUSK_MAX_CLASS_BYTES ((size_t)1 << 30)
/* Pages of a host that learning clusters, some 30 KB of traits each; the others get the class that fits best. */
#define HUSK_LEARN_PAGES 2048u
/* Values of a page that records look at: more than any page of the measured corpora has. */
#define HUSK_MAX_VALUES 200000u
/* Columns of a class's records, and the pages they are learned from: more add time, not columns. */
#define HUSK_MAX_COLUMNS 100u
#define HUSK_MAX_COLUMN_PAGES 64u
/* Ways to values of those pages, 24 bytes each: pages beyond are passed over. */
#define HUSK_MAX_COLUMN_PICKS ((size_t)8 << 20)
/* Columns of one CSV of records: all classes of a site file together. */
#define HUSK_MAX_CSV_COLUMNS 10000u
/* Classes of a host: pages that fit none join the nearest. */
#define HUSK_MAX_CLASSES 256u
/* A page's bytes that a site file remembers, and the length of its names: a longer page is learned from once. */
#define HUSK_MAX_REMEMBERED_BYTES ((size_t)4 << 20)
/* Entries of a host's history; the oldest are folded into one. */
#define HUSK_MAX_RUNS 64u
/* Classes of a host that are kept though no page is of them any more; the longest retired go first. */
#define HUSK_MAX_RETIRED 64u
/* Pages of a host that are listed over many runs, or as many as one run has: the oldest go first. */
#define HUSK_MAX_LISTED_PAGES 200000u
/* Graphviz's time for a map, which takes it about a second. */
#define HUSK_MAX_DRAW_SECONDS 60u

/* Pages, link collections and addresses of one exploration: its arrays together stay under four gigabytes. */
#define HUSK_MAX_EXPLORED ((size_t)1 << 27)
/* Addresses and names of a crawl. */
#define HUSK_MAX_CRAWL_BYTES ((size_t)4 << 30)
/* Different addresses that a crawl remembers, seen or not: about 1 KB each with their pages' places. */
#define HUSK_MAX_CRAWL_ADDRESSES 4000000u
/* Pages of a crawl whose classes are refined by clustering; later ones go where their like went. With 1,000 the whole
 * model costs less than a tenth of fetching and parsing 10,000 pages of 12 KB (bench/crawl); refining grows faster than
 * the pages do. */
#define HUSK_MAX_CRAWL_CLUSTERED 1000u
/* What is kept of a crawl's pages to refine their classes by: some ten thousand pages. */
#define HUSK_MAX_CRAWL_TRAITS ((size_t)1 << 30)

#endif
