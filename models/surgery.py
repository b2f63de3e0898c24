"""Page surgery: training pages taken apart and sewn together to new ones, whose truth is known.

Real articles are long and their feeds short, and whole families of pages have it the other way round: a short article beside a long feed, a consent
dialog with a policy in it, the next article of an endless page, posts with signatures, generated class names. A host is a page with truth; it is cut
short, and parts of other pages (donors) are sewn in. A donor counts as what it is on a page of the host's kind: in an article another page's items,
dialogs, comments and articles are none of its content. Class names of host and donors are dropped or replaced by generated ones, wrappers added
and dissolved. Host and donors are of one fold and of different groups, so a page is never judged by what was sewn from pages of its own fold. The
same pages give the same result."""
import collections, hashlib, random, re

from labels import words

# Pages sewn for each hundred hosts of a kind. Hosts of other kinds can be sewn too, but gain nothing (models/README.md).
HUNDRED = {"article": 60, "forum": 100}
# A run of this many words decides whether a text is in the truth.
GRAM = 4
# Donors taken from one page, by sort: some pages are made of little else.
MOST_DONORS = 3
SILENT = {"script", "style", "noscript", "template", "svg", "textarea", "select", "iframe", "head"}
DIALOG = ",".join(f"[{attribute}*={word}]" for attribute in ("class", "id") for word in ("cookie", "consent", "gdpr", "modal", "popup", "newsletter", "overlay", "subscribe"))
DIALOG += ",[role=dialog],[role=alertdialog]"
COMMENTS = ",".join(f"[{attribute}*={word}]" for attribute in ("class", "id") for word in ("comment", "respond", "disqus"))
SIGNATURES = ",".join(f"[{attribute}*={word}]" for attribute in ("class", "id") for word in ("signature", "postbit_sig", "moderatorbar"))
POLICY = re.compile(r"privacy|cookie|terms|datenschutz|privacidad|confidential|impressum|policy|agb|mentions|polityka|gizlilik", re.I)

Sewn = collections.namedtuple("Sewn", "key host text origins html")


# --- trees ------------------------------------------------------------------------------------------------------------------

def parse(source):
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree
    return HTMLTree.parse_from_bytes(source, detect_encoding(source, html5_compatible=True) or "utf-8")


def is_element(node):
    from resiliparse.parse.html import NodeType
    return node is not None and node.type == NodeType.ELEMENT


def children(node):
    """By its links: a list of them all takes as long as their number's square."""
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def elements(node):
    return [c for c in children(node) if is_element(c)]


def own_text(node):
    from resiliparse.parse.html import NodeType
    return any(c.type == NodeType.TEXT and c.text and c.text.strip() for c in children(node))


def leaves(tree):
    """The highest elements that hold text of their own, in document order."""
    found, stack = [], [tree.body]
    while stack:
        node = stack.pop()
        if node.tag in SILENT:
            continue
        if own_text(node):
            found.append(node)
        else:
            stack.extend(reversed(elements(node)))
    return found


def chain(node):
    """The element and those above it, the lowest first, without html and body."""
    found = []
    while is_element(node) and node.tag not in ("html", "body"):
        found.append(node)
        node = node.parent
    return found


def common_ancestor(nodes):
    common = None
    for node in nodes:
        path = chain(node)[::-1]
        common = path if common is None else [x for x, y in zip(common, path) if x == y]
    return common[-1] if common else None


def grams(ws):
    return [tuple(ws[i:i + GRAM]) for i in range(len(ws) - GRAM + 1)]


class Truth:
    def __init__(self, text):
        self.grams, self.lines = set(grams(words(text))), {" ".join(words(line)) for line in (text or "").split("\n")}

    def share(self, ws):
        g = grams(ws)
        return sum(x in self.grams for x in g) / len(g) if g else 0.0

    def has(self, text):
        ws = words(text)
        return " ".join(ws) in self.lines if len(ws) < GRAM else self.share(ws) > .6


# --- donors -----------------------------------------------------------------------------------------------------------------

def repeated(tree):
    """Elements that have four or more children of one tag with some words each, as lists of summaries have; the highest ones."""
    found, stack = [], [tree.body]
    while stack:
        node = stack.pop()
        kids = elements(node)
        alike = collections.Counter(c.tag for c in kids).most_common(1)
        if alike and alike[0][1] >= 4 and alike[0][0] in ("li", "div", "article", "section", "a", "tr", "dl", "figure"):
            n = len(words(node.text))
            if 50 < n < 4000 and n >= 8 * len(kids):
                found.append(node)
                continue
        stack.extend(reversed(kids))
    return found


def outermost(tree, selector, least, most):
    """The elements that the selector finds, of `least` to `most` words, none inside another."""
    taken = []
    for node in tree.body.query_selector_all(selector):
        if node.tag not in ("body", "html", *SILENT) and least <= len(words(node.text)) <= most and not any(a == b for a in chain(node) for b in taken):
            taken.append(node)
    return taken


def donors_of(entry, tree):
    """(sort, HTML) of the parts of this page that another page may get."""
    truth = Truth(entry.text)
    foreign = lambda node: entry.text is not None and truth.share(words(node.text)) <= .02
    if entry.kind in ("listing", "collection") or entry.text is None:
        if entry.kind in ("listing", "collection"):
            for node in repeated(tree)[:MOST_DONORS]:
                yield "feed", node.html
    else:
        for node in [x for x in repeated(tree) if foreign(x)][:MOST_DONORS]:
            yield "feed", node.html
    for node in [x for x in outermost(tree, DIALOG, 12, 1500) if entry.text is None or foreign(x)][:MOST_DONORS]:
        yield "dialog", node.html
    if entry.text is None:
        return
    if not entry.comments:
        for node in [x for x in outermost(tree, COMMENTS, 30, 3000) if foreign(x)][:1]:
            yield "comments", node.html
    for node in [x for x in outermost(tree, SIGNATURES, 2, 60) if foreign(x)][:MOST_DONORS]:
        yield "signature", node.html
    content = [x for x in leaves(tree) if truth.has(x.text)]
    box = common_ancestor(content) if content else None
    n = len(words(entry.text))
    if box is not None and entry.kind == "article" and 60 < n < 1500:
        above = box.parent  # with the headline, where that is one level up
        if is_element(above) and above.tag != "body" and len(words(above.text)) < 1.3 * n + 30:
            box = above
        if len(words(box.text)) < 1.6 * n + 30:
            yield "article", box.html
            if POLICY.search(entry.key):
                yield "policy", box.html


# --- operations ----------------------------------------------------------------------------------------------------------------

NAMES = re.compile(r"""\s(class|id)=("[^"]*"|'[^']*')""")


def hashed(name, salt):
    return "".join(chr(97 + b % 26) for b in hashlib.md5((salt + name).encode()).digest()[:6])


def drop_names(html):
    return NAMES.sub("", html)


def generate_names(html, salt):
    """Class names and ids replaced by generated ones, the same by the same."""
    return NAMES.sub(lambda m: f' {m[1]}="' + " ".join(hashed(name, salt) for name in m[2][1:-1].split()) + '"', html)


def wrap(tree, node, rng):
    """One to three elements more between a node and its parent."""
    for _ in range(rng.randint(1, 3)):
        box, parent = tree.create_element("div"), node.parent
        parent.insert_before(box, node)
        box.append_child(node)
        node = box


def dissolve(node):
    """An element's children take its place."""
    parent = node.parent
    for child in list(children(node)):
        parent.insert_before(child, node)
    node.decompose()


class Operation:
    """One host on the table."""

    def __init__(self, entry, tree, rng):
        self.entry, self.tree, self.rng = entry, tree, rng
        self.truth = Truth(entry.text)
        self.content = [x for x in leaves(tree) if len(words(x.text)) >= 2 and self.truth.has(x.text)]
        self.text, self.sewn, self.origins = entry.text, {}, []

    def cut_article(self):
        """Its first blocks remain: few in most cases, hardly any in some."""
        rng = self.rng
        if rng.random() < .3:
            return
        keep = rng.randint(1, 3) if rng.random() < .25 else rng.randint(2, 12)
        if keep >= len(self.content) or sum(len(words(x.text)) for x in self.content[:keep]) < 15:
            return
        for x in self.content[keep:]:
            x.decompose()
        self.content = self.content[:keep]
        self.text = "\n".join(x.text for x in self.content)

    def items(self):
        """The children of the content's container that hold content: posts of a thread, items of a list."""
        box = common_ancestor(self.content)
        while box is not None and len(kids := elements(box)) == 1:
            box = kids[0]
        return [k for k in elements(box) if any(self.truth.has(x.text) for x in self.content if k in chain(x))] if box is not None else []

    def cut_items(self):
        """The first posts or items of a page remain."""
        items = self.items()
        if len(items) < 3 or self.rng.random() < .4:
            return
        keep = self.rng.randint(1, len(items) - 1)
        gone = items[keep:]
        self.content = [x for x in self.content if not any(g in chain(x) for g in gone)]
        for item in gone:
            item.decompose()
        self.text = "\n".join(x.text for x in self.content)

    def insert(self, donor, where):
        """A placeholder for a donor: `where` is a number of levels above the content's container, "body" or "top"."""
        origin, html = donor
        name = f"HUSKDONOR{len(self.sewn)}X"
        box = self.tree.create_element("div")
        box.append_child(self.tree.create_text_node(name))
        path = chain(common_ancestor(self.content))
        if where == "top" and elements(self.tree.body):
            self.tree.body.insert_before(box, elements(self.tree.body)[0])
        elif where in ("top", "body") or not path:
            self.tree.body.append_child(box)
        else:
            at = path[min(where, len(path) - 1)]
            if self.rng.random() < .12:
                at.parent.insert_before(box, at)
            elif at.next is not None:
                at.parent.insert_before(box, at.next)
            else:
                at.parent.append_child(box)
        self.sewn[name] = html
        self.origins.append(origin)

    def sign(self, signatures):
        """A signature below most posts."""
        for item in self.items()[:40]:
            last = [x for x in self.content if item in chain(x)][-1:]
            if last and self.rng.random() < .7 and is_element(last[0].parent) and last[0].parent.tag not in ("ul", "ol", "table", "tbody", "tr"):
                donor = self.rng.choice(signatures)
                name = f"HUSKDONOR{len(self.sewn)}X"
                box = self.tree.create_element("div")
                box.append_child(self.tree.create_text_node(name))
                if last[0].next is not None:
                    last[0].parent.insert_before(box, last[0].next)
                else:
                    last[0].parent.append_child(box)
                self.sewn[name] = donor[1]
                self.origins.append(donor[0])

    def rebuild(self):
        """Wrappers added and removed."""
        rng = self.rng
        path = chain(common_ancestor(self.content))
        if path and rng.random() < .2:
            wrap(self.tree, rng.choice(path), rng)
        if rng.random() < .2:
            bare = [x for x in path if x.tag in ("div", "section") and len(elements(x.parent)) == 1]
            if bare:
                dissolve(rng.choice(bare))

    def page(self):
        """Host and donors lose their names alone or together: a donor's tell too much, and on a page of the host's style they would be others."""
        rng, html = self.rng, self.tree.document.html
        draw = rng.random()
        if draw < .3:
            html = drop_names(html) if draw < .1 else generate_names(html, self.entry.key)
        for name, donor in self.sewn.items():
            html = html.replace(name, donor if rng.random() < .5 else generate_names(donor, name + self.entry.key))
        return html


def operate(entry, tree, donors, rng):
    """A page sewn from this host: (HTML, truth, origins of the donors), or None where nothing can be made of it."""
    op = Operation(entry, tree, rng)
    if len(op.content) < 2 or common_ancestor(op.content) is None:
        return None
    pick = lambda sort: rng.choice(donors[sort]) if donors[sort] else None

    def sew(sort, chance, where):
        donor = pick(sort) if rng.random() < chance else None
        if donor:
            op.insert(donor, where)

    if entry.kind == "article":
        op.cut_article()
        for chance in (.85, .4, .2):
            sew("feed", chance, rng.randint(0, 4))
        sew("dialog", .25, rng.choice(["top", "body"]))
        sew("policy", .15, rng.choice(["top", "body", 3]))
        sew("article", .15, rng.randint(0, 2))
        if not entry.comments:
            sew("comments", .2, rng.randint(0, 2))
    elif entry.kind == "forum":
        op.cut_items()
        if donors["signature"] and rng.random() < .4:
            op.sign(donors["signature"])
        sew("feed", .5, rng.randint(0, 4))
        sew("dialog", .3, rng.choice(["top", "body"]))
        sew("policy", .1, rng.choice(["top", "body"]))
    elif entry.kind in ("listing", "collection"):
        op.cut_items()
        sew("dialog", .6, rng.choice(["top", "body"]))
        sew("policy", .2, rng.choice(["top", "body"]))
        sew("article", .15, rng.randint(2, 5))
    else:
        sew("feed", .5, rng.randint(1, 5))
        sew("dialog", .5, rng.choice(["top", "body"]))
        sew("policy", .1, rng.choice(["top", "body"]))
    op.rebuild()
    return op.page(), op.text, op.origins


def number_of(text):
    return int(hashlib.md5(text.encode()).hexdigest(), 16)


def sewn_keys(key, kind):
    """The number and the key of each page that is sewn from a host: forums are few, and are drawn from twice."""
    times = 2 if kind == "forum" else 1
    for n in range(times):
        name = f"sewn-{hashlib.md5(f'{key} {n}'.encode()).hexdigest()[:12]}"
        sewn = f"{key.partition('#')[0]}#{name}" if "://" in key else name
        if number_of(sewn) % 100 < HUNDRED.get(kind, 0) / times:
            yield n, sewn


def sew_pages(entries, pages, origin):
    """Sewn pages of all folds. `pages`: key → bytes of `entries`; `origin` names an entry's source as it is left out."""
    donors = collections.defaultdict(lambda: collections.defaultdict(list))
    for key, e in entries.items():
        if key in pages and (e.text is None or words(e.text)):
            tree = parse(pages[key])
            if tree.body is not None:
                for sort, html in donors_of(e, tree):
                    donors[e.fold][sort].append((e.group, origin(e), html))
    for key, e in entries.items():
        if key not in pages or not e.text or len(words(e.text)) < 20:
            continue
        for n, sewn in sewn_keys(key, e.kind):
            tree = parse(pages[key])
            others = {sort: [d[1:] for d in of if d[0] != e.group] for sort, of in donors[e.fold].items()}
            done = operate(e, tree, collections.defaultdict(list, others), random.Random(f"{key} {n}")) if tree.body is not None else None
            if done:
                yield Sewn(sewn, e, done[1], {origin(e), *done[2]}, done[0].encode("utf-8", "replace"))
