"""Arrow: a column of pages in, columns of results out, without copying the pages."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, List, Optional, Sequence, Tuple, TypeVar

try:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("husk.extract_batch and husk.batch need pyarrow: pip install pyarrow", name="pyarrow") from error

from . import _husk
from ._extract import _wishes
from ._options import Columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._site import Site

Frame = TypeVar("Frame")
Names = Tuple[str, Optional[str], Optional[str], Optional[str]]
Runs = Sequence[Tuple[Tuple[object, ...], int]]  # options, and how many of the next rows they are for


_NAMES = ["text", "title", "author", "date", "language", "sitename", "kind", "status", "reason", "confidence"]
_TYPES = [pa.large_string()] * 9 + [pa.float32()]
_MOST_ROWS = 256  # of a piece: the texts of its pages are held together


def _column(batch: pa.RecordBatch, name: Optional[str], what: str) -> Tuple[Optional[pa.Array], bool]:
    """A column of strings or bytes as bytes, and whether it holds strings; None if there is no such column. Its buffers are checked: a file
    or another process may have made them."""
    if name is None or name not in batch.schema.names:
        return None, False
    column = batch.column(name)
    try:
        if isinstance(column, pa.ExtensionArray):
            column = column.storage
        if (plain := _PLAIN.get(_kind(column.type))) is not None:
            column.validate(full=True)
            column = column.cast(plain)
        is_text = column.type in (pa.string(), pa.large_string())
        if is_text:  # offsets are checked, not UTF-8, which pages may break
            column = column.view(pa.binary() if column.type == pa.string() else pa.large_binary())
        if column.type not in (pa.binary(), pa.large_binary()):
            raise TypeError(f"the column of {what} must hold strings or bytes, not {column.type}")
        column.validate(full=True)
    except pa.ArrowInvalid as error:
        raise _husk.ArgumentError(f"the column {name!r} is damaged: {error}") from None
    return column, is_text


def _places(column: pa.Array) -> List[Optional[Tuple[int, int]]]:
    """Where each value is in memory, and its length: pages are read there."""
    _, offsets, data = column.buffers()
    kind = pa.int32() if column.type == pa.binary() else pa.int64()
    at = pa.Array.from_buffers(kind, len(column) + 1, [None, offsets], offset=column.offset).to_pylist()
    base = data.address if data else 0
    return [(base + start, end - start) if valid else None for start, end, valid in zip(at, at[1:], column.is_valid().to_pylist())]


def _strings(batch: pa.RecordBatch, name: Optional[str], what: str) -> List[Optional[str]]:
    column, _ = _column(batch, name, what)
    if column is None:
        return [None] * batch.num_rows
    try:
        values = column.cast(pa.string() if column.type == pa.binary() else pa.large_string()).to_pylist()
    except pa.ArrowInvalid:  # not all of them are UTF-8
        values = [value.decode("utf-8", "replace") if value is not None else None for value in column.to_pylist()]
    return [value.split("\0")[0] or None if value else None for value in values]


def _flags(batch: pa.RecordBatch, name: Optional[str]) -> List[Optional[bool]]:
    """The values of a column of booleans; nulls if there is no such column."""
    if name is None or name not in batch.schema.names:
        return [None] * batch.num_rows
    column = batch.column(name)
    if column.type != pa.bool_():
        raise TypeError(f"the column of {name} must hold booleans")
    try:
        column.validate(full=True)
    except pa.ArrowInvalid as error:
        raise _husk.ArgumentError(f"the column {name!r} is damaged: {error}") from None
    flags: List[Optional[bool]] = column.to_pylist()
    return flags


def _rows(batch: pa.RecordBatch, names: Names, runs: Runs) -> pa.RecordBatch:
    """The rows of what is known of the pages; a page that fails is a row that says why."""
    column, is_str = _column(batch, names[0], "pages")
    pages = _places(column) if column is not None and len(column) else []
    urls, charsets = _strings(batch, names[1], "URLs"), _strings(batch, names[2], "encodings")
    given = [None if page is None else (*page, url, "utf-8" if is_str else charset, bool(is_text))
             for page, url, charset, is_text in zip(pages, urls, charsets, _flags(batch, names[3]))]
    rows: List[Tuple[object, ...]] = []
    for wishes, n in runs:
        some = given[len(rows):len(rows) + n]
        found = iter(_husk.extract_some([page for page in some if page is not None], wishes, True))
        rows += [(0, "no page: the value is null") if page is None else next(found) for page in some]
    whole = [row if len(row) > 2 else (None,) * 7 + ("failed", row[1], None) for row in rows]
    return pa.record_batch([pa.array([row[i] for row in whole], kind) for i, kind in enumerate(_TYPES)], names=_NAMES)


def _kind(kind: pa.DataType) -> str:
    """Types that the C side does not read, by the one they are cast to."""
    if pa.types.is_dictionary(kind):
        return "bytes" if _kind(kind.value_type) == "bytes" or "binary" in str(kind.value_type) else "text"
    if str(kind) in ("string_view", "null"):
        return "text"
    return "bytes" if str(kind) == "binary_view" or pa.types.is_fixed_size_binary(kind) else ""


_PLAIN = {"text": pa.large_string(), "bytes": pa.large_binary()}


def extract_batch(batch: "Frame", html: str = "html", url: Optional[str] = "url", *, jobs: Optional[int] = None,
                  charset: Optional[str] = "charset", is_text: Optional[str] = "is_text", **options: "Unpack[Columns]") -> "Frame":
    """Extract from a column of pages. Returns a batch with the other columns of ``batch``, then ``text``, ``title``, ``author``,
    ``date``, ``language``, ``sitename``, ``kind``, ``status``, ``reason`` and ``confidence``.

    ``batch`` is a ``RecordBatch`` or ``Table`` of pyarrow, or a ``DataFrame`` of polars or pandas; the result is the same. Anything
    else that exports a stream of Arrow gives a ``Table``. ``html`` and ``url`` name columns of strings or bytes of any Arrow type (large, view,
    dictionary, fixed-size); a batch without the column of URLs is fine. So are the columns ``charset`` (the encoding that HTTP named) and
    ``is_text`` (plain text, not HTML), as ``husk.batch`` reads them from archives. A page that fails is a row whose ``status`` is ``"failed"``;
    a page that does not contain its content has the status ``"needs-script"``, ``"no-text"``, ``"consent-wall"``, ``"not-found"`` or
    ``"refused"``. Options are those of :func:`husk.extract`. A damaged column raises :class:`husk.ArgumentError`.

    >>> import pyarrow as pa
    >>> batch = pa.record_batch({"html": ["<title>Leeks</title><p>" + 20 * "Leeks like rain. " + "</p>", None]})
    >>> extract_batch(batch).column("status").to_pylist()
    ['ok', 'failed']
    """
    wishes = _wishes("", None, **options)
    names = (html, url, charset, is_text)
    if isinstance(batch, pa.RecordBatch):
        return _extracted(batch, names, wishes, jobs)  # type: ignore[no-any-return, unused-ignore]
    package = type(batch).__module__.split(".")[0]
    table = _table(batch, package)
    made = pa.Table.from_batches([_extracted(piece, names, wishes, jobs) for piece in table.to_batches() or [_empty(table.schema)]])
    if package == "polars":
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.from_arrow(made)  # type: ignore[return-value, no-any-return, unused-ignore]
    return made.to_pandas() if package == "pandas" else made  # type: ignore[no-any-return, unused-ignore]


def _table(batch: object, package: str) -> pa.Table:
    if package == "pandas" and hasattr(batch, "columns"):
        return pa.Table.from_pandas(batch)
    if package != "pandas" and hasattr(batch, "__arrow_c_stream__"):
        try:
            return pa.table(batch)
        except pa.ArrowInvalid:  # a single column, as polars.Series
            pass
    raise TypeError(f"batch must be a RecordBatch, a Table, or a DataFrame of polars or pandas, not {type(batch).__name__}")


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _extracted(batch: pa.RecordBatch, names: Names, wishes: Tuple[object, ...], jobs: Optional[int]) -> pa.RecordBatch:
    """One batch, in pieces on several threads."""
    html = names[0]
    if html not in batch.schema.names:
        raise _husk.ArgumentError(f"no column {html!r}; this batch has {', '.join(batch.schema.names)}")

    def work(piece: pa.RecordBatch) -> pa.RecordBatch:
        return _rows(piece, names, [(wishes, piece.num_rows)])

    jobs = jobs or os.cpu_count() or 1
    size = _MOST_ROWS if jobs == 1 else min(_MOST_ROWS, max(16, -(-batch.num_rows // (4 * jobs))))
    pieces = [batch.slice(start, size) for start in range(0, batch.num_rows, size)] or [batch]
    if jobs == 1 or len(pieces) == 1:
        found = [work(piece) for piece in pieces]
    else:
        with ThreadPoolExecutor(jobs) as pool:
            found = list(pool.map(work, pieces))
    return _beside(batch, html, pa.Table.from_batches(found).combine_chunks())


def _beside(batch: pa.RecordBatch, html: str, made: pa.Table) -> pa.RecordBatch:
    """The other columns of the batch, and what was made of its pages."""
    kept = [name for name in batch.schema.names if name != html and name not in made.column_names]
    columns = [batch.column(name) for name in kept]
    columns += [made.column(name).chunk(0) if made.num_rows else pa.array([], made.schema.field(name).type)
                for name in made.column_names]
    return pa.RecordBatch.from_arrays(columns, names=kept + made.column_names)


def extract_runs(batch: pa.RecordBatch, html: str, url: str, runs: "Sequence[Tuple[Optional[Site], int]]", **options: "Unpack[Columns]") -> pa.RecordBatch:
    """extract_batch where rows have different sites: each is for so many of the next rows. A call has a cost of its own, which many short runs share."""
    wishes = []
    for site, n in runs:
        options["site"] = site
        wishes.append((_wishes("", None, **options), n))
    return _beside(batch, html, pa.Table.from_batches([_rows(batch, (html, url, "charset", "is_text"), wishes)]))
