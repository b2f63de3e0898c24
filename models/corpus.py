"""The pages that the page model is trained and evaluated on: WCXB, single pages of publishers, portals and forums, sites of the live web.

A page has a source, a site, a group (pages of one group are never in two folds: the registered domain, or the theme if sites.tsv names one), a kind if the
source knows it, and its main content as text if that is known."""
import collections, csv, glob, gzip, hashlib, json, os, random
from urllib.parse import urlparse

FOLDS = 5
KINDS = ["article", "collection", "documentation", "forum", "listing", "product", "service"]
# Pages used per live site: this many with ground truth, and as many again with only a kind, so that large sites do not dominate.
MOST_PAGES = 10
SECOND_LEVEL = {"co", "com", "org", "net", "ac", "gov", "edu", "or", "ne", "go"}
# Archives of single pages, few of one publisher.
SINGLE = ("news", "publishers", "portals", "threads")
# Themes that sites share by name only.
NO_THEME = {"custom", "pub", "shopify"}

Entry = collections.namedtuple("Entry", "key source site group fold kind text comments category", defaults=[None])


def fold_of(group):
    return int(hashlib.md5(group.encode()).hexdigest(), 16) % FOLDS


def registered_domain(url):
    labels = (urlparse(url).hostname or "").split(".")
    n = 3 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL else 2
    return ".".join(labels[-n:])


def entry(key, source, site, group, kind, text, comments=False, category=None):
    return Entry(key, source, site, group, fold_of(group), kind, text, comments, category)


# --- WCXB -----------------------------------------------------------------------------------------------------------------

def wcxb(data):
    for path in sorted(glob.glob(data + "/wcxb/ground-truth/*.json")):
        with open(path, encoding="utf-8") as file:
            d = json.load(file)
        if not isinstance(d["ground_truth"], dict):
            continue
        kind = (d.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        domain = registered_domain(d.get("url") or "")
        key = os.path.basename(path)[:-5]
        yield entry(key, "wcxb", domain, domain, "collection" if kind == "category" else kind, d["ground_truth"].get("main_content") or "", True)


def wcxb_file(data, key):
    return f"{data}/wcxb/html/{key}.html.gz"


# --- archives with truth beside them --------------------------------------------------------------------------------------

def truth_lines(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if record.get("partial"):  # a product's description alone is no truth of the page
                record["text"] = None
            yield record


def single_pages(data):
    for source in SINGLE:
        thread = source == "threads"
        for r in truth_lines(f"{data}/pages/{source}.jsonl"):
            domain = registered_domain(r["url"])
            yield entry(r["url"], source, domain, domain, "forum" if thread else "article", r["text"], thread)


def live_kind(kind):
    """What a generator calls a page, in the words of the page model; None where it has no word for it."""
    first, _, rest = (kind or "").partition(" ")
    if first in ("post", "article") or (first == "node" and rest in ("writeup", "story", "article", "news", "blog", "blog-post")):
        return "article"
    if first in ("topic", "archive-topic"):
        return "forum"
    if first == "product":
        return "product"
    if first == "collection" or (first == "archive" and rest.startswith("product")):
        return "collection"
    if first in ("archive", "taxonomy", "category", "board"):
        return "listing"
    return "service" if kind in ("page", "node page") else None


def by_hash(records):
    return sorted(records, key=lambda r: hashlib.md5(r["url"].encode()).hexdigest())


def live(data):
    with open(data + "/web/sites.tsv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        site, theme = row["site"], row["platform/theme"].partition("/")[2]
        group = "theme " + theme if theme and theme not in NO_THEME else site
        records = by_hash(truth_lines(f"{data}/web/{site}.jsonl"))
        with_text = [r for r in records if r["text"]][:MOST_PAGES]
        others = [r for r in records if not r["text"] and live_kind(r["kind"])][:MOST_PAGES]
        for r in with_text + others:
            yield entry(r["url"], "web", site, group, live_kind(r["kind"]), r["text"], row["category"] == "forum", row["category"])


def documentation(sites):
    """Pages of documentation sites, and their files. They have only a kind here: other sources have few pages of that kind. `sites`: (row, folder, names) as models/train_site reads them."""
    entries, files = {}, {}
    for row, base, names in sites:
        group = row["generator"].split()[0].strip(",")
        for name in random.Random(row["package"]).sample(names, min(MOST_PAGES, len(names))):
            url = f"https://{row['package']}.example/{name}"
            entries[url] = entry(url, "docs", row["package"], group, "documentation", None)
            files[url] = os.path.join(base, name)
    return entries, files


def origin(entry):
    """The source as it is left out: news and publishers are one sort of page, forums of the live web another than its other sites."""
    if entry.source == "web":
        return "live forums" if entry.comments else "live sites"
    return "publishers" if entry.source == "news" else entry.source


def all_entries(data):
    """Every page that is used, by key; a URL that two sources have counts once."""
    entries = {}
    for e in [*wcxb(data), *single_pages(data), *live(data)]:
        entries.setdefault(e.key, e)
    return entries


# --- the bytes ------------------------------------------------------------------------------------------------------------

def warc_records(path):
    """(url, whole record) of every response."""
    with gzip.open(path, "rb") as file:
        while True:
            head = []
            while (line := file.readline()) and (line.strip() or not head):
                if line.strip():
                    head.append(line)
            if not head:
                return
            fields = {k.strip().lower(): v.strip() for k, _, v in (l.decode("utf-8", "replace").partition(":") for l in head[1:])}
            body = file.read(int(fields["content-length"]))
            if "warc-target-uri" in fields:
                yield fields["warc-target-uri"], b"".join(head) + b"\r\n" + body + b"\r\n\r\n"


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def write_archive(path, pages, charset=""):
    """An archive of (url, bytes) pages."""
    with open(path, "wb") as out:
        for url, page in pages:
            body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\n\r\n".encode() + page
            head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
            out.write(head.encode() + body + b"\r\n\r\n")


def archive_records(data, entries):
    """(entry, whole record) of the archives' pages among `entries`."""
    seen = set()
    for path in [*(f"{data}/pages/{name}.warc.gz" for name in SINGLE), *sorted(glob.glob(data + "/web/*.warc.gz"))]:
        for url, record in warc_records(path):
            e = entries.get(url)
            if e is not None and e.source != "wcxb" and url not in seen:
                seen.add(url)
                yield e, record


def sources(data, entries):
    """(entry, bytes of the HTML) of every page among `entries` that is in the data."""
    for e in entries.values():
        if e.source == "wcxb":
            with gzip.open(wcxb_file(data, e.key)) as file:
                yield e, file.read()
    for e, record in archive_records(data, entries):
        yield e, record.split(b"\r\n\r\n", 2)[2]


def write_archives(data, entries, path_of):
    """The archives' pages among `entries`, each in the file that path_of(entry) names."""
    files = {}
    for e, record in archive_records(data, entries):
        name = path_of(e)
        if name not in files:
            files[name] = open(name, "wb")
        files[name].write(record)
    for file in files.values():
        file.close()
    return sorted(files)
