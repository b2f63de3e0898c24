"""The pages of a bundle of splits, as Arrow batches of bounded size. Whatever is wrong with an archive or a page becomes a row that says so."""

from __future__ import annotations

import functools
import gc
import hashlib
import time
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pyarrow as pa
import pyarrow.parquet as pq

import husk
from husk._extract import _Arguments
from husk.batch import PAGES, page_batches

from .splits import Piped, Split, filesystem

# Of a batch: what a task holds at a time. A batch has a cost of its own: with 64 pages or 2 MB a task takes a sixth more processor time (10,000 pages
# of the synthetic crawl).
ROWS, BYTES = 256, 4 << 20


class Clock:
    """Processor seconds spent in husk: libhusk, which works on the calling thread here, and what its Python module makes of the rows."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = 0.0

    def __enter__(self) -> "Clock":
        self._since = time.thread_time()
        return self

    def __exit__(self, *unused: object) -> None:
        self.seconds += time.thread_time() - self._since


def host_of(url: Optional[str]) -> str:
    """The host that husk learns a page under: lower case, without port; empty where the page has no http(s) URL."""
    scheme, _, rest = (url or "").partition("://")
    if scheme.lower() not in ("http", "https"):
        return ""
    rest = rest.split("/", 1)[0].split("?", 1)[0].split("#", 1)[0].rpartition("@")[2]
    host = rest[:rest.find("]") + 1] if rest.startswith("[") else rest.split(":", 1)[0]
    return host.lower()


# The same as a regular expression of Spark's: what stands between :// and the path, without user and port.
HOST = r"(?i)^https?://(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^/?#:]*)"


def hosts_of(urls: "pa.Array") -> "pa.Array":
    """host_of each."""
    return pa.array([host_of(url) for url in urls.to_pylist()], pa.string())


def number(*parts: Any) -> int:
    """A hash of 63 bits that is the same in every process."""
    text = "\0".join(str(part) for part in parts).encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 1


def arguments(row: Dict[str, Any]) -> _Arguments:
    """What husk learns a page by, from a row of a sample."""
    return _Arguments(row["html"], row["url"], row["url"], row["charset"], bool(row["is_text"]), row["fetched"] or 0)


RANKS = 1 << 60


def rank_of(url: Optional[str], number: int) -> int:
    """A page's place in its host's sample, as frames.py has Spark compute it: 60 bits of the URL's SHA-256."""
    text = (f"\0{number}" if url is None else url).encode("utf-8", "replace")
    return int(hashlib.sha256(text).hexdigest()[:15], 16)


class _Timed:
    """The pages of an archive; the clock runs while they are read."""

    def __init__(self, path: str, clock: Clock):
        self._pages, self._clock = husk.read_pages(path, failed=True), clock

    def read_some(self, pages: int, max_bytes: int) -> Any:
        with self._clock:
            return self._pages.read_some(pages, max_bytes)


def _failed(split: Split, error: Any) -> "pa.RecordBatch":
    return pa.record_batch([[split.path], [None], [None], [None], [False], [str(error)], [0]], schema=PAGES)


def _archive(split: Split, clock: Clock) -> Iterator["pa.RecordBatch"]:
    system, path = filesystem(split.path)
    if split.is_whole and system.type_name == "local":
        yield from page_batches(_Timed(path, clock), ROWS, BYTES)
        return
    with Piped(split) as piped:
        for batch in page_batches(_Timed(piped.path, clock), ROWS, BYTES):
            ids = [split.path if name == piped.path else name for name in batch.column("id").to_pylist()]
            yield batch.set_column(0, PAGES.field("id"), pa.array(ids, pa.string()))
    if piped.error:
        yield _failed(split, piped.error)


def _parquet(split: Split, columns: Dict[str, str]) -> Iterator["pa.RecordBatch"]:
    system, path = filesystem(split.path)
    with system.open_input_file(path) as opened:
        file = pq.ParquetFile(opened)
        names = file.schema_arrow.names
        wanted = [columns["html"], *(n for n in {columns["url"], "id", "charset", "is_text"} if n in names)]
        groups = list(range(split.start, split.end)) if split.end is not None else list(range(file.num_row_groups))
        for batch in file.iter_batches(batch_size=ROWS, row_groups=groups, columns=wanted):
            have = set(batch.schema.names)
            null = pa.nulls(batch.num_rows)
            html, url = batch.column(columns["html"]), batch.column(columns["url"]) if columns["url"] in have else null.cast(pa.string())
            yield pa.record_batch([
                batch.column("id").cast(pa.string()) if "id" in have else url.cast(pa.string()), url.cast(pa.string()),
                html.cast(pa.large_binary()),
                # strings in Parquet are UTF-8, whatever the page says of its encoding
                batch.column("charset").cast(pa.string()) if "charset" in have else
                (pa.array(["utf-8"] * batch.num_rows) if not pa.types.is_binary(html.type) and not pa.types.is_large_binary(html.type)
                 else null.cast(pa.string())),
                batch.column("is_text") if "is_text" in have else pa.array([False] * batch.num_rows), null.cast(pa.string()),
                pa.array([0] * batch.num_rows, pa.int64())], schema=PAGES)


@functools.lru_cache(None)
def settle() -> None:
    """Spark's workers collect garbage after every task. What they have imported by now need not be looked through again: that takes 20 ms of processor
    each time, a tenth of a small job. Arrow's own allocator gives batches back to the system and gets them as new pages: a quarter of what a task with
    sites spends outside libhusk."""
    gc.freeze()
    pa.set_memory_pool(pa.system_memory_pool())


def batches(bundle: List[Split], columns: Dict[str, str], clock: Clock) -> Iterator["pa.RecordBatch"]:
    """Batches of husk.batch.PAGES. An archive that can't be read, or not to its end, is a row with a ``problem``."""
    settle()
    for split in bundle:
        try:
            yield from _parquet(split, columns) if split.is_parquet else _archive(split, clock)
        except (OSError, ValueError, KeyError, husk.Error, pa.ArrowException) as error:
            yield _failed(split, error)


def numbered(number: int, bundle: List[Split], columns: Dict[str, str], clock: Clock) -> Iterator[Tuple["pa.RecordBatch", "pa.Array"]]:
    """The batches, each with the number of every page: its bundle's in the high bits, its place in it in the low ones."""
    at = number << 32
    for batch in batches(bundle, columns, clock):
        yield batch, pa.array(range(at, at + batch.num_rows), pa.int64())
        at += batch.num_rows
