"""The Python in docs/guides/python.md runs, one block after the other, on the example archive."""

import pathlib
import re
import shutil

import pytest

import husk

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_guide(tmp_path, monkeypatch):
    names = {name: pytest.importorskip(name) for name in ("duckdb", "pandas", "polars")}
    archive = ROOT / "examples/site.warc.gz"
    pages = [(page.html, page.url) for page in husk.read_warc(archive)]
    monkeypatch.chdir(tmp_path)
    shutil.copy(archive, "crawl.warc.gz")
    pathlib.Path("crawl").mkdir()
    for path in ("pages.parquet", "crawl/1.parquet"):
        names["polars"].DataFrame(pages, schema=["html", "url"], orient="row").write_parquet(path)
    found = {**names, "html": pages[0][0], "url": pages[0][1]}
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/guides/python.md").read_text(), re.M | re.S)
    for block in blocks:
        exec(compile(block, "guide", "exec"), found)  # noqa: S102
    assert len(blocks) >= 4 and found["document"].text and found["texts"].height > 60 and len(found["rows"]) == len(pages)
