"""Ground truth of two kinds: a label, template or content, for each text and link that bench_pagelevel prints.

docs: everything outside the content element of sites.tsv is template. wcxb and web, the live sites: the main content is known as text; a text whose words
are not in it is template."""
import collections
import csv
import functools
import json
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", ".."), os.path.join(HERE, "..", "..", "..", "models")]
from corpus import truth_lines, warc_records
from results import DATA

WORD = re.compile(r"\w+")


def words(text):
    return WORD.findall((text or "").lower())


# --- the content element -----------------------------------------------------------------------------------------------

def split_alternatives(rx):
    parts, depth, cur = [], 0, ""
    for c in rx:
        depth += (c == "(") - (c == ")")
        if c == "|" and depth == 0:
            parts.append(cur)
            cur = ""
        else:
            cur += c
    return [p for p in parts + [cur] if p]


@functools.lru_cache
def docs_sites():
    """(row of sites.tsv, folder, page names) of every installed documentation site."""
    sites = []
    for row in csv.DictReader(open(os.path.join(DATA, "sites.tsv"), encoding="utf-8"), delimiter="\t"):
        names = []
        skip = "|".join(x for x in split_alternatives(row["exclude_regex"]) if not x.startswith("@"))
        for folder, _, files in os.walk(row["root"]):
            for f in files:
                name = os.path.relpath(os.path.join(folder, f), row["root"])
                if not f.endswith((".html", ".htm")) or (skip and re.search(skip, name)):
                    continue
                if row["include_regex"] and not re.search(row["include_regex"], name):
                    continue
                names.append(name)
        if names:
            sites.append((row, row["root"], sorted(names)))
    return sites


def sample(names, n, seed=3):
    return sorted(random.Random(seed).sample(names, min(n, len(names))))


def page_class(row, name):
    """The class of a page of a documentation site, by the rules of sites.tsv."""
    text = None
    for rule in row["class_regexes"].split(" ; "):
        label, rx = rule.split("=", 1)
        if rx.startswith("@"):
            if text is None:
                text = open(os.path.join(row["root"], name), encoding="utf-8", errors="replace").read(60000)
            if re.search(rx[1:], text):
                return label.strip()
        elif re.search(rx, name):
            return label.strip()
    return "other"


def docs_nodes(path, content, minus):
    """[(text, is template)], [(address, is template)] of a page in document order."""
    from resiliparse.parse.html import HTMLTree, NodeType
    tree = HTMLTree.parse_from_bytes(open(path, "rb").read(), "utf-8")
    for e in tree.document.query_selector_all("script,style,noscript,template,textarea,svg"):
        e["data-husk-skip"] = "1"
    for e in tree.document.query_selector_all(content):
        e["data-husk-in"] = "1"
    for e in tree.document.query_selector_all(minus) if minus else []:
        e["data-husk-in"] = "0"
    texts, links, stack = [], [], [(tree.body, False, False)] if tree.body else []
    while stack:
        node, inside, skip = stack.pop()
        if node.type == NodeType.TEXT:
            if not skip and WORD.search(node.text or ""):
                texts.append((node.text, not inside))
            continue
        if node.type == NodeType.ELEMENT:
            mark = node.getattr("data-husk-in")
            inside = mark == "1" if mark is not None else inside
            skip = skip or node.getattr("data-husk-skip") is not None
            if node.tag == "a" and node.getattr("href") is not None and not skip:
                links.append((node.getattr("href"), not inside))
        child = node.last_child
        while child is not None:
            stack.append((child, inside, skip))
            child = child.prev
    return texts, links


def carry(known, asked):
    """The label of each asked item by aligning two sequences of (item, label) and items; None where there is no partner."""
    from rapidfuzz.distance import LCSseq
    labels = [None] * len(asked)
    items = [k for k, _ in known]
    for op in LCSseq.opcodes(items, asked):
        if op.tag == "equal":
            for k in range(op.src_end - op.src_start):
                labels[op.dest_start + k] = known[op.src_start + k][1]
    return labels


def docs_labels(page, path, row):
    """Labels (template or not, or None) for page["texts"] and page["links"]."""
    texts, links = docs_nodes(path, row["content_selector"], row["minus_selector"])
    norm = lambda t: " ".join(t.split())
    return (carry([(norm(t), x) for t, x in texts], [norm(t[0]) for t in page["texts"]]),
            carry(links, [l[0] for l in page["links"]]))


# --- the main content as text ------------------------------------------------------------------------------------------

def wcxb_truth():
    """{number: (main content, kind, url)}"""
    truth = {}
    folder = os.path.join(DATA, "wcxb", "ground-truth")
    for name in sorted(os.listdir(folder)):
        d = json.load(open(os.path.join(folder, name), encoding="utf-8"))
        t = d["ground_truth"]
        if isinstance(t, dict) and t.get("main_content"):
            kind = (d.get("_internal") or {}).get("page_type") or "article"
            kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
            truth[name[:-5]] = (t["main_content"], "collection" if kind == "category" else kind, d.get("url") or "")
    return truth


@functools.lru_cache
def web_sites():
    """The live sites, one of those that share a host."""
    hosts, names = set(), []
    for name in sorted(n[:-6] for n in os.listdir(os.path.join(DATA, "web")) if n.endswith(".jsonl")):
        host = next(truth_lines(os.path.join(DATA, "web", name + ".jsonl")))["url"].split("/")[2]
        if host not in hosts:
            names.append(name)
        hosts.add(host)
    return names


def web_pages(site, folder, n, least=0):
    """An archive of up to n pages of a live site that have their whole main content as truth, of at least so many words; {url: main content}."""
    lines = truth_lines(os.path.join(DATA, "web", site + ".jsonl"))
    truth = {r["url"]: r["text"] for r in lines if r["text"] and len(words(r["text"])) >= least}
    chosen = {url: truth[url] for url in sample(sorted(truth), n)}
    path = os.path.join(folder, site + ".warc")
    os.makedirs(folder, exist_ok=True)
    with open(path, "wb") as f:
        f.write(b"".join(record for url, record in warc_records(os.path.join(DATA, "web", site + ".warc.gz")) if url in chosen))
    return path, chosen


def web_others(site, urls, path):
    """An archive of the site's pages but those."""
    with open(path, "wb") as f:
        f.write(b"".join(record for url, record in warc_records(os.path.join(DATA, "web", site + ".warc.gz")) if url not in urls))


def tiled(page, truth):
    """Which words of the page are the truth's: runs of 12, then 6, then 3 words, each word of the truth used once."""
    got, used = [False] * len(page), [False] * len(truth)
    for n in (12, 6, 3):
        where = collections.defaultdict(list)
        for i in range(len(truth) - n + 1):
            if not any(used[i:i + n]):
                where[tuple(truth[i:i + n])].append(i)
        i = 0
        while i + n <= len(page):
            places = where.get(tuple(page[i:i + n])) if not any(got[i:i + n]) else None
            at = next((p for p in places if not any(used[p:p + n])), None) if places else None
            if at is None:
                i += 1
                continue
            k = 0
            while i + k < len(page) and at + k < len(truth) and page[i + k] == truth[at + k] and not got[i + k] and not used[at + k]:
                got[i + k] = used[at + k] = True
                k += 1
            i += k
    return got


def wcxb_labels(page, content):
    """As docs_labels: a text is content when half of its words are the truth's, or when it is a whole line of it."""
    pieces = [words(t[0]) for t in page["texts"]]
    got = tiled([w for p in pieces for w in p], words(content))
    lines = {tuple(words(line)) for line in content.splitlines()}
    texts, at = [], 0
    for p in pieces:
        share = sum(got[at:at + len(p)]) / len(p) if p else 0
        at += len(p)
        texts.append(None if not p else not (share >= .5 or (len(p) < 3 and tuple(p) in lines)))
    return texts, [texts[l[4]] if l[4] >= 0 else None for l in page["links"]]
