"""Kinds of page inside one site: sites with known kinds, features of pairs of pages, the forest that decides whether two pages are of one kind, and the quality
of the resulting clusters. Used by models/train_kinds and bench/kinds, with sites left out.

Sites: the ten documentation packages of DATA/sites.tsv, those of bench/kinds.tsv, the live sites of DATA/web, and those of DATA/swde, which have one kind each.
A fold leaves out whole generators of documentation and whole themes of live sites where they are known, otherwise single sites."""
import collections
import csv
import glob
import hashlib
import json
import os
import random
import re
import subprocess

import numpy

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAIRS = os.path.join(ROOT, "build", "bench", "bench_kinds")
WORK = os.path.join(ROOT, "build", "train", "kinds")
FOLDS = 6
ORIGINS = {"ten": 0, "docs": 0, "web": 1, "swde": 2}
LIMITS = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
# Pages drawn per site, 0 for all, the smaller draws from the larger: the forest must find the same kinds in small and large sets. With draws of 0, 40 and 160 of documentation instead, kinds of
# 30 and of 300 pages agreed by .80.
DRAWS = {"ten": (0, 30, 100, 300), "docs": (0, 30, 100, 300), "web": (0, 16), "swde": (0, 16, 40)}
PAIRS_PER_DRAW = 1500
FOREST = {"iterations": 150, "depth": 4, "learning_rate": 0.1, "l2_leaf_reg": 5, "border_count": 64, "rsm": 0.5, "random_seed": 7, "thread_count": 1, "bootstrap_type": "No",
          "allow_writing_files": False, "verbose": False, "loss_function": "Logloss"}


# --- sites and their kinds -----------------------------------------------------------------------------------------------

def by_text(regex):
    """The alternatives of a regex that look at the text, and those that look at the path."""
    parts, depth, part = [], 0, ""
    for c in regex:
        depth += (c == "(") - (c == ")")
        if c == "|" and depth == 0:
            parts, part = parts + [part], ""
        else:
            part += c
    parts = [p for p in parts + [part] if p]
    return "|".join(p[1:] for p in parts if p[0] == "@"), "|".join(p for p in parts if p[0] != "@")


def text_of(path, size):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read(size)


def pages_of(row, root):
    base = root + row["root"] if os.path.isdir(root + row["root"]) else row["root"]
    text_out, path_out = by_text(row["exclude_regex"] or "")
    names = []
    for folder, _, files in os.walk(base):
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), base)
            if name.endswith((".html", ".htm")) and re.search(row["include_regex"] or "", path) and not (path_out and re.search(path_out, path)):
                names.append(path)
    if text_out:
        names = [n for n in names if not re.search(text_out, text_of(os.path.join(base, n), 20000))]
    return base, sorted(names)


def kind_of(rules, path, name):
    text = None
    for kind, regex in rules:
        if regex.startswith("@"):
            text = text_of(path, 60000) if text is None else text
            if re.search(regex[1:], text):
                return kind
        elif re.search(regex, name):
            return kind
    return "other"


def docs_site(source, row, root, most):
    base, names = pages_of(row, root)
    if not names:
        return None
    names = random.Random(7).sample(names, min(most, len(names)))
    rules = [(k.strip(), r) for k, r in (rule.split("=", 1) for rule in row["class_regexes"].split(" ; "))]
    paths = [os.path.join(base, n) for n in names]
    return {"source": source, "site": row["package"], "group": row.get("generator") or row["package"], "base": base, "files": paths,
            "kinds": {p: kind_of(rules, p, n) for p, n in zip(paths, names)}}


def web_sites(data):
    themes = {}
    if os.path.exists(os.path.join(data, "web", "sites.tsv")):
        for row in csv.DictReader(open(os.path.join(data, "web", "sites.tsv"), encoding="utf-8"), delimiter="\t"):
            themes[row["site"]] = row["platform/theme"] if "/" in row["platform/theme"] else row["site"]
    for path in sorted(glob.glob(os.path.join(data, "web", "*.warc.gz"))):
        site = os.path.basename(path)[:-8]
        truth = [json.loads(line) for line in open(path[:-8] + ".jsonl", encoding="utf-8")]
        yield {"source": "web", "site": site, "group": themes.get(site, site), "files": [path], "kinds": {t["url"]: t["kind"] for t in truth if t.get("kind")}}


def fresh_sites(root, most=1000):
    """The documentation packages of bench/kinds_fresh.tsv that are there. No forest has seen them: only the shipped program is measured on them."""
    for row in csv.DictReader(open(os.path.join(ROOT, "bench", "kinds_fresh.tsv"), encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        site = docs_site("fresh", row, root, most)
        if site:
            yield site
        else:
            print(f"{row['package']}: not there, left out", flush=True)


def sites(data, root, most=1000):
    """Every site that is there; a documentation package that is not is named."""
    csv.field_size_limit(1 << 20)
    generators = {r["package"]: r["generator"] for r in csv.DictReader(open(os.path.join(ROOT, "bench", "kinds.tsv"), encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)}
    tables = (("ten", os.path.join(data, "sites.tsv"), csv.QUOTE_MINIMAL), ("docs", os.path.join(ROOT, "bench", "kinds.tsv"), csv.QUOTE_NONE))
    for source, table, quoting in tables:
        for row in csv.DictReader(open(table, encoding="utf-8"), delimiter="\t", quoting=quoting) if os.path.exists(table) else ():
            site = docs_site(source, {**row, "generator": generators.get(row["package"]) or row.get("generator")}, root, most) if row.get("root") else None
            if site:
                yield site
            elif row.get("root"):
                print(f"{row['package']}: not there, left out", flush=True)
    yield from web_sites(data)
    for path in sorted(glob.glob(os.path.join(data, "swde", "*.warc.gz"))):
        yield {"source": "swde", "site": os.path.basename(path)[:-8], "group": os.path.basename(path)[:-8], "files": [path], "kinds": None}


# --- pairs ---------------------------------------------------------------------------------------------------------------

def family(kind):
    """Kinds that a theme may make by one template or by several: listings of posts; types of single post; of node. Either is right."""
    if kind.startswith("archive"):
        return "product listing" if "product" in kind else "listing"
    if kind in ("home", "taxonomy", "category"):
        return "listing"
    return {"single": "single", "post": "single", "article": "single", "node": "node"}.get(kind.split()[0], kind)


def read_pairs(site, sizes):
    """By draw: for each site that clustering sees in it, its pages and the columns of all pairs."""
    out = subprocess.run([PAIRS, "pairs", ",".join(map(str, sizes)), *site["files"]], stdout=subprocess.PIPE, check=True).stdout
    at, found = 0, {n: [] for n in sizes}
    while at < len(out):
        end = out.index(b"\n", at)
        head = json.loads(out[at:end])
        n_pairs = len(head["pages"]) * (len(head["pages"]) - 1) // 2
        size = n_pairs * head["columns"] * 4
        found[head["draw"]].append((head["pages"], numpy.frombuffer(out[end + 1:end + 1 + size], "<f4").reshape(n_pairs, head["columns"])))
        at = end + 1 + size
    return found


def learnable(pages, kinds, of_family):
    """For each pair: are both of one kind, and does it count? Pages of no known kind don't, nor two kinds of one family."""
    k = numpy.array([kinds.get(p, "") if kinds is not None else "one" for p in pages])
    f = numpy.array([family(x) if x and of_family else x for x in k])
    a, b = numpy.triu_indices(len(pages), 1)
    return k[a] == k[b], (k[a] != "") & (k[b] != "") & ((k[a] == k[b]) | (f[a] != f[b]))


def file_of(site, n):
    return os.path.join(WORK, f"{site['source']}-{site['site']}-{n}.npz")


def keep_draws(site):
    """Put the draws of a site that are not on disk there."""
    missing = [n for n in DRAWS[site["source"]] if not os.path.exists(file_of(site, n))]
    for n, parts in read_pairs(site, missing).items() if missing else ():
        numpy.savez(file_of(site, n), pages=numpy.array([json.dumps(p) for p, _ in parts]), **{f"x{i}": x for i, (_, x) in enumerate(parts)})


def draw_of(site, n):
    """A draw of a site: its parts are kept on disk, a sample of its pairs in memory."""
    name = file_of(site, n)
    data = numpy.load(name)
    pages = [json.loads(p) for p in data["pages"]]
    rows, same = [], []
    for i, p in enumerate(pages):
        y, counts = learnable(p, site["kinds"], site["source"] == "web")
        at = numpy.nonzero(counts)[0]
        at = numpy.sort(numpy.random.RandomState(7).choice(at, min(len(at), PAIRS_PER_DRAW), False))
        if len(at):
            rows.append(data[f"x{i}"][at])
            same.append(y[at])
    columns = numpy.concatenate(rows) if rows else None
    return {**site, "draw": n, "file": name, "pages": pages, "x": columns, "y": numpy.concatenate(same) if rows else None}


def forget_others():
    """Remove features that other sources computed: a forest is learned from those of today's."""
    names = glob.glob(os.path.join(ROOT, "src", "**", "*.[ch]"), recursive=True) + [os.path.join(ROOT, "bench", "kinds.c")]
    found, name = hashlib.sha256(), os.path.join(WORK, "sources")
    for path in sorted(names):
        found.update(open(path, "rb").read())
    os.makedirs(WORK, exist_ok=True)
    if not os.path.exists(name) or open(name, encoding="ascii").read() != found.hexdigest():
        for old in glob.glob(os.path.join(WORK, "*.npz")):
            os.remove(old)
        with open(name, "w", encoding="ascii") as f:
            f.write(found.hexdigest())


def column_names():
    return subprocess.run([PAIRS, "columns"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def draws(all_sites):
    forget_others()
    found = []
    for site in all_sites:
        keep_draws(site)
        found += [draw_of(site, n) for n in DRAWS[site["source"]]]
    return found


# --- the forest ----------------------------------------------------------------------------------------------------------

def weight_of(draw):
    return (0.5 if draw["source"] == "swde" or (draw["source"] == "web" and draw["draw"]) else 1.0) * PAIRS_PER_DRAW / max(len(draw["y"]), 100)


def train(some_draws):
    from catboost import CatBoostClassifier, Pool
    known = [d for d in some_draws if d["x"] is not None]
    x, y = numpy.concatenate([d["x"] for d in known]), numpy.concatenate([d["y"] for d in known]).astype(int)
    weight = numpy.concatenate([numpy.full(len(d["y"]), weight_of(d)) for d in known])
    model = CatBoostClassifier(**FOREST)
    model.fit(Pool(x, y, weight=weight))
    return model


def fold_of(draw, by):
    """By site or group (generator or theme) one of FOLDS; by origin all documentation, all live sites, or all sites of one kind."""
    return ORIGINS[draw["source"]] if by == "origin" else int(hashlib.md5(draw[by].encode()).hexdigest(), 16) % FOLDS


# --- clusters ------------------------------------------------------------------------------------------------------------

def average_linkage(like):
    """The joins (a, b, likeness) of average linkage by chains of nearest neighbours."""
    n = len(like)
    like = like.astype(float).copy()
    numpy.fill_diagonal(like, -1)
    size, alive, chain, joins = numpy.ones(n), numpy.ones(n, bool), [], []
    while len(joins) < n - 1:
        if not chain:
            chain.append(int(numpy.argmax(alive)))
        g = chain[-1]
        row = numpy.where(alive, like[g], -2)
        row[g] = -3
        best = int(numpy.argmax(row))
        if len(chain) > 1 and row[chain[-2]] >= row[best]:
            best = chain[-2]
        if len(chain) > 1 and best == chain[-2]:
            chain[-2:] = []
            a, b = min(g, best), max(g, best)
            joins.append((a, b, like[a, b]))
            like[a] = like[:, a] = (size[a] * like[a] + size[b] * like[b]) / (size[a] + size[b])
            like[a, a] = -1
            size[a] += size[b]
            alive[b] = False
        else:
            chain.append(best)
    return joins


def cut(n, joins, least):
    root = list(range(n))
    for a, b, likeness in joins:
        if likeness >= least:
            while root[a] != a:
                a = root[a]
            while root[b] != b:
                b = root[b]
            root[max(a, b)] = min(a, b)
    for i in range(n):
        while root[root[i]] != root[i]:
            root[i] = root[root[i]]
    return root


def clusters(draw, model):
    """By limit: the cluster of each page of a draw."""
    data, found = numpy.load(draw["file"]), {limit: {} for limit in LIMITS}
    for i, pages in enumerate(draw["pages"]):
        n = len(pages)
        like = numpy.ones((n, n))
        if n > 1:
            a, b = numpy.triu_indices(n, 1)
            like[a, b] = like[b, a] = model.predict_proba(data[f"x{i}"])[:, 1]
        joins = average_linkage(like)
        for limit in LIMITS:
            root = cut(n, joins, 1 - limit) if n >= 12 else [0] * n
            found[limit].update({p: (i, r) for p, r in zip(pages, root)})
    return found


def f1(p, r):
    return 2 * p * r / (p + r) if p + r else 0.0


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def by_kind(pairs):
    """F and macro-F of (kind, cluster): for each kind the cluster that fits it best."""
    kinds, groups = collections.Counter(a for a, _ in pairs), collections.Counter(b for _, b in pairs)
    best = collections.defaultdict(float)
    for (a, b), m in collections.Counter(pairs).items():
        best[a] = max(best[a], 2 * m / (kinds[a] + groups[b]))
    return sum(kinds[a] * best[a] for a in kinds) / len(pairs), mean(best.values())


def b_cubed(pairs):
    """B-cubed F by page and by kind; pages of another kind of the same family do not count against precision."""
    size, kinds = collections.Counter(c for _, c in pairs), collections.Counter(k for k, _ in pairs)
    in_family = collections.Counter((family(k), c) for k, c in pairs)
    by = collections.defaultdict(list)
    for (k, c), m in collections.Counter(pairs).items():
        by[k] += [(m / (size[c] - in_family[family(k), c] + m), m / kinds[k])] * m
    every = [x for v in by.values() for x in v]
    return f1(mean(x[0] for x in every), mean(x[1] for x in every)), mean(f1(mean(x[0] for x in v), mean(x[1] for x in v)) for v in by.values())


def agreement(one, other):
    """B-cubed F of two clusterings on the pages that both have; None if they share none."""
    shared = [(one[p], other[p]) for p in one if p in other]
    left, right, size = collections.Counter(a for a, _ in shared), collections.Counter(b for _, b in shared), collections.Counter(shared)
    return f1(*(sum(m * m / of[pair[side]] for pair, m in size.items()) / len(shared) for side, of in enumerate((left, right)))) if shared else None


def judge(site, found):
    """F and macro-F of page → cluster, or None for a live site that has fewer than two families of three pages and more."""
    if site["source"] == "swde":
        return by_kind([("one", c) for c in found.values()])
    kinds = {p: k for p, k in site["kinds"].items() if p in found}
    if site["source"] != "web":
        return by_kind([(k, found[p]) for p, k in kinds.items()])
    size = collections.Counter(kinds.values())
    pairs = [(k, found[p]) for p, k in kinds.items() if size[k] >= 3]
    return b_cubed(pairs) if len({family(k) for k, _ in pairs}) > 1 else None


def left_out(all_draws, by, done=lambda *_: None):
    """Each whole site by a forest that has not seen its group: rows of source, site, and by limit F, macro-F and the number of classes."""
    rows = []
    for fold in sorted({fold_of(d, by) for d in all_draws}):
        judged = [d for d in all_draws if fold_of(d, by) == fold and d["draw"] == 0]
        model = train([d for d in all_draws if fold_of(d, by) != fold])
        for d in judged:
            found = clusters(d, model)
            by_limit = {limit: judge(d, found[limit]) for limit in found}
            if by_limit[LIMITS[0]]:
                rows.append({"source": d["source"], "site": d["site"], "fold": fold, "by_limit": by_limit, "classes": {limit: len(set(found[limit].values())) for limit in found},
                             "kinds": len(set(d["kinds"].values())) if d["kinds"] else 1})
        done(fold)
    return rows


def scores(rows, limit):
    """F and macro-F by source."""
    return {s: (len(r), mean(x["by_limit"][limit][0] for x in r), mean(x["by_limit"][limit][1] for x in r))
            for s in sorted({x["source"] for x in rows}) for r in [[x for x in rows if x["source"] == s]]}


def best_limit(rows):
    """Of the limits that leave sites of one kind whole, the one with the best sum of F and macro-F over the sources."""
    found = {limit: scores(rows, limit) for limit in LIMITS}
    whole = {limit: by_source.get("swde", (0, 1.0, 1.0))[1] for limit, by_source in found.items()}
    return max((limit for limit in LIMITS if whole[limit] == max(whole.values())), key=lambda limit: (sum(f + m for _, f, m in found[limit].values()), -limit))


def with_limits_left_out(rows):
    """The same rows, each with the F and macro-F by the limit that is best on the other folds."""
    limits = {fold: best_limit([r for r in rows if r["fold"] != fold]) for fold in {r["fold"] for r in rows}}
    return [{**r, "limit": limits[r["fold"]], "found": r["by_limit"][limits[r["fold"]]]} for r in rows]
