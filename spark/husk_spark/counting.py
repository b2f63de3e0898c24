"""How many pages each host has: what sampling and salting need to know before pages move."""

from __future__ import annotations

import collections
from typing import Dict, Iterator, List, Tuple

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import pages
from .parts import Folder
from .splits import Split, filesystem

MAX_HELD = 100_000  # hosts that a task counts before it passes them on


def count_hosts(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str]) -> Tuple[DataFrame, int]:
    """A table of host and pages, and the number of all pages. It is kept in the folder, so a restart reads no archive for it."""

    def task(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        counts: collections.Counter = collections.Counter()

        def flush() -> "pa.RecordBatch":
            made = pa.record_batch({"host": pa.array(list(counts), pa.string()), "n": pa.array(counts.values(), pa.int64())})
            counts.clear()
            return made

        for given in batches:
            for number in given.column("id").to_pylist():
                for batch in pages.batches(bundles[number], columns, pages.Clock()):
                    counts.update(pages.host_of(url) for url in batch.column("url").to_pylist())
                    if len(counts) > MAX_HELD:
                        yield flush()
        yield flush()

    name = f"{folder.path}/_counts"
    if folder.read("_done/counts.json") is None:
        found = spark.range(0, len(bundles), 1, len(bundles)).mapInArrow(task, "host string, n long")
        found.groupBy("host").agg(F.sum("n").alias("pages")).write.mode("overwrite").parquet(spark_path(name))
        total = spark.read.parquet(spark_path(name)).agg(F.sum("pages")).first()[0] or 0
        folder.write("_done/counts.json", {"pages": total})
    return spark.read.parquet(spark_path(name)), folder.read("_done/counts.json")["pages"]


def by_bucket(table: DataFrame, n_buckets: int) -> DataFrame:
    """The table with each bucket as one partition. Spark sends a row to the hash of its key modulo their number: for each bucket there is a
    number whose hash leads there, and Spark itself says which. (repartitionById does the same, from Spark 4.1 on.)"""
    spark, most = table.sparkSession, 32 * n_buckets + 1024  # far more than are needed for every bucket to have one
    hashed = spark.range(0, most, 1, 4).select(F.col("id").cast("int").alias("key"))
    keys = hashed.groupBy(F.expr(f"pmod(hash(key), {n_buckets})").alias("bucket")).agg(F.min("key").alias("key"))
    return table.join(F.broadcast(keys), "bucket").repartition(n_buckets, "key")


def spark_path(path: str) -> str:
    """The path as Spark's own reader takes it: a relative one is a local one here."""
    return path if "://" in path else "file://" + filesystem(path)[1]
