#!/usr/bin/env python3
"""The plan for a monthly crawl in docs/guides/spark.md, computed from bench/results/spark.json.

    spark/plan.py             print it
    spark/plan.py --write     put it into the guide
    spark/plan.py --check     exit with 1 if the guide has another one
"""
import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "guides" / "spark.md"
BEGIN, END = "<!-- plan: written by spark/plan.py -->\n", "<!-- end of plan -->\n"
# The job, the measurement that stands for it, how often it reads the archives, what it sends through a shuffle.
JOBS = [("extract", "extract, web", 1, None), ("learn", "learn, 2,000 hosts", 2, "sampled pages"),
        ("extract --site", "extract --site, 2,000 hosts", 1, "all pages"), ("cluster", "cluster, swde", 1, "leaders of buckets")]


def figures():
    path = ROOT / "bench" / "results" / "spark.json"
    if not path.exists():
        return None
    return {f["what"]: f["value"] for f in json.loads(path.read_text(encoding="utf-8"))["figures"]}


def plan(o):
    found = figures()
    if found is None:
        return "No figures yet: run `bench/run spark`, then `spark/plan.py --write`.\n"
    cores = o.executors * o.cores
    crawl = o.pages * o.page_bytes
    lines = [f"Assumed: {o.pages / 1e9:.0f} billion pages in {o.archives:,} archives of {crawl / o.archives / 1e9:.1f} GB ({crawl / 1e12:.0f} TB gzipped), {o.executors} executors of",
             f"{o.cores} cores and {4 * o.cores} GB, {o.dollars:.3f} dollars per core and hour. Speeds are those of `bench/run spark` on one core of the machine that ran it.", "",
             "| job | pages per second of processor | core-hours | hours on these executors | dollars | read per executor |", "|---|---|---|---|---|---|"]
    for job, name, reads, _ in JOBS:
        speed = found[f"Spark, {name}: pages per second of processor"]
        hours = o.pages / speed / 3600
        rate = reads * crawl / o.executors / (hours / cores * 3600)
        lines.append(f"| `{job}` | {speed:,.0f} | {hours:,.0f} | {hours / cores:,.1f} | {hours * o.dollars:,.0f} | {rate / 1e6:,.0f} MB/s |")
    site = found["Spark: bytes of a site file, mean"]
    row = found["Spark: bytes of a page's row in Parquet, 2,000 hosts"]
    gap = next(value for what, value in found.items() if what.startswith("Spark, extract --site on ") and "40 %" in what)
    shuffle = o.pages * o.page_bytes * 1.2  # Spark compresses blocks by LZ4, which takes about a fifth more than gzip
    lines += ["", "What limits it:", "",
              f"- **Reading.** One pass over the crawl is {crawl / 1e12:.0f} TB; `learn` counts pages per host in a pass of its own, which reads and inflates but parses nothing.",
              "  The table's last column is what an executor must get from storage; run in the storage's own region.",
              f"- **Shuffle.** `extract --site` sends every page that is not grouped by host already to its host's bucket once: about {shuffle / 1e12:.0f} TB, {shuffle / o.executors / 1e12:.2f} TB per executor on local disk."
              f" {o.buckets:,} buckets",
              f"  of {o.pages / o.buckets:,.0f} pages ({shuffle / o.buckets / 1e9:.1f} GB) keep a task's sort on disk and its restart cheap.",
              f"- **Sites.** {o.hosts / 1e6:.0f} million hosts with site files of {site / 1024:,.0f} KB are {o.hosts * site / 1e12:.1f} TB. Learn them once, and again for hosts whose pages no longer fit.",
              f"- **Output.** {row / 1024:.1f} KB per page in Parquet: {o.pages * row / 1e12:.1f} TB.",
              f"- **Large hosts.** A host with 40 % of all pages makes `extract --site` {gap:.2f} times as long here; without salt its pages would be one task.",
              "- **The driver** holds the list of splits, the salts of large hosts and the counters of parts: some hundred MB. `cluster` joins up to 5 million links",
              "  there; more are joined by rounds of stars on the executors."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=float, default=3e9)
    parser.add_argument("--page-bytes", type=float, default=30e3, help="gzipped, with its headers: a monthly crawl's archives by its pages")
    parser.add_argument("--archives", type=int, default=90000)
    parser.add_argument("--hosts", type=float, default=40e6)
    parser.add_argument("--executors", type=int, default=200)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--buckets", type=int, default=100000)
    parser.add_argument("--dollars", type=float, default=0.015, help="per core and hour")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    o = parser.parse_args()
    text = plan(o)
    if not (o.write or o.check):
        print(text, end="")
        return 0
    guide = GUIDE.read_text(encoding="utf-8")
    before, rest = guide.split(BEGIN)
    made = before + BEGIN + text + END + rest.split(END)[1]
    if o.check:
        return int(made != guide)
    GUIDE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
