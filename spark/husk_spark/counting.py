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


def spark_path(path: str) -> str:
    """The path as Spark's own reader takes it: a relative one is a local one here."""
    return path if "://" in path else "file://" + filesystem(path)[1]
