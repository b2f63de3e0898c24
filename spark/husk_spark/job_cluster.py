"""cluster: pages of one template, across all hosts, by MinHash and locality-sensitive hashing.

A page's signature has LENGTH ranks in BANDS bands. Pages that agree in a band meet in a bucket; of a bucket a few leaders are kept,
and a page joins the first leader whose signature agrees with its own in at least SIMILAR of the ranks. A task does so with its own
pages first and sends leaders alone to where the buckets of all tasks meet, so a template with very many pages is no larger there
than one with few. Clusters are what these links connect.
Agreement with `husk cluster --method lsh`, which holds all pages in one process: bench/run spark.
"""

from __future__ import annotations

import collections
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import husk

from . import pages
from .counting import spark_path
from .job_extract import COUNTERS, _row
from .parts import Counters, Folder
from .splits import Split

# On 4,000 pages of 40 sites pages of one site agree in .69 or more of their structure (first percentile), pages of two sites in .27
# or less (last thousandth): half is far from both (bench/run spark prints the clusters' F).
LENGTH, BANDS, SIMILAR = 128, 16, 0.5
LEADERS = 8  # of a bucket: more than so many templates that meet in a band of 8 ranks are not told apart there
HELD = 8192  # pages that a task clusters at a time: about 60 MB of buckets

SIGNED = pa.schema([("at", pa.int64()), ("id", pa.string()), ("url", pa.string()), ("host", pa.string()), ("status", pa.string()),
                    ("reason", pa.string())])
LINKS = pa.schema([("a", pa.int64()), ("b", pa.int64())])
LEADING = pa.schema([("bucket", pa.int64()), ("at", pa.int64()), ("signature", pa.binary())])


class Buckets:
    """Leaders by bucket. `meet` returns the leader that a page joins there, or makes it one."""

    def __init__(self) -> None:
        self.leaders: Dict[int, List[Tuple[int, "np.ndarray"]]] = collections.defaultdict(list)

    def meet(self, bucket: int, at: int, signature: "np.ndarray") -> Optional[int]:
        there = self.leaders[bucket]
        for leader, its in there:
            if np.count_nonzero(its == signature) >= SIMILAR * LENGTH:
                return leader
        if len(there) < LEADERS:
            there.append((at, signature))
        return None


def buckets_of(signature: "np.ndarray") -> List[int]:
    rows = signature.reshape(BANDS, -1)
    return [pages.number(band, rows[band].tobytes().hex()) for band in range(BANDS)]


class Union:
    """Union-find over page numbers; the least number names its set."""

    def __init__(self) -> None:
        self.root: Dict[int, int] = {}

    def find(self, a: int) -> int:
        root = self.root
        while root.setdefault(a, a) != a:
            root[a] = root[root[a]]
            a = root[a]
        return a

    def join(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        if a != b:
            self.root[max(a, b)] = min(a, b)

    def links(self) -> "pa.RecordBatch":
        found = [(a, self.find(a)) for a in self.root if self.find(a) != a]
        return pa.record_batch([pa.array([a for a, _ in found], pa.int64()), pa.array([b for _, b in found], pa.int64())], schema=LINKS)


class Local:
    """The pages of a task so far: linked among themselves, with the leaders that other tasks must see."""

    def __init__(self) -> None:
        self.union, self.buckets = Union(), Buckets()
        self.n = 0

    def add(self, at: int, signature: "np.ndarray") -> None:
        self.n += 1
        for bucket in buckets_of(signature):
            leader = self.buckets.meet(bucket, at, signature)
            if leader is not None:
                self.union.join(at, leader)

    def leading(self) -> "pa.RecordBatch":
        rows = [(bucket, at, signature.tobytes()) for bucket, there in self.buckets.leaders.items() for at, signature in there]
        return pa.record_batch([pa.array(c, t) for c, t in zip(zip(*rows), LEADING.types)] if rows else
                               [pa.array([], t) for t in LEADING.types], schema=LEADING)


def sign(number: int, bundle: List[Split], folder: Folder, columns: Dict[str, str]) -> Dict[str, Any]:
    """The signatures of a bundle, clustered among themselves: pages, links and leaders as three parts."""
    counters, clock, local = Counters(), pages.Clock(), Local()
    with folder.open(number, SIGNED, "_pages/") as out, folder.open(number, LINKS, "_links/") as links, \
            folder.open(number, LEADING, "_leading/") as leading:

        def flush() -> None:
            links.write(local.union.links())
            leading.write(local.leading())

        for batch, numbers in pages.numbered(number, bundle, columns, clock):
            reasons: List[Optional[str]] = []
            for at, html, problem in zip(numbers.to_pylist(), batch.column("html").to_pylist(), batch.column("problem").to_pylist()):
                try:
                    with clock:
                        signature = husk.signature(html, length=LENGTH) if html is not None else None
                    if signature is not None:
                        local.add(at, np.frombuffer(signature, "u4"))
                    reasons.append(None if signature is not None else problem or "no page")
                except husk.Error as error:
                    reasons.append(str(error))
            status = pa.array(["ok" if reason is None else "failed" for reason in reasons], pa.string())
            why = pa.array(reasons, pa.string())
            hosts = pages.hosts_of(batch.column("url"))
            out.write(pa.record_batch([numbers, batch.column("id"), batch.column("url"), hosts, status, why], schema=SIGNED))
            counters.add(status, why)
            if local.n >= HELD:
                flush()
                local = Local()
        flush()
    return counters.as_dict(clock.seconds)


def meet(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
    """Leaders of all tasks, sorted by bucket: links between those that are alike."""
    buckets, union, last = Buckets(), Union(), None
    for batch in batches:
        for bucket, at, signature in zip(*(batch.column(name).to_pylist() for name in LEADING.names)):
            if bucket != last:
                buckets.leaders.clear()
                last = bucket
            leader = buckets.meet(bucket, at, np.frombuffer(signature, "u4"))
            if leader is not None:
                union.join(at, leader)
        if len(union.root) > 1_000_000:  # bounded memory; links are joined later
            yield union.links()
            union = Union()
    yield union.links()


DRIVER_LINKS = 5_000_000  # fewer links than this are joined in the driver


def components(spark: SparkSession, links: DataFrame) -> DataFrame:
    """(at, cluster): each linked page with the least number that it is connected to."""
    links = links.where("a != b").distinct().localCheckpoint()
    if links.count() <= DRIVER_LINKS:
        union = Union()
        for row in links.toLocalIterator():
            union.join(row["a"], row["b"])
        found = [(at, union.find(at)) for at in union.root]
        return spark.createDataFrame(found, "at long, cluster long")
    return star_components(links)


def star_components(links: DataFrame) -> DataFrame:
    """The same where no process can hold the links: large stars and small stars in turn, until nothing changes (Kiveris and others,
    "Connected components in MapReduce and beyond", 2014)."""
    edges, before = links, None
    for _ in range(50):
        both = edges.union(edges.select(F.col("b").alias("a"), F.col("a").alias("b")))
        least = both.groupBy("a").agg(F.least(F.min("b"), F.first("a")).alias("m"))
        large = both.join(least, "a").where("b > a").select(F.col("b").alias("a"), F.col("m").alias("b")).distinct()
        down = large.select(F.greatest("a", "b").alias("a"), F.least("a", "b").alias("b")).where("a != b")
        smallest = down.groupBy("a").agg(F.min("b").alias("m"))
        small = down.join(smallest, "a").select(F.col("b").alias("a"), F.col("m").alias("b")).union(smallest.select("a", F.col("m").alias("b")))
        edges = small.where("a != b").distinct().localCheckpoint()
        now = edges.agg(F.count("*"), F.sum(F.hash("a", "b").cast("long"))).first()
        if now == before:
            break
        before = now
    found = edges.groupBy("a").agg(F.min("b").alias("cluster")).select(F.col("a").alias("at"), "cluster")
    roots = found.select(F.col("cluster").alias("at"), "cluster").distinct()
    return found.union(roots)


def cluster(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str], n_buckets: int) -> None:
    """Signatures by bundle, each kept; then links, components and one table of all pages."""
    done = folder.done()
    todo = [number for number in range(len(bundles)) if number not in done]

    def task(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for place in given.column("id").to_pylist():
                made = sign(todo[place], bundles[todo[place]], folder, columns)
                folder.finish(todo[place], made)
                yield _row(made)

    if todo:
        spark.range(0, len(todo), 1, len(todo)).mapInArrow(task, COUNTERS).collect()
    if folder.read("_done/clusters.json") is not None:
        return
    read = {name: spark.read.parquet(spark_path(f"{folder.path}/_{name}")) for name in ("pages", "links", "leading")}
    met = read["leading"].repartition(n_buckets, "bucket").sortWithinPartitions("bucket", "at").mapInArrow(meet, "a long, b long")
    found = components(spark, read["links"].union(met))
    table = read["pages"].join(found, "at", "left").withColumn(
        "cluster", F.when(F.col("status") == "ok", F.coalesce("cluster", "at"))).drop("at")
    table.repartition(n_buckets, "cluster").write.mode("overwrite").parquet(spark_path(f"{folder.path}/clusters"))
    folder.write("_done/clusters.json", {"finished": True})
