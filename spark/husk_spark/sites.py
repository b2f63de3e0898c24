"""Site files as a side table: a task reads those of the hosts it has, by host, from Parquet. They never pass through Java.

The table is what the job learn wrote: part N has the hosts of bucket N, sorted. A table of other parts is sorted into such once, in the job's folder.
"""

from __future__ import annotations

import functools
from typing import Any, Dict, Iterator, Optional, Tuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import husk

from . import pages
from .counting import bucket_keys, spark_path
from .parts import Folder
from .splits import filesystem

ROW_GROUP = 256 << 10  # bytes: a site or two, the least that can be read. A task wants few of its bucket's sites where pages come in no order.
SITE = pa.schema([("host", pa.string()), ("site", pa.binary())])


# Pages of a host from which on it pays to open its site where they were read. Sending a page to another task takes about .25 ms of processor, reading and
# opening a site 1.5 ms (bench/run spark). Far storage answers late: a site there must be worth some hundred milliseconds.
PAGES_NEAR, PAGES_FAR = 6, 64


@functools.lru_cache(1 << 16)
def bucket_of(host: str, salt: int, n_buckets: int) -> int:
    """Neighbouring salts are neighbouring buckets, so a host's buckets are different ones."""
    return (pages.number(host) + salt) % n_buckets


def buckets_of(path: str) -> Optional[int]:
    """How many parts the table at a path has, if learn wrote it."""
    job = Folder(path).read("_job.json") or {}
    return job.get("buckets") if job.get("job") == "learn" else None


def salts_of(counts: Dict[str, int], total: int, n_buckets: int) -> Dict[str, int]:
    """Into how many buckets a host goes, where it is more than one: each takes half of a bucket's fair share at most."""
    share = max(1, total // (2 * n_buckets))
    return {host: min(n_buckets, -(-n // share)) for host, n in counts.items() if n > share}


def salts(spark: SparkSession, path: str, n_buckets: int) -> Dict[str, int]:
    """The same, by the pages that each host had when its site was learned."""
    table = spark.read.parquet(spark_path(path))
    if "pages" not in table.columns:
        return {}
    total = table.agg(F.sum("pages")).first()[0] or 0
    large = table.where(F.col("pages") > max(1, total // (2 * n_buckets))).select("host", "pages").collect()
    return salts_of({row["host"]: row["pages"] for row in large}, total, n_buckets)


def by_parts(spark: SparkSession, path: str, folder: Folder, n_buckets: int) -> "SideTable":
    """The table at a path, in parts by bucket."""
    if buckets_of(path) == n_buckets:
        return SideTable(path, n_buckets)

    def number(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for batch in batches:
            buckets = [bucket_of(host, 0, n_buckets) for host in batch.column("host").to_pylist()]
            yield pa.record_batch([pa.array([keys[b] for b in buckets], pa.int32()), pa.array(buckets, pa.int32()), *batch.columns], names=["key", "bucket", "host", "site"])

    def write(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        part: Any = None
        for batch in batches:
            part = part or folder.open(batch.column("bucket")[0].as_py(), SITE, "_sites/", ROW_GROUP).__enter__()
            part.write(batch.select(SITE.names))
        if part:
            part.__exit__(None)
        yield pa.record_batch({"done": pa.array([1], pa.int32())})

    if folder.read("_done/sites.json") is None:
        keys = bucket_keys(spark, n_buckets)
        known = spark.read.parquet(spark_path(path)).where("site is not null").select("host", "site")
        numbered = known.mapInArrow(number, "key int, bucket int, host string, site binary").repartition(n_buckets, "key")
        numbered.sortWithinPartitions("host").mapInArrow(write, "done int").collect()
        folder.write("_done/sites.json", {"buckets": n_buckets})
    return SideTable(f"{folder.path}/_sites", n_buckets)


class SideTable:
    """The site of one host after the other. Hosts of a bucket that come sorted are read in one pass; a row group is held, and one open site.
    It is sent to the tasks, so it opens nothing before it is asked."""

    def __init__(self, path: str, n_buckets: int):
        self.path, self.n_buckets = path, n_buckets
        self._bucket = self._group = -1
        self._file: Any = None
        self._rows: Dict[str, Tuple[int, int]] = {}  # of the part: where each host is
        self._sites: Any = None  # of the row group
        self._host: Optional[str] = None
        self._site: Optional[husk.Site] = None

    def bucket_of(self, host: str) -> int:
        return bucket_of(host, 0, self.n_buckets)

    def worth_opening(self, hosts: "pa.Array") -> "pa.Array":
        """The hosts that are there often enough."""
        counts = hosts.value_counts()
        least = PAGES_NEAR if filesystem(self.path)[0].type_name == "local" else PAGES_FAR
        return counts.field("values").filter(pc.greater_equal(counts.field("counts"), least))

    def _open(self, bucket: int) -> None:
        system, path = filesystem(f"{self.path}/part-{bucket:05d}.parquet")
        self._bucket, self._group, self._rows, self._file = bucket, -1, {}, None
        if system.get_file_info(path).is_file:
            self._file = pq.ParquetFile(system.open_input_file(path))
            sizes = [self._file.metadata.row_group(group).num_rows for group in range(self._file.num_row_groups)]
            places = ((group, row) for group, n in enumerate(sizes) for row in range(n))
            self._rows = dict(zip(self._file.read(columns=["host"], use_threads=False).column("host").to_pylist(), places))

    def _bytes(self, host: str) -> Optional[bytes]:
        bucket = self.bucket_of(host)
        if bucket != self._bucket:
            self._open(bucket)
        if host not in self._rows:
            return None
        group, row = self._rows[host]
        if group != self._group:
            self._group, self._sites = group, self._file.read_row_group(group, columns=["site"], use_threads=False).column("site")
        return self._sites[row].as_py()  # type: ignore[no-any-return]

    def of(self, host: str, clock: pages.Clock) -> Optional[husk.Site]:
        """The host's site, open until the next host's is asked for. None: it has none, or a damaged one; its pages are judged by themselves."""
        if host != self._host:
            self._host, self._site = host, None
            try:
                if (found := self._bytes(host)) is not None:
                    with clock:
                        self._site = husk.Site.from_bytes(found)
            except (husk.Error, pa.ArrowException):
                pass
        return self._site
