"""The command line of the jobs: husk-spark JOB INPUT... -o FOLDER.

    extract INPUT... -o FOLDER                 the main content of every page
    extract INPUT... -o FOLDER --site SITES    the same, with the sites that learn wrote to SITES
    learn INPUT... -o FOLDER                   a site file for each host, as a table of host and bytes
    cluster INPUT... -o FOLDER                 pages of one template, across hosts

INPUT is a WARC, JSON lines or Parquet file, a folder of them, or a .paths file that lists them; local, hdfs://, s3://, gs:// or
abfs://. A job that was stopped continues when it is started again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any, Dict, List, Optional

import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from . import splits
from .counting import spark_path
from .parts import Folder, add_up
from .session import VersionError, start
from .splits import filesystem

BUNDLE = 64 << 20  # bytes of archives that a task reads at least: some seconds of work. With sites it meets more pages of a host
ROWS_HERE = 1_000_000  # of a column of the output that this process reads


def arguments(given: Optional[List[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="husk-spark", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["extract", "learn", "cluster"])
    parser.add_argument("input", nargs="+", help="archives, Parquet files, folders")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="the folder for the parts; a stopped job continues there")
    parser.add_argument("--master", default=None, help="Spark's master (default: spark-submit's, else local[*,4])")
    parser.add_argument("--site", metavar="FOLDER", help="of extract: the output of learn")
    parser.add_argument("--html", default="html", help="of Parquet: the column of pages (default: html)")
    parser.add_argument("--url", default="url", help="of Parquet: the column of URLs (default: url)")
    parser.add_argument("--format", default="txt", dest="output_format", choices=["txt", "markdown", "html"], help="of the column text")
    parser.add_argument("--no-comments", action="store_true", help="leave out readers' comments")
    parser.add_argument("--sample", type=int, default=512, metavar="N", help="of learn: pages of a host (default: 512)")
    parser.add_argument("--least-pages", type=int, default=2, metavar="N", help="of learn: hosts with fewer pages are left out (default: 2)")
    parser.add_argument("--buckets", type=int, default=0, metavar="N",
                        help="parts of learn, extract --site and cluster (default: 4 per core; on a cluster, 100 MB of pages each)")
    parser.add_argument("--split-bytes", type=int, default=256 << 20, metavar="N", help="larger .warc.gz archives are split (default: 256 MiB)")
    parser.add_argument("--now", type=int, default=None, help="seconds since 1970: dates after it are not believed")
    return parser.parse_args(given)


def run(spark: SparkSession, o: argparse.Namespace) -> Dict[str, Any]:
    """Run a job and return its counters."""
    from .job_cluster import cluster
    from .job_extract import extract, extract_with_sites
    from .job_learn import learn
    from .sites import buckets_of

    started = time.monotonic()
    found = splits.find(o.input, o.split_bytes)
    if not found:
        raise SystemExit("husk_spark: no archive or Parquet file among the inputs")
    folder = Folder(o.output)
    before = folder.read("_job.json") or {}
    # Those of the job that is continued, whatever the machine has now.
    n_buckets = o.buckets or before.get("buckets") or (buckets_of(o.site) if o.site else None) or 4 * spark.sparkContext.defaultParallelism
    # Four tasks per core where the input is small; a part of the output is never worth less than BUNDLE otherwise.
    bundle_bytes = before.get("bundle_bytes") or min(BUNDLE, sum(s.size for s in found) // (4 * spark.sparkContext.defaultParallelism) or 1)
    bundles = splits.bundle(found, bundle_bytes)
    columns = {"html": o.html, "url": o.url}
    # Tables of hosts and links have as many partitions as there are buckets. Spark's 200 cost a small job more than its pages.
    spark.conf.set("spark.sql.shuffle.partitions", str(n_buckets))
    options: Dict[str, Any] = {"output_format": o.output_format, "include_comments": not o.no_comments}
    options["now"] = o.now if o.now is not None else before.get("options", {}).get(
        "now", int(os.environ.get("SOURCE_DATE_EPOCH") or time.time()))
    job = {"job": o.job, "site": o.site, "options": options, "columns": columns, "sample": o.sample, "least_pages": o.least_pages,
           "buckets": n_buckets, "bundle_bytes": bundle_bytes, "splits": [[s.path, s.size, s.start, s.end] for s in found]}
    folder.begin(job)
    reused = len(folder.done())
    if o.job == "learn":
        learn(spark, bundles, folder, columns, o.sample, n_buckets, o.least_pages)
    elif o.job == "cluster":
        cluster(spark, bundles, folder, columns, n_buckets)
    elif o.site:
        extract_with_sites(spark, bundles, o.site, folder, columns, options, n_buckets)
    else:
        extract(spark, bundles, folder, columns, options)
    total = add_up([*folder.counters().values(), *folder.counters("bundle").values()])
    if o.job != "learn" and total.get("pages"):
        table = f"{folder.path}/clusters" if o.job == "cluster" else folder.path
        for name in ("host", "cluster") if o.job == "cluster" else ("host",):
            total[f"{name}s"] = distinct(spark, table, name, total["pages"])
    total.update(job_seconds=time.monotonic() - started, parts_reused=reused)
    folder.write("_counters.json", total)
    return total


def distinct(spark: SparkSession, table: str, name: str, rows: int) -> int:
    """How many values a column has. A few rows are counted here, for a tenth of what it costs Spark."""
    if rows > ROWS_HERE:
        return spark.read.parquet(spark_path(table)).where(f"{name} is not null").select(name).distinct().count()
    system, path = filesystem(table)
    return len(pq.read_table(path, filesystem=system, columns=[name]).column(name).unique().drop_null())


def describe(total: Dict[str, Any]) -> str:
    """The counters for a reader."""
    lines = [", ".join(f"{total[name]} {name}" for name in ("pages", "hosts", "clusters") if name in total)
             + f" in {total['job_seconds']:.1f} s, {total['parts']} parts ({total['parts_reused']} were there)"]
    lines.append(", ".join(f"{n} {status}" for status, n in sorted(total.get("status", {}).items())))
    lines += [f"  {n} {reason}" for reason, n in sorted(total.get("reasons", {}).items(), key=lambda item: -item[1])[:10]]
    return "\n".join(line for line in lines if line)


def main(given: Optional[List[str]] = None) -> int:
    o = arguments(given)
    spark = None
    try:
        spark = start(o.master, f"husk {o.job}")
        total = run(spark, o)
    except (FileNotFoundError, ValueError, VersionError) as error:
        print(f"husk_spark: {error}", file=sys.stderr)
        return 3
    finally:
        if spark:
            spark.stop()
    print(describe(total), file=sys.stderr)
    print(json.dumps(total))
    return 1 if total.get("status", {}).get("failed") else 0

