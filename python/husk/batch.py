"""``python -m husk.batch``: WARC or Parquet in, Parquet out.

    python -m husk.batch pages.warc.gz -o pages.parquet
    python -m husk.batch crawl.parquet -o pages.parquet --html content --url address

Each row has id, url, text, title, author, date, language, sitename, kind, confidence, status and reason. Pages that fail are
rows that say why. Memory is bounded by the batch size; the output appears whole or not at all.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Dict, Iterator, List, Optional, Protocol, Sequence, Tuple

from husk import _arrow  # first, because it says what to install without pyarrow
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.compute as pc  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

import husk

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Columns

PAGES = pa.schema([("id", pa.string()), ("url", pa.string()), ("html", pa.large_binary()), ("charset", pa.string()),
                   ("is_text", pa.bool_()), ("problem", pa.string()), ("fetched", pa.int64())])
HELPERS = ("charset", "is_text", "problem", "fetched")  # not passed on to the output


class Pages(Protocol):
    """What :func:`husk.read_pages` returns."""

    def read_some(self, pages: int, max_bytes: int) -> Optional[Tuple[Sequence[Tuple[object, ...]], bytearray]]: ...


def page_batches(pages: Pages, rows: int = 1024, max_bytes: int = 64 << 20) -> Iterator["pa.RecordBatch"]:
    """Pages of :func:`husk.read_pages` as batches of PAGES, bounded by rows and bytes. ``problem`` says why a page was not read whole."""
    while (found := pages.read_some(rows, max_bytes)) is not None:
        ids, urls, charsets, is_text, problems, dates, is_read, ends, _ = zip(*found[0])
        buffers = [pa.array(is_read, pa.bool_()).buffers()[1], pa.array((0, *ends), pa.int64()).buffers()[1], pa.py_buffer(found[1])]
        html = pa.Array.from_buffers(pa.large_binary(), len(ends), buffers)
        others = (pa.array(column, kind) for column, kind in zip((charsets, is_text, problems, dates), PAGES.types[3:]))
        yield pa.record_batch([pa.array(ids, pa.string()), pa.array(urls, pa.string()), html, *others], schema=PAGES)


def extract_pages(batch: "pa.RecordBatch", html: str = "html", url: str = "url", *, jobs: Optional[int] = None,
                  runs: "Optional[Sequence[Tuple[Optional[husk.Site], int]]]" = None, **options: "Unpack[Columns]") -> "pa.RecordBatch":
    """:func:`husk.extract_batch`; the column ``problem``, where there is one, becomes part of ``status`` and ``reason``. ``runs`` has sites, each with
    the number of the next rows that it is for."""
    found = husk.extract_batch(batch, html, url, jobs=jobs, **options) if runs is None else _arrow.extract_runs(batch, html, url, runs, **options)
    if "problem" not in found.schema.names or not pc.any(pc.is_valid(found.column("problem"))).as_py():
        return found.drop_columns([name for name in HELPERS if name in found.schema.names])
    problem = found.column("problem")
    status = pc.if_else(pc.and_(pc.is_valid(problem), pc.equal(found.column("status"), "ok")), "cut", found.column("status"))
    reason = pc.coalesce(problem.cast(pa.large_string()), found.column("reason"))
    found = found.set_column(found.schema.get_field_index("status"), "status", status)
    found = found.set_column(found.schema.get_field_index("reason"), "reason", reason)
    return found.drop_columns([name for name in HELPERS if name in found.schema.names])


def batches(path: str, rows: int, max_bytes: int) -> Iterator["pa.RecordBatch"]:
    """The pages of a Parquet file, WARC, JSON lines file, folder or HTML file."""
    if str(path).endswith(".parquet"):
        yield from pq.ParquetFile(path).iter_batches(batch_size=rows)
    else:
        yield from page_batches(husk.read_pages(path, failed=True), rows, max_bytes)


def run(inputs: List[str], output: str, *, html: str = "html", url: str = "url", jobs: int = 0, rows: int = 1024,
        max_bytes: int = 64 << 20, **options: "Unpack[Columns]") -> Dict[str, int]:
    """Extract from all inputs into one Parquet file; returns counts by status."""
    counts: Dict[str, int] = {}
    part = f"{output}.part-{os.getpid()}"
    writer = None
    try:
        for path in inputs:
            for batch in batches(path, rows, max_bytes):
                found = extract_pages(batch, html, url, jobs=jobs or None, **options)
                if writer is None:
                    writer = pq.ParquetWriter(part, found.schema, compression="zstd")
                writer.write_batch(found)
                for status in found.column("status").to_pylist():
                    counts[status] = counts.get(status, 0) + 1
        if writer is None:
            raise husk.ArgumentError(f"{', '.join(inputs)}: no page, so nothing is written")
        writer.close()
        os.replace(part, output)
    except BaseException:
        if writer:
            writer.close()
        if os.path.exists(part):
            os.remove(part)
        raise
    return counts


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m husk.batch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", nargs="+", help="WARC, JSON lines, Parquet or HTML files, or folders")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the Parquet file to write")
    parser.add_argument("--html", default="html", help="of Parquet: the column of pages (default: html)")
    parser.add_argument("--url", default="url", help="of Parquet: the column of URLs (default: url)")
    parser.add_argument("--site", help="a .husk file to judge pages by")
    parser.add_argument("--jobs", type=int, default=0, help="threads (default: one per core)")
    parser.add_argument("--format", default="txt", dest="output_format", help="of the column text: txt, markdown or html")
    parser.add_argument("--no-comments", action="store_true", help="leave out readers' comments")
    o = parser.parse_args(arguments)
    options: "Columns" = {"output_format": o.output_format, "include_comments": not o.no_comments}
    try:
        if o.site:
            options["site"] = husk.Site.load(o.site)
        counts = run(o.input, o.output, html=o.html, url=o.url, jobs=o.jobs, **options)
    except (husk.Error, OSError, pa.ArrowInvalid) as error:
        print(f"husk.batch: {error}", file=sys.stderr)
        return 3
    print(", ".join(f"{n} {status}" for status, n in sorted(counts.items())), file=sys.stderr)
    return 1 if counts.get("failed") else 0


if __name__ == "__main__":
    sys.exit(main())
