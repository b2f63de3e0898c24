"""A model file's lines, which src/judge/model_file.c reads: forests of symmetric trees, and decisions, the numbers that training chose."""


def decisions(values):
    """{name: number} as lines."""
    return "".join(f"decision {name} {value:g}\n" for name, value in values.items())


def forest(name, trees, bias, names):
    """`trees` as CatBoost saves them, [{"splits": [...], "leaf_values": [...]}]. `names` are the columns'."""
    used = sorted({s["float_feature_index"] for t in trees for s in t["splits"] or []})
    borders = {f: sorted({s["border"] for t in trees for s in t["splits"] or [] if s["float_feature_index"] == f}) for f in used}
    step = max(abs(v) for t in trees for v in t["leaf_values"]) / 1000
    out = [f"forest {name} {len(used)} {len(trees)} {step:.9g} {bias:.9g}"]
    out += ["column " + names[f] + "".join(f" {b:.9g}" for b in borders[f]) for f in used]
    for t in trees:
        splits = [f"{used.index(s['float_feature_index'])}:{borders[s['float_feature_index']].index(s['border'])}" for s in t["splits"] or []]
        leaves = [round(v / step) for v in t["leaf_values"]]
        while len(splits) < 6:  # a shallow tree asks a question that is never true
            splits.append("0:254")
            leaves = leaves + [0] * len(leaves)
        out.append("tree " + " ".join(splits) + " " + " ".join(map(str, leaves)))
    return "\n".join(out) + "\n"
