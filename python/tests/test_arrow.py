"""Arrow and Parquet."""

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
