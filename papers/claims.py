"""The claims of the papers, each with what our data says: the figures behind the verdicts in papers/README.md and the reports.

A claim is a difference that a paper says is above 0, measured on units that are drawn again: sites, pages, posts, pairs of classes or sizes of a collection.
Verdicts follow one rule (results.verdict): it holds if the 95 % interval of a paired bootstrap lies above 0, is contradicted if it lies below, else undecided."""
import functools
import math

from results import f_measure, interval, load, mean, verdict

GERACI, CRESCENZI, TEXT, CHAKRABARTI, APPLICATIONS = "geraci-2011", "crescenzi-2005", "text-mdl", "chakrabarti-2007", "applications"
SHORT = {GERACI: "geraci", CRESCENZI: "crescenzi", TEXT: "text", CHAKRABARTI: "chakrabarti", APPLICATIONS: "applications"}
NAMES = {GERACI: "Geraci and Maggini 2011", CRESCENZI: "Crescenzi, Merialdo and Missier 2005", TEXT: "Naveensundar 2014, Sathees Babu", CHAKRABARTI: "Chakrabarti, Kumar and Punera 2007",
         APPLICATIONS: "all"}
SETS = {"docs": "documentation", "wcxb": "WCXB", "web": "live sites", "swde": "SWDE", "sewn": "live topics"}


def claim(paper, step, text, units, figure=mean, unit="sites"):
    units = list(units)
    value, low, high = interval(units, figure)
    return {"paper": paper, "step": step, "claim": text, "value": value, "low": low, "high": high, "n": len(units), "unit": unit, "verdict": verdict(low, high)}


# --- Geraci and Maggini ------------------------------------------------------------------------------------------------------

def correlation(pairs):
    x, y = zip(*pairs)
    mx, my = mean(x), mean(y)
    spread = math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))
    return sum((a - mx) * (b - my) for a, b in pairs) / spread if spread else 0.0


def exponent(rows):
    """Of t in the time, from 4 pages on."""
    return math.log(rows[-1]["processor_ms"] / rows[1]["processor_ms"]) / math.log(rows[-1]["t"] / rows[1]["t"])


def geraci_template(sites, of):
    row = lambda s, t: next(r for r in s["rows"] if r["t"] == t)
    differ = lambda key, a, b: [row(s, a)[key] - row(s, b)[key] for s in sites]
    yield claim(GERACI, "table", f"Table 2: precision is higher with 16 pages than with 2, {of}", differ("precision", 16, 2))
    yield claim(GERACI, "table", f"Table 2: recall is lower with 16 pages than with 2, {of}", differ("recall", 2, 16))
    yield claim(GERACI, "table", f"Table 2: 16 pages give fewer tags than 2 (share less), {of}", [1 - row(s, 16)["tokens"] / row(s, 2)["tokens"] for s in sites])
    yield claim(GERACI, "table", f"Figure 2a: F is higher with 16 pages than with 2, {of}", differ("f", 16, 2))
    if all(s["rows"][-1]["t"] == 32 for s in sites):
        yield claim(GERACI, "table", f"Figure 2a: F is higher with 16 pages than with 32, {of}", differ("f", 16, 32))
    yield claim(GERACI, "table", f"Section 3.1: the larger the template's share, the higher the precision (correlation, 16 pages), {of}",
                [(s["template_tokens"] / s["page_tokens"], row(s, 16)["precision"]) for s in sites], correlation)
    yield claim(GERACI, "table", f"Figure 2b: time grows linearly in t (.2 less the exponent's distance from 1), {of}", [.2 - abs(exponent(s["rows"]) - 1) for s in sites])


def geraci():
    yield from geraci_template(list(load(GERACI, "table").values()), "documentation")
    yield from geraci_template(list(load(GERACI, "live").values()), "live sites")
    variants = [s["variants"] for s in load(GERACI, "topics").values()]
    for m, name in (("f", "F"), ("purity", "purity"), ("nmi", "NMI"), ("nce", "NCE")):
        yield claim(GERACI, "topics", f"Table 4: removing the template of 16 pages raises {name}", [v["t16"]["idf"][m] - v["original"]["idf"][m] for v in variants])
    yield claim(GERACI, "topics", "Table 4: it raises F more than removing the true template", [v["t16"]["idf"]["f"] - v["truth"]["idf"]["f"] for v in variants])
    yield claim(GERACI, "topics", "Figure 3a: it saves clustering time (share saved)", [1 - v["t16"]["idf"]["seconds"] / v["original"]["idf"]["seconds"] for v in variants])
    saved = [1 - v["t16"]["bytes"] / v["original"]["bytes"] for v in variants]
    yield claim(GERACI, "topics", "Figure 3b: it shrinks the corpus (share saved)", saved)
    yield claim(GERACI, "topics", "Figure 3b: to a third or less (share saved above two thirds)", [s - 2 / 3 for s in saved])


# --- Crescenzi, Merialdo and Missier ---------------------------------------------------------------------------------------------

def figure7(sites, step, of):
    published = [s["presentation"] for s in sites]
    yield claim(CRESCENZI, step, f"Figure 7: F* is at least 0.84, their mean, {of}", [p["F"] - .84 for p in published])
    yield claim(CRESCENZI, step, f"Figure 7: entropy is at most 0.022, their mean, {of}", [.022 - p["H"] for p in published])
    yield claim(CRESCENZI, step, f"Figure 7: purity is at least 0.966, their mean, {of}", [p["P"] - .966 for p in published])
    yield claim(CRESCENZI, step, f"Note 3: with attributes of presentation purity is higher than with tags alone, {of}", [s["presentation"]["P"] - s["tags"]["P"] for s in sites])
    yield claim(CRESCENZI, step, f"Ours: with attributes of presentation purity is higher than with all attributes, {of}", [s["presentation"]["P"] - s["all"]["P"] for s in sites])


def crescenzi():
    yield from figure7(load(CRESCENZI, "quality")["sites"], "quality", "documentation")
    yield from figure7(load(CRESCENZI, "live")["sites"], "live", "live sites")
    track = [s for s in load(CRESCENZI, "track")["sites"] if s["densest"]["Q"] > 0]
    yield claim(CRESCENZI, "track", "Figure 8: densest-first has the higher Q on the way", [s["densest"]["mean_Q"] - s["sparsest"]["mean_Q"] for s in track])
    yield claim(CRESCENZI, "track", "Section 4.4: Q is within 5 % of its last value after a fifth of the site (share of pages left over)", [.2 - s["densest"]["good"] / s["pages"] for s in track])
    yield claim(CRESCENZI, "track", "Section 4.4: where the queue was longest Q is within 5 % of its last value", [s["densest"]["Q_stop"] / s["densest"]["Q"] - .95 for s in track])


# --- Naveensundar, Sathees Babu -----------------------------------------------------------------------------------------------------

def figure4(rows, step, of):
    column = lambda method, key: [r[key] for r in rows if r["method"] == method]
    four = lambda key: zip(*(column(m, key) for m in ("mdl", "hash", "max", "dice")))
    sizes = lambda text, units: claim(TEXT, step, f"Figure 4: {text}, {of}", units, unit="sizes")
    yield sizes("TEXT-MDL takes longer than the others (seconds)", [mdl - max(hashed, most, dice) for mdl, hashed, most, dice in four("seconds")])
    yield sizes("TEXT-MAX is faster than TEXT-HASH (seconds)", [hashed - most for _, hashed, most, _ in four("seconds")])
    yield sizes("TEXT-DICEMAX is the fastest (seconds)", [min(mdl, hashed, most) - dice for mdl, hashed, most, dice in four("seconds")])
    yield sizes("TEXT-DICEMAX costs more than TEXT-MDL (share)", [dice - mdl for mdl, _, _, dice in four("to_exact")])
    yield sizes("TEXT-DICEMAX costs the most (share)", [dice - max(mdl, hashed, most) for mdl, hashed, most, dice in four("to_exact")])
    yield sizes("TEXT-MAX costs no more than TEXT-HASH (share)", [hashed - most for _, hashed, most, _ in four("to_exact")])


def text():
    yield from figure4(load(TEXT, "mixed"), "mixed", "documentation and SWDE")
    yield from figure4(load(TEXT, "live"), "live", "live sites")
    small = load(TEXT, "small")
    column = lambda method, key: [r[key] for r in small if r["method"] == method]
    for key, what, scale in (("seconds", "time (ms)", 1000), ("own_bytes", "memory (bytes)", 1)):
        for less, more, names in (("max", "mdl", "TEXT-HASH takes less {} than TEXT-MDL"), ("lsh", "max", "LSH takes less {} than TEXT-HASH"), ("lsh", "mdl", "LSH takes less {} than TEXT-MDL"),
                                  ("lsh-estimated", "max", "LSH without exact joins takes less {} than TEXT-HASH"), ("lsh-estimated", "mdl", "LSH without exact joins takes less {} than TEXT-MDL")):
            yield claim(TEXT, "small", "Table 3: " + names.format(what), [scale * (b - a) for a, b in zip(column(less, key), column(more, key))], unit="sizes")


# --- Chakrabarti, Kumar and Punera -------------------------------------------------------------------------------------------------------

def unit_of(of):
    return "pages" if of == "wcxb" else "sites"


def table1():
    table = load(CHAKRABARTI, "table")
    for of in table:
        for m in ("Text", "AT", "Links"):  # Smooth above Basic by f-measure over all pages of the drawn units
            figure = lambda drawn, m=m: f_measure([u["Smooth"][m] for u in drawn]) - f_measure([u["Basic"][m] for u in drawn])
            yield claim(CHAKRABARTI, "table", f"Table 1: smoothing raises f, {m}, {SETS[of]}", table[of]["units"].values(), figure, unit_of(of))


def figures_of_segments():
    for of, s in load(CHAKRABARTI, "segments").items():
        for more, less in (("Smooth", "Basic+Merge"), ("Basic+Merge", "Basic")):
            yield claim(CHAKRABARTI, "segments", f"Figure 1: {more} segments better than {less}, {SETS[of]}", [s["units"][more][u] - s["units"][less][u] for u in s["units"][more]], unit=unit_of(of))
    penalty = load(CHAKRABARTI, "penalty")
    for of in penalty["1"]:
        for factor in ("0.01", "100"):
            both = [(penalty["1"][of]["units"][u], penalty[factor][of]["units"][u]) for u in penalty["1"][of]["units"]]
            yield claim(CHAKRABARTI, "penalty", f"Figure 2: text f is higher with the published penalty than with {factor} times it, {SETS[of]}", both,
                        lambda drawn: f_measure([a["Text"] for a, _ in drawn]) - f_measure([b["Text"] for _, b in drawn]), unit_of(of))
            yield claim(CHAKRABARTI, "penalty", f"Figure 3: the adjusted Rand index is higher with the published penalty than with {factor} times it, {SETS[of]}", [a["rand"] - b["rand"] for a, b in both], unit=unit_of(of))


def table2():
    right = load(CHAKRABARTI, "duplicates")["right"]
    for one, other in (("Smooth", "FullText"), ("SiteLevel", "FullText"), ("Smooth", "SiteLevel")):
        for kind, what, unit in (("same", "finds more duplicates", "posts"), ("different", "tells more others apart", "sites")):
            yield claim(CHAKRABARTI, "duplicates", f"Table 2: {one} {what} than {other}", [mean(a) - mean(b) for a, b in zip(right[one][kind], right[other][kind])], unit=unit)


def table3():
    for of, rows in load(CHAKRABARTI, "classes").items():
        for one, other in (("Smooth", "FullText"), ("SiteLevel", "FullText"), ("Basic", "FullText"), ("Smooth", "Basic"), ("Smooth", "SiteLevel")):
            yield claim(CHAKRABARTI, "classes", f"Table 3: {one} classifies better than {other}, {SETS['sewn' if of == 'web' else of]}", [r[one] - r[other] for r in rows.values()], unit="problems")


def chakrabarti():
    for part in (table1, figures_of_segments, table2, table3):
        yield from part()


# --- applications ----------------------------------------------------------------------------------------------------------------------------

def applications():
    sets = [s["by"] for s in load(APPLICATIONS, "index").values()]
    pairs = lambda kind, key: [(by[kind]["sites"][u][key], by["FullText"]["sites"][u][key]) for by in sets for u in by["FullText"]["sites"]]
    for kind in ("Consensus", "SiteLevel", "Smooth"):
        yield claim(APPLICATIONS, "index", f"{kind} makes the search index smaller (share of its postings saved)", [1 - a / b for a, b in pairs(kind, "postings")])
        yield claim(APPLICATIONS, "index", f"{kind} puts more of the main content into snippets (share)", [a - b for a, b in pairs(kind, "snippet")])
        yield claim(APPLICATIONS, "index", f"{kind} raises a page's place when its title is asked for (1 / place)", [a - b for a, b in pairs(kind, "place")])


PARTS = {GERACI: geraci, CRESCENZI: crescenzi, TEXT: text, CHAKRABARTI: chakrabarti, APPLICATIONS: applications}


@functools.lru_cache
def claims_of(folder):
    return list(PARTS[folder]())


def figure(c):
    number = lambda x: f"{x:+,.0f}" if abs(x) >= 100 else f"{x:+.3f}"
    return f"{number(c['value'])} [{number(c['low'])}, {number(c['high'])}], {c['n']} {c['unit']}"


def rows(folder=None):
    """Of the table that papers/README.md opens with, or of one report."""
    return [(NAMES[c["paper"]], c["claim"], c["verdict"], figure(c), f"`papers/run --only {SHORT[c['paper']]} --step {c['step']}`")
            for of in PARTS if folder in (None, of) for c in claims_of(of)]
