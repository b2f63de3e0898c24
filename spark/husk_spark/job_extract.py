"""extract: one part per bundle of splits. The task reads, extracts and writes; Spark sees counters alone.

With sites, a task extracts the pages of each host that it has enough pages of to open its site, which it reads from a side table (sites.py). The other
pages go to the bucket of their host, where they come sorted by host. A host with many pages has several buckets.
"""

from __future__ import annotations

import itertools
import json
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import SparkSession

from husk.batch import PAGES, extract_pages

from . import pages
from .counting import bucket_keys
from .parts import Counters, Folder, Part
from .sites import SideTable, bucket_of, by_parts, salts
from .splits import Split

TEXT = [("text", pa.large_string()), ("title", pa.large_string()), ("author", pa.large_string()), ("date", pa.large_string()),
        ("language", pa.large_string()), ("sitename", pa.large_string()), ("kind", pa.large_string()), ("status", pa.large_string()),
        ("reason", pa.large_string()), ("confidence", pa.float32())]
FOUND = pa.schema([("id", pa.string()), ("url", pa.string()), ("host", pa.string()), *TEXT])
COUNTERS = "counters string"


def _row(counters: Dict[str, Any]) -> "pa.RecordBatch":
    return pa.record_batch({"counters": [json.dumps(counters)]})


class Output:
    """A part, opened when it has a row, and its counters."""

    def __init__(self, folder: Folder, number: int):
        self.folder, self.number = folder, number
        self.counters, self.clock = Counters(), pages.Clock()
        self.part: Optional[Part] = None

    def extract(self, batch: "pa.RecordBatch", hosts: "pa.Array", options: Dict[str, Any], runs: Optional[List[tuple]] = None) -> None:
        """``runs`` has sites, each with the number of the next rows that it is for; they are closed."""
        self.part = self.part or self.folder.open(self.number, FOUND)
        with self.clock:
            found = extract_pages(batch, jobs=1, runs=runs, **options)
            if runs:
                runs.clear()
        self.part.write(found.add_column(2, pa.field("host", pa.string()), hosts).select(FOUND.names))
        self.counters.add(found.column("status"), found.column("reason"))

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, kind: Any, *unused: Any) -> None:
        if self.part:
            self.part.__exit__(kind)

    def made(self) -> Dict[str, Any]:
        return self.counters.as_dict(self.clock.seconds)

    def finish(self) -> "pa.RecordBatch":
        made = self.made()
        self.folder.finish(self.number, made)
        return _row(made)


def extract(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str], options: Dict[str, Any]) -> None:
    """Extract from every bundle that has no part yet."""
    done = folder.done()
    todo = [number for number in range(len(bundles)) if number not in done]

    def task(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for place in given.column("id").to_pylist():
                with Output(folder, todo[place]) as out:
                    for batch in pages.batches(bundles[todo[place]], columns, out.clock):
                        out.extract(batch, pages.hosts_of(batch.column("url")), options)
                yield out.finish()

    if todo:
        spark.range(0, len(todo), 1, len(todo)).mapInArrow(task, COUNTERS).collect()


# --- with sites ----------------------------------------------------------------------------------------------------------

ROUTED = ("key int, bucket int, host string, at long, id string, url string, html binary, charset string, is_text boolean, problem string, "
          "fetched long")
_ROUTED = pa.schema([("key", pa.int32()), ("bucket", pa.int32()), ("host", pa.string()), ("at", pa.int64()),
                     *((field.name, pa.binary() if field.name == "html" else field.type) for field in PAGES)])

WINDOW = 128 << 20  # bytes of pages that a task looks at together
OPEN = 16  # sites that are open together: most have some hundred kilobytes, some ten megabytes


def _windows(batches: Iterator[Tuple["pa.RecordBatch", "pa.Array"]]) -> Iterator["pa.RecordBatch"]:
    """Pages with their number and host, some thousand in one batch."""
    window: List["pa.RecordBatch"] = []
    size = 0
    for batch, at in batches:
        window.append(batch.append_column("at", at).append_column("host", pages.hosts_of(batch.column("url"))))
        size += batch.nbytes
        if size >= WINDOW:
            yield pa.Table.from_batches(window).combine_chunks().to_batches()[0]
            window, size = [], 0
    if window:
        yield pa.Table.from_batches(window).combine_chunks().to_batches()[0]


def extract_with_sites(spark: SparkSession, bundles: List[List[Split]], sites: str, folder: Folder, columns: Dict[str, str],
                       options: Dict[str, Any], n_buckets: int) -> None:
    done, read = folder.done(), folder.done("bundle")
    if len(done) >= n_buckets and len(read) >= len(bundles):
        return
    table, salted, keys = by_parts(spark, sites, folder, n_buckets), salts(spark, sites, n_buckets), bucket_keys(spark, n_buckets)

    def route(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for number in given.column("id").to_pylist():
                with Output(folder, n_buckets + number) as out:
                    for window in _windows(pages.numbered(number, bundles[number], columns, out.clock)):
                        is_here = pc.is_in(window.column("host"), table.worth_opening(window.column("host")))
                        if number not in read:
                            _extract_here(window, pc.indices_nonzero(is_here), out, table, options)
                        yield from _route(window.filter(pc.invert(is_here)), salted, keys, done)
                if number not in read:
                    folder.finish(number, out.made(), "bundle")

    def work(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        yield from _work(batches, folder, table, options)

    routed = spark.range(0, len(bundles), 1, len(bundles)).mapInArrow(route, ROUTED)
    routed.repartition(n_buckets, "key").sortWithinPartitions("host", "at").mapInArrow(work, COUNTERS).collect()
    for bucket in sorted(set(range(n_buckets)) - folder.done()):  # nothing came here
        folder.finish(bucket, Counters().as_dict(0.0))


def _route(window: "pa.RecordBatch", salted: Dict[str, int], keys: List[int], done: Set[int]) -> Iterator["pa.RecordBatch"]:
    buckets = [bucket_of(host, pages.number(n) % salted[host] if host in salted else 0, len(keys))
               for host, n in zip(window.column("host").to_pylist(), window.column("at").to_pylist())]
    given = {**{name: window.column(name) for name in window.schema.names}, "bucket": pa.array(buckets, pa.int32()),
             "key": pa.array([keys[b] for b in buckets], pa.int32())}
    made = pa.record_batch([given[field.name].cast(field.type) for field in _ROUTED], schema=_ROUTED)
    if done:
        made = made.filter(pa.array([b not in done for b in buckets], pa.bool_()))
    for start in range(0, made.num_rows, pages.ROWS):
        yield made.slice(start, pages.ROWS)


def _extract_here(window: "pa.RecordBatch", rows: "pa.Array", out: Output, table: SideTable, options: Dict[str, Any]) -> None:
    """These rows in the order in which their sites are in the table."""
    hosts = window.column("host").take(rows)
    buckets = pa.array([table.bucket_of(host) for host in hosts.to_pylist()], pa.int32())
    order = rows.take(pc.sort_indices(pa.record_batch({"bucket": buckets, "host": hosts}), [("bucket", "ascending"), ("host", "ascending")]))
    for start in range(0, len(order), pages.ROWS):
        _extract_runs(window.take(order.slice(start, pages.ROWS)), out, table, options)


def _extract_runs(batch: "pa.RecordBatch", out: Output, table: SideTable, options: Dict[str, Any]) -> None:
    """Pages that come sorted by host, each with the site of its host."""
    hosts, given, at = batch.column("host"), batch.select(PAGES.names), 0
    groups = [(host, len(list(rows))) for host, rows in itertools.groupby(hosts.to_pylist())]
    for start in range(0, len(groups), OPEN):
        some = groups[start:start + OPEN]
        n = sum(rows for _, rows in some)
        out.extract(given.slice(at, n), hosts.slice(at, n), options, [(table.of(host, out.clock), rows) for host, rows in some])
        at += n


def _work(batches: Iterator["pa.RecordBatch"], folder: Folder, table: SideTable, options: Dict[str, Any]) -> Iterator["pa.RecordBatch"]:
    """The pages of one bucket."""
    first = next(batches, None)
    if first is None:
        return
    with Output(folder, first.column("bucket")[0].as_py()) as out:
        for batch in itertools.chain([first], batches):
            _extract_runs(batch, out, table, options)
    yield out.finish()
