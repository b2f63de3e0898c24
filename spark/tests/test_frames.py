"""DataFrames in and out, against husk in this process."""

import pytest
from pyspark.sql import functions as F

import husk
import husk_spark
from husk_spark import frames, session
from husk_spark.pages import host_of, rank_of

NOW = 1790000000


@pytest.fixture(scope="module")
def pages(crawl):
    return [(p.url, bytes(p.html), p.charset, n) for n, p in enumerate(husk.read_pages(*sorted(crawl.glob("crawl-*.warc.gz"))))]


@pytest.fixture(scope="module")
def frame(sparks, pages):
    spark = sparks(2)
    spark.conf.set("spark.sql.shuffle.partitions", "4")
    rows = [*pages, ("http://null.example/", None, None, 1000), ("http://pdf.example/", b"%PDF-1.7\n", None, 1001)]
    return spark.createDataFrame(rows, "url string, html binary, charset string, n int").repartition(4).cache()


def test_the_version_is_husks():
    assert husk_spark.__version__ == husk.__version__


def test_extract(frame, pages):
    found = husk_spark.extract(frame, now=NOW)
    assert found.columns == ["url", "charset", "n", "text", "title", "author", "date", "language", "sitename", "kind", "status", "reason", "confidence"]
    rows = {row["n"]: row for row in found.collect()}
    assert len(rows) == len(pages) + 2
    assert [rows[n]["text"] for *_, n in pages] == [husk.extract(html, url, charset=charset, now=NOW) or "" for url, html, charset, n in pages]
    assert rows[1000]["status"] == rows[1001]["status"] == "failed" and "PDF" in rows[1001]["reason"]
    assert {row["kind"] for row in found.where("n < 1000").collect()} != {None}


def test_other_names_and_strings(frame):
    renamed = frame.where("n < 20").select(F.decode("html", "utf-8").alias("content"), F.col("url").alias("text"))
    found = husk_spark.extract(renamed, html="content", url="text", output_format="markdown")
    assert "text" in found.columns and found.columns.count("text") == 1 and found.where("status = 'ok'").count() == 20
    with pytest.raises(ValueError, match="no column 'html'; this DataFrame has content, text"):
        husk_spark.extract(renamed)
    with pytest.raises(TypeError, match="colour"):
        husk_spark.extract(frame, colour="red")


def test_learn_extract_and_records(frame, pages, tmp_path):
    sites = husk_spark.learn(frame, sample=64).cache()
    rows = {row["host"]: row for row in sites.collect()}
    hosts = {host_of(url) for url, *_ in pages}
    assert hosts <= set(rows) and rows["pdf.example"]["status"] == "few-pages"
    giant = max(rows.values(), key=lambda row: row["pages"])
    assert giant["pages"] > 160 and giant["sampled"] == 64
    (tmp_path / "theirs.husk").write_bytes(giant["site"])
    chosen = sorted((page for page in pages if host_of(page[0]) == giant["host"]), key=lambda page: rank_of(page[0], 0))[:64]
    with husk.Site.learn(chosen_pages(chosen)) as ours, husk.Site.load(tmp_path / "theirs.husk") as theirs:
        assert str(ours) == str(theirs)

        found = husk_spark.extract(frame, sites=sites, now=NOW)
        texts = {row["n"]: row["text"] for row in found.where(F.col("url").contains(giant["host"])).collect()}
        of_giant = [page for page in pages if host_of(page[0]) == giant["host"]]
        assert texts == {n: ours.extract(html, url, charset=charset, now=NOW) for url, html, charset, n in of_giant}
        assert found.count() == len(pages) + 2

        records = husk_spark.records(frame, sites)
        assert records.columns == ["url", "charset", "n", "class", "record", "status", "reason"]
        for row in records.where(F.col("url").contains(giant["host"])).limit(5).collect():
            html, url = next((html, url) for url, html, _, n in pages if n == row["n"])
            want = next(ours.records([(html, url)]))
            assert row["class"] == want.pop("class") and want.pop("id") == url
            assert row["record"] == {name: value if isinstance(value, list) else [value] for name, value in want.items()}
        assert "no site" in records.where("n = 1001").first()["reason"]


def chosen_pages(rows):
    return [{"html": html, "url": url, "id": url, "charset": charset} for url, html, charset, _ in rows]


def test_cluster(frame, pages, crawl):
    rows = husk_spark.cluster(frame).collect()
    assert len(rows) == len(pages) + 2 and {row["cluster"] for row in rows if row["n"] >= 1000} == {None}
    ours = {row["n"]: row["cluster"] for row in rows if row["n"] < 1000}
    theirs = husk.cluster([(html, url) for url, html, *_ in pages], method="lsh")
    together = [(ours[a] == ours[b], theirs[a] == theirs[b]) for a in ours for b in ours if a < b]
    assert 2 * together.count((True, True)) / (sum(x for x, _ in together) + sum(y for _, y in together)) > 0.95


def test_hosts_and_ranks_are_the_jobs(sparks):
    urls = ["http://A.Example/x", "https://ann:secret@a.example:8080?q=http://b.example/", "http://a.example#x", "http://[::1]:80/", "ftp://a.example/",
            "a.example", "", "HTTP://B.example", "http://é.example/ü"]
    table = sparks(2).createDataFrame([(url,) for url in urls], "url string")
    rank = F.conv(F.substring(F.sha2("url", 256), 1, 15), 16, 10).cast("long")
    found = table.select("url", frames._host(table, "url").alias("host"), rank.alias("rank")).collect()
    assert [(row["host"], row["rank"]) for row in found] == [(host_of(url), rank_of(url, 0)) for url in urls]


def test_versions(monkeypatch, sparks):
    assert [session.numbers(v) for v in ("4.1.0", "3.5.1.dev0", "14", "5.0rc1")] == [(4, 1, 0), (3, 5, 1), (14,), (5, 0)]
    monkeypatch.setattr(session, "LEAST_SPARK", (99,))
    assert "too old: 99 or later" in session.here()[0]
    monkeypatch.setattr(husk, "__version__", "0.0.0")
    with pytest.raises(husk_spark.VersionError, match="husk here is 0.0.0, there"):
        session.check_executors(sparks(2))
