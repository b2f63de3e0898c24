/* limits.h - every cap, with its reason. A cap protects memory or time from machine-made or hostile pages. */
#ifndef HUSK_BASE_LIMITS_H
#define HUSK_BASE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/* A cap of gigabytes; on a 32-bit machine, half of what can be addressed. */
#define HUSK_GIGABYTES(n) ((size_t)((uint64_t)(n) << 30 < SIZE_MAX / 2 ? (uint64_t)(n) << 30 : SIZE_MAX / 2))

/* A page after decompression: browser caches stop near here; the largest page in the measured corpora has 9 MB. */
#define HUSK_MAX_PAGE_BYTES ((size_t)64 << 20)
/* The highest value a caller may set that to. */
#define HUSK_MAX_PAGE_BYTES_ASKED ((size_t)1 << 30)
/* Nodes per page: 64 MB of "<b>" would make 21 million; the largest page in the measured corpora has 34,447. */
#define HUSK_MAX_NODES 1000000u
/* Blocks judged per page: each has about 2.5 KB of features. The maximum in the measured corpora is 2,641. */
#define HUSK_MAX_BLOCKS 98304u
/* Open elements, as in browsers; without a cap each <div> scans the whole stack (bench/hostile). */
#define HUSK_MAX_DEPTH 512u
/* Parsing time: some inputs remain superlinear even with the depth cap. */
#define HUSK_MAX_PARSE_MS 10000u
/* Attributes per page and per element: any beyond this are dropped, the element stays. */
#define HUSK_MAX_ATTRIBUTES 4000000u
#define HUSK_MAX_ATTRIBUTES_PER_NODE 256u
/* Distinct non-HTML tag names per page: they are numbered in 16 bits; pages in the measured corpora have under 500. */
#define HUSK_MAX_MARKUP_NAMES 20000u
/* A page's arena: views and scratch. */
#define HUSK_MAX_PAGE_ARENA ((size_t)1 << 30)
/* Output per page: text, Markdown or HTML, including repeated cells of spanned tables. */
#define HUSK_MAX_OUTPUT_BYTES ((size_t)96 << 20)
/* The same in proportion: this many bytes per byte of the page, above the first megabytes. Real pages have labels of at
 * most 4 times their bytes; nested or repeated names, long ids and long bases of links can make a page ask for
 * thousands. */
#define HUSK_MAX_OUTPUT_RATIO 32u
#define HUSK_MIN_OUTPUT_CAP ((size_t)4 << 20)
/* Pages read or processed but not yet written, over all workers. */
#define HUSK_MAX_PENDING_BYTES ((size_t)96 << 20)
/* A worker's stack; nothing recurses over a page. */
#define HUSK_WORKER_STACK ((size_t)256 << 10)
/* Worker threads. */
#define HUSK_MAX_JOBS 256u
/* colspan, clamped as in the HTML standard; wider tables only cost memory. */
#define HUSK_MAX_COLSPAN 1000u
/* The longest Retry-After to wait for: busy servers say seconds; a server that says an hour is skipped. */
#define HUSK_MAX_RETRY_AFTER_MS 60000u
/* URL length: what servers and archives accept. */
#define HUSK_MAX_URL_BYTES ((size_t)16 << 10)
/* Tokens per page: a start tag, an end tag or a text per node, with some reserve. */
#define HUSK_MAX_TOKENS (3u * HUSK_MAX_NODES)
/* Scratch per alignment: all rows for a pair of 15,000 tokens; longer pairs use checkpoints within it. */
#define HUSK_MAX_ALIGN_BYTES ((size_t)96 << 20)
/* Matrix cells per alignment: about a minute. Real pages have under 400,000 tokens. */
#define HUSK_MAX_ALIGN_CELLS ((uint64_t)1 << 40)
/* The same while learning a class, which takes two alignments per page: about two seconds. Of two pages of more
 * than 131,072 tokens the longer one is left out. (The longest pages of Rust's documentation, of 1.1 MB, have 120,000
 * tokens.) */
#define HUSK_MAX_LEARN_CELLS ((uint64_t)1 << 34)
/* Tokens per page to learn from; a longer page is machine-made and is left out. */
#define HUSK_MAX_LEARN_TOKENS 400000u
/* Tokens of all pages that a host is learned from, about 40 bytes each while it is (tests/link_lists --full). A page
 * takes at most an eighth of what is left, so that long ones leave room for the others. */
#define HUSK_MAX_HOST_TOKENS (UINT32_C(4) << 20)
#define HUSK_HOST_TOKENS_SHARE 8u
/* Header size of a WARC record or HTTP response: browsers stop at 256 KB, real headers have under 32 KB. */
#define HUSK_MAX_HEAD_BYTES ((size_t)64 << 10)
/* Header size of a request, as its caller gives it: libcurl sends no request over 1 MB, and calls a longer one out of
 * memory. */
#define HUSK_MAX_REQUEST_BYTES ((size_t)960 << 10)
/* A line of JSON and its parsed values: together under 200 MB, whatever the line holds. */
#define HUSK_MAX_LINE_BYTES ((size_t)48 << 20)
#define HUSK_MAX_LINE_VALUES ((size_t)130 << 20)
/* Nested gzip or zstd layers: a file that decompresses to itself would never end. */
#define HUSK_MAX_LAYERS 3u
/* 64 MB: a frame's window is held in memory; the zstd program exceeds this only with --ultra or --long. */
#define HUSK_MAX_ZSTD_WINDOW_LOG 26
/* The dictionary of a .warc.zst. */
#define HUSK_MAX_DICTIONARY_BYTES ((size_t)16 << 20)
/* Decompressed bytes that may be skipped: this many, and then this many times the compressed size. */
#define HUSK_MAX_SKIP_BYTES ((size_t)256 << 20)
#define HUSK_MAX_SKIP_RATIO 100u
/* Every block and heading is searched for in the page's title: of a longer one, only the start counts. */
#define HUSK_MAX_TITLE_BYTES ((size_t)4096)
/* Names of a directory tree waiting to be read; sorting needs all names of a directory together. */
#define HUSK_MAX_NAMES_BYTES ((size_t)512 << 20)
/* Files counted in the given directories beforehand, so that progress has a total. */
#define HUSK_MAX_COUNTED_FILES 65536u
/* Data per host in a site file: classes, templates, counts and page names. */
#define HUSK_MAX_HOST_BYTES ((size_t)1 << 30)
/* A logistic model file: the largest that husk writes is under 16 KB. */
#define HUSK_MAX_PAGELEVEL_BYTES ((size_t)1 << 20)
/* Distinct subtrees of a site while its pages are compared: 200 pages of 200,000 nodes; half a gigabyte. */
#define HUSK_MAX_SITE_SUBTREES 16000000u
/* Pages held in memory until their site is complete; beyond this they go to temporary files. */
#define HUSK_MAX_SPILL_BYTES ((size_t)256 << 20)
/* Training nodes of all sites together: two million rows. */
#define HUSK_MAX_TRAIN_BYTES ((size_t)512 << 20)
/* Path names, for the templates that `cluster --json` shows: a few million. */
#define HUSK_MAX_PATH_NAMES ((size_t)1 << 30)
/* Comparisons of elements with selectors when a page's own style sheet is read: a large page with a large sheet, a
 * fifth of a second. */
#define HUSK_MAX_STYLE_STEPS 16000000u
/* List entries that lsh's last joins read to find one cluster's partner: all of them for some hundred pages. Without a
 * limit the time of the joins is quadratic; with this one it grows as n^1.11 (papers/run --only text). */
#define HUSK_CLUSTER_WALK 1024u
/* Pages of a collection held in memory at a time, with slots (about 25 KB each) and without (3 KB): half a gigabyte
 * and one and a half. */
#define HUSK_CLUSTER_HELD 16384u
#define HUSK_CLUSTER_HELD_SETS 400000u
/* Shingles (runs of words) compared per page: a book of a million words. */
#define HUSK_MAX_SHINGLES (1u << 20)
/* Words and lines of a text looked at for repetition: 7 MB while it is measured. */
#define HUSK_MAX_SIGNAL_WORDS (1u << 17)
/* Marks of pages that a run remembers, in each of two tables, to tell copies; eight per page, 64 MB. */
#define HUSK_MAX_SEEN_MARKS (6u << 20)
/* Pages compared for near-duplicates: 1 KB each. */
#define HUSK_MAX_DEDUP_PAGES 4000000u
/* Memory for clustering pages by topic: 8 bytes per distinct word per page, so about two million pages. */
#define HUSK_MAX_TOPIC_BYTES HUSK_GIGABYTES(4)
/* Distinct words over all pages; beyond this they are sampled: half a gigabyte. */
#define HUSK_MAX_TOPIC_WORDS 16000000u
/* Words in a label file to evaluate: 2 GB. */
#define HUSK_MAX_MEASURED_WORDS ((size_t)1 << 27)
/* Tokens of a class's sampled pages while its template is built. */
#define HUSK_MAX_CLASS_BYTES ((size_t)1 << 30)
/* Pages per host that learning clusters, about 30 KB of traits each; the rest get the class that fits best. */
#define HUSK_LEARN_PAGES 2048u
/* A host learned from fewer pages is shown as coarse: with 30 pages a kind on every tenth page has three. */
#define HUSK_COARSE_PAGES 60u
/* Values per page that records consider: more than any page in the measured corpora has. */
#define HUSK_MAX_VALUES 200000u
/* Columns per class of records, and pages they are learned from: more would add time, not columns. */
#define HUSK_MAX_COLUMNS 100u
#define HUSK_MAX_COLUMN_PAGES 64u
/* Values on those pages together, about 1 KB each with the paths to them: pages beyond this are skipped. */
#define HUSK_MAX_COLUMN_VALUES (UINT32_C(128) << 10)
/* Columns in one CSV file of records, over all classes of a site file. */
#define HUSK_MAX_CSV_COLUMNS 10000u
/* Classes per host: pages that fit none join the nearest. */
#define HUSK_MAX_CLASSES 256u
/* Bytes of a page stored in a site file, and of its names: a longer page is learned from only once. */
#define HUSK_MAX_REMEMBERED_BYTES ((size_t)4 << 20)
/* History entries per host; the oldest gives way. */
#define HUSK_MAX_RUNS 64u
/* Classes per host kept after their last page is gone; the longest retired are dropped first. */
#define HUSK_MAX_RETIRED 64u
/* Pages listed per host over many runs, or as many as one run has: the oldest are dropped first. */
#define HUSK_MAX_LISTED_PAGES 200000u
/* Graphviz's time to draw a map; normally about a second. */
#define HUSK_MAX_DRAW_SECONDS 60u

/* Pages, link collections and URLs per exploration: its arrays stay under four gigabytes in total. */
#define HUSK_MAX_EXPLORED ((size_t)1 << 27)
/* Distinct URLs that a crawl remembers, fetched or not, unless its caller asks for more; it visits some hundreds. */
#define HUSK_MAX_CRAWL_ADDRESSES 500000u
/* URLs and names of a crawl: this much for each of its addresses (URLs of the live web's sites have 59 bytes, and are
 * kept twice), at most as much as this. Beyond it, links to new URLs are ignored. */
#define HUSK_CRAWL_ADDRESS_BYTES ((size_t)128)
#define HUSK_MAX_CRAWL_BYTES HUSK_GIGABYTES(4)
/* Links that a crawl explores, where the first at each place of a page, which has an entry in the queue, counts as
 * HUSK_CRAWL_PLACE_LINKS: so many, 80 MB, or if that is more, so many for each page that it may visit: those of two
 * hundred places and a thousand links. */
#define HUSK_CRAWL_LINKS (UINT64_C(8) << 20)
#define HUSK_CRAWL_PAGE_LINKS UINT64_C(4200)
#define HUSK_CRAWL_PLACE_LINKS 16u
/* The links of one page, as URLs: those behind are ignored. */
#define HUSK_MAX_LINK_BYTES ((size_t)16 << 20)
/* Pages of a crawl that are clustered; the rest join the most similar class. Clustering grows faster than the number of
 * pages. */
#define HUSK_MAX_CRAWL_CLUSTERED 1000u

/* Offsets into a page, its output and its lines, and numbers of nodes, attributes and tokens have 32 bits; UINT32_MAX
 * means none. Names have 16. */
_Static_assert(UINT64_C(2) * HUSK_MAX_PAGE_BYTES_ASKED <= UINT32_MAX &&
                   HUSK_MAX_PAGE_BYTES <= HUSK_MAX_PAGE_BYTES_ASKED,
               "a page, whose text may be twice as long");
_Static_assert(HUSK_MAX_OUTPUT_BYTES < UINT32_MAX && HUSK_MAX_LINE_BYTES < UINT32_MAX, "output, lines");
_Static_assert(HUSK_MAX_TOKENS < UINT32_MAX && UINT64_C(3) * HUSK_MAX_NODES < INT32_MAX &&
                   HUSK_MAX_ATTRIBUTES < UINT32_MAX && HUSK_MAX_BLOCKS < UINT32_MAX,
               "nodes, tokens (numbered in 31 bits), attributes, blocks");
_Static_assert(HUSK_MAX_MARKUP_NAMES < UINT16_MAX - 4096 && HUSK_MAX_ATTRIBUTES_PER_NODE < UINT16_MAX,
               "names, besides HTML's own");
_Static_assert(HUSK_MAX_DEDUP_PAGES < UINT32_MAX && HUSK_MAX_CRAWL_ADDRESSES < UINT32_MAX &&
                   HUSK_MAX_EXPLORED < UINT32_MAX,
               "pages and URLs of a run; the largest number means none");
_Static_assert(HUSK_MAX_TOPIC_WORDS < UINT32_MAX, "words of topics, likewise");
_Static_assert(HUSK_MAX_SITE_SUBTREES < UINT32_MAX, "subtrees of a site, likewise");
_Static_assert(HUSK_MAX_TOPIC_BYTES > 0 && HUSK_MAX_CRAWL_BYTES > 0, "caps that have not overflowed");
/* They fit the address space of a 32-bit machine with what is made of them: a page, its arrays, its output. */
_Static_assert(HUSK_MAX_ATTRIBUTES *UINT64_C(24) < SIZE_MAX && HUSK_MAX_NODES * UINT64_C(64) < SIZE_MAX, "arrays");
_Static_assert(sizeof(size_t) >= 4 && sizeof(size_t) <= 8, "a size has 32 or 64 bits");

#endif
