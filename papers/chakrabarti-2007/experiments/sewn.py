"""The same posts on several sites, for Tables 2 and 3: the main content of a live site's page is set into pages of other live sites, in place of theirs.

A site's posts are set into several of its pages, so that what surrounds them differs as it does on the site. The element of the content is the smallest one that
has nearly all words of the ground truth; a page where it has many other words is not used. Sites with a common host are one (truth.web_sites). The same data
gives the same pages."""
import collections
import csv
import os
import random

from results import DATA
from truth import web_others, web_pages, web_sites, words

COPIES = 3         # sites that a post is set into
LEAST_WORDS = 80   # of a post
COVERED, OWN = .9, .8  # the element has this share of the truth's words, and this share of its words are the truth's
TOGETHER = 4       # sites whose posts are set into each other's pages, as in the paper's four shops
POSTS = 8          # of such a site, half to learn from and half to ask
HOSTS = 3          # of its pages that posts are set into


def parse(source):
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree
    return HTMLTree.parse_from_bytes(source, detect_encoding(source, html5_compatible=True) or "utf-8")


def overlap(a, b):
    return sum((collections.Counter(a) & collections.Counter(b)).values())


def content_element(tree, text):
    """The smallest element with the content, or None."""
    from resiliparse.parse.html import NodeType
    truth, node = words(text), tree.body
    while node is not None:
        inner = [c for c in node.child_nodes if c.type == NodeType.ELEMENT and overlap(words(c.text), truth) >= COVERED * len(truth)]
        if not inner:
            own = words(node.text)
            return node if node.tag != "body" and overlap(own, truth) >= OWN * len(own) else None
        node = inner[0]


def pages_of(site, folder, n=6):
    """[(address, tree, element)] of a site's usable pages."""
    from fastwarc.warc import ArchiveIterator
    archive, truth = web_pages(site, folder, n, LEAST_WORDS)
    with open(archive, "rb") as f:
        pages = [(r.headers["WARC-Target-URI"], r.reader.read()) for r in ArchiveIterator(f)]
    trees = [(url, t, content_element(t, truth[url])) for url, source in pages for t in [parse(source)] if t.body is not None]
    return [page for page in trees if page[2] is not None]


def set_into(host, html, path):
    """Write the host page with this content in place of its own; False where its content has no place of its own in the source."""
    _, tree, element = host
    before, page = element.html, tree.document.html
    at = page.find(before)
    if at >= 0:
        with open(path, "w", encoding="utf-8") as f:
            f.write(page[:at] + html + page[at + len(before):])
    return at >= 0


def others_of(site, hosts, folder):
    """An archive of a site's pages but those that posts were set into."""
    path = os.path.join(folder, site + "-others.warc")
    web_others(site, {url for url, _, _ in hosts}, path)
    return path


def sewn_pages(folder, n_sites):
    """{(site, post): path} of pages of n_sites live sites, each site's posts, two of them, on COPIES other sites; {site: its other pages}."""
    sites = {}
    for site in random.Random(23).sample(web_sites(), len(web_sites())):
        found = pages_of(site, folder) if len(sites) < n_sites else ()
        if len(found) > 2:
            sites[site] = found
    names, out = sorted(sites), {}
    for i, origin in enumerate(names):
        for k, (_, _, element) in enumerate(sites[origin][:2]):
            for step in range(1, COPIES + 1):
                site = names[(i + step) % len(names)]
                hosts = sites[site][2:]
                path = os.path.join(folder, f"{site}--{origin}-{k}.html")
                if set_into(hosts[(i + step + k) % len(hosts)], element.html, path):
                    out[site, f"{origin}-{k}"] = path
    return out, {site: others_of(site, sites[site][2:], folder) for site in names}


def english_sites():
    with open(os.path.join(DATA, "web", "sites.tsv"), encoding="utf-8") as f:
        english = {row["site"] for row in csv.DictReader(f, delimiter="\t") if row["language"].split("-")[0] == "en"}
    return [site for site in web_sites() if site in english]


def sewn_topics(folder, n_groups):
    """For each of n_groups groups of TOGETHER English live sites: {(site, topic): paths of the topic's posts in pages of the site}, {site: its other pages}. A topic is
    what one of the sites writes about."""
    group, n = {}, 0
    for site in random.Random(29).sample(english_sites(), len(english_sites())):
        found = pages_of(site, folder, POSTS + HOSTS + 3) if n < n_groups else ()
        if len(found) < POSTS + HOSTS:
            continue
        group[site] = found
        if len(group) == TOGETHER:
            yield topics_of_group(folder, group)
            group, n = {}, n + 1


def topics_of_group(folder, group):
    out = {}
    for site in group:
        hosts = group[site][POSTS:]
        for topic in group:
            paths = [os.path.join(folder, f"{site}--{topic}-{k}.html") for k in range(POSTS)]
            out[site, topic] = [path for k, path in enumerate(paths) if set_into(hosts[k % len(hosts)], group[topic][k][2].html, path)]
    return out, {site: others_of(site, group[site][POSTS:], folder) for site in group}
