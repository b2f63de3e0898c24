"""papers/*/REPORT.md and their plots, from the figures in experiments/results/*.json: every table and figure of a paper, theirs and ours side by side."""
import math
import os

import claims
from plot import bar_plot, line_plot
from results import HERE, load, mean, replace

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


# --- Geraci and Maggini 2011 -------------------------------------------------------------------------------------------------

GERACI = {"PI": ((.720, .804, .842, .855, .811), (.940, .940, .930, .868, .739)), "Ansa": ((.681, .816, .891, .856, .859), (.973, .957, .903, .908, .892)),
          "Wikipedia": ((.155, .226, .569, .906, .911), (.946, .905, .899, .931, .907)),
          "allMusic": ((.119, .196, .395, .702, .725), (.950, .946, .939, .936, .936)), "zdNet": ((.674, .874, .890, .934, .959), (.941, .917, .915, .910, .777))}
GERACI_TOKENS = {"PI": (876, 686), "Ansa": (2245, 1794), "Wikipedia": (2058, 467), "allMusic": (1559, 282), "zdNet": (2882, 2820)}
GERACI_TOPICS = {"PI": {"f": (.234, .260, .276, .274), "purity": (.249, .261, .272, .279), "nmi": (.040, .044, .059, .058), "nce": (.064, .068, .084, .083)},
                 "Ansa": {"f": (.387, .445, .449, .422), "purity": (.397, .466, .471, .452), "nmi": (.346, .425, .384, .346), "nce": (.383, .388, .421, .383)}}
GERACI_TAGS = {"PI": (915, 808, 757, 697, 625), "Ansa": (2651, 2159, 1822, 1909, 1869), "Wikipedia": (3012, 1864, 738, 480, 466), "allMusic": (2242, 1362, 671, 377, 365),
               "zdNet": (4051, 2961, 2908, 2748, 2285)}
VARIANTS = ("original", "t8", "t16", "truth")


def geraci_template(t):
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
    out += picture("geraci-f", "F of the template by number of pages",
                   line_plot("F of the extracted template (Figure 2a)", "pages", "F", {"theirs, mean": [(n, mean(f(p[i], r[i]) for p, r in GERACI.values())) for i, n in enumerate(SIZES)],
                                                                                      **{short(s): [(x["t"], x["f"]) for x in r] for s, r in ours.items()}}))
    near = [short(s) for s, r in ours.items() if max(x["f"] for x in r) - r[3]["f"] <= .05]
    out += ["By site, theirs and ours; \"# tags\" is the number of tokens of the template made.", ""]
    out += table(("site", "pages", "precision", "recall", "F", "# tags"),
                 [(f"{site}, theirs", n, f"{p[i]:.3f}", f"{r[i]:.3f}", f"{f(p[i], r[i]):.3f}", GERACI_TAGS[site][i]) for site, (p, r) in GERACI.items() for i, n in enumerate(SIZES)] +
                 [(short(site), x["t"], f"{x['precision']:.3f}", f"{x['recall']:.3f}", f"{x['f']:.3f}", f"{x['tokens']:.0f}") for site, r in ours.items() for x in r])
    out += ["The recipe: `husk learn --one-class --set pages=16 -o site.husk PAGES`, then `husk label --method consensus --site site.husk PAGE`; `husk show --template site.husk` prints the template.", ""]
    out += verdict(f"the mean F is best at {SIZES[best]} pages, and 16 pages are within .05 of the best on {len(near)} of {len(ours)} sites.", "geraci")
    out += ["### Figure 2b: running time", ""]
    out += picture("geraci-time", "Running time by number of pages", line_plot("Running time (Figure 2b)", "pages", "processor, ms",
                                                                                {short(s): [(x["t"], x["processor_ms"]) for x in r] for s, r in ours.items()}))
    grow = mean(math.log(r[4]["processor_ms"] / r[1]["processor_ms"]) / math.log(8) for r in ours.values() if r[1]["processor_ms"] > 0)
    out += verdict(f"time grows as t^{grow:.2f} from 4 to 32 pages (theirs: about linearly).", "geraci")
    return out


def geraci_topics(d):
    d = {s: v for s, v in d.items() if "plain" in v["variants"]["original"]}
    if not d:
        return ["### Table 4: clustering by topic", "", "Not measured yet: `papers/run --only geraci`.", ""]
    out = ["### Table 4: clustering by topic", "",
           "Furthest-point-first on the words that remain when the template of 8 or 16 pages, or the true one, is removed. Ours with and without idf, F as the mean over seven first "
           "centres with the lowest and highest in brackets. The paper does not say whether words are weighted by idf."]
    rows = [(f"{site}, {m.upper() if len(m) > 1 else 'F'}, theirs", *(f"{x:.3f}" for x in values)) for site, ms in GERACI_TOPICS.items() for m, values in ms.items()]
    for site, v in d.items():
        for name, kind in (("idf", "with idf"), ("plain", "without idf")):
            cells = [v["variants"][x][name] for x in VARIANTS]
            rows.append((f"{short(site)}, F {kind}", *(f"{c['f']:.3f} ({c['least']:.3f}–{c['most']:.3f})" for c in cells)))
            for m in ("purity", "nmi", "nce"):
                rows.append((f"{short(site)}, {m.upper()} {kind}", *(f"{c[m]:.3f}" for c in cells)))
    out += [""] + table(("", "original", "t = 8", "t = 16", "true template"), rows)
    gain = {k: [short(s) for s, v in d.items() if v["variants"]["t16"][k]["f"] > v["variants"]["original"][k]["f"]] for k in ("idf", "plain")}
    over = {k: [short(s) for s, v in d.items() if v["variants"]["t16"][k]["f"] > v["variants"]["truth"][k]["f"]] for k in ("idf", "plain")}
    spread = mean(v["variants"][x][k]["most"] - v["variants"][x][k]["least"] for v in d.values() for x in VARIANTS for k in ("idf", "plain"))
    out += verdict(f"removing the template of 16 pages raises F on {len(gain['idf'])} of {len(d)} sites with idf ({', '.join(gain['idf']) or 'none'}) and on "
                   f"{len(gain['plain'])} without ({', '.join(gain['plain']) or 'none'}); it beats removing the true template on {len(over['idf'])} and {len(over['plain'])}. The choice of the "
                   f"first centre alone moves F by {spread:.3f} on average; the paper's differences, from one run, are .01 to .06.", "geraci")
    out += ["### Table 3 and Figure 3: corpus size and clustering time", ""]
    steps = dict(zip(VARIANTS, (1, 2, 3, 4)))
    labels = {1: "original", 2: "t = 8", 3: "t = 16", 4: "truth"}
    for name, title, get in (("size", "Corpus size (Figure 3b)", lambda x: x["bytes"]), ("topic-time", "Clustering time (Figure 3a)", lambda x: x["idf"]["seconds"])):
        out += picture("geraci-" + name, title, line_plot(title, "template removed", "share of the original", log_x=False, x_labels=labels,
                                                          series={short(s): [(steps[x], get(v["variants"][x]) / get(v["variants"]["original"])) for x in VARIANTS] for s, v in d.items()}))
    size = mean(v["variants"]["t16"]["bytes"] / v["variants"]["original"]["bytes"] for v in d.values())
    spent = mean(v["variants"]["t16"]["idf"]["seconds"] / v["variants"]["original"]["idf"]["seconds"] for v in d.values())
    out += ["Ours: " + ", ".join(f"{short(s)} {v['pages']:,} pages, {v['topics']} topics" for s, v in d.items()) + ".", ""]
    out += verdict(f"the corpus shrinks to {size:.2f} and the time to {spent:.2f} of the original (theirs about .33, and .5 to .6).", "geraci")
    return out


def geraci():
    return ["## Geraci and Maggini 2011: a template by consensus alignment", "",
            "Run it: `husk learn --one-class PAGES -o site.husk --set pages=16`, then `husk label --method consensus --site site.husk PAGE` (also `strip`, `extract`, `dedup`). `learn --set keep` sets the "
            "threshold, ½ by default.", ""] + what_holds("geraci") + geraci_template(load("geraci-2011", "table")) + geraci_topics(load("geraci-2011", "topics")) + choices(
        "A mismatch outputs both tokens; Husk puts the left page's first.",
        "Pairing of the pages is random; in Husk it depends on `--set seed`, so that the same pages give the same template.",
        "A number of pages that is not a power of two: a first step aligns as many pairs as leave a power of two.",
        "NCE: the printed formula sums unweighted entropies over recalls and leaves [0, 1]; `husk eval` reports it and the usual form, which is shown here.",
        "Words: with and without idf, above. Stop words are kept.")


# --- Crescenzi, Merialdo and Missier 2005 -----------------------------------------------------------------------------------

FIGURE7 = (("FIFA", .87, .015, .985), ("Davis", .98, .003, .997), ("Olympics", .87, .04, .93), ("Arts", .71, .02, .96), ("Teaching", .78, .03, .96))
FIGURE6 = (("FIFA", 20000), ("Davis", 30000), ("Olympics", 3000), ("Arts", 8850), ("Teaching", 2590))


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
        out += picture(f"crescenzi-q-{o}", f"Q by pages visited, {o}-first", line_plot(f"Q, {o}-first (Figure 8)", "pages visited", "Q", ticks=(1, 10, 100, 1000),
                                                                                     series={short(r["site"]): [(n, q) for n, q, _ in r[o]["points"]] for r in shown}))
    out += picture("crescenzi-queue", "Length of the queue", line_plot("Length of the queue, densest-first", "pages visited", "collections", ticks=(1, 10, 100, 1000), log_y=True,
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
        what_holds("crescenzi") + crescenzi_quality(load("crescenzi-2005", "quality")) + crescenzi_readings(load("crescenzi-2005", "readings")) + crescenzi_track(load("crescenzi-2005", "track")) + \
        crescenzi_found(load("crescenzi-2005", "found")) + choices(
            "Attributes in link paths: those of presentation, as note 3 gives its reason; the other readings are above.",
            "n, the pages of a collection: not given; 10.",
            "When a collection counts as a menu (\"a large number of small or even singleton groups\"): several groups, with fewer than two pages per group on average.",
            "The schema of a collapsed group: the union of both groups' schemas.",
            "Ties between merging and a new class: a new class, as line 20 of the algorithm has it.",
            "The cost of class C_A's schema in the example is printed as 1·c_p; it has three paths, so Husk counts 3·c_p.",
            "c_miss: both readings, above. `husk classify` takes `--set cost-path`, `--set cost-index`, `--set cost-miss` and `--set miss` too. A site file stores neither the costs nor the kind of paths it was made with, so repeat them.",
            "The schema of a reference class for Q: the paths that at least half of its visited pages have.",
            "`--published` follows links only. By default Husk also visits files of a folder that no link leads to.")


# --- Naveensundar 2014, Sathees Babu ------------------------------------------------------------------------------------------

TABLE3 = {"mdl": {3: (6, 6452), 4: (5, 5124), 5: (5, 5232), 10: (8, 8324)}, "hash": {3: (2, 2334), 4: (3, 3452), 5: (3, 3223), 10: (6, 6452)},
          "lsh": {3: (1, 1234), 4: (2, 2124), 5: (1, 1242), 10: (3, 3124)}}
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


def text_mixed(rows):
    out = ["### Sathees Babu, Figure 4 (3a and 3b in its text): 1,000 to 5,000 documents", "",
           "Real pages of fifty sites (forty of SWDE, ten of documentation). The paper gives plots without numbers. Cost is the exact MDL cost of each result, relative to TEXT-MDL's; F is against the sites.", ""]
    out += table(("method", "pages", "seconds", "MB", "clusters", "cost", "to TEXT-MDL's", "F"),
                 [(METHODS[r["method"]], f"{r['pages']:,}", f"{r['seconds']:.3f}", f"{r['own_bytes'] / 1e6:.1f}", r["clusters"], f"{r['cost']:,.0f}", f"{r['to_exact']:.4f}", f"{r['f']:.3f}") for r in rows])
    series = lambda get: {METHODS[m]: [(r["pages"], get(r)) for r in rows if r["method"] == m] for m in METHODS}
    out += picture("text-time", "Time by number of pages", line_plot("Execution time (3a)", "pages", "seconds", series(lambda r: r["seconds"]), log_y=True))
    out += picture("text-cost", "Cost by number of pages", line_plot("MDL cost to TEXT-MDL's (3b)", "pages", "ratio", series(lambda r: r["to_exact"])))
    last = {r["method"]: r for r in rows if r["pages"] == max(x["pages"] for x in rows)}
    order = sorted(("mdl", "hash", "max", "dice"), key=lambda m: last[m]["seconds"])
    dear = max(("mdl", "hash", "max", "dice"), key=lambda m: last[m]["to_exact"])
    out += verdict(f"at {last['mdl']['pages']:,} pages from fastest to slowest {', '.join(METHODS[m] for m in order)} (the paper: TEXT-DICEMAX "
                   f"first, TEXT-MDL last); the highest cost is {METHODS[dear]}'s, {100 * (last[dear]['to_exact'] - 1):.1f} % above the exact one (the paper: TEXT-DICEMAX).", "text")
    return out


def text_growth(rows, lengths):
    exact, estimated = [r for r in rows if r["exact_joins"]], [r for r in rows if not r["exact_joins"]]
    out = ["### LSH on many pages", "", "Not in the papers: 1,000 to 50,000 mixed real documentation pages, on one core, parsing not counted.", ""]
    out += table(("pages", "seconds", "clusters", "F", "seconds, no exact joins", "clusters", "F"),
                 [(f"{a['pages']:,}", f"{a['seconds']:.3f}", a["clusters"], f"{a['f']:.3f}", f"{b['seconds']:.3f}", b["clusters"], f"{b['f']:.3f}") for a, b in zip(exact, estimated)])
    out += picture("text-growth", "LSH on many pages", line_plot("LSH on mixed real pages", "pages", "seconds", {"LSH": [(r["pages"], r["seconds"]) for r in exact], "no exact joins":
                                                                                                          [(r["pages"], r["seconds"]) for r in estimated]}, log_y=True, ticks=(1000, 10000, 49784)))
    out += verdict(f"time grows as n^{exponent(exact):.2f}, and as n^{exponent(estimated):.2f} without the exact joins, with {exact[-1]['clusters']:,} and {estimated[-1]['clusters']:,} clusters of the most pages.", "text")
    errors = [r for r in lengths if r.get("estimate")]
    out += ["### Signatures", "", "How far the cost estimated from signatures is from the exact one, for forty sites of 100 pages: " +
            ", ".join(f"{100 * r['mean_error']:.1f} % with {r['length']} permutations" for r in errors) + ".", ""]
    return out


def text():
    return ["## Naveensundar 2014 and Sathees Babu: clustering by template", "",
            "Run it: `husk cluster --method mdl|hash|max|dice|lsh --json PAGES` prints clusters, templates, the cost by part and every join. `--set signature`, `--set bands`, `--set seed`, `--set no-exact-joins`, "
            "`--set two-terms`. **TEXT-HASH of Naveensundar is TEXT-MAX of Sathees Babu** (`--method max`); `--method hash` is the latter's TEXT-HASH.", "",
            "The papers' own examples are tests: supports, thresholds and essential paths of four documents, L(M_T) = 29.21 and the cost of their clustering (tests/unit/test_mdl.c).", ""] + \
        what_holds("text") + text_small(load("text-mdl", "small")) + text_mixed(load("text-mdl", "mixed")) + text_growth(load("text-mdl", "growth"), load("text-mdl", "lengths")) + choices(
            "Cost: Sathees Babu has L(M_T) + L(M_D) + L(M_Δ); Naveensundar has two terms, Mt_TEMP and Mt_DOC. Mt_DOC has -1s, so it is M_Δ. `--set two-terms` leaves L(M_D) = |D| log₂|D| out; it is the same for "
            "every clustering, so no join changes.",
            "Example 1 of Sathees Babu: the printed M_E contradicts its own Table 1 in two cells (p3 of d3, p4 of d4); Husk follows the definitions. The example's costs are checked with the printed matrices.",
            "Jaccard and Dice of clusters are printed with union and intersection swapped; Husk divides the intersection by the union.",
            "TakeDiceInitBestPair says \"maximal Jaccard's coeff.\" in line d; Husk takes Dice's, as its comment and text say.",
            "A cluster whose most similar partner is gone looks again before the method ends.",
            "LSH: the paper gives neither hash family nor bands; Husk uses 32 bands of 8 MinHash ranks, and joins the rest by exact cost unless `--set no-exact-joins` is given.",
            "Equal pages are joined first: no join saves more.")


# --- Chakrabarti, Kumar and Punera 2007 ---------------------------------------------------------------------------------------

TABLE1 = {"docs": ("Common", {"Text": (.56, .60), "AT": (.65, .71), "Links": (.69, .73)}), "wcxb": ("Random", {"Text": (.63, .66), "AT": (.71, .73), "Links": (.75, .77)})}


def chakrabarti_stop_words(t, kept):
    """Table 1 with stop words removed, as published, beside the same with stop words counted."""
    out = ["#### Stop words", "", "The paper removes stop words from a page's text before it computes features; so do Husk's models. The same with models that count stop words as words and have their share as a feature "
           "(`husk train --method pagelevel --set keep-stop-words`):", ""]
    out += table(("set", "stop words", *(f"{m} {j}" for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth"))),
                 [(n, label, *(f"{r[n]['total'][j][m]:.3f}" for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth"))) for n in t for label, r in (("removed", t), ("kept", kept))])
    gain = {n: mean(t[n]["total"][j][m] - kept[n]["total"][j][m] for m in ("Text", "AT", "Links") for j in ("Basic", "Smooth")) for n in t}
    return out + verdict(f"removing them changes f on average by " + ", ".join(f"{g:+.3f} ({n})" for n, g in gain.items()) + ". The paper does not measure it.", "chakrabarti --step kept")


def chakrabarti_table(t, curve, boxes):
    measures, both = ("Text", "AT", "Links"), ("Basic", "Smooth")
    out = ["### Table 1: template detection", "", "f-measure of template words, anchor words (AT) and links. " + ", ".join(f"{n}: {t[n]['pages']} pages" for n in t) +
           ". Theirs: 44 and 100 hand-labelled pages. The models are trained on live sites; those that judge web, the live sites, saw the other half of them.", ""]
    theirs = lambda n, m: (TABLE1[n][0], *(f"{x:.2f}" for x in TABLE1[n][1][m])) if n in TABLE1 else ("", "", "")
    columns = (*both, "Husk, page", "Husk, site")
    cell = lambda n, j, m: f"{t[n]['total'][j][m]:.3f}" if j in t[n]["total"] else ""
    out += table(("theirs", "Basic", "Smooth", "measure", "ours", *columns), [(*theirs(n, m), m, n, *(cell(n, j, m) for j in columns)) for n in t for m in measures])
    out += ["Husk, page and site: what `husk label` does not call main content, without and with a site file of up to 24 (docs) or all (web) other pages. Its shipped models have seen pages of these sets, so these two "
            "columns show the scale, not what they do on unseen sites.", ""]
    gains = {n: [t[n]["total"]["Smooth"][m] - t[n]["total"]["Basic"][m] for m in measures] for n in t}
    out += verdict("smoothing changes f by " + ", ".join(f"{min(g):+.3f} to {max(g):+.3f} ({n})" for n, g in gains.items()) + "; theirs +0.02 to +0.06.", "chakrabarti --step table")
    if curve:
        out += ["#### By the number of training sites", "", "Table 1 by models of fewer live sites, drawn once; the last row has all.", ""]
        out += table(("sites", *(f"{m} {j}, {n}" for n in ("docs", "wcxb") for m in measures for j in both)),
                     [(k, *(f"{v[n][j][m]:.3f}" for n in ("docs", "wcxb") for m in measures for j in both)) for k, v in curve.items()])
        out += picture("chakrabarti-curve", "f-measure by number of training sites", line_plot("Text f-measure by training sites", "live sites", "f-measure",
                       {f"{n}, {j}": [(int(k), v[n][j]["Text"]) for k, v in curve.items()] for n in ("docs", "wcxb") for j in both}))
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


def chakrabarti_segments(s, p):
    out = ["### Figure 1: segmentation", "", "Adjusted Rand index of the segments' leaves against regions: the largest elements that are all template or all content, as the paper's labels were made. The paper gives "
           "a plot without numbers; its order is Basic near 0, Basic + Merge higher, Smooth far higher.", ""]
    kinds = ("Basic", "Basic+Merge", "Smooth")
    out += table(("ours", *kinds, "regions per page", "segments per page"), [(f"{n}, {v['pages']} pages", *(f"{v[k]:.3f}" for k in kinds), f"{v['regions']:.1f}", f"{v['segments']:.1f}") for n, v in s.items()])
    out += picture("chakrabarti-segments", "Segmentation", bar_plot("Segmentation against regions (Figure 1)", "adjusted Rand index", {n: {k: v[k] for k in kinds} for n, v in s.items()}))
    right = [n for n, v in s.items() if v["Basic"] < v["Basic+Merge"] < v["Smooth"]]
    lead = ", ".join(f"{v['Smooth'] - v['Basic+Merge']:.2f} ({n})" for n, v in s.items())
    out += verdict(f"the order Basic, Basic + Merge, Smooth holds on {' and '.join(right) or 'neither set'}. Smooth leads the merged scores by {lead}.", "chakrabarti")
    xs = sorted((x for x in p if x != "by"), key=float)
    out += ["### Figures 2 and 3: the penalty", ""]
    for n in ("wcxb", "docs"):
        out += picture(f"chakrabarti-penalty-{n}", f"f-measure by penalty, {n}", line_plot(f"Template detection and the penalty, {n} (Figure 2)", "factor on the penalty", "f-measure",
                                                                                        {m: [(float(x), p[x][n][m]) for x in xs] for m in ("Text", "AT", "Links")}))
    out += picture("chakrabarti-penalty-rand", "Segmentation by penalty", line_plot("Segmentation and the penalty (Figure 3)", "factor on the penalty", "adjusted Rand index",
                                                                                   {n: [(float(x), p[x][n]["rand"]) for x in xs] for n in ("wcxb", "docs")}))
    peak = {n: max(xs, key=lambda x: p[x][n]["rand"]) for n in ("wcxb", "docs")}
    peaks = lambda v: sum((i == 0 or v[i] > v[i - 1]) and (i == len(v) - 1 or v[i] > v[i + 1]) for i in range(len(v)))
    single = all(peaks([p[x][n]["rand"] for x in xs]) == 1 for n in ("wcxb", "docs"))
    drop = lambda n, m: max(p[x][n][m] for x in xs) - p[xs[-1]][n][m]
    out += verdict(f"segmentation has {'one maximum' if single else 'more than one maximum, the highest'}, at {peak['wcxb']} (wcxb) and {peak['docs']} (docs) times the published penalty. At {xs[-1]} times the penalty text f is "
                   f"{drop('wcxb', 'Text'):.2f} (wcxb) and {drop('docs', 'Text'):.2f} (docs) below its best.", "chakrabarti")
    if "by" in p:
        out += ["#### The other penalties", "", "γ = 0.01 times a factor times each of the paper's three functions, on wcxb (`--set penalty-by`, `--set penalty`).", ""]
        out += table(("penalty", "Text", "AT", "Links", "adjusted Rand index"), [(k, *(f"{v[m]:.3f}" for m in ("Text", "AT", "Links")), f"{v['rand']:.3f}") for k, v in p["by"].items()])
        best = max(p["by"], key=lambda k: p["by"][k]["rand"])
        out += verdict(f"the best segmentation comes with {best}; the paper settled on A/Ai * 1.", "chakrabarti")
    return out


TABLE3_ROWS = (("camera mobile", 55.10, 64.17, 59.57, 60.17), ("camera notebook", 30.48, 35.61, 35.24, 40.03), ("camera printer", 32.76, 38.84, 39.75, 41.18), ("camera tv", 34.82, 40.67, 39.51, 37.21),
               ("mobile notebook", 60.45, 70.26, 64.94, 66.92), ("mobile printer", 21.06, 24.16, 24.5, 28.55), ("mobile tv", 23.03, 23.86, 24.85, 24.79), ("notebook printer", 39.9, 43.95, 48.7, 53.91),
               ("notebook tv", 43.47, 48.85, 50.2, 50.94), ("printer tv", 41.17, 44.12, 48.7, 47.57), ("Average", 38.22, 43.45, 43.6, 45.13))


def chakrabarti_applications(d, c):
    texts = ("FullText", "SiteLevel", "Basic", "Smooth")
    out = ["### Table 2: duplicates", "", f"Theirs: lyrics of one song on three sites. Ours: a post set into pages of three other live sites, in place of their content ({d['posts']} posts, {d['sites']} sites, "
           f"{d['pages']} pages, {d['same']} pairs of one post, {d['different']} pairs of different posts on one site). Eight smallest hashes of six-word runs, four in common (`husk dedup --similarity 0`).", ""]
    out += table(("", "FullText", "SiteLevel", "PageLevel Basic", "PageLevel Smooth"),
                 [("theirs, duplicates found", "30.9 %", "42.7 %", "", "76.0 %"), ("ours, duplicates found", *(f"{100 * mean(map(mean, d['right'][k]['same'])):.1f} %" for k in texts)),
                  ("theirs, others distinguished", "86.5 %", "83.2 %", "", "91.6 %"), ("ours, others distinguished", *(f"{100 * mean(map(mean, d['right'][k]['different'])):.1f} %" for k in texts))])
    out += ["Rerun: `papers/run --only chakrabarti --step duplicates`", ""]
    out += ["### Table 3: classification", "", "Naive Bayes between two kinds of page, learned from one site each and tried on others, per cent right. Ours: kinds of documentation page on three sites, and the four kinds "
            "of SWDE, where every site has one kind of page and one template.", ""]
    out += table(("", "FullText", "SiteLevel", "PageLevel Basic", "PageLevel Smooth"), [(f"{name}, theirs", *(f"{x:.2f}" for x in row)) for name, *row in TABLE3_ROWS] +
                 [row for n, rows in c.items() for row in [*((f"{name}, {n}", *(f"{100 * r[k]:.2f}" for k in texts)) for name, r in rows.items()),
                                                           (f"Average, {n}", *(f"{100 * mean(r[k] for r in rows.values()):.2f}" for k in texts))]])
    return out + ["Rerun: `papers/run --only chakrabarti --step classes`", ""]


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
        chakrabarti_applications(load("chakrabarti-2007", "duplicates"), load("chakrabarti-2007", "classes")) + choices(
            "Boxes: the paper's come from Mozilla; Husk estimates them from the HTML, or reads those of `scripts/render`.",
            "Features: the paper names six of its features; Husk has 26 of the kinds it describes (27 with `--set keep-stop-words`).",
            "The areas that separate the four logistic models are not given: quartiles of the training nodes.",
            "Stop words: the paper removes them and gives no list; Husk has one of seven European languages. They count neither as words nor as text inside or outside links, but as visible characters.",
            "Threshold of a node's score: ½.",
            "Menus that style sheets hide: the estimate knows `hidden`, inline styles and the page's own `<style>` elements, not style sheets in files of their own; with Chromium's boxes they take no room either.",
            "SiteLevel(θ): θ = .1; a subtree must be on at least two pages.",
            "δ of Basic + Merge: the best on the set itself, as in the paper.")


def runs(paper):
    """Which step was run when, at which commit and scale, on which data, and what it took."""
    made = load_if(FOLDERS[paper], "made") or {}
    out = ["## When the figures were made", "",
           "A step keeps its figures until it is run again (`papers/run --only " + paper + " --step STEP`). Minutes are by the clock, on a machine that had other work.", ""]
    return out + table(("step", "run (UTC)", "commit", "data", "scale", "minutes"),
                       [(step, m["date"], m["commit"], m.get("data", ""), m.get("scale", ""), f"{m['seconds'] / 60:.1f}" if m.get("seconds") else "") for step, m in made.items()])


def raised(lines):
    """Headings one level up: a paper has a page of its own."""
    return [line[1:] if line.startswith("##") else line for line in lines]


def write():
    for paper, part in (("geraci", geraci), ("crescenzi", crescenzi), ("text", text), ("chakrabarti", chakrabarti)):
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
