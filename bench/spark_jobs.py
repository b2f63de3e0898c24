"""bench/run spark: the Spark jobs over the swde and web archives and a crawl of 2,000 hosts that spark/husk_spark/synthetic.py writes.

Printed and kept in bench/results/spark.json: pages per second of processor; how much faster two cores are than one (limit: 1.8, or 95 % of what two
programs that share nothing gain, where that is less); the share of the processor time of Java and Python that is not spent in libhusk and its Python
module (limits: LIMITS); what a host with 40 % of all pages adds (limit: a third); and whether the texts are those of the program. Archives of swde hold
one site each, those of the crawl have all hosts in no order. Scaling is meaningful only on an idle machine: if more work than the cores can do was there
before the run, one core alone is measured, and times by the clock are those of the last run, with its commit.
"""
import argparse
import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import husk
import pyarrow.parquet as pq

import common
from husk_spark import synthetic
from husk_spark.cli import arguments, run
from husk_spark.session import start

PROGRAM = os.path.join(os.path.dirname(husk.__file__), "bin", "husk")
NOW = 1790000000
LIMITS = {"extract": .25, "extract --site": .45}  # the share outside libhusk
BY_CLOCK = ("against one", "against none", "on this machine")


def job(spark, folder, *given):
    """Run a job into an empty folder; its counters."""
    shutil.rmtree(folder, ignore_errors=True)
    before = processor()
    total = run(spark, arguments([*map(str, given), "-o", folder, "--now", str(NOW)]))
    return {**total, "processor_seconds": processor() - before}


def processor():
    """Processor seconds of this process and all it started so far: Java, Python workers, those that ended too."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, times = {}, {}
    for entry in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(entry, encoding="ascii", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(entry.split("/")[2])] = int(fields[1])
        times[int(entry.split("/")[2])] = sum(map(int, fields[11:15])) / tick
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(times.get(pid, 0) for pid in ours)


def outside(total):
    """The share of all processor time that no task spent in libhusk."""
    return 1 - total["husk_seconds"] / total["processor_seconds"]


def pages_of(folder):
    table = pq.read_table(folder)
    return collections.Counter((i, (t or "").rstrip("\n")) for i, t in zip(table.column("id").to_pylist(), table.column("text").to_pylist()))


def program_pages(paths, *options):
    lines = subprocess.run([PROGRAM, "extract", "--quiet", "--format", "jsonl", *options, *paths], stdout=subprocess.PIPE,
                           env={**os.environ, "SOURCE_DATE_EPOCH": str(NOW)}).stdout.splitlines()
    return collections.Counter((r["id"], (r.get("text") or "").rstrip("\n")) for r in map(json.loads, lines))


def pairs(groups):
    return sum(n * (n - 1) / 2 for n in groups.values())


def pair_f1(ours, theirs):
    """F1 of the pairs of pages that two partitions put together; each is page → cluster."""
    both = collections.Counter((ours[page], theirs[page]) for page in ours if page in theirs)
    return 2 * pairs(both) / max(1, pairs(collections.Counter(ours.values())) + pairs(collections.Counter(theirs.values())))


def clusters_of(folder):
    return {row["id"]: row["cluster"] for row in pq.read_table(os.path.join(folder, "clusters")).to_pylist()}


def program_clusters(paths):
    lines = subprocess.run([PROGRAM, "cluster", "--method", "lsh", *paths], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return {page: number for number, page in (line.split("\t", 1) for line in lines)}


def earlier_by_clock():
    """Those figures of the last run that only an idle machine gives."""
    return [f for f in common.last_figures("spark", ["Spark"]) if f["what"].endswith(BY_CLOCK)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=40000, help="of the synthetic crawls")
    parser.add_argument("--repeat", type=int, default=15, help="how often the archives at hand are read in a timed run")
    parser.add_argument("--cores", type=lambda s: [int(n) for n in s.split(",")], default=[1, 2], help="1,2; with 1 alone nothing is said of scaling")
    o = parser.parse_args()
    work = tempfile.mkdtemp(prefix="husk-spark-", dir=common.BUILD)
    load = os.getloadavg()[0]
    print(f"load before the run: {load:.1f}", flush=True)
    swde = common.need(sorted(glob.glob(os.path.join(common.DATA, "swde", "*.warc.gz"))), "swde/*.warc.gz")
    web = common.need(sorted(glob.glob(os.path.join(common.DATA, "web", "*.warc.gz"))), "web/*.warc.gz")
    even = synthetic.write(f"{work}/even", 2000, o.pages, 0.0, 16)
    skewed = synthetic.write(f"{work}/skewed", 2000, o.pages, 0.4, 16)
    is_idle = load <= os.cpu_count()
    figures, failures, seconds = [], [], collections.defaultdict(dict)
    machine = common.two_programs_gain([PROGRAM, "extract", "--quiet", "--jobs", "1", "--format", "jsonl", *swde]) if is_idle else 2
    least = min(1.8, .95 * machine)

    def tell(what, value, unit=None):
        figures.append(common.figure(what, value, unit))
        print(f"{what}: {value:,.3f} {unit or ''}", flush=True)

    jobs = [("extract, swde", swde * o.repeat, ["extract"]), ("extract, web", web * o.repeat, ["extract"]), ("extract, 2,000 hosts", even, ["extract"]),
            ("learn, 2,000 hosts", even, ["learn", "--buckets", "16"]),
            ("extract --site, 2,000 hosts", even, ["extract", "--buckets", "16", "--site", f"{work}/learn-1"]),
            ("extract --site, swde", swde * o.repeat, ["extract", "--buckets", "16", "--site", f"{work}/learn-swde"]),
            ("cluster, swde", swde * o.repeat, ["cluster", "--buckets", "4"]),
            ("learn, 40 % on one host", skewed, ["learn", "--buckets", "16"]),
            ("extract --site, 40 % on one host", skewed, ["extract", "--buckets", "16", "--site", f"{work}/learn-1"])]
    for cores in o.cores if is_idle else [1]:
        spark = start(f"local[{cores},4]", "husk bench")
        job(spark, f"{work}/warm", "extract", swde[0])  # Java's and Python's first steps are not measured
        job(spark, f"{work}/learn-swde", "learn", "--buckets", "16", *swde)
        for name, paths, given in jobs:
            folder = f"{work}/{'learn' if name == 'learn, 2,000 hosts' else 'out'}-{cores}"
            total = job(spark, folder, *given, *paths)
            seconds[name][cores] = total
            print(f"{name}, {cores} {'core' if cores == 1 else 'cores'}: {total['job_seconds']:.1f} s, {total['processor_seconds']:.1f} s of processor, "
                  f"{outside(total):.0%} of it outside libhusk", flush=True)
        spark.stop()
    for name, by_cores in seconds.items():
        pages = by_cores[1].get("pages") or o.pages
        tell(f"Spark, {name}: pages per second of processor", pages / by_cores[1]["processor_seconds"])
        share = outside(by_cores[1])
        tell(f"Spark, {name}: share of processor time outside libhusk", share)
        limit = LIMITS.get(name.partition(",")[0], 1)
        failures += [f"{name}: {share:.0%} of the time outside libhusk, above {limit:.0%}"] * (share > limit)
        if 2 in by_cores:
            gain = by_cores[1]["job_seconds"] / by_cores[2]["job_seconds"]
            tell(f"Spark, {name}: two cores against one", gain, "times")
            failures += [f"{name}: two cores {gain:.2f} times one, below {least:.2f}"] * (gain < least and name.startswith("extract, "))
    for name in ("learn", "extract --site") if is_idle else ():
        large, none = seconds[f"{name}, 40 % on one host"], seconds[f"{name}, 2,000 hosts"]
        more = large[max(large)]["job_seconds"] / none[max(none)]["job_seconds"]
        tell(f"Spark, {name} on {max(large)} cores: a host with 40 % of all pages against none", more, "times")
        failures += [f"{name}: a large host makes it {more:.2f} times as long"] * (more > 4 / 3)

    spark = start("local[2,4]", "husk bench")
    for name, paths in (("swde", swde), ("web", web), ("2,000 hosts", even)):
        job(spark, f"{work}/same", "extract", *paths)
        ours, theirs = pages_of(f"{work}/same"), program_pages(paths)
        wrong = sum(((ours - theirs) + (theirs - ours)).values())
        tell(f"Spark, extract, {name}: texts that are not the program's", wrong)
        failures += [f"{name}: {wrong} texts are not the program's"] * (wrong > 0)
    job(spark, f"{work}/clusters", "cluster", *swde, "--buckets", "4")
    ours = clusters_of(f"{work}/clusters")
    site = {page.id: os.path.basename(path) for path in swde for page in husk.read_pages(path)}
    tell("Spark, cluster, swde: F1 of pairs against the sites", pair_f1(ours, site))
    tell("Spark, cluster, swde: F1 of pairs against husk cluster --method lsh", pair_f1(ours, program_clusters(swde)))
    spark.stop()
    if is_idle:
        tell("Spark: two programs that share nothing against one, on this machine", machine, "times")
    figures.append(common.figure("Spark: load of the machine before the run", load))
    tell("Spark: bytes of a site file, mean", common.mean(len(s) for s in pq.read_table(f"{work}/learn-1", columns=["site"]).column("site").to_pylist() if s), "bytes")
    tell("Spark: bytes of a page, 2,000 hosts, gzipped", sum(os.path.getsize(p) for p in even) / o.pages, "bytes")
    tell("Spark: bytes of a page's row in Parquet, 2,000 hosts", sum(os.path.getsize(p) for p in glob.glob(f"{work}/same/part-*")) / o.pages, "bytes")
    if not is_idle:
        figures += earlier_by_clock()
    common.write_result("spark", figures, pages=o.pages, repeat=o.repeat)
    shutil.rmtree(work)
    return common.end(failures)


if __name__ == "__main__":
    sys.exit(main())
