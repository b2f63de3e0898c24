"""Real pages and what each method calls template on them, for the experiments of Chakrabarti, Kumar and Punera 2007 and for the applications.

A page is what bench_pagelevel prints: its texts, links and PageLevel's scores. page["said"][METHOD] says of each text whether `husk label` calls it template, by its
own judgement without and with a site file, by Geraci and Maggini's consensus and by SiteLevel.

PageLevel's models are trained on the live sites of web/. No page is judged by a model that saw its site: documentation, WCXB and SWDE are other sites; the live
sites are split into two halves, and each half is judged by the models trained on the other."""
import collections
import glob
import json
import os
import subprocess
import tempfile
import time

from results import DATA, HUSK, ROOT, SCALE, f_measure
from score import MEASURES, Counts, add_page
from truth import carry, docs_labels, docs_sites, sample, wcxb_labels, wcxb_truth, web_others, web_pages, web_sites, words

JUDGE = os.path.join(ROOT, "build", "bench", "bench_pagelevel")
WORK = os.environ.get("HUSK_WORK", os.path.join(ROOT, "build", "pagelevel"))
DOCS_PAGES, WCXB_PAGES, WEB_SITES = max(2, round(20 * SCALE)), max(20, round(400 * SCALE)), max(8, round(80 * SCALE))
WEB_PAGES = 4     # of a live site
LEARN_PAGES = 24  # other pages of a documentation site that its site file is learned from
THETA = "0.1"
THRESHOLD = 128


# --- PageLevel's models and answers ------------------------------------------------------------------------------------

def swde_sites():
    return [os.path.basename(p)[:-8] for p in sorted(glob.glob(os.path.join(DATA, "swde", "*.warc.gz")))]


def half(name):
    """0 or 1; the model that judges a live site is the one of the other half."""
    return web_sites().index(name) % 2


def train(name, inputs, *options):
    path = os.path.join(WORK, name + ".txt")
    if not os.path.exists(path):
        os.makedirs(WORK, exist_ok=True)
        start = time.perf_counter()
        subprocess.run([HUSK, "train", "--method", "pagelevel", *options, *inputs, "-o", path], check=True)
        print(f"{name}: trained in {time.perf_counter() - start:.1f} s", flush=True)
    return path


def archives(names):
    return [os.path.join(DATA, "web", name + ".warc.gz") for name in names]


def model(which=None, kept=False):
    """Trained on all live sites, as pagelevel.txt is, or on one half of them; kept: stop words are counted."""
    name, inputs = ("web", ["*"]) if which is None else (f"web-{which}", [n for n in web_sites() if half(n) == which])
    inputs = sorted(path for given in archives(inputs) for path in glob.glob(given))
    return train(name + "-kept", inputs, "--set", "keep-stop-words") if kept else train(name, inputs)


def judged(path, inputs, *options):
    done = subprocess.run([JUDGE, *options, path, *inputs], stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line]


# --- pages with their labels ---------------------------------------------------------------------------------------------

LABELS = {}  # by page: they are the same whatever the model says


def labels_of(page, make, *about):
    key = page["page"]
    if key not in LABELS:
        LABELS[key] = make(page, *about)
    return LABELS[key]


def docs_pages(*options, n=DOCS_PAGES, path=None):
    for row, root, names in docs_sites():
        for page in judged(path or model(), [os.path.join(root, name) for name in sample(names, n)], *options):
            yield row, page, labels_of(page, docs_labels, page["page"], row)


def live_pages(*options, n=WEB_PAGES, kept=False):
    for site in sample(web_sites(), WEB_SITES):
        archive, truth = web_pages(site, os.path.join(WORK, "live"), n)
        for page in judged(model(1 - half(site), kept), [archive], *options) if truth else ():
            yield {"package": site}, page, labels_of(page, wcxb_labels, truth[page["page"]])


def wcxb_pages(path, *options, n=WCXB_PAGES):
    truth = wcxb_truth()
    chosen = [os.path.join(DATA, "wcxb", "html", k + ".html.gz") for k in sample(sorted(truth), n)]
    for page in judged(path, chosen, *options):
        number = os.path.basename(page["page"])[:4]
        yield {"package": number}, page, labels_of(page, wcxb_labels, truth[number][0])


# --- what the methods call template -----------------------------------------------------------------------------------------

def by_score(of_text, of_link):
    return lambda page: ([t[of_text] >= THRESHOLD for t in page["texts"]], [l[of_link] >= THRESHOLD for l in page["links"]])


def said_by(name):
    """A link is judged as its first text is; one without text is template."""
    return lambda page: (page["said"][name], [l[4] < 0 or page["said"][name][l[4]] for l in page["links"]])


BASIC, SMOOTH = by_score(2, 1), by_score(3, 2)
BOTH = {"Basic": BASIC, "Smooth": SMOOTH}
FULL = lambda page: ([False] * len(page["texts"]), [False] * len(page["links"]))
SHARED = lambda page: ([t[5] == 1 for t in page["texts"]], [l[3] == 1 for l in page["links"]])  # SiteLevel among the judged pages
# Options of `husk label`.
BY_SITE = {"Consensus": ("--method", "consensus"), "SiteLevel": ("--method", "sitelevel", "--set", "theta=" + THETA), "Husk, site": ()}


def add_said(name, pages, inputs, *options):
    """page["said"][name] of the pages, from `husk label` on the inputs that have them; of a text by most of its words."""
    done = subprocess.run([HUSK, "label", "-q", *options, *inputs], stdout=subprocess.PIPE, check=False)  # 1: some pages failed
    content = {"main"} if name.startswith("Husk") else {"main", "own"}  # of Husk's own states only the main content is what the papers call content
    labels = collections.defaultdict(list)
    for block in map(json.loads, done.stdout.decode().splitlines()):
        labels[block["id"]] += [(w, block["label"] not in content) for w in words(block["text"])]
    for page in pages:
        pieces = [words(t[0]) for t in page["texts"]]
        each = iter(carry(labels[page["page"]], [w for piece in pieces for w in piece]))
        votes = [[x for x in (next(each) for _ in piece) if x is not None] for piece in pieces]
        page.setdefault("said", {})[name] = [2 * sum(v) > len(v) or not v for v in votes]


def add_by_site(pages, inputs, learned, methods=BY_SITE):
    """What the methods say that know the site, from a file learned from `learned`. methods: {name: options of label}"""
    with tempfile.TemporaryDirectory() as folder:  # a file keeps the hosts it has: of one site alone, it is used for pages without an address too
        file = os.path.join(folder, "site.husk")
        done = subprocess.run([HUSK, "learn", "-q", *learned, "-o", file], check=False)
        if done.returncode not in (0, 1):  # 1: an input is no page, such as a font in an archive
            raise subprocess.CalledProcessError(done.returncode, done.args)
        for name, options in methods.items():
            add_said(name, pages, inputs, "--site", file, *options)


def add_by_other_pages(of, found, methods=BY_SITE):
    """The same for pages of documentation ("docs") or live sites ("web"); the files are learned from other pages of each site."""
    groups, docs = collections.defaultdict(list), {row["package"]: (root, names) for row, root, names in docs_sites()} if of == "docs" else {}
    for row, page, _ in found:
        groups[row["package"]].append(page)
    for site, pages in groups.items():
        asked = {p["page"] for p in pages}
        if of == "docs":
            root, names = docs[site]
            add_by_site(pages, sorted(asked), [p for p in (os.path.join(root, n) for n in sample(names, LEARN_PAGES, seed=8)) if p not in asked], methods)
        else:
            others, own = os.path.join(WORK, "live", site + "-others.warc"), os.path.join(WORK, "live", site + ".warc")
            web_others(site, asked, others)
            add_by_site(pages, [own], [others], methods)


def add_by_page(of, found):
    pages = [page for _, page, _ in found]
    live = sorted({os.path.join(WORK, "live", row["package"] + ".warc") for row, _, _ in found})
    add_said("Husk, page", pages, live if of == "web" else [p["page"] for p in pages])


def measure(found, judges):
    """{judge: {measure: f over all pages}}, and per site, or page of WCXB, {judge: {measure: (found, said, real)}}"""
    groups = collections.defaultdict(lambda: {j: {m: Counts() for m in MEASURES} for j in judges})
    for row, page, labels in found:
        for j, judge in judges.items():
            add_page(groups[row["package"]][j], page, labels, judge(page))
    units = {g: {j: {m: (c.hit, c.said, c.real) for m, c in ms.items()} for j, ms in js.items()} for g, js in sorted(groups.items())}
    return {j: {m: f_measure([u[j][m] for u in units.values()]) for m in MEASURES} for j in judges}, units


# --- the texts that remain ---------------------------------------------------------------------------------------------------

TEXTS = {"FullText": FULL, "SiteLevel": SHARED, "Basic": BASIC, "Smooth": SMOOTH, **{name: said_by(name) for name in ("Consensus", "Husk, page", "Husk, site")}}


def kept_words(page, kind):
    return [w for t, gone in zip(page["texts"], TEXTS[kind](page)[0]) if not gone for w in words(t[0])]


def judged_on_site(path, inputs, learned=None):
    """Pages of one site, judged by every method of TEXTS; what knows the site has learned from these pages, or from `learned`."""
    pages = judged(path, inputs, "--theta", THETA)
    add_said("Husk, page", pages, inputs)
    add_by_site(pages, inputs, learned or inputs, {name: BY_SITE[name] for name in ("Consensus", "Husk, site")})
    return pages
