#!/usr/bin/env python3
"""Classify pages by topic with naive Bayes, their template removed or not, as in Chakrabarti, Kumar and Punera's section 6.3: papers/bayes.py LEARN.tsv ASKED.tsv

  LEARN.tsv, ASKED.tsv   lines "TOPIC<tab>PAGE"; a path is relative to the file
  --method METHOD        what husk extract keeps: page, site, pagelevel, sitelevel, consensus; none: all text. Default: page, or site with --site
  --site FILE            a site file, for the methods that know the site
  --set NAME=VALUE       a parameter of a published method; may be repeated

Prints "TOPIC<tab>FOUND<tab>PAGE" for each asked page, and on stderr the share that is right. Multinomial, words counted, add-one smoothing, topics equally likely."""
import argparse
import collections
import json
import math
import os
import re
import subprocess
import sys

from results import HUSK

WORD = re.compile(r"\w+")


def learn(bags):
    """bags: {topic: word counts}. {topic: {word: log-probability}}, with None for a word that no topic has."""
    vocabulary = set().union(*bags.values())
    totals = {t: sum(bag.values()) + len(vocabulary) for t, bag in bags.items()}
    return {t: {w: math.log((bag[w] + 1) / totals[t]) for w in vocabulary} for t, bag in bags.items()}


def scores(model, bag):
    """{topic: log-likelihood}; words that were not learned say nothing."""
    return {t: sum(n * odds[w] for w, n in bag.items() if w in odds) for t, odds in model.items()}


def tried(learned, asked):
    """Pages found right, a tie as half of one, and all pages; both are pairs of lists of word counts, one for each class."""
    model = learn(dict(enumerate(sum(bags, collections.Counter()) for bags in learned)))
    right = total = 0
    for real, bags in enumerate(asked):
        for bag in bags:
            score = scores(model, bag)
            right += .5 if score[0] == score[1] else score[real] > score[1 - real]
            total += 1
    return right, total


def read_list(path):
    with open(path, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t", 1) for line in f if line.strip()]
    return [(topic, os.path.join(os.path.dirname(path), page)) for topic, page in rows]


def bags_of(pages, options):
    """{page: word counts} of what `husk extract` leaves."""
    done = subprocess.run([HUSK, "extract", "-q", "--format", "jsonl", *options, *pages], stdout=subprocess.PIPE, check=False)  # 1: some pages failed
    return {r["id"]: collections.Counter(WORD.findall((r.get("text") or "").lower())) for r in map(json.loads, done.stdout.decode().splitlines())}


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("learn")
    a.add_argument("asked")
    a.add_argument("--method", choices=("page", "site", "pagelevel", "sitelevel", "consensus", "none"))
    a.add_argument("--site")
    a.add_argument("--set", action="append", default=[])
    o = a.parse_args()
    options = ["--all"] if o.method == "none" else ["--method", o.method] if o.method else []
    options += (["--site", o.site] if o.site else []) + [x for value in o.set for x in ("--set", value)]
    known, asked = read_list(o.learn), read_list(o.asked)
    bags = bags_of(sorted({page for _, page in known + asked}), options)
    by_topic = collections.defaultdict(collections.Counter)
    for topic, page in known:
        by_topic[topic] += bags.get(page, collections.Counter())
    model, right = learn(by_topic), 0
    for topic, page in asked:
        score = scores(model, bags.get(page, {}))
        found = max(sorted(score), key=score.get)
        right += found == topic
        print(f"{topic}\t{found}\t{page}")
    print(f"{right} of {len(asked)} right", file=sys.stderr)


if __name__ == "__main__":
    main()
