"""Arrow: a column of pages in, columns of results out, without copying the pages."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Optional

try:
    import pyarrow as pa
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("husk.extract_batch and husk.batch need pyarrow: pip install pyarrow", name="pyarrow") from error

from . import _husk
from ._extract import _wishes


class _Exported:
    """What the C side made, in the form that pyarrow imports."""

    def __init__(self, capsules: tuple):
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple:
        return self._capsules


def _column(batch: pa.RecordBatch, name: Optional[str]) -> tuple:
    """The column as the C side reads it, or nothing."""
    if name is None or name not in batch.schema.names:
        return None, None
    column = batch.column(name)
    if pa.types.is_string_view(column.type) or pa.types.is_binary_view(column.type) or pa.types.is_dictionary(column.type):
        column = column.cast(pa.large_binary() if "binary" in str(column.type) else pa.large_string())
    return column.__arrow_c_array__()


def extract_batch(batch: "pa.RecordBatch", html: str = "html", url: Optional[str] = "url", *, site: Any = None,
                  jobs: Optional[int] = None, charset: Optional[str] = "charset", is_text: Optional[str] = "is_text",
                  **options: Any) -> "pa.RecordBatch":
    """Extract from a column of pages. Returns a batch with the other columns of ``batch`` and ``text``, ``title``, ``author``,
    ``date``, ``language``, ``sitename``, ``kind``, ``confidence``, ``status`` and ``reason``.

    ``html`` and ``url`` name columns of strings or bytes; a batch without the column of URLs is fine. So are the columns
    ``charset`` (the encoding that HTTP named) and ``is_text`` (plain text, not HTML), as ``husk.batch`` reads them from archives. A
    page that fails is a row whose ``status`` is ``"failed"``; a page that does not contain its content has the status
    ``"needs-script"``, ``"no-text"``, ``"consent-wall"``, ``"not-found"`` or ``"refused"``. Options are those of
    :func:`husk.extract`.

    >>> import pyarrow as pa
    >>> batch = pa.record_batch({"html": ["<title>Leeks</title><p>" + 20 * "Leeks like rain. " + "</p>", None]})
    >>> extract_batch(batch).column("status").to_pylist()
    ['ok', 'failed']
    """
    if isinstance(batch, pa.Table):
        raise TypeError("give a RecordBatch: table.to_batches() makes them")
    if html not in batch.schema.names:
        raise _husk.ArgumentError(f"no column {html!r}; this batch has {', '.join(batch.schema.names)}")
    wishes = _wishes("", None, site, **options)

    def work(piece: "pa.RecordBatch") -> "pa.RecordBatch":
        return pa.record_batch(_Exported(_husk.extract_arrow(*_column(piece, html), *_column(piece, url), *_column(piece, charset),
                                                                  *_column(piece, is_text), wishes)))

    jobs = jobs or os.cpu_count() or 1
    size = max(16, -(-batch.num_rows // (4 * jobs)))
    pieces = [batch.slice(start, size) for start in range(0, batch.num_rows, size)] or [batch]
    if jobs == 1 or len(pieces) == 1:
        found = [work(piece) for piece in pieces]
    else:
        with ThreadPoolExecutor(jobs) as pool:
            found = list(pool.map(work, pieces))
    made = pa.Table.from_batches(found).combine_chunks()
    names = [name for name in batch.schema.names if name != html and name not in made.column_names]
    columns = [batch.column(name) for name in names]
    columns += [made.column(name).chunk(0) if made.num_rows else pa.array([], made.schema.field(name).type)
                for name in made.column_names]
    return pa.RecordBatch.from_arrays(columns, names=names + made.column_names)
