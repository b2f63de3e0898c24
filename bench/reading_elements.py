"""The elements of a page that lie inside its main content, and those of a Markdown output; bench/reading counts the ones that survive.

An element is inside the content if its words are in the main content of the ground truth: of an element with five words or more, at least
four fifths of its runs of four words are runs of the truth; a shorter one is taken together with the words right before or right
after it, five in all, which must be a run of the truth. A table cell is inside if its row is. An image, which has no words, is
inside if the five words before it and the five after it are runs of the truth, or if its figure's caption is inside.
Elements that the page hides by an attribute (hidden, aria-hidden, display: none) are not counted, nor are tables that only lay out
a page (role=presentation, a table inside, fewer than two rows or columns), nor headings, items and code inside a cell, which a
Markdown table cannot contain.
"""
import collections
import re
from urllib.parse import unquote, urljoin, urlsplit

from resiliparse.parse.html import HTMLTree, NodeType

KINDS = ("cells", "images", "headings", "items", "code", "links")
WORD = re.compile(r"\w+")
UNSEEN = {"script", "style", "noscript", "template", "textarea", "svg", "head", "iframe", "object", "select", "math", "audio", "video", "canvas"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-orig-file", "data-large-file", "data-full-url", "data-lazy")
RUN, SHINGLE = 5, 4


def words(text):
    return WORD.findall(text.lower())


def is_hidden(node):
    return node.getattr("hidden") is not None or node.getattr("aria-hidden") == "true" or HIDES.search(node.getattr("style") or "")


class Walk:
    """Every word of a page in its order, and for each element of interest the range of its words."""

    def __init__(self, source, base):
        tree = HTMLTree.parse(source)
        self.base = base
        for tag in tree.document.query_selector_all("base[href]"):
            self.base = urljoin(base, tag.getattr("href"))
            break
        self.words, self.found = [], []
        if tree.body is not None:
            self.walk(tree.body)

    def walk(self, body):
        stack = [(body, False)]
        open_elements = []  # [node, kind, first word]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                self.leave(open_elements.pop())
                continue
            if node.type == NodeType.TEXT:
                self.words += words(node.text or "")
                continue
            if node.type != NodeType.ELEMENT or node.tag in UNSEEN or is_hidden(node):
                continue
            kind = self.kind_of(node, open_elements)
            if kind == "images":
                self.found.append([kind, len(self.words), len(self.words), self.image(node), self.figure(open_elements)])
                continue
            open_elements.append([node, kind, len(self.words)])
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(list(node.child_nodes)))

    @staticmethod
    def figure(open_elements):
        return next((entry for entry in reversed(open_elements) if entry[0].tag == "figure"), None)

    def kind_of(self, node, open_elements):
        tag = node.tag
        if tag in ("li", "pre") or tag in HEADINGS:
            if any(entry[1] == "cells" for entry in open_elements):
                return None
        if tag in HEADINGS:
            return "headings"
        if tag == "pre":
            return "code"
        if tag == "li":
            return "items"
        if tag in ("td", "th") and any(entry[1] == "table" for entry in reversed(open_elements)):
            return "cells"
        if tag == "tr":
            return "row"
        if tag == "table":
            return "table" if is_data(node) else None
        if tag == "a" and is_address(node.getattr("href")):
            return "links"
        if tag == "img" and not is_pixel(node):
            return "images"
        return "caption" if tag == "figcaption" else None

    def leave(self, entry):
        node, kind, first = entry
        if kind is None:
            return
        own = None
        if kind == "links":
            own = address(urljoin(self.base, node.getattr("href").strip()))
        self.found.append([kind, first, len(self.words), own, None])

    def image(self, node):
        """Every address that the image may be shown from."""
        sets = [node.getattr(name) for name in ("srcset", "data-srcset", "data-lazy-srcset")]
        parent = node.parent
        if parent is not None and parent.tag == "picture":
            for child in parent.child_nodes:
                if child.type == NodeType.ELEMENT and child.tag == "source":
                    sets += [child.getattr(name) for name in ("srcset", "data-srcset")]
        found = [node.getattr(name) for name in SOURCES]
        for value in filter(None, sets):
            found += [part.split()[0] for part in re.split(r",\s+", value) if part.split()]
        return frozenset(address(urljoin(self.base, value.strip())) for value in found if value and not value.strip().startswith("data:"))


def is_address(href):
    href = (href or "").strip()
    return bool(href) and not href.startswith("#") and not re.match(r"(?i)(javascript|data|about|blob|file):", href)


def address(url):
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return unquote(f"{parts.netloc.lower()}{parts.path.rstrip('/')}?{parts.query}")


def is_pixel(node):
    return any(re.fullmatch(r"\s*[01](px)?\s*", node.getattr(name) or "") for name in ("width", "height"))


def is_data(table):
    if table.getattr("role") in ("presentation", "none") or table.query_selector("table") is not None:
        return False
    rows = table.query_selector_all("tr")
    return len(rows) > 1 and max(sum(c.type == NodeType.ELEMENT and c.tag in ("td", "th") for c in row.child_nodes) for row in rows) > 1


class Truth:
    def __init__(self, text):
        ws = words(text)
        self.shingles = {tuple(ws[i:i + SHINGLE]) for i in range(len(ws) - SHINGLE + 1)}
        self.runs = {tuple(ws[i:i + RUN]) for i in range(len(ws) - RUN + 1)}

    def has(self, ws, first, end):
        n = end - first
        if n >= RUN:
            runs = [tuple(ws[i:i + SHINGLE]) for i in range(first, end - SHINGLE + 1)]
            return sum(run in self.shingles for run in runs) >= 0.8 * len(runs)
        return tuple(ws[max(0, end - RUN):end]) in self.runs or tuple(ws[first:first + RUN]) in self.runs


def inside(source, url, truth):
    """[(kind, key)] of the elements inside the content; an image's key is the set of its addresses."""
    page, truth = Walk(source, url), Truth(truth)
    spans = {kind: [(first, end) for k, first, end, *_ in page.found if k == kind and end > first and truth.has(page.words, first, end)]
             for kind in ("row", "caption")}
    in_row = {i for first, end in spans["row"] for i in range(first, end)}
    found = []
    for kind, first, end, own, more in page.found:
        text = " ".join(page.words[first:end])
        if kind == "images":
            before, after = tuple(page.words[max(0, first - RUN):first]), tuple(page.words[first:first + RUN])
            caption = more is not None and any(a >= more[2] and abs(a - first) < 40 for a, _ in spans["caption"])
            if own and (caption or (before in truth.runs and after in truth.runs)):
                found.append((kind, own))
        elif kind == "cells":
            if text and first in in_row:
                found.append((kind, text))
        elif kind in KINDS and text and truth.has(page.words, first, end):
            found.append((kind, (text, own) if kind == "links" else text))
    return found


def output(html, url):
    """The same of an output, all of it."""
    page = Walk(html, url)
    found = []
    for kind, first, end, own, _ in page.found:
        text = " ".join(page.words[first:end])
        if kind == "images":
            found.append((kind, own))
        elif kind in KINDS and text:
            found.append((kind, (text, own) if kind == "links" else text))
    return found


def alike(a, b):
    """Four fifths of the longer one's words are in both."""
    a, b = a.split(), b.split()
    both = sum((collections.Counter(a) & collections.Counter(b)).values())
    return both >= 0.8 * max(len(a), len(b))


def survivors(wanted, given):
    """How many of the page's elements of one kind are among the output's, each of which counts once: the same words, the same address;
    of five words and more, four fifths of them."""
    if wanted and isinstance(wanted[0], frozenset):
        seen = set().union(*given) if given else set()
        return sum(bool(image & seen) for image in wanted)
    left, missed, n = collections.Counter(given), [], 0
    for key in wanted:
        if left[key]:
            left[key] -= 1
            n += 1
        else:
            missed.append(key)
    rest = [key for key, count in left.items() for _ in range(count)]
    for key in missed:
        text, where = key if isinstance(key, tuple) else (key, None)
        if len(text.split()) < RUN:
            continue
        for i, other in enumerate(rest):
            other_text, other_where = other if isinstance(other, tuple) else (other, None)
            if where == other_where and abs(len(other_text) - len(text)) <= 0.4 * len(text) and alike(text, other_text):
                rest.pop(i)
                n += 1
                break
    return n
