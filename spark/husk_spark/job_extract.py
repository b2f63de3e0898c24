"""extract: one part per bundle of splits. The task reads, extracts and writes; Spark sees counters alone.

With sites, pages and site files meet in a bucket of their host: both are sent there, sorted so that a host's site comes before its
pages. No site is copied per page and none is broadcast. A host with many pages has several buckets, its site in each of them.
"""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, Iterator, List, Optional

import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import husk
from husk.batch import PAGES, extract_pages

from . import pages
from .counting import by_bucket, count_hosts
from .parts import Counters, Folder
from .splits import Split

TEXT = [("text", pa.large_string()), ("title", pa.large_string()), ("author", pa.large_string()), ("date", pa.large_string()),
        ("language", pa.large_string()), ("sitename", pa.large_string()), ("kind", pa.large_string()), ("status", pa.large_string()),
        ("reason", pa.large_string()), ("confidence", pa.float32())]
FOUND = pa.schema([("id", pa.string()), ("url", pa.string()), ("host", pa.string()), *TEXT])
COUNTERS = "counters string"


def _row(counters: Dict[str, Any]) -> "pa.RecordBatch":
    return pa.record_batch({"counters": [json.dumps(counters)]})


def _with_host(found: "pa.RecordBatch") -> "pa.RecordBatch":
    hosts = pa.array([pages.host_of(url) for url in found.column("url").to_pylist()], pa.string())
    return found.add_column(2, pa.field("host", pa.string()), hosts).select(FOUND.names)


def extract(spark: SparkSession, bundles: List[List[Split]], folder: Folder, columns: Dict[str, str], options: Dict[str, Any]) -> None:
    """Extract from every bundle that has no part yet."""
    done = folder.done()
    todo = [number for number in range(len(bundles)) if number not in done]

    def task(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for place in given.column("id").to_pylist():
                number = todo[place]
                counters, clock = Counters(), pages.Clock()
                with folder.open(number, FOUND) as part:
                    for batch in pages.batches(bundles[number], columns, clock):
                        with clock:
                            found = extract_pages(batch, jobs=1, **options)
                        part.write(_with_host(found))
                        counters.add(found.column("status"), found.column("reason"))
                made = counters.as_dict(clock.seconds)
                folder.finish(number, made)
                yield _row(made)

    if todo:
        spark.range(0, len(todo), 1, len(todo)).mapInArrow(task, COUNTERS).collect()


# --- with sites ----------------------------------------------------------------------------------------------------------

ROUTED = ("bucket int, host string, salt int, sort int, at long, id string, url string, html binary, charset string, "
          "is_text boolean, problem string, fetched long, site binary")
_ROUTED = pa.schema([("bucket", pa.int32()), ("host", pa.string()), ("salt", pa.int32()), ("sort", pa.int32()), ("at", pa.int64()),
                     ("id", pa.string()), ("url", pa.string()), ("html", pa.binary()), ("charset", pa.string()),
                     ("is_text", pa.bool_()), ("problem", pa.string()), ("fetched", pa.int64()), ("site", pa.binary())])


def bucket_of(host: str, salt: int, n_buckets: int) -> int:
    """Neighbouring salts are neighbouring buckets, so a host's buckets are different ones."""
    return (pages.number(host) + salt) % n_buckets


def salts_of(counts: Dict[str, int], total: int, n_buckets: int) -> Dict[str, int]:
    """Into how many buckets a host goes, where it is more than one: each takes half of a bucket's fair share at most."""
    share = max(1, total // (2 * n_buckets))
    return {host: min(n_buckets, -(-n // share)) for host, n in counts.items() if n > share}


class OpenSite:
    """The site of the host whose pages are coming, opened when its first page is there."""

    def __init__(self) -> None:
        self.key: Any = None
        self._bytes: Optional[bytes] = None
        self._site: Optional[husk.Site] = None
        self.problem: Optional[str] = None

    def take(self, key: Any, site: bytes) -> None:
        self.close()
        self.key, self._bytes = key, site

    def of(self, key: Any) -> Optional[husk.Site]:
        if key != self.key:
            self.close()
        if self._bytes is not None:
            self._open()
        return self._site

    def _open(self) -> None:
        handle, path = tempfile.mkstemp(suffix=".husk")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._bytes or b"")
            self._site = husk.Site.load(path)
        except husk.Error as error:  # a damaged row: its pages are judged by themselves
            self.problem = str(error)
        finally:
            os.remove(path)
            self._bytes = None

    def close(self) -> None:
        if self._site:
            self._site.close()
        self.key = self._site = self._bytes = None


def _runs(batch: "pa.RecordBatch") -> Iterator["pa.RecordBatch"]:
    """The batch cut where host, salt or sort changes."""
    n = batch.num_rows
    if n < 2:
        yield batch
        return
    keys = list(zip(batch.column("host").to_pylist(), batch.column("salt").to_pylist(), batch.column("sort").to_pylist()))
    cuts = [0, *(i for i in range(1, n) if keys[i] != keys[i - 1]), n]
    for a, b in zip(cuts, cuts[1:]):
        yield batch.slice(a, b - a)


def extract_with_sites(spark: SparkSession, bundles: List[List[Split]], sites: str, folder: Folder, columns: Dict[str, str],
                       options: Dict[str, Any], n_buckets: int) -> None:
    done = folder.done()
    counts, total = count_hosts(spark, bundles, folder, columns)
    share = max(1, total // (2 * n_buckets))
    salts = salts_of({row["host"]: row["pages"] for row in counts.where(F.col("pages") > share).collect()}, total, n_buckets)

    def route(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for given in batches:
            for number in given.column("id").to_pylist():
                clock = pages.Clock()
                for batch, at in pages.numbered(number, bundles[number], columns, clock):
                    yield from _route(batch, at, salts, n_buckets, done, clock)
                    clock.seconds = 0.0

    def send_sites(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for batch in batches:
            for host, site in zip(batch.column("host").to_pylist(), batch.column("site").to_pylist()):
                buckets = [(bucket_of(host, salt, n_buckets), salt) for salt in range(salts.get(host, 1))]
                buckets = [b for b in buckets if b[0] not in done]
                for bucket, salt in buckets:
                    yield pa.record_batch([[bucket], [host], [salt], [0], [0], *([None],) * 7, [site]], schema=_ROUTED)

    def work(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        yield from _work(batches, folder, options)

    routed = spark.range(0, len(bundles), 1, len(bundles)).mapInArrow(route, ROUTED)
    known = spark.read.parquet(sites).where("site is not null").select("host", "site").mapInArrow(send_sites, ROUTED)
    together = by_bucket(routed.union(known), n_buckets).sortWithinPartitions("host", "salt", "sort", "at")
    if len(done) < n_buckets:
        together.mapInArrow(work, COUNTERS).collect()
    for bucket in sorted(set(range(n_buckets)) - folder.done()):  # nothing came here
        folder.finish(bucket, Counters().as_dict(0.0))


def _route(batch: "pa.RecordBatch", at: "pa.Array", salts: Dict[str, int], n_buckets: int, done: set,
           clock: pages.Clock) -> Iterator["pa.RecordBatch"]:
    hosts = [pages.host_of(url) for url in batch.column("url").to_pylist()]
    numbers = at.to_pylist()
    salt = [pages.number(n) % salts[h] if h in salts else 0 for h, n in zip(hosts, numbers)]
    buckets = [bucket_of(h, s, n_buckets) for h, s in zip(hosts, salt)]
    n = batch.num_rows
    made = pa.record_batch([
        pa.array(buckets, pa.int32()), pa.array(hosts, pa.string()), pa.array(salt, pa.int32()), pa.array(np.ones(n, np.int32)), at,
        batch.column("id"), batch.column("url"), batch.column("html").cast(pa.binary()), batch.column("charset"),
        batch.column("is_text"), batch.column("problem"), batch.column("fetched"), pa.nulls(n, pa.binary())], schema=_ROUTED)
    if done:
        made = made.filter(pa.array([b not in done for b in buckets]))
    if made.num_rows:
        yield made


def _work(batches: Iterator["pa.RecordBatch"], folder: Folder, options: Dict[str, Any]) -> Iterator["pa.RecordBatch"]:
    part, bucket = None, -1
    counters, clock, open_site = Counters(), pages.Clock(), OpenSite()
    try:
        for batch in batches:
            for run in _runs(batch):
                host, salt, sort = (run.column(name)[0].as_py() for name in ("host", "salt", "sort"))
                if sort == 0:
                    open_site.take((host, salt), run.column("site")[0].as_py())
                    continue
                if part is None:
                    bucket = run.column("bucket")[0].as_py()
                    part = folder.open(bucket, FOUND)
                with clock:
                    found = extract_pages(run.select(PAGES.names), jobs=1, site=open_site.of((host, salt)), **options)
                part.write(_with_host(found))
                counters.add(found.column("status"), found.column("reason"))
    except BaseException as error:
        if part:
            part.__exit__(type(error))
        raise
    finally:
        open_site.close()
    if part:
        part.__exit__(None)
        made = counters.as_dict(clock.seconds)
        folder.finish(bucket, made)
        yield _row(made)
