"""How many pages each host has, which sampling needs to know before pages move, and how rows get to their bucket."""

from __future__ import annotations

import collections
from typing import Dict, Iterator, List

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import pages
from .parts import Folder
from .splits import Split, filesystem

MAX_HELD = 100_000  # hosts that a task counts before it passes them on


def count_hosts(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str]) -> DataFrame:
    """A table of host and pages. It is kept in the folder, so a restart reads no archive for it."""

    def task(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        counts: collections.Counter = collections.Counter()

        def flush() -> "pa.RecordBatch":
            made = pa.record_batch({"host": pa.array(list(counts), pa.string()), "n": pa.array(counts.values(), pa.int64())})
            counts.clear()
            return made

        for given in batches:
            for number in given.column("id").to_pylist():
                for batch in pages.batches(bundles[number], columns, pages.Clock()):
                    counts.update(pages.hosts_of(batch.column("url")).to_pylist())
                    if len(counts) > MAX_HELD:
                        yield flush()
        yield flush()

    name = f"{folder.path}/_counts"
    if folder.read("_done/counts.json") is None:
        found = spark.range(0, len(bundles), 1, len(bundles)).mapInArrow(task, "host string, n long")
        found.groupBy("host").agg(F.sum("n").alias("pages")).write.mode("overwrite").parquet(spark_path(name))
        folder.write("_done/counts.json", {"finished": True})
    return spark.read.parquet(spark_path(name))


def bucket_keys(spark: SparkSession, n_buckets: int) -> List[int]:
    """For each bucket a number that Spark sends to the partition of the bucket's own: table.repartition(n_buckets, "key") has each bucket as one
    partition. Spark takes the hash of a key modulo their number, and says itself which that is. (repartitionById does the same, from Spark 4.1 on.)"""
    most = 32 * n_buckets + 1024  # far more than are needed for every bucket to have one
    rows = spark.range(0, most, 1, 1).select(F.expr(f"pmod(hash(cast(id AS int)), {n_buckets}) AS bucket")).collect()
    keys = {row["bucket"]: key for key, row in reversed(list(enumerate(rows)))}
    return [keys[bucket] for bucket in range(n_buckets)]


def spark_path(path: str) -> str:
    """The path as Spark's own reader takes it: a relative one is a local one here."""
    return path if "://" in path else "file://" + filesystem(path)[1]
