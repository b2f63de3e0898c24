"""papers/*/REPORT.md and their plots, from the figures in experiments/results/*.json: every table and figure of a paper, theirs and ours side by side."""
import math
import os

import claims
from plot import bar_plot, line_plot
from results import HERE, f_measure, interval, load, mean, replace
from theirs import FIGURE6, FIGURE7, GERACI, GERACI_TAGS, GERACI_TOKENS, GERACI_TOPICS, TABLE1, TABLE3, TABLE3_ROWS

FOLDERS = {"geraci": "geraci-2011", "crescenzi": "crescenzi-2005", "text": "text-mdl", "chakrabarti": "chakrabarti-2007", "applications": "applications"}
SIZES = (2, 4, 8, 16, 32)


def table(head, rows):
    lines = ["| " + " | ".join(map(str, head)) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows] + [""]


def picture(name, title, svg):
    """The plot PAPER-NAME as plots/NAME.svg of that paper's folder."""
    paper, _, name = name.partition("-")
    replace(os.path.join(HERE, FOLDERS[paper], "plots", name + ".svg"), svg)
    return [f"![{title}](plots/{name}.svg)", ""]


def verdict(text, only):
    return [f"**Here:** {text}", "", f"Rerun: `papers/run --only {only}`", ""]


CLAIMS = ("paper", "claim", "verdict", "by how much: difference [95 % interval], units", "command")


def what_holds(paper):
    """The claims of a paper with their verdicts."""
    rows = claims.rows(FOLDERS[paper])
    return ["### What holds", "", "Each claim is a difference that the paper says is above 0. It holds if the 95 % interval of a paired bootstrap over the units lies above 0, is contradicted if it lies below, "
            "and is undecided otherwise (`papers/claims.py`).", ""] + table(CLAIMS[1:], [row[1:] for row in rows])


def choices(*lines):
    return ["### Where the paper leaves a choice open", ""] + [f"- {line}" for line in lines] + [""]


def short(site):
    return site.split("-")[0] if not site.startswith(("lib", "python-")) else site.replace("lib", "").replace("python-", "").split("-")[0]


def exponent(rows):
    x, y = [math.log(r["pages"]) for r in rows], [math.log(r["seconds"]) for r in rows]
    mx, my = mean(x), mean(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def point(x, units, figure=mean):
    """A point of a plot with its error bar, the interval over the units."""
    return (x, *interval(units, figure))


SITES = ("cppreference", "eigen3", "gtk", "openjdk", "postgresql", "scipy", "python3.11", "qtbase5", "rust", "sqlite3")  # in this order for their colours


# --- Geraci and Maggini 2011 -------------------------------------------------------------------------------------------------

VARIANTS = {"original": "original", "t8": "t = 8", "t16": "t = 16", "truth": "true template", "page": "Husk, page", "site": "Husk, site"}


def geraci_template(t, live):
    f = lambda p, r: 2 * p * r / (p + r)
    ours = {s: v["rows"] for s, v in t.items()}
    at = lambda key, i: mean(r[i][key] for r in ours.values())
    best = max(range(5), key=lambda i: at("f", i))
    out = ["### Table 1: sites", "", "Tokens per page, and those of them that are template."]
    out += [""] + table(("theirs", "tokens", "template", "ours", "tokens", "template"),
                        [(*(x or ("", ("", "")))[:1], *(x or ("", ("", "")))[1], *(y or ("", "", ""))) for x, y in
                         zip(list(GERACI_TOKENS.items()) + [None] * (len(t) - 5), [(s, v["page_tokens"], v["template_tokens"]) for s, v in t.items()])])
    share = lambda pairs: mean(b / a for a, b in pairs)
    out += verdict(f"{share(GERACI_TOKENS.values()):.2f} of a page's tokens are template on their sites, {share((v['page_tokens'], v['template_tokens']) for v in t.values()):.2f} on ours.", "geraci")
    out += ["### Table 2 and Figure 2a: precision and recall by number of pages", "",
            f"Means over five sites (theirs) and {len(t)} (ours, {next(iter(t.values()))['runs']} choices of the pages each)."]
    rows = []
    for name, key, k in (("precision", "precision", 0), ("recall", "recall", 1)):
        rows.append((name + ", theirs", *(f"{mean(v[k][i] for v in GERACI.values()):.3f}" for i in range(5))))
        rows.append((name + ", ours", *(f"{at(key, i):.3f}" for i in range(5))))
    rows.append(("F, theirs", *(f"{mean(f(p[i], r[i]) for p, r in GERACI.values()):.3f}" for i in range(5))))
    rows.append(("F, ours", *(f"{at('f', i):.3f}" for i in range(5))))
    out += [""] + table(("pages", *SIZES), rows)
    theirs = {n: [f(p[i], r[i]) for p, r in GERACI.values()] for i, n in enumerate(SIZES)}
    by_size = lambda sites: [point(n, found) for n in SIZES for found in [[r["f"] for v in sites.values() for r in v["rows"] if r["t"] == n]] if found]
    out += picture("geraci-f", "F of the template by number of pages", line_plot("F of the extracted template, means (Figure 2a)", "pages", "F", {
        "theirs, 5 sites": [point(n, values) for n, values in theirs.items()], f"documentation, {len(t)}": by_size(t), f"live sites, {len(live)}": by_size(live)}))
    out += picture("geraci-f-sites", "F of the template by site", line_plot("F of the extracted template, by site", "pages", "F", {short(s): [(x["t"], x["f"]) for x in r] for s, r in ours.items()}, order=SITES))
    out += geraci_live(live) + geraci_anywhere(t)
    near = [short(s) for s, r in ours.items() if max(x["f"] for x in r) - r[3]["f"] <= .05]
    out += ["By site, theirs and ours; \"# tags\" is the number of tokens of the template made.", ""]
    out += table(("site", "pages", "precision", "recall", "F", "# tags"),
                 [(f"{site}, theirs", n, f"{p[i]:.3f}", f"{r[i]:.3f}", f"{f(p[i], r[i]):.3f}", GERACI_TAGS[site][i]) for site, (p, r) in GERACI.items() for i, n in enumerate(SIZES)] +
                 [(short(site), x["t"], f"{x['precision']:.3f}", f"{x['recall']:.3f}", f"{x['f']:.3f}", f"{x['tokens']:.0f}") for site, r in ours.items() for x in r])
    out += ["The recipe: `husk learn --one-class --set pages=16 -o site.husk PAGES`, then `husk label --method consensus --site site.husk PAGE`; `husk show --template site.husk` prints the template.", ""]
    out += verdict(f"the mean F is best at {SIZES[best]} pages, and 16 pages are within .05 of the best on {len(near)} of {len(ours)} sites.", "geraci")
    out += ["### Figure 2b: running time", ""]
    out += picture("geraci-time", "Running time by number of pages", line_plot("Running time (Figure 2b)", "pages", "processor, ms", log_y=True, order=SITES,
                                                                               series={short(s): [(x["t"], x["processor_ms"]) for x in r] for s, r in ours.items()}))
    grow = mean(claims.exponent(r) for r in ours.values())
    return out + verdict(f"time grows as t^{grow:.2f} from 4 to 32 pages (theirs: about linearly).", "geraci --step table")


def geraci_live(live):
    out = ["Live sites: posts whose content is one element with the known text; what is outside is template. A template of t pages is judged on the rest, at least eight.", ""]
    sizes = [n for n in SIZES if all(any(r["t"] == n for r in v["rows"]) for v in live.values())]
    cell = lambda v, n, key: next(r[key] for r in v["rows"] if r["t"] == n)
    rows = [(name, v["pages"], *(f"{cell(v, n, 'precision'):.3f} / {cell(v, n, 'recall'):.3f} / {cell(v, n, 'f'):.3f}" for n in sizes)) for name, v in live.items()]
    means = ("mean", "", *(" / ".join(f"{mean(cell(v, n, key) for v in live.values()):.3f}" for key in ("precision", "recall", "f")) for n in sizes))
    return out + table(("live site", "pages", *(f"P / R / F, t = {n}" for n in sizes)), rows + [means])


def geraci_anywhere(t):
    """What a reading of the truth does that the paper leaves open."""
    out = ["Tokens inside the content that half of the pages have are template too. Above they count where they stand in the same place; if they count anywhere, as often as half of the pages have them:", ""]
    means = lambda key, rows: tuple(f"{mean(v[rows][i][key] for v in t.values()):.3f}" for i in range(len(SIZES)))
    return out + table(("documentation", *SIZES), [(f"{key}, {name}", *means(key, rows)) for key in ("precision", "recall", "f") for name, rows in (("same place", "rows"), ("anywhere", "anywhere"))])


def geraci_choices(t):
    """What other thresholds do to the template of 16 pages."""
    rows = [[v["choices"][i] for v in t.values()] for i in range(len(next(iter(t.values()))["choices"]))]
    means = lambda row: tuple(f"{mean(r[key] for r in row):.3f}" for key in ("precision", "recall", "f")) + (f"{mean(r['tokens'] for r in row):.0f}",)
    return ["### Thresholds", "", "\"A different threshold could be used\": a token is kept if this per cent of the pages have it (`--set keep`; the paper: 50), and pruned on the way if fewer than this per cent of those below have it "
            "(`--set prune`; the paper: 25). Means over the documentation, 16 pages:", ""] + table(("keep", "prune", "precision", "recall", "F", "# tags"), [(row[0]["keep"], row[0]["prune"], *means(row)) for row in rows])


def geraci_topics(d):
    d = {s: v for s, v in d.items() if "plain" in v["variants"]["original"]}
    if not d:
        return ["### Table 4: clustering by topic", "", "Not measured yet: `papers/run --only geraci`.", ""]
    out = ["### Table 4: clustering by topic", "",
           "Furthest-point-first on the words that remain when the template of 8 or 16 pages, or the true one, is removed. Ours with and without idf, F as the mean over seven first "
           "centres with the lowest and highest in brackets. The paper does not say whether words are weighted by idf."]
    rows = [(f"{site}, {m.upper() if len(m) > 1 else 'F'}, theirs", *(f"{x:.3f}" for x in values), "", "") for site, ms in GERACI_TOPICS.items() for m, values in ms.items()]
    for site, v in d.items():
        for name, kind in (("idf", "with idf"), ("plain", "without idf")):
            cells = [v["variants"][x][name] for x in VARIANTS]
            rows.append((f"{short(site)}, F {kind}", *(f"{c['f']:.3f} ({c['least']:.3f}–{c['most']:.3f})" for c in cells)))
            for m in ("purity", "nmi", "nce"):
                rows.append((f"{short(site)}, {m.upper()} {kind}", *(f"{c[m]:.3f}" for c in cells)))
    out += [""] + table(("", *VARIANTS.values()), rows)
    gain = {k: [short(s) for s, v in d.items() if v["variants"]["t16"][k]["f"] > v["variants"]["original"][k]["f"]] for k in ("idf", "plain")}
    over = {k: [short(s) for s, v in d.items() if v["variants"]["t16"][k]["f"] > v["variants"]["truth"][k]["f"]] for k in ("idf", "plain")}
    spread = mean(v["variants"][x][k]["most"] - v["variants"][x][k]["least"] for v in d.values() for x in VARIANTS for k in ("idf", "plain"))
    out += verdict(f"removing the template of 16 pages raises F on {len(gain['idf'])} of {len(d)} sites with idf ({', '.join(gain['idf']) or 'none'}) and on "
                   f"{len(gain['plain'])} without ({', '.join(gain['plain']) or 'none'}); it beats removing the true template on {len(over['idf'])} and {len(over['plain'])}. The choice of the "
                   f"first centre alone moves F by {spread:.3f} on average; the paper's differences, from one run, are .01 to .06.", "geraci")
    out += ["### Table 3 and Figure 3: corpus size and clustering time", ""]
    whole = lambda v, x, get: get(v["variants"][x]) / get(v["variants"]["original"])
    seconds, tokens, text = lambda x: x["idf"]["seconds"], lambda x: x["bytes"], lambda x: x["text_bytes"]
    for name, title, get, variants in (("topic-time", "Clustering time (Figure 3a)", seconds, list(VARIANTS)), ("size", "Corpus size, tags and text (Figure 3b)", tokens, list(VARIANTS)[:4]),
                                       ("text-size", "Corpus size, text alone", text, list(VARIANTS))):
        series = {short(s): [(i, whole(v, x, get)) for i, x in enumerate(variants)] for s, v in d.items()}
        series["mean"] = [point(i, [whole(v, x, get) for v in d.values()]) for i, x in enumerate(variants)]
        out += picture("geraci-" + name, title, line_plot(title, "removed", "share of the original", series, log_x=False, x_labels={i: VARIANTS[x] for i, x in enumerate(variants)}, order=SITES))
    shares = lambda get, variants: [f"{mean(whole(v, x, get) for v in d.values()):.2f}" if x in variants else "" for x in VARIANTS]
    out += table(("mean share of the original", *VARIANTS.values()), [("clustering time", *shares(seconds, VARIANTS)), ("tags and text", *shares(tokens, list(VARIANTS)[:4])), ("text", *shares(text, VARIANTS))])
    size, spent = mean(whole(v, "t16", tokens) for v in d.values()), mean(whole(v, "t16", seconds) for v in d.values())
    out += ["Ours: " + ", ".join(f"{short(s)} {v['pages']:,} pages, {v['topics']} topics" for s, v in d.items()) + ".", ""]
    out += verdict(f"the corpus shrinks to {size:.2f} and the time to {spent:.2f} of the original (theirs about .33, and .5 to .6).", "geraci")
    return out


def geraci():
    return ["## Geraci and Maggini 2011: a template by consensus alignment", "",
            "Run it: `husk learn --one-class PAGES -o site.husk --set pages=16`, then `husk label --method consensus --site site.husk PAGE` (also `strip`, `extract`, `dedup`). `learn --set keep` sets the "
            "threshold, ½ by default.", ""] + what_holds("geraci") + geraci_template(load("geraci-2011", "table"), load("geraci-2011", "live")) + geraci_choices(load("geraci-2011", "table")) + geraci_topics(load("geraci-2011", "topics")) + choices(
        "A mismatch outputs both tokens; Husk puts the left page's first.",
        "Pairing of the pages is random; in Husk it depends on `--set seed`, so that the same pages give the same template. Every figure of Table 2 is a mean over ten choices and pairings of the pages.",
        "The threshold ½ and the pruning: other values are above.",
        "A number of pages that is not a power of two: a first step aligns as many pairs as leave a power of two.",
        "NCE: the printed formula sums unweighted entropies over recalls and leaves [0, 1]; `husk eval` reports it and the usual form, which is shown here.",
        "Words: with and without idf, above. Stop words are kept.",
        "What is template inside the content (\"an arbitrary choice\"): both readings are above.",
        "Husk, page and site (Table 4): the main content by `husk extract`, of each page alone, or with a site file of the same pages. Its models have seen these sites.")


# --- Crescenzi, Merialdo and Missier 2005 -----------------------------------------------------------------------------------


def crescenzi_quality(q):
    rows, n = q["sites"], len(q["sites"])
    pad = lambda items, k: list(items) + [("",) * k] * (n - len(items))
    out = ["### Figure 6: sites", ""] + table(("theirs", "pages", "ours", "pages", "classes"),
                                              [(*a, r["site"], f"{r['pages']:,}", r["classes"]) for a, r in zip(pad(FIGURE6, 2), rows)])
    out += ["### Figure 7: quality of the classes", "",
            f"F*, H and P over at most 1,000 pages, classified by the model. Ours as published: densest-first, at most {q['cap']:,} pages, links only, paths with attributes of presentation. The default is Husk's own: "
            "300 pages, refined by clustering. H is in bits; the paper does not name its base."]
    cells = lambda r, k: (f"{r[k]['F']:.2f}", f"{r[k]['H']:.3f}", f"{r[k]['P']:.3f}", r[k]["classes"])
    means = lambda k, keys: tuple(f"{mean(r[k][m] for r in rows):.{d}f}" for m, d in keys)
    three = (("F", 2), ("H", 3), ("P", 3))
    out += [""] + table(("theirs", "F*", "H", "P", "ours", "F*", "H", "P", "classes", "F*, default", "H", "P", "classes"),
                        [(*a, short(r["site"]), *cells(r, "presentation"), *cells(r, "default")) for a, r in zip(pad(FIGURE7, 4), rows)] +
                        [("mean", "0.84", "0.022", "0.966", "mean", *means("presentation", three), "", *means("default", three), "")])
    out += ["### Link paths", "",
            "What a path has of each element (`--set paths`), otherwise as above. Q is that of section 4.3 over the visited pages; \"nothing in common\" counts the classified pages that have none of the link paths of "
            "their class. The paper's note 3: \"to exploit the richness of the presentation of modern Web sites, we also consider the name and value of HTML attributes\".", ""]
    kinds = {"tags": "tags", "class": "tags and class", "presentation": "presentation (the default)", "all": "all attributes"}
    out += table(("paths", "F*", "H", "P", "Q", "classes", "nothing in common"), [(n, *means(k, (*three, ("Q", 2), ("classes", 1), ("strange", 1)))) for k, n in kinds.items()])
    out += table(("site", *(f"{m}, {k}" for m in ("F*", "P") for k in kinds)), [(short(r["site"]), *(f"{r[k][m]:.2f}" for m in ("F", "P") for k in kinds)) for r in rows])
    return out + ["Rerun: `papers/run --only crescenzi --step quality`", ""]


def crescenzi_choices(c):
    rows = c["sites"]
    names = [k for k in rows[0] if k != "site"]
    out = ["### Pages per collection and distance", "", f"n, the pages that are fetched of a collection (`--set per-collection`; the paper names no number, ours is 10), and dt (`--set distance`; the paper's and ours is 0.2). At most {c['cap']:,} pages, "
           "otherwise as in Figure 7. Means over the sites:", ""]
    out += table(("", "F*", "H", "P", "classes"), [(n, *(f"{mean(r[n][m] for r in rows):.{d}f}" for m, d in (("F", 2), ("H", 3), ("P", 3), ("classes", 1)))) for n in names])
    return out + ["Rerun: `papers/run --only crescenzi --step choices`", ""]


def crescenzi_live(q):
    """Figure 7 on parts of live sites."""
    rows = q["sites"]
    out = ["### Figure 7 on live sites", "", f"The live sites are parts of sites, so most links lead out of them: {len(rows)} remain of which links lead to half of the pages or more. Classes are the kinds "
           "that each site's generator names.", ""]
    kinds = (("tags", "tags"), ("presentation", "presentation"), ("all", "all attributes"), ("default", "Husk's default"))
    cells = lambda r, k: (f"{r[k]['F']:.2f}", f"{r[k]['H']:.2f}", f"{r[k]['P']:.2f}", r[k]["classes"])
    out += table(("site", "pages", "kinds", *(f"{m}, {name}" for _, name in kinds for m in ("F*", "H", "P", "classes"))),
                 [(r["site"], r["pages"], r["classes"], *(c for k, _ in kinds for c in cells(r, k))) for r in rows] +
                 [("mean", "", "", *(c for k, _ in kinds for c in (*(f"{mean(r[k][m] for r in rows):.2f}" for m in "FHP"), f"{mean(r[k]['classes'] for r in rows):.1f}")))])
    return out + ["Rerun: `papers/run --only crescenzi --step live`", ""]


def crescenzi_readings(r):
    rows = r["sites"]
    both = lambda m: (mean(x["presentation"][m] for x in rows), mean(x["foreign"][m] for x in rows))
    out = ["### The two readings of c_miss", "",
           "The paper's encoding pays c_miss for a path of the class's schema that the page lacks (enc({})); its sentence says \"a link whose path is not in the schema\". In the worked example both cost "
           "the same. Husk uses the first (`--set miss=page`); with the second (`--set miss=class`) a missing path costs its index alone, since a schema has all paths of its pages. Classes of the pages "
           f"visited, densest-first, at most {r['cap']:,}:", ""]
    out += table(("site", "F*, page", "F*, class", "P, page", "P, class", "classes, page", "classes, class"),
                 [(short(x["site"]), *(f"{x[k]['F']:.2f}" for k in ("presentation", "foreign")), *(f"{x[k]['P']:.3f}" for k in ("presentation", "foreign")), x["presentation"]["classes"],
                   x["foreign"]["classes"]) for x in rows] + [("mean", *(f"{v:.2f}" for v in both("F")), *(f"{v:.3f}" for v in both("P")), *(f"{v:.0f}" for v in both("classes")))])
    f, p = both("F"), both("P")
    out += verdict(f"F* {f[0]:.2f} and {f[1]:.2f}, purity {p[0]:.3f} and {p[1]:.3f}.", "crescenzi")
    return out


def crescenzi_track(t):
    rows = t["sites"]
    orders = ("densest", "sparsest")
    out = ["### Figure 8: quality while exploring, and the queue", "",
           f"Q of section 4.3 by pages visited, at most {t['cap']:,}. The model is good from where Q stays within 5 % of its last value. The stop by queue size "
           f"(`--set after-peak={t['after_peak']}`): the queue has not exceeded its maximum for {t['after_peak']} pages.", ""]
    out += table(("site", *(f"{what}, {o}" for o in orders for what in ("Q", "visited", "good after", "longest queue at", "stop at", "Q there"))),
                 [(short(r["site"]), *(c for o in orders for c in (f"{r[o]['Q']:.2f}", f"{r[o]['visited']:,}", f"{r[o]['good']:,}", f"{r[o]['peak']:,}", f"{r[o]['stop']:,}",
                                                                   f"{r[o]['Q_stop']:.2f}"))) for r in rows])
    shown = [r for r in rows if r["densest"]["Q"] > 0]
    for o in orders:
        out += picture(f"crescenzi-q-{o}", f"Q by pages visited, {o}-first", line_plot(f"Q, {o}-first (Figure 8)", "pages visited", "Q", order=SITES,
                                                                                     series={short(r["site"]): [(n, q) for n, q, _ in r[o]["points"]] for r in shown}))
    out += picture("crescenzi-queue", "Length of the queue", line_plot("Length of the queue, densest-first", "pages visited", "collections", order=SITES, log_y=True,
                                                                      series={short(r["site"]): [(n, max(q, 1)) for n, _, q in r["densest"]["points"]] for r in rows}))
    early = {o: sum(r[o]["good"] <= .2 * r["pages"] for r in shown) for o in orders}
    better = sum(r["densest"]["mean_Q"] > r["sparsest"]["mean_Q"] for r in shown)
    last = sum(r["densest"]["Q"] >= r["sparsest"]["Q"] for r in shown)
    kept = mean(r["densest"]["Q_stop"] / r["densest"]["Q"] for r in shown)
    saved = mean(r["densest"]["stop"] / r["densest"]["visited"] for r in shown)
    out += verdict(f"a good model after a fifth of the site or less on {early['densest']} of {len(shown)} sites densest-first and on {early['sparsest']} sparsest-first. "
                   f"Densest-first has the higher Q on the way on {better} of {len(shown)} sites, and not the lower one at the end on {last}. Stop by queue size: it keeps {100 * kept:.0f} % of the final Q with "
                   f"{100 * saved:.0f} % of the pages.", "crescenzi")
    return out


def crescenzi_found(f):
    out = ["### Pages until every main class is seen (our comparison)", "",
           "Not in the paper: breadth-first beside its two orders. Main classes have over 2 % of the pages; – means not seen within the limit.", ""]
    cell = lambda x: f"{x['pages']:,}" if x["pages"] else "–"
    out += table(("site", "breadth", "densest", "sparsest", "spread (Husk's default)"),
                 [(short(r["site"]), *(cell(r["presentation"][o]) for o in ("breadth", "densest", "sparsest")), cell(r["default"]["spread"])) for r in f["sites"]])
    wins = lambda o: sum(bool(r["presentation"][o]["pages"]) and (not r["presentation"]["breadth"]["pages"] or r["presentation"][o]["pages"] < r["presentation"]["breadth"]["pages"]) for r in f["sites"])
    out += verdict(f"densest-first needs fewer pages than breadth-first on {wins('densest')} of {len(f['sites'])} sites, sparsest-first on {wins('sparsest')}.", "crescenzi")
    return out


def crescenzi():
    return ["## Crescenzi, Merialdo and Missier 2005: the map of a site", "",
            "Run it: `husk crawl START -o site.husk --published --set order=densest --max-pages 0`; `husk show site.husk --svg` draws the model, `husk classify --site site.husk PAGE` assigns pages. Options: "
            "`--set paths`, `--set per-collection` (n), `--set distance` (dt), `--set cost-path`, `--set cost-index`, `--set cost-miss`, `--set miss`, `--set after-peak`. `husk classify --set costs` prints enc(p|C) and MDL.", ""] + \
        what_holds("crescenzi") + crescenzi_quality(load("crescenzi-2005", "quality")) + crescenzi_live(load("crescenzi-2005", "live")) + crescenzi_readings(load("crescenzi-2005", "readings")) + crescenzi_choices(load("crescenzi-2005", "choices")) + crescenzi_track(load("crescenzi-2005", "track")) + \
        crescenzi_found(load("crescenzi-2005", "found")) + choices(
            "Attributes in link paths: those of presentation, as note 3 gives its reason; the other readings are above.",
            "n, the pages of a collection: not given; 10. Others are above, other distances too.",
            "When a collection counts as a menu (\"a large number of small or even singleton groups\"): several groups, with fewer than two pages per group on average.",
            "The schema of a collapsed group: the union of both groups' schemas.",
            "Ties between merging and a new class: a new class, as line 20 of the algorithm has it.",
            "The cost of class C_A's schema in the example is printed as 1·c_p; it has three paths, so Husk counts 3·c_p.",
            "c_miss: both readings, above. `husk classify` takes `--set cost-path`, `--set cost-index`, `--set cost-miss` and `--set miss` too. A site file stores neither the costs nor the kind of paths it was made with, so repeat them.",
            "The schema of a reference class for Q: the paths that at least half of its visited pages have.",
            "`--published` follows links only. By default Husk also visits files of a folder that no link leads to.")


# --- Naveensundar 2014, Sathees Babu ------------------------------------------------------------------------------------------

METHODS = {"mdl": "TEXT-MDL", "hash": "TEXT-HASH", "max": "TEXT-MAX", "dice": "TEXT-DICEMAX", "lsh": "LSH", "lsh-estimated": "LSH, no exact joins"}


def text_small(rows):
    # Naveensundar's TEXT-HASH restricts itself to the most similar pairs: that is TEXT-MAX in the other paper.
    pair = {"mdl": "mdl", "max": "hash", "lsh": "lsh", "lsh-estimated": "lsh"}
    out = ["### Naveensundar, Table 3 and Figures 2 to 5: a few documents", "",
           "TEXT-HASH of this paper looks only at pairs with the maximal Jaccard coefficient, which Sathees Babu calls TEXT-MAX: so the row is beside our `--method max`. Bytes of ours: the most that "
           "clustering held; the paper does not say what it counts.", ""]
    cells = []
    for r in rows:
        if r["method"] in pair:
            seconds, size = TABLE3[pair[r["method"]]][r["pages"]]
            cells.append((METHODS[r["method"]], r["pages"], seconds, f"{r['seconds'] * 1000:.3f}", f"{size:,}", f"{r['own_bytes']:,.0f}"))
    out += table(("method (ours)", "documents", "s, theirs", "ms, ours", "bytes, theirs", "bytes, ours"), cells)
    for name, what, k, get in (("time", "milliseconds", 0, lambda r: 1000 * r["seconds"]), ("memory", "bytes", 1, lambda r: r["own_bytes"])):
        series = {METHODS[m]: [(r["pages"], get(r)) for r in rows if r["method"] == m] for m in pair}
        series.update({f"{n}, theirs": [(d, v[k] * (1000 if k == 0 else 1)) for d, v in sorted(TABLE3[m].items())] for m, n in (("mdl", "TEXT-MDL"), ("hash", "TEXT-HASH"), ("lsh", "LSH"))})
        out += picture("text-small-" + name, f"{name} of a few documents", line_plot(f"{name.capitalize()} of a few documents (Figures {'2, 4' if k == 0 else '3, 5'})", "documents", what, series, log_y=True,
                                                                                  log_x=False))
    least = {m: mean(r["seconds"] for r in rows if r["method"] == m) for m in pair}
    size = {m: mean(r["own_bytes"] for r in rows if r["method"] == m) for m in pair}
    out += verdict(f"MDL {1000 * least['mdl']:.2f} ms, max {1000 * least['max']:.2f}, LSH {1000 * least['lsh']:.2f}; memory {size['mdl']:,.0f} bytes, {size['max']:,.0f} and {size['lsh']:,.0f} "
                   f"({size['lsh-estimated']:,.0f} without exact joins). Their seconds fall from 3 to 4 documents.", "text")
    return out


ALL_METHODS = {**METHODS, "auto": "Husk (auto)"}


def text_table(rows):
    cost = lambda r: (f"{r['own_bytes'] / 1e6:.1f}", r["clusters"], f"{r['cost']:,.0f}", f"{r['to_exact']:.4f}") if "cost" in r else ("", r["clusters"], "", "")
    return table(("method", "pages", "seconds", "MB", "clusters", "cost", "to TEXT-MDL's", "F"),
                 [(ALL_METHODS[r["method"]], f"{r['pages']:,}", f"{r['seconds']:.3f}", *cost(r), f"{r['f']:.3f}") for r in rows])


def text_plots(name, rows):
    series = lambda get, methods: {ALL_METHODS[m]: [(r["pages"], get(r)) for r in rows if r["method"] == m] for m in methods}
    plot = lambda title, what, get, methods, **o: line_plot(title, "pages", what, series(get, methods), log_x=False, order=tuple(ALL_METHODS.values()), **o)
    return picture(f"text-time{name}", "Time by number of pages", plot("Execution time (3a)", "seconds", lambda r: r["seconds"], ALL_METHODS, log_y=True)) + \
        picture(f"text-cost{name}", "Cost by number of pages", plot("MDL cost to TEXT-MDL's (3b)", "ratio", lambda r: r["to_exact"], METHODS)) + \
        picture(f"text-f{name}", "F by number of pages", plot("F against the sites", "F", lambda r: r["f"], ALL_METHODS))


def text_mixed(rows, live):
    out = ["### Sathees Babu, Figure 4 (3a and 3b in its text): 1,000 to 5,000 documents", "",
           "Real pages of fifty sites (forty of SWDE, ten of documentation). The paper gives plots without numbers. Cost is the exact MDL cost of each result, relative to TEXT-MDL's; F is against the sites. Husk (auto) is "
           "`husk cluster` without a method: it has no cost in these terms, and reads the pages' texts too.", ""]
    out += text_table(rows) + text_plots("", rows)
    last = {r["method"]: r for r in rows if r["pages"] == max(x["pages"] for x in rows)}
    order = sorted(("mdl", "hash", "max", "dice"), key=lambda m: last[m]["seconds"])
    dear = max(("mdl", "hash", "max", "dice"), key=lambda m: last[m]["to_exact"])
    out += verdict(f"at {last['mdl']['pages']:,} pages from fastest to slowest {', '.join(METHODS[m] for m in order)} (the paper: TEXT-DICEMAX "
                   f"first, TEXT-MDL last); the highest cost is {METHODS[dear]}'s, {100 * (last[dear]['to_exact'] - 1):.1f} % above the exact one (the paper: TEXT-DICEMAX).", "text --step mixed")
    out += ["### The same on live sites", "", "Pages of all live sites, of several kinds each.", ""] + text_table(live) + text_plots("-live", live)
    last = {r["method"]: r for r in live if r["pages"] == max(x["pages"] for x in live)}
    return out + verdict(f"of {last['mdl']['pages']:,} pages TEXT-MDL makes {last['mdl']['clusters']} clusters, F {last['mdl']['f']:.3f}; Husk's own clustering, which has to tell the sites apart by shared paths, "
                         f"{last['auto']['clusters']}, F {last['auto']['f']:.3f}.", "text --step live")


def text_growth(rows):
    exact, estimated = [r for r in rows if r["exact_joins"]], [r for r in rows if not r["exact_joins"]]
    out = ["### LSH on many pages", "", "Not in the papers: 1,000 to 50,000 mixed real documentation pages, on one core, parsing not counted.", ""]
    out += table(("pages", "seconds", "clusters", "F", "seconds, no exact joins", "clusters", "F"),
                 [(f"{a['pages']:,}", f"{a['seconds']:.3f}", a["clusters"], f"{a['f']:.3f}", f"{b['seconds']:.3f}", b["clusters"], f"{b['f']:.3f}") for a, b in zip(exact, estimated)])
    out += picture("text-growth", "LSH on many pages", line_plot("LSH on mixed real pages", "pages", "seconds", {"LSH": [(r["pages"], r["seconds"]) for r in exact], "no exact joins":
                                                                                                          [(r["pages"], r["seconds"]) for r in estimated]}, log_y=True))
    out += verdict(f"time grows as n^{exponent(exact):.2f}, and as n^{exponent(estimated):.2f} without the exact joins, with {exact[-1]['clusters']:,} and {estimated[-1]['clusters']:,} clusters of the most pages.", "text")
    return out


def text_lengths(rows):
    errors, found = [r for r in rows if r.get("estimate")], [r for r in rows if r.get("method")]
    out = ["### Signatures and bands", "", "How far the cost estimated from signatures is from the exact one, for forty sites of 100 pages: " +
           ", ".join(f"{100 * r['mean_error']:.1f} % with {r['length']} permutations" for r in errors) + ". What the length (`--set signature`) and the bands (`--set bands`) do to the clusters:", ""]
    return out + table(("method", "permutations", "bands", "clusters", "to TEXT-MDL's cost", "F", "seconds"),
                       [(METHODS[r["method"]], r["length"] or "", r["bands"] or "", r["clusters"], f"{r['to_exact']:.4f}", f"{r['f']:.3f}", f"{r['seconds']:.3f}") for r in found]) + \
        ["Rerun: `papers/run --only text --step lengths`", ""]


def text():
    return ["## Naveensundar 2014 and Sathees Babu: clustering by template", "",
            "Run it: `husk cluster --method mdl|hash|max|dice|lsh --json PAGES` prints clusters, templates, the cost by part and every join. `--set signature`, `--set bands`, `--set seed`, `--set no-exact-joins`, "
            "`--set two-terms`. **TEXT-HASH of Naveensundar is TEXT-MAX of Sathees Babu** (`--method max`); `--method hash` is the latter's TEXT-HASH.", "",
            "The papers' own examples are tests: supports, thresholds and essential paths of four documents, L(M_T) = 29.21 and the cost of their clustering (tests/unit/test_mdl.c).", ""] + \
        what_holds("text") + text_small(load("text-mdl", "small")) + text_mixed(load("text-mdl", "mixed"), load("text-mdl", "live")) + (text_growth(load_if("text-mdl", "growth")) if load_if("text-mdl", "growth") else []) + text_lengths(load("text-mdl", "lengths")) + choices(
            "Cost: Sathees Babu has L(M_T) + L(M_D) + L(M_Δ); Naveensundar has two terms, Mt_TEMP and Mt_DOC. Mt_DOC has -1s, so it is M_Δ. `--set two-terms` leaves L(M_D) = |D| log₂|D| out; it is the same for "
            "every clustering, so no join changes.",
            "Example 1 of Sathees Babu: the printed M_E contradicts its own Table 1 in two cells (p3 of d3, p4 of d4); Husk follows the definitions. The example's costs are checked with the printed matrices.",
            "Jaccard and Dice of clusters are printed with union and intersection swapped; Husk divides the intersection by the union.",
            "TakeDiceInitBestPair says \"maximal Jaccard's coeff.\" in line d; Husk takes Dice's, as its comment and text say.",
            "A cluster whose most similar partner is gone looks again before the method ends.",
            "LSH: the paper gives neither hash family nor bands; Husk uses 32 bands of 8 MinHash ranks (others are above), and joins the rest by exact cost unless `--set no-exact-joins` is given.",
            "Equal pages are joined first: no join saves more.")


# --- Chakrabarti, Kumar and Punera 2007 ---------------------------------------------------------------------------------------


def chakrabarti_stop_words(t, kept):
    """Table 1 with stop words removed, as published, beside the same with stop words counted."""
    out = ["#### Stop words", "", "The paper removes stop words from a page's text before it computes features; so do Husk's models. The same with models that count stop words as words and have their share as a feature "
           "(`husk train --method pagelevel --set keep-stop-words`):", ""]
    out += table(("set", "stop words", *(f"{m} {j}" for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth"))),
                 [(n, label, *(f"{r[n]['total'][j][m]:.3f}" for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth"))) for n in t for label, r in (("removed", t), ("kept", kept))])
    gain = {n: mean(t[n]["total"][j][m] - kept[n]["total"][j][m] for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth")) for n in t}
    return out + verdict("removing them changes f on average by " + ", ".join(f"{g:+.3f} ({n})" for n, g in gain.items()) + ". The paper does not measure it.", "chakrabarti --step kept")


def chakrabarti_table(t, curve, boxes):
    measures, both = ("Text", "AT", "Links"), ("Basic", "Smooth")
    out = ["### Table 1: template detection", "", "f-measure of template words, anchor words (AT) and links. " + ", ".join(f"{n}: {t[n]['pages']} pages" for n in t) +
           ". Theirs: 44 and 100 hand-labelled pages. The models are trained on live sites; those that judge web, the live sites, saw the other half of them.", ""]
    theirs = lambda n, m: (TABLE1[n][0], *(f"{x:.2f}" for x in TABLE1[n][1][m])) if n in TABLE1 else ("", "", "")
    columns = (*both, "SiteLevel", "Consensus", "Husk, page", "Husk, site")
    cell = lambda n, j, m: f"{t[n]['total'][j][m]:.3f}" if j in t[n]["total"] else ""
    out += table(("theirs", "Basic", "Smooth", "measure", "ours", *columns), [(*theirs(n, m), m, n, *(cell(n, j, m) for j in columns)) for n in t for m in measures])
    out += ["SiteLevel, Consensus (of [Geraci and Maggini](../geraci-2011/REPORT.md)) and Husk, site: by a site file of up to 24 (docs) or all (web) other pages. Husk, page and site: what `husk label` does not call main "
            "content. Its shipped models have seen pages of these sets, so these two columns show the scale, not what they do on unseen sites.", ""]
    gains = {n: [t[n]["total"]["Smooth"][m] - t[n]["total"]["Basic"][m] for m in measures] for n in t}
    out += verdict("smoothing changes f by " + ", ".join(f"{min(g):+.3f} to {max(g):+.3f} ({n})" for n, g in gains.items()) + "; theirs +0.02 to +0.06.", "chakrabarti --step table")
    if curve:
        out += ["#### By the number of training sites", "", "Table 1 by models of fewer live sites, drawn once; the last row has all.", ""]
        out += table(("sites", *(f"{m} {j}, {n}" for n in ("docs", "wcxb") for m in measures for j in both)),
                     [(k, *(f"{v[n][j][m]:.3f}" for n in ("docs", "wcxb") for m in measures for j in both)) for k, v in curve.items()])
        bars = lambda v, n, j: (v[n][j]["Text"], *v[n]["interval"][j])
        out += picture("chakrabarti-curve", "f-measure by number of training sites", line_plot("Text f-measure by training sites", "live sites", "f-measure",
                       {f"{n}, {j}": [(int(k), *bars(v, n, j)) for k, v in curve.items()] for n in ("docs", "wcxb") for j in both}))
        out += ["Rerun: `papers/run --only chakrabarti --step curve`", ""]
    if boxes:
        out += ["#### The same with a browser's boxes", "", "`scripts/render` adds the boxes of headless Chromium to a page. docs: with its style sheets. wcxb: without, since its pages came alone. The models are "
                "those trained with estimated boxes.", ""]
        out += table(("set", "pages", "boxes", "Text Basic", "Text Smooth", "AT Basic", "AT Smooth", "Links Basic", "Links Smooth", "adjusted Rand index"),
                     [(n, b["pages"], k, *(f"{b[k][j][m]:.2f}" for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth")), f"{b[k]['rand']:.3f}") for n, b in boxes.items() for k in ("estimated", "Chromium")])
        gain = {n: mean(b["Chromium"]["Smooth"][m] - b["estimated"]["Smooth"][m] for m in ("Text", "AT", "Links")) for n, b in boxes.items()}
        rand = {n: b["Chromium"]["rand"] - b["estimated"]["rand"] for n, b in boxes.items()}
        out += verdict(f"Chromium's boxes change f by {gain['docs']:+.2f} on docs and {gain['wcxb']:+.2f} on wcxb on average, and the adjusted Rand index by {rand['docs']:+.2f} and {rand['wcxb']:+.2f}. Models trained with "
                       "such boxes were not measured, so this does not say what better boxes would gain.", "chakrabarti")
    return out


def chakrabarti_choices(c):
    out = ["### Threshold and θ", "", "From which smoothed score on a text is template (Smooth; ½ above), and SiteLevel's share θ, by a site file of other pages (.1 above). f of the text:", ""]
    names = list(dict.fromkeys(k for v in c.values() for k in v))
    out += table(("", *c), [(name.replace("theta", "θ ="), *(f"{v[name]['Text']:.3f}" if name in v else "" for v in c.values())) for name in names])
    best = {of: max((k for k in v if k.startswith("score")), key=lambda k, v=v: v[k]["Text"]) for of, v in c.items()}
    return out + verdict("the best threshold is " + ", ".join(f"{k.split()[1]} ({of})" for of, k in best.items()) + ".", "chakrabarti --step choices")


def chakrabarti_segments(s, p):
    out = ["### Figure 1: segmentation", "", "Adjusted Rand index of the segments' leaves against regions: the largest elements that are all template or all content, as the paper's labels were made. The paper gives "
           "a plot without numbers; its order is Basic near 0, Basic + Merge higher, Smooth far higher.", ""]
    kinds = ("Basic", "Basic+Merge", "Smooth")
    out += table(("ours", *kinds, "regions per page", "segments per page"), [(f"{n}, {v['pages']} pages", *(f"{v[k]:.3f}" for k in kinds), f"{v['regions']:.1f}", f"{v['segments']:.1f}") for n, v in s.items()])
    out += picture("chakrabarti-segments", "Segmentation", bar_plot("Segmentation against regions (Figure 1)", "adjusted Rand index",
                                                                     {n: {k: interval(v["units"][k].values(), mean) for k in kinds} for n, v in s.items()}))
    right = [n for n, v in s.items() if v["Basic"] < v["Basic+Merge"] < v["Smooth"]]
    lead = ", ".join(f"{v['Smooth'] - v['Basic+Merge']:.2f} ({n})" for n, v in s.items())
    out += verdict(f"the order Basic, Basic + Merge, Smooth holds on {' and '.join(right) or 'neither set'}. Smooth leads the merged scores by {lead}.", "chakrabarti --step segments")
    xs = sorted((x for x in p if x != "by"), key=float)
    out += ["### Figures 2 and 3: the penalty", ""]
    text_f = lambda drawn: f_measure([u["Text"] for u in drawn])
    of_units = lambda x, n: list(p[x][n]["units"].values())
    out += picture("chakrabarti-penalty", "Text f-measure by penalty", line_plot("Template detection and the penalty, text (Figure 2)", "factor on the penalty", "f-measure",
                                                                                {n: [point(float(x), of_units(x, n), text_f) for x in xs] for n in s}))
    out += picture("chakrabarti-penalty-rand", "Segmentation by penalty", line_plot("Segmentation and the penalty (Figure 3)", "factor on the penalty", "adjusted Rand index",
                                                                                   {n: [point(float(x), [u["rand"] for u in of_units(x, n)]) for x in xs] for n in s}))
    out += table(("factor", *(f"{m}, {n}" for n in s for m in ("Text", "AT", "Links", "Rand"))), [(x, *(f"{p[x][n][m]:.3f}" for n in s for m in ("Text", "AT", "Links", "rand"))) for x in xs])
    peak = {n: max(xs, key=lambda x: p[x][n]["rand"]) for n in s}
    peaks = lambda v: sum((i == 0 or v[i] > v[i - 1]) and (i == len(v) - 1 or v[i] > v[i + 1]) for i in range(len(v)))
    single = all(peaks([p[x][n]["rand"] for x in xs]) == 1 for n in s)
    drop = lambda n, m: max(p[x][n][m] for x in xs) - p[xs[-1]][n][m]
    out += verdict(f"segmentation has {'one maximum' if single else 'more than one maximum, the highest'}, at " + ", ".join(f"{x} ({n})" for n, x in peak.items()) + f" times the published penalty. At {xs[-1]} times the "
                   "penalty text f is " + ", ".join(f"{drop(n, 'Text'):.2f} ({n})" for n in s) + " below its best.", "chakrabarti --step penalty")
    if "by" in p:
        out += ["#### The other penalties", "", "γ = 0.01 times a factor times each of the paper's three functions, on wcxb (`--set penalty-by`, `--set penalty`).", ""]
        out += table(("penalty", "Text", "AT", "Links", "adjusted Rand index"), [(k, *(f"{v[m]:.3f}" for m in ("Text", "AT", "Links")), f"{v['rand']:.3f}") for k, v in p["by"].items()])
        best = max(p["by"], key=lambda k: p["by"][k]["rand"])
        out += verdict(f"the best segmentation comes with {best}; the paper settled on A/Ai * 1.", "chakrabarti")
    return out


TEXTS = {"FullText": "FullText", "SiteLevel": "SiteLevel", "Basic": "PageLevel Basic", "Smooth": "PageLevel Smooth", "Consensus": "Consensus", "Husk, page": "Husk, page", "Husk, site": "Husk, site"}


def chakrabarti_duplicates(d):
    out = ["### Table 2: duplicates", "", f"Theirs: lyrics of one song on three sites. Ours: a post set into pages of three other live sites, in place of their content ({d['posts']} posts, {d['sites']} sites, "
           f"{d['pages']} pages, {d['same']} pairs of one post, {d['different']} pairs of different posts on one site). Eight smallest hashes of six-word runs, four in common (`husk dedup --similarity 0`).", ""]
    ours = lambda kind: (f"{100 * mean(map(mean, d['right'][k][kind])):.1f} %" for k in TEXTS)
    out += table(("", *TEXTS.values()), [("theirs, duplicates found", "30.9 %", "42.7 %", "", "76.0 %", "", "", ""), ("ours, duplicates found", *ours("same")),
                                         ("theirs, others distinguished", "86.5 %", "83.2 %", "", "91.6 %", "", "", ""), ("ours, others distinguished", *ours("different"))])
    return out + ["Rerun: `papers/run --only chakrabarti --step duplicates`", ""]


def chakrabarti_classes(c):
    out = ["### Table 3: classification", "", "Naive Bayes between two kinds of page or two topics, learned from one site each and tried on others, per cent right (`papers/bayes.py` classifies any pages so). Theirs: five topics, each "
           "on four sites. docs: kinds of documentation page on three sites. swde: the four kinds of SWDE, where every site has one kind of page and one template, so that its template tells the kind. live topics: "
           "what four live sites write about, each post set into pages of all four, so that the template says nothing about the topic, as in the paper; half of the posts are learned, the others asked.", ""]
    rows = [(f"{name}, theirs", *(f"{x:.2f}" for x in row), "", "", "") for name, *row in TABLE3_ROWS]
    cells = lambda get: tuple(f"{100 * get(k):.2f}" for k in TEXTS)
    for of, problems in c.items():
        name = "live topics" if of == "web" else of
        rows += [(f"{problem}, {name}", *cells(lambda k, r=r: r[k])) for problem, r in problems.items()]
        rows.append((f"Average, {name}", *cells(lambda k, problems=problems: mean(r[k] for r in problems.values()))))
    return out + table(("", *TEXTS.values()), rows) + ["Rerun: `papers/run --only chakrabarti --step classes`", ""]


def load_if(folder, name):
    try:
        return load(folder, name)
    except OSError:
        return None


def chakrabarti():
    boxes, kept = load_if("chakrabarti-2007", "boxes"), load_if("chakrabarti-2007", "kept")
    return ["## Chakrabarti, Kumar and Punera 2007: PageLevel and SiteLevel", "",
            "Run it: `husk label --method pagelevel PAGE` (`--set no-smoothing` is Basic, `--set penalty`, `--set penalty-by`, `--segments`); `husk train --method pagelevel PAGES -o model.txt` trains the models. "
            "SiteLevel(θ): `husk learn PAGES -o site.husk`, then `husk label --method sitelevel --set theta=0.1 --site site.husk PAGE`, also with `strip`, `extract` and `dedup`. A site file "
            "stores counts of texts, not of subtrees. For texts this is the same: a text is its own smallest subtree, so it lies in a subtree that θ of the pages have exactly if θ of the pages have the text "
            "(tests/unit/test_sitelevel.c compares both). The file counts a sample of each class (`learn --set sample`, 128 pages); give more for the exact share on larger sites.", ""] + \
        what_holds("chakrabarti") + chakrabarti_table(load("chakrabarti-2007", "table"), load_if("chakrabarti-2007", "curve"), boxes) + (chakrabarti_stop_words(load("chakrabarti-2007", "table"), kept) if kept else []) + chakrabarti_segments(load("chakrabarti-2007", "segments"), load("chakrabarti-2007", "penalty")) + \
        (chakrabarti_choices(load_if("chakrabarti-2007", "choices")) if load_if("chakrabarti-2007", "choices") else []) + \
        chakrabarti_duplicates(load("chakrabarti-2007", "duplicates")) + chakrabarti_classes(load("chakrabarti-2007", "classes")) + choices(
            "Boxes: the paper's come from Mozilla; Husk estimates them from the HTML, or reads those of `scripts/render`.",
            "Features: the paper names six of its features; Husk has 26 of the kinds it describes (27 with `--set keep-stop-words`).",
            "The areas that separate the four logistic models are not given: quartiles of the training nodes.",
            "Stop words: the paper removes them and gives no list; Husk has one of seven European languages. They count neither as words nor as text inside or outside links, but as visible characters.",
            "Threshold of a node's score: ½; others are above.",
            "Menus that style sheets hide: the estimate knows `hidden`, inline styles and the page's own `<style>` elements, not style sheets in files of their own; with Chromium's boxes they take no room either.",
            "SiteLevel(θ): θ = .1, others are above; a subtree must be on at least two pages.",
            "δ of Basic + Merge: the best on the set itself, as in the paper.")


# --- applications -----------------------------------------------------------------------------------------------------------------

def applications():
    d = load("applications", "index")
    kinds = {**TEXTS, "Truth": "main content"}
    out = ["## Applications: what removing the template does for search", "",
           "All five papers say that template harms search engines, and measure it by duplicates, classification or clusters ([Tables 2 and 3 of one](../chakrabarti-2007/REPORT.md), "
           "[Table 4 and Figure 3 of another](../geraci-2011/REPORT.md)). Here is what it does to an index of the words.", ""] + what_holds("applications")
    out += ["### Index, snippets and places", "", "Pages of documentation and of live sites, as full text and with what each method leaves. Bytes: of an index of SQLite's FTS5 without the texts, optimised. Postings: different words of a page. A page "
            "is asked for by the words of its title, less those that half of its site's titles have. Place: mean of 1 / place among all pages, by BM25; titles are not indexed, and a heading that the ground truth does not count "
            "as main content is gone with the template. Snippet: the run of 30 words with most of the asked ones; the share of it that is main content. The last row is the ground truth itself. Husk's models "
            "have seen pages of these sets.", ""]
    for of, s in d.items():
        base = s["by"]["FullText"]
        out += [f"{of}: {s['pages']} pages of {len(base['sites'])} sites, {s['asked']} asked for.", ""]
        out += table((of, "bytes", "of FullText's", "postings", "of FullText's", "snippet", "place"),
                     [(kinds[k], f"{r['bytes']:,}", f"{r['bytes'] / base['bytes']:.2f}", f"{r['postings']:,}", f"{r['postings'] / base['postings']:.2f}", f"{r['snippet']:.3f}", f"{r['place']:.3f}") for k, r in s["by"].items()])
    of_sites = lambda s, k, key: [u[key] for u in s["by"][k]["sites"].values()]
    for key, title in (("snippet", "Main content in snippets"), ("place", "1 / place")):
        bars = [k for k in kinds if k != "Truth"]
        out += picture("applications-" + key, title, bar_plot(title, "mean over sites", {of: {kinds[k]: interval(of_sites(s, k, key), mean) for k in bars} for of, s in d.items()}))
    best = {of: max((k for k in TEXTS if k != "FullText"), key=lambda k, s=s: s["by"][k]["snippet"]) for of, s in d.items()}
    out += verdict("the best snippets come from " + ", ".join(f"{kinds[k]} ({of})" for of, k in best.items()) + f"; full text has {d['web']['by']['FullText']['snippet']:.2f} of main content in them on live sites.", "applications")
    return out + choices("No paper says how to index or what to ask; all of this is ours.", "Titles: in a search engine they are indexed too, which they are not here.")


def runs(paper):
    """Which step was run when, at which commit and scale, on which data, and what it took."""
    made = load_if(FOLDERS[paper], "made") or {}
    out = ["## When the figures were made", "",
           "A step keeps its figures until it is run again (`papers/run --only " + paper + " --step STEP`). Minutes are by the clock, on a machine that had other work. "
           "`papers/run --check` tells which figures are of other code than there is now.", ""]
    log = lambda step: f"[log](experiments/results/{step}.log)" if os.path.exists(os.path.join(HERE, FOLDERS[paper], "experiments", "results", step + ".log")) else ""
    return out + table(("step", "run (UTC)", "commit", "code", "data", "scale", "minutes", "log"),
                       [(step, m["date"], m["commit"], m.get("code", ""), m.get("data", ""), m.get("scale", ""), f"{m.get('seconds', 0) / 60:.1f}", log(step)) for step, m in made.items()])


def raised(lines):
    """Headings one level up: a paper has a page of its own."""
    return [line[1:] if line.startswith("##") else line for line in lines]


def write():
    for paper, part in (("geraci", geraci), ("crescenzi", crescenzi), ("text", text), ("chakrabarti", chakrabarti), ("applications", applications)):
        replace(os.path.join(HERE, FOLDERS[paper], "REPORT.md"), "\n".join(raised(part()) + runs(paper)).rstrip() + "\n")
    write_claims()


BEGIN, END = "<!-- claims: written by papers/run -->", "<!-- end of claims -->"


def write_claims():
    """The table that papers/README.md opens with."""
    path = os.path.join(HERE, "README.md")
    with open(path, encoding="utf-8") as f:
        before, _, rest = f.read().partition(BEGIN + "\n")
    after = rest.partition(END)[2]
    replace(path, before + BEGIN + "\n" + "\n".join(table(CLAIMS, claims.rows())).rstrip() + "\n" + END + after)
