"""The same posts on several sites, for Table 2: the main content of a live site's page is set into pages of other live sites, in place of theirs.

A site's posts are set into several of its pages, so that what surrounds them differs as it does on the site. The element of the content is the smallest one that
has nearly all words of the ground truth; a page where it has many other words is not used. Sites with a common host are one (truth.web_sites). The same data
gives the same pages."""
import collections
import os
import random

from truth import web_pages, web_sites, words

COPIES = 3         # sites that a post is set into
LEAST_WORDS = 80   # of a post
COVERED, OWN = .9, .8  # the element has this share of the truth's words, and this share of its words are the truth's


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


def pages_of(site, folder):
    """[(tree, element)] of a site's usable pages."""
    from fastwarc.warc import ArchiveIterator
    archive, truth = web_pages(site, folder, 6, LEAST_WORDS)
    with open(archive, "rb") as f:
        pages = [(r.headers["WARC-Target-URI"], r.reader.read()) for r in ArchiveIterator(f)]
    trees = [(t, content_element(t, truth[url])) for url, source in pages for t in [parse(source)] if t.body is not None]
    return [(t, e) for t, e in trees if e is not None]


def sewn_pages(folder, n_sites):
    """{(site, post): path} of pages of n_sites live sites: each site's posts, two of them, on COPIES other sites."""
    sites = {}
    for site in random.Random(23).sample(web_sites(), len(web_sites())):
        found = pages_of(site, folder) if len(sites) < n_sites else ()
        if len(found) > 2:
            sites[site] = found
    names, out = sorted(sites), {}
    for i, origin in enumerate(names):
        for k, (_, element) in enumerate(sites[origin][:2]):
            post, html = f"{origin}-{k}", element.html
            for step in range(1, COPIES + 1):
                site = names[(i + step) % len(names)]
                hosts = sites[site][2:]
                tree, place = hosts[(i + step + k) % len(hosts)]
                before = place.html
                path = os.path.join(folder, f"{site}--{post}.html")
                page = tree.document.html
                at = page.find(before)
                if at >= 0:
                    with open(path, "w", encoding="utf-8") as f:
                        f.write(page[:at] + html + page[at + len(before):])
                    out[site, post] = path
    return out
