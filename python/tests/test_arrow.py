"""Arrow and Parquet."""

import io
import struct

import pytest

import husk

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

LONG = "<title>Leeks</title><nav>Home</nav><p>" + 20 * "Leeks and kale turn some of their starch to sugar. " + "</p>"
NAMES = ["text", "title", "author", "date", "language", "sitename", "kind", "status", "reason", "confidence"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
@pytest.mark.parametrize("jobs", [1, 3])
def test_columns(kind, jobs):
    pages = [LONG.replace("Leeks and", f"Page {i} and") for i in range(40)] + [None, ""]
    batch = pa.record_batch({"n": list(range(42)), "html": pa.array([p.encode() if p is not None and pa.types.is_binary(kind) or
                             p is not None and pa.types.is_large_binary(kind) else p for p in pages], kind)})
    found = husk.extract_batch(batch.slice(1), jobs=jobs)  # an offset must count
    assert found.schema.names == ["n", *NAMES]
    assert found.column("n").to_pylist() == list(range(1, 42))
    want = [husk.extract(page) or "" for page in pages[1:40]]
    assert found.column("text").to_pylist()[:39] == want
    assert found.column("status").to_pylist()[-2:] == ["failed", "no-text"]
    assert "null" in found.column("reason")[-2].as_py()
    assert 0 <= found.column("confidence")[0].as_py() <= 1


def offsets(*numbers, wide=False):
    return pa.py_buffer(struct.pack(f"={len(numbers)}{'q' if wide else 'i'}", *numbers))


@pytest.mark.parametrize("kind", [pa.string(), pa.binary(), pa.large_string(), pa.large_binary()])
@pytest.mark.parametrize("wrong", [(0, 1000000, 5), (0, 3, 1000000), (0, -5, 5), (4, 2, 5), (-8, 3, 5)])
@pytest.mark.parametrize("column", ["html", "url", "charset"])
def test_offsets_outside_the_buffer(kind, wrong, column):
    with pytest.raises((husk.ArgumentError, pa.ArrowInvalid), match=f"the column '{column}' is damaged|offset"):  # ours, or pyarrow's own
        array = pa.Array.from_buffers(kind, 2, [None, offsets(*wrong, wide="large" in str(kind)), pa.py_buffer(b"hello")])
        columns = {"html": pa.array(["<p>One</p>", "<p>Two</p>"]), column: array}
        husk.extract_batch(pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns)))


def test_a_column_does_not_see_its_neighbour():
    secret = b"<p>" + 20 * b"What stands beside the column is not part of it. " + b"</p>"
    buffer = pa.py_buffer(b"<p>hello</p>" + b" " * 52 + secret)
    array = pa.Array.from_buffers(pa.string(), 2, [pa.py_buffer(b"\x01"), offsets(0, 64 + len(secret), 12), buffer.slice(0, 12)])
    with pytest.raises(husk.ArgumentError, match="damaged"):
        husk.extract_batch(pa.RecordBatch.from_arrays([array], names=["html"]))


def test_a_forged_file():
    """Offsets of an IPC file go as they are into the array."""
    array = pa.Array.from_buffers(pa.string(), 2, [None, offsets(0, 7, 12), pa.py_buffer(b"<p>a</p>b</p>")])
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, pa.schema([("html", pa.string())])) as writer:
        writer.write(pa.RecordBatch.from_arrays([array], names=["html"]))
    forged = sink.getvalue().replace(struct.pack("=3i", 0, 7, 12), struct.pack("=3i", 0, 1 << 28, 12))
    assert forged != sink.getvalue()
    with pytest.raises(husk.ArgumentError, match="damaged"):
        husk.extract_batch(pa.ipc.open_file(forged).get_batch(0))


def test_the_bitmap_is_inside_its_buffer():
    with pytest.raises((husk.ArgumentError, pa.ArrowInvalid), match="damaged|too small"):
        array = pa.Array.from_buffers(pa.bool_(), 4096, [None, pa.py_buffer(b"x")])
        husk.extract_batch(pa.RecordBatch.from_arrays([pa.array([LONG] * 4096), array], names=["html", "is_text"]))


@pytest.mark.parametrize("kind", [pa.string_view(), pa.binary_view(), pa.dictionary(pa.int32(), pa.string()), pa.dictionary(pa.int8(), pa.large_binary()),
                                  pa.binary(len(LONG))])
def test_other_types(kind):
    pages = [LONG, LONG, None] if "view" in str(kind) or "string" in str(kind) else [LONG.encode(), LONG.encode(), None]
    array = pa.array(pages).cast(kind) if pa.types.is_dictionary(kind) else pa.array(pages, kind)
    found = husk.extract_batch(pa.RecordBatch.from_arrays([array], names=["html"]))
    assert found.column("text").to_pylist() == [husk.extract(LONG)] * 2 + [None]


def test_tables_and_frames():
    table = pa.table({"n": pa.chunked_array([[1, 2], [3]]), "html": pa.chunked_array([[LONG, None], [LONG]])})
    found = husk.extract_batch(table)
    assert isinstance(found, pa.Table) and found.column_names == ["n", *NAMES] and found.column("status").to_pylist() == ["ok", "failed", "ok"]
    assert husk.extract_batch(table.slice(0, 0)).num_rows == 0
    with pytest.raises(TypeError, match="not list"):
        husk.extract_batch([LONG])


@pytest.mark.parametrize("package", ["polars", "pandas"])
def test_frames_of_other_packages(package):
    module = pytest.importorskip(package)
    found = husk.extract_batch(module.DataFrame({"html": [LONG, None], "n": [1, 2]}))
    assert isinstance(found, module.DataFrame) and list(found.columns) == ["n", *NAMES] and list(found["status"]) == ["ok", "failed"]
    with pytest.raises(TypeError, match="not Series"):
        husk.extract_batch(module.Series([LONG]))


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    pages = pa.table({"n": [1, 2], "html": [LONG, None]})
    found = husk.extract_batch(duckdb.sql("SELECT * FROM pages"))
    assert duckdb.sql("SELECT n, status FROM found ORDER BY n").fetchall() == [(1, "ok"), (2, "failed")] and pages.num_rows == 2


def test_empty_and_wrong():
    assert husk.extract_batch(pa.record_batch({"html": pa.array([], pa.string())})).num_rows == 0
    with pytest.raises(husk.ArgumentError, match="no column"):
        husk.extract_batch(pa.record_batch({"page": ["<p>"]}))
    with pytest.raises(TypeError, match="strings or bytes"):
        husk.extract_batch(pa.record_batch({"html": [1, 2]}))


def test_warc_to_parquet_and_on(archive, tmp_path):
    from husk import batch

    first, second = tmp_path / "a.parquet", tmp_path / "b.parquet"
    assert batch.main([str(archive), "-o", str(first)]) == 0
    table = pq.read_table(first)
    assert table.column("text").to_pylist() == [text or "" for text in husk.extract_many(husk.read_warc(archive))]
    pages = pa.table({"content": [page.html for page in husk.read_warc(archive)], "url": [page.url for page in husk.read_warc(archive)]})
    pq.write_table(pages, tmp_path / "pages.parquet")
    assert batch.main([str(tmp_path / "pages.parquet"), "-o", str(second), "--html", "content"]) == 0
    assert pq.read_table(second).column("text") == table.column("text")
    assert batch.main([str(tmp_path / "missing.warc.gz"), "-o", str(second)]) in (1, 3)
    assert sorted(p.name for p in tmp_path.iterdir() if "part" in p.name) == []


def test_a_batch_with_several_sites(shop):
    from husk._arrow import extract_runs

    with husk.Site.learn(shop, one_class=True) as site:
        batch = pa.record_batch({"n": list(range(8)), "html": [html for html, _ in shop[:7]] + [None], "url": [url for _, url in shop[:8]]})
        found = extract_runs(batch, "html", "url", [(site, 3), (None, 2), (site, 3)], now=1790000000)
        wanted = [husk.extract_batch(batch.slice(at, n), site=of, now=1790000000) for at, n, of in ((0, 3, site), (3, 2, None), (5, 3, site))]
        assert found.to_pylist() == [row for part in wanted for row in part.to_pylist()] and found.column("status")[7].as_py() == "failed"
        assert found.to_pylist()[:3] != husk.extract_batch(batch.slice(0, 3), now=1790000000).to_pylist()  # the site counts
