"""The Parquet files that the program writes, as pyarrow and DuckDB read them: the same values as its JSON lines."""

import json
import os
import random
import subprocess
import sys

import pytest

pq = pytest.importorskip("pyarrow.parquet")

HUSK = os.environ.get("HUSK_PROGRAM") or os.path.join(os.path.dirname(sys.executable), "husk")


def husk(*arguments):
    assert subprocess.run([HUSK, *map(str, arguments), "--quiet"], check=False).returncode in (0, 1)  # 1: some pages failed


def both(tmp_path, *arguments):
    """The rows of Parquet, and the records of JSON lines."""
    husk(*arguments, "-o", tmp_path / "rows.parquet")
    husk(*arguments, "-o", tmp_path / "rows.jsonl")
    with open(tmp_path / "rows.jsonl", encoding="utf-8") as lines:
        return pq.read_table(tmp_path / "rows.parquet"), [json.loads(line) for line in lines]


def test_records_have_the_values_of_json_lines(tmp_path, archive):
    table, records = both(tmp_path, "extract", "--with", "signals", "--with", "metadata", "--provenance", archive)
    assert table.num_rows == len(records) > 50
    for row, record in zip(table.to_pylist(), records):
        flat = {**record.pop("signals"), **record.pop("metadata"), **record}
        flat["provenance"] = json.dumps(flat["provenance"])
        row["provenance"] = json.dumps(json.loads(row["provenance"]))
        flat.pop("url"), row.pop("url"), row.pop("canonical")  # the page's and the metadata's
        assert {name: value for name, value in row.items() if value is not None} == flat


def test_pages_and_row_groups_end_anywhere(tmp_path):
    """Texts of all sizes, some of them of several Parquet pages, in several row groups; some pages failed, some without a title."""
    rng = random.Random(1)
    with open(tmp_path / "pages.jsonl", "w", encoding="utf-8") as lines:
        for i in range(500):
            words = " ".join(rng.choice(["año", "\u6c34\u6e90", "leek", "=1+1", '"', "\U0001f331", str(i)]) for _ in range(int(10 ** rng.uniform(0, 5.2))))
            title = f"<title>{words[:60]}</title>" if i % 3 else ""
            lines.write(json.dumps({"html": "%PDF-1.7 binary" if i % 50 == 7 else f"<!DOCTYPE html>{title}<p>{words}", "id": f"{i}"}) + "\n")
    table, records = both(tmp_path, "extract", "--all", tmp_path / "pages.jsonl")
    assert pq.ParquetFile(tmp_path / "rows.parquet").num_row_groups > 1
    for name in ("id", "status", "reason", "title", "text"):
        assert table.column(name).to_pylist() == [record.get(name) for record in records], name


def test_records_of_a_site_and_items(tmp_path):
    site = os.path.join(os.path.dirname(__file__), "../../examples/site")
    husk("learn", site, "-o", tmp_path / "site.husk")
    table, records = both(tmp_path, "records", "--site", tmp_path / "site.husk", site)
    assert table.num_rows == len(records)
    for row, record in zip(table.to_pylist(), records):
        assert (row["id"], row["class"]) == (record["id"], record["class"])
        fields = {name: value if isinstance(value, list) or not isinstance(row[name], list) else [value] for name, value in record["fields"].items()}
        assert fields == {name: row[name] for name in fields} and sum(value is not None for value in row.values()) == len(fields) + 1 + (row["class"] is not None)
    table, records = both(tmp_path, "records", "--items", os.path.join(site, "forum"))
    assert [{name: value for name, value in row.items() if value is not None} for row in table.to_pylist()] == records
    assert str(table.schema.field("item").type) == "int64"


def test_no_row_at_all_is_a_table(tmp_path, archive):
    husk("extract", "--min-words", 1000000, archive, "-o", tmp_path / "none.parquet")
    table = pq.read_table(tmp_path / "none.parquet")
    assert table.num_rows == 0 and "text" in table.column_names


def test_duckdb_reads_it(tmp_path, archive):
    duckdb = pytest.importorskip("duckdb")
    husk("extract", "--with", "metadata", archive, "-o", tmp_path / "pages.parquet")
    (count, kinds), = duckdb.sql(f"SELECT count(*), count(DISTINCT kind) FROM '{tmp_path}/pages.parquet'").fetchall()
    assert count > 50 and kinds > 3
