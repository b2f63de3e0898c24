"""The claims of the papers, each with what our data says: the figures behind the verdicts in papers/README.md and the reports.

A claim is a difference that the paper says is above 0, measured on units that are drawn again: sites, pages, posts, pairs of classes or sizes of a collection.
Verdicts follow one rule (results.verdict): it holds if the 95 % interval of a paired bootstrap lies above 0, is contradicted if it lies below, else undecided."""
from results import f_measure, interval, load, mean, verdict

GERACI, CRESCENZI, TEXT, CHAKRABARTI = "geraci-2011", "crescenzi-2005", "text-mdl", "chakrabarti-2007"
SHORT = {GERACI: "geraci", CRESCENZI: "crescenzi", TEXT: "text", CHAKRABARTI: "chakrabarti"}
NAMES = {GERACI: "Geraci and Maggini 2011", CRESCENZI: "Crescenzi, Merialdo and Missier 2005", TEXT: "Naveensundar 2014, Sathees Babu", CHAKRABARTI: "Chakrabarti, Kumar and Punera 2007"}
SETS = {"docs": "documentation", "wcxb": "WCXB", "web": "live sites"}


def claim(paper, step, text, units, figure=mean, unit="sites"):
    units = list(units)
    value, low, high = interval(units, figure)
    return {"paper": paper, "step": step, "claim": text, "value": value, "low": low, "high": high, "n": len(units), "unit": unit, "verdict": verdict(low, high)}


def geraci():
    sites = load(GERACI, "table").values()
    at = lambda key, t: [next(r[key] for r in s["rows"] if r["t"] == t) for s in sites]
    differ = lambda key, a, b: [x - y for x, y in zip(at(key, a), at(key, b))]
    yield claim(GERACI, "table", "Table 2: precision is higher with 16 pages than with 2", differ("precision", 16, 2))
    yield claim(GERACI, "table", "Table 2: recall is lower with 16 pages than with 2", differ("recall", 2, 16))
    yield claim(GERACI, "table", "Figure 2a: F is higher with 16 pages than with 2", differ("f", 16, 2))
    topics = load(GERACI, "topics").values()
    yield claim(GERACI, "topics", "Table 4: removing the template (t = 16) raises the F of clusters by topic", [s["variants"]["t16"]["idf"]["f"] - s["variants"]["original"]["idf"]["f"] for s in topics])
    yield claim(GERACI, "topics", "Figure 3b: it shrinks the corpus (share saved)", [1 - s["variants"]["t16"]["bytes"] / s["variants"]["original"]["bytes"] for s in topics])


def crescenzi():
    sites = load(CRESCENZI, "quality")["sites"]
    published = [s["presentation"] for s in sites]
    yield claim(CRESCENZI, "quality", "Figure 7: F* is at least 0.84, their mean", [p["F"] - .84 for p in published])
    yield claim(CRESCENZI, "quality", "Figure 7: purity is at least 0.966, their mean", [p["P"] - .966 for p in published])
    yield claim(CRESCENZI, "quality", "Note 3: with attributes of presentation purity is higher than with tags alone", [s["presentation"]["P"] - s["tags"]["P"] for s in sites])
    yield claim(CRESCENZI, "quality", "Ours: with attributes of presentation purity is higher than with all attributes", [s["presentation"]["P"] - s["all"]["P"] for s in sites])
    track = [s for s in load(CRESCENZI, "track")["sites"] if s["densest"]["Q"] > 0]
    yield claim(CRESCENZI, "track", "Figure 8: densest-first has the higher Q on the way", [s["densest"]["mean_Q"] - s["sparsest"]["mean_Q"] for s in track])
    yield claim(CRESCENZI, "track", "Section 4.3: Q is within 5 % of its last value after a fifth of the site (share of pages left over)", [.2 - s["densest"]["good"] / s["pages"] for s in track])


def text():
    rows = load(TEXT, "mixed")
    of = lambda m, key: [r[key] for r in rows if r["method"] == m]
    slower = [a - max(b, c, d) for a, b, c, d in zip(of("mdl", "seconds"), of("hash", "seconds"), of("max", "seconds"), of("dice", "seconds"))]
    yield claim(TEXT, "mixed", "Figure 4: TEXT-MDL takes longer than every other method (seconds)", slower, unit="sizes")
    yield claim(TEXT, "mixed", "Figure 4: TEXT-DICEMAX costs more than TEXT-MDL (share)", [x - 1 for x in of("dice", "to_exact")], unit="sizes")
    small = load(TEXT, "small")
    bytes_of = lambda m: [r["own_bytes"] for r in small if r["method"] == m]
    yield claim(TEXT, "small", "Table 3: TEXT-MDL takes more memory than TEXT-HASH (bytes)", [a - b for a, b in zip(bytes_of("mdl"), bytes_of("max"))], unit="sizes")


def smoothing(table, of, measure):
    """Smooth above Basic by f-measure over all pages of the drawn units."""
    figure = lambda drawn: f_measure([u["Smooth"][measure] for u in drawn]) - f_measure([u["Basic"][measure] for u in drawn])
    return claim(CHAKRABARTI, "table", f"Table 1: smoothing raises f, {measure}, {SETS[of]}", table[of]["units"].values(), figure, "pages" if of == "wcxb" else "sites")


def chakrabarti():
    table = load(CHAKRABARTI, "table")
    for of in table:
        for measure in ("Text", "AT", "Links"):
            yield smoothing(table, of, measure)
    right = load(CHAKRABARTI, "duplicates")["right"]
    for one, other in (("Smooth", "FullText"), ("SiteLevel", "FullText"), ("Smooth", "SiteLevel")):
        for kind, what, unit in (("same", "finds more duplicates", "posts"), ("different", "tells more others apart", "sites")):
            yield claim(CHAKRABARTI, "duplicates", f"Table 2: {one} {what} than {other}", [mean(a) - mean(b) for a, b in zip(right[one][kind], right[other][kind])], unit=unit)
    classes = load(CHAKRABARTI, "classes")
    for of, rows in classes.items():
        for one, other in (("SiteLevel", "FullText"), ("Smooth", "FullText"), ("Smooth", "Basic")):
            yield claim(CHAKRABARTI, "classes", f"Table 3: {one} classifies better than {other}, {of}", [r[one] - r[other] for r in rows.values()], unit="problems")


def all_claims():
    for part in (geraci, crescenzi, text, chakrabarti):
        yield from part()


def figure(c):
    number = lambda x: f"{x:+,.0f}" if abs(x) >= 100 else f"{x:+.3f}"
    return f"{number(c['value'])} [{number(c['low'])}, {number(c['high'])}], {c['n']} {c['unit']}"


def rows(folder=None):
    """Of the table that papers/README.md opens with, or of one report."""
    return [(NAMES[c["paper"]], c["claim"], c["verdict"], figure(c), f"`papers/run --only {SHORT[c['paper']]} --step {c['step']}`")
            for c in all_claims() if folder in (None, c["paper"])]
