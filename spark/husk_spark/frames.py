"""DataFrames in, DataFrames out: extract, learn, records and cluster over pages in any table that Spark reads or writes.

Each is a plan like any other: nothing runs until a result is asked for. Pages cross into Python once. Where sites are used, pages and sites
are sent to the same partition by host, sorted so that a host's site comes before its pages; no site is copied per page.
"""

from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F
from pyspark.sql.types import StructType

import husk
from husk._arrow import extract_runs

from . import pages
from .job_cluster import HELD, LENGTH, Local, components, meet
from .job_extract import TEXT
from .job_learn import HOST_BYTES, SITES, learn_host
from .session import prepare

RESULTS = ("text string, title string, author string, date string, language string, sitename string, kind string, status string, "
           "reason string, confidence float")
SITE_TABLE = ("host string, site binary, pages long, sampled long, report string, status string, reason string, seconds float")
RECORDS = "class int, record map<string,array<string>>, status string, reason string"
SIGNED = "a long, b long, bucket long, signature binary, reason string"
_RECORD = pa.map_(pa.string(), pa.list_(pa.string()))
_SITE, _SORT, _HOST = "_husk_site", "_husk_sort", "_husk_host"
_HELPERS = (_SITE, _SORT, _HOST)

def _need(df: DataFrame, name: str) -> None:
    if name not in df.columns:
        raise ValueError(f"no column {name!r}; this DataFrame has {', '.join(df.columns)}")


def _host(df: DataFrame, url: str) -> Any:
    return F.lower(F.regexp_extract(F.coalesce(F.col(url), F.lit("")), pages.HOST, 1)) if url in df.columns else F.lit("")


def _schema(df: DataFrame, html: str, made: str) -> Tuple[StructType, List[str]]:
    """The other columns of ``df`` and what is made, and the names of the first."""
    new = df.sparkSession.createDataFrame([], made).schema
    kept = [field for field in df.schema.fields if field.name != html and field.name not in new.names and field.name not in _HELPERS]
    return StructType([*kept, *new.fields]), [field.name for field in kept]


def _narrow(batch: "pa.RecordBatch", names: List[str]) -> "pa.RecordBatch":
    """The columns in the order of the schema, strings with the offsets that every Spark reads."""
    columns = [batch.column(name) for name in names]
    return pa.record_batch([c.cast(pa.string()) if pa.types.is_large_string(c.type) else c for c in columns], names=names)


# --- extract -------------------------------------------------------------------------------------------------------------

def extract(df: DataFrame, html: str = "html", url: str = "url", *, sites: Optional[DataFrame] = None, **options: Any) -> DataFrame:
    """The main content of every page: the other columns of ``df``, then text, title, author, date, language, sitename, kind, status, reason and
    confidence. ``html`` names a column of strings or bytes, ``url`` one of strings, which may be missing. A page that fails is a row that
    says why. With ``sites`` (what :func:`learn` returned), each page is judged by the site of its host as well. Options are those of
    ``husk.extract``.
    """
    _need(df, html)
    husk.extract("", **options)  # wrong options are reported here, not in a task
    prepare(df.sparkSession)
    schema, kept = _schema(df, html, RESULTS)
    names = [*kept, *(name for name, _ in TEXT)]

    def work(runs: Runs, batch: "pa.RecordBatch") -> "pa.RecordBatch":
        return _narrow(extract_runs(batch, html, url, runs, **options), names)

    return _with_sites(df, url, sites, schema, work)


Runs = List[Tuple[Optional[husk.Site], int]]  # sites, each with the number of the next rows that it is for
Work = Callable[[Runs, "pa.RecordBatch"], "pa.RecordBatch"]


def _with_sites(df: DataFrame, url: str, sites: Optional[DataFrame], schema: StructType, work: Work) -> DataFrame:
    """``work`` over the batches of ``df``, each page with the site of its host."""
    if sites is None:
        def alone(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
            for batch in batches:
                yield work([(None, batch.num_rows)], batch)

        return df.mapInArrow(alone, schema)

    def together(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        of, data, site = None, None, None  # the last host that has a site, its bytes until a page of it comes, the site
        for batch in batches:
            runs: Runs = []
            at = 0
            for (host, sort), rows in itertools.groupby(zip(batch.column(_HOST).to_pylist(), batch.column(_SORT).to_pylist())):
                if sort == 0:
                    of, data, site = host, batch.column(_SITE)[at].as_py(), None
                elif host != of:
                    of, data, site = host, None, None
                elif data is not None:
                    data, site = None, _opened(data)
                n = len(list(rows))
                runs += [(site, n)] * sort
                at += n
            if runs:
                yield work(runs, batch.filter(pc.equal(batch.column(_SORT), 1)).drop_columns(list(_HELPERS)))

    both = df.withColumns({_HOST: _host(df, url), _SORT: F.lit(1), _SITE: F.lit(None).cast("binary")}).unionByName(
        sites.where("site is not null").select(F.col("host").alias(_HOST), F.lit(0).alias(_SORT), F.col("site").alias(_SITE)),
        allowMissingColumns=True)
    return both.repartition(_HOST).sortWithinPartitions(_HOST, _SORT).mapInArrow(together, schema)


def _opened(site: bytes) -> Optional[husk.Site]:
    """None: the row is damaged; its pages are judged by themselves."""
    try:
        return husk.Site.from_bytes(site)
    except husk.Error:
        return None


# --- learn ---------------------------------------------------------------------------------------------------------------

def learn(df: DataFrame, html: str = "html", url: str = "url", *, sample: int = 512, least_pages: int = 2) -> DataFrame:
    """A site file for each host: host, site (the bytes of a ``.husk`` file), pages, sampled, report, status, reason, seconds. A host's sample is the
    ``sample`` pages whose URLs have the lowest hash, the same as that of the job."""
    _need(df, html)
    _need(df, url)
    prepare(df.sparkSession)
    wanted = {name: F.col(name) if name in df.columns else F.lit(None).cast(kind)
              for name, kind in (("charset", "string"), ("is_text", "boolean"), ("fetched", "long"))}
    is_text = dict(df.dtypes)[html] == "string"  # it is UTF-8 then, whatever the page says
    rank = F.conv(F.substring(F.sha2(F.col(url), 256), 1, 15), 16, 10).cast("long")
    hosts = Window.partitionBy("host")
    chosen = (df.where(F.col(html).isNotNull() & F.col(url).isNotNull())
              .select(_host(df, url).alias("host"), rank.alias("rank"), F.col(url).alias("url"), F.col(html).cast("binary").alias("html"),
                      (F.lit("utf-8") if is_text else wanted["charset"]).alias("charset"), wanted["is_text"].alias("is_text"),
                      wanted["fetched"].alias("fetched"))
              .withColumn("place", F.row_number().over(hosts.orderBy("rank"))).where(F.col("place") <= sample))
    counts = df.where(F.col(html).isNotNull() & F.col(url).isNotNull()).groupBy(_host(df, url).alias("host")).agg(F.count("*").alias("pages"))

    def work(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        for host, held in _hosts(batches):
            yield pa.RecordBatch.from_pylist([_learned(host, held, least_pages)], schema=SITES)

    learned = chosen.repartition("host").sortWithinPartitions("host", "rank").mapInArrow(work, SITE_TABLE).drop("pages")
    return learned.join(counts, "host").select("host", "site", "pages", "sampled", "report", "status", "reason", "seconds")


def _learned(host: str, held: List[tuple], least_pages: int) -> Dict[str, Any]:
    if len(held) < least_pages:
        return {"host": host, "site": None, "pages": len(held), "sampled": len(held), "report": None, "status": "few-pages",
                "reason": f"a host needs {least_pages} pages", "seconds": 0.0}
    return {**learn_host(host, held, pages.Clock()), "pages": len(held)}


def _hosts(batches: Iterator["pa.RecordBatch"]) -> Iterator[Tuple[str, List[tuple]]]:
    """(host, its pages) from rows sorted by host and rank; at most HOST_BYTES of a host are held."""
    host: Optional[str] = None
    held: List[tuple] = []
    size = 0
    for batch in batches:
        for row in batch.to_pylist():
            if row["host"] != host:
                if host is not None:
                    yield host, held
                host, held, size = row["host"], [], 0
            if size < HOST_BYTES:
                held.append((len(held), pages.arguments(row)))
                size += len(row["html"])
    if host is not None:
        yield host, held


# --- records -------------------------------------------------------------------------------------------------------------

def records(df: DataFrame, sites: DataFrame, html: str = "html", url: str = "url") -> DataFrame:
    """One row per page: the other columns of ``df``, then class, record (a map from the name of a slot to its values), status and reason. ``sites`` is
    what :func:`learn` returned. ``record["price"][0]`` is a value of it."""
    _need(df, html)
    _need(df, url)
    prepare(df.sparkSession)
    schema, kept = _schema(df, html, RECORDS)

    def work(runs: Runs, batch: "pa.RecordBatch") -> "pa.RecordBatch":
        sites_of = itertools.chain.from_iterable(itertools.repeat(site, n) for site, n in runs)
        rows = [_record(site, page, where) for site, page, where in zip(sites_of, batch.column(html).to_pylist(), batch.column(url).to_pylist())]
        columns = [pa.array(column, kind) for column, kind in zip(zip(*rows), (pa.int32(), _RECORD, pa.string(), pa.string()))]
        return pa.record_batch([*(batch.column(name) for name in kept), *columns], names=schema.names)

    return _with_sites(df, url, sites, schema, work)


def _record(site: Optional[husk.Site], html: Any, url: Optional[str]) -> tuple:
    """(class, record, status, reason)"""
    if site is None or html is None:
        return None, None, "failed", "no page: the value is null" if html is None else "no site for this host"
    try:
        found = next(site.records([(html, url)]))
    except husk.Error as error:
        return None, None, "failed", str(error)
    number = found.pop("class")
    del found["id"]
    if number is None:
        return None, None, "no-class", "the page is of no class that the site has"
    return number, [(name, value if isinstance(value, list) else [value]) for name, value in found.items()], "ok", None


# --- cluster -------------------------------------------------------------------------------------------------------------

def cluster(df: DataFrame, html: str = "html", url: str = "url") -> DataFrame:
    """Pages of one template, across all hosts: the other columns of ``df``, then cluster (a number; null where a page can't be read) and reason.
    Pages that are equal in URL and HTML are one page. The number of partitions is that of ``spark.sql.shuffle.partitions``."""
    _need(df, html)
    prepare(df.sparkSession)
    named = df.withColumn("_husk_at", F.xxhash64(*([url] if url in df.columns else []), html))

    def sign(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:
        local = Local()
        for batch in batches:
            failed = []
            for at, page in zip(batch.column("at").to_pylist(), batch.column("html").to_pylist()):
                try:
                    if page is None:
                        raise husk.ArgumentError("no page: the value is null")
                    local.add(at, np.frombuffer(husk.signature(page, length=LENGTH), "u4"))
                except husk.Error as error:
                    failed.append((at, None, None, None, str(error)))
            yield from _signed(failed)
            if local.n >= HELD:
                yield from _flushed(local)
                local = Local()
        yield from _flushed(local)

    signed = named.select(F.col("_husk_at").alias("at"), F.col(html).alias("html")).mapInArrow(sign, SIGNED).localCheckpoint()
    leading = signed.where("bucket is not null").select("bucket", F.col("a").alias("at"), "signature")
    met = leading.repartition("bucket").sortWithinPartitions("bucket", "at").mapInArrow(meet, "a long, b long")
    found = components(df.sparkSession, signed.where("b is not null").select("a", "b").union(met))
    failed = signed.where("reason is not null").select(F.col("a").alias("_husk_at"), "reason").dropDuplicates(["_husk_at"])
    table = named.drop(html, "cluster", "reason").join(found.withColumnRenamed("at", "_husk_at"), "_husk_at", "left").join(failed, "_husk_at", "left")
    return table.withColumn("cluster", F.when(F.col("reason").isNull(), F.coalesce("cluster", "_husk_at"))).select(
        *(name for name in df.columns if name not in (html, "cluster", "reason")), "cluster", "reason")


def _signed(rows: List[tuple]) -> Iterator["pa.RecordBatch"]:
    kinds = (pa.int64(), pa.int64(), pa.int64(), pa.binary(), pa.string())
    if rows:
        yield pa.record_batch([pa.array(column, kind) for column, kind in zip(zip(*rows), kinds)], names=["a", "b", "bucket", "signature", "reason"])


def _flushed(local: Local) -> Iterator["pa.RecordBatch"]:
    """The links within a task, and the leaders that other tasks must see."""
    links, leading = local.union.links().to_pydict(), local.leading().to_pydict()
    yield from _signed([(a, b, None, None, None) for a, b in zip(links["a"], links["b"])])
    yield from _signed([(at, None, bucket, signature, None) for bucket, at, signature in zip(*leading.values())])
