"""learn: a site file for each host, from a bounded sample of its pages.

Pages have a rank, a hash of their URL; a host's sample is its lowest ranks. Pages are counted first, so that a task keeps of a large
host only ranks below a threshold that leaves a little more than the sample: no host sends more than that anywhere, whatever its size.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from typing import Any, Dict, Iterator, List, Tuple

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import husk

from . import pages
from .counting import bucket_keys, count_hosts
from .job_extract import COUNTERS, _row
from .parts import Counters, Folder
from .sites import ROW_GROUP, bucket_of
from .splits import Split

SAMPLED = "key int, bucket int, host string, rank long, at long, url string, html binary, charset string, is_text boolean, fetched long"
_SAMPLED = pa.schema([("key", pa.int32()), ("bucket", pa.int32()), ("host", pa.string()), ("rank", pa.int64()), ("at", pa.int64()), ("url", pa.string()),
                      ("html", pa.binary()), ("charset", pa.string()), ("is_text", pa.bool_()), ("fetched", pa.int64())])
SITES = pa.schema([("host", pa.string()), ("site", pa.binary()), ("pages", pa.int64()), ("sampled", pa.int64()), ("report", pa.string()),
                   ("status", pa.string()), ("reason", pa.string()), ("seconds", pa.float32())])
HOST_BYTES = 256 << 20  # of a host's sampled pages: what a task holds


def thresholds_of(counts: Dict[str, int], sample: int) -> Dict[str, int]:
    """For hosts with more pages than that: the rank below which about sample + 6 sqrt(sample) + 16 of them are. Fewer than the
    sample are below it about once in a thousand million hosts; that host's sample is then a little smaller."""
    enough = sample + 6 * math.sqrt(sample) + 16
    return {host: int(pages.RANKS * enough / n) for host, n in counts.items() if n > enough}


def learn_host(host: str, sampled: List[tuple], clock: pages.Clock) -> Dict[str, Any]:
    """One row of SITES. Pages go in as they came, as the program reads them."""
    started = time.perf_counter()
    row: Dict[str, Any] = {"host": host, "site": None, "sampled": len(sampled), "report": None, "status": "ok", "reason": None}
    sampled.sort(key=lambda page: page[0])
    with tempfile.TemporaryDirectory(prefix="husk-") as folder:
        path = os.path.join(folder, "site.husk")
        try:
            with clock:
                site = husk.Site.learn((page for _, page in sampled), path, jobs=1, errors="skip")
                row["report"] = site.report
                site.close()
            with open(path, "rb") as file:
                row["site"] = file.read()
        except (husk.Error, OSError, ValueError) as error:
            row.update(status="failed", reason=str(error))
    row["seconds"] = time.perf_counter() - started
    return row


def _groups(batches: Iterator["pa.RecordBatch"], sample: int) -> Iterator[Tuple[int, str, list]]:
    """(bucket, host, sample) from rows sorted by host and rank. No more than a host's sample is held."""
    host, bucket, held, size = None, -1, [], 0
    for batch in batches:
        for row in range(batch.num_rows):
            this = batch.column("host")[row].as_py()
            if this != host:
                if host is not None:
                    yield bucket, host, held
                host, held, size = this, [], 0
                bucket = batch.column("bucket")[row].as_py()
            if len(held) < sample and size < HOST_BYTES:
                url, html, charset, is_text, fetched = (batch.column(name)[row].as_py()
                                                        for name in ("url", "html", "charset", "is_text", "fetched"))
                held.append((batch.column("at")[row].as_py(), pages.arguments({"html": html, "url": url, "charset": charset, "is_text": is_text, "fetched": fetched})))
                size += len(html)
    if host is not None:
        yield bucket, host, held


def learn(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str], sample: int, n_buckets: int,
          least_pages: int) -> None:
    done = folder.done()
    counts = count_hosts(spark, bundles, folder, columns)
    enough = sample + 6 * math.sqrt(sample) + 16
    large = {row["host"]: row["pages"] for row in counts.where(F.col("pages") > enough).collect()}
    thresholds, keys = thresholds_of(large, sample), bucket_keys(spark, n_buckets)

    def choose(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for number in given.column("id").to_pylist():
                for batch, at in pages.numbered(number, bundles[number], columns, pages.Clock()):
                    yield from _choose(batch, at, thresholds, keys, done)

    def work(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        counters, clock, part, bucket = Counters(), pages.Clock(), None, -1
        try:
            for bucket, host, sampled in _groups(batches, sample):
                part = part or folder.open(bucket, SITES, row_group=ROW_GROUP)
                if len(sampled) < least_pages:
                    row = {"host": host, "site": None, "sampled": len(sampled), "report": None, "status": "few-pages",
                           "reason": f"a host needs {least_pages} pages", "seconds": 0.0}
                else:
                    row = learn_host(host, sampled, clock)
                row["pages"] = large.get(host, len(sampled))
                made = pa.RecordBatch.from_pylist([row], schema=SITES)
                part.write(made)
                counters.add(made.column("status"), made.column("reason"))
        except BaseException as error:
            if part:
                part.__exit__(type(error))
            raise
        if part:
            part.__exit__(None)
            found = counters.as_dict(clock.seconds)
            found["hosts"] = found.pop("pages")
            folder.finish(bucket, found)
            yield _row(found)

    chosen = spark.range(0, len(bundles), 1, len(bundles)).mapInArrow(choose, SAMPLED)
    if len(done) < n_buckets:
        chosen.repartition(n_buckets, "key").sortWithinPartitions("host", "rank", "at").mapInArrow(work, COUNTERS).collect()
    for bucket in sorted(set(range(n_buckets)) - folder.done()):  # no host came here
        folder.finish(bucket, {"hosts": 0, "seconds": 0.0, "husk_seconds": 0.0})


def _choose(batch: "pa.RecordBatch", at: "pa.Array", thresholds: Dict[str, int], keys: List[int], done: set) -> Iterator["pa.RecordBatch"]:
    """The pages of a batch that may be in their host's sample. Pages that could not be read are not."""
    urls, html = batch.column("url").to_pylist(), batch.column("html")
    names = pages.hosts_of(batch.column("url"))
    hosts = names.to_pylist()
    ranks = [pages.rank_of(url, number) for url, number in zip(urls, at.to_pylist())]
    buckets = [bucket_of(host, 0, len(keys)) for host in hosts]
    keep = pa.array([valid and rank < thresholds.get(host, pages.RANKS) and bucket not in done for valid, rank, host, bucket in
                     zip(html.is_valid().to_pylist(), ranks, hosts, buckets)])
    made = pa.record_batch([pa.array([keys[b] for b in buckets], pa.int32()), pa.array(buckets, pa.int32()), names, pa.array(ranks, pa.int64()), at,
                            batch.column("url"), html.cast(pa.binary()), batch.column("charset"), batch.column("is_text"),
                            batch.column("fetched")],
                           schema=_SAMPLED).filter(keep)
    if made.num_rows:
        yield made
