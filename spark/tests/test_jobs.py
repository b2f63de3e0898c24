"""The jobs against the program on the same pages."""

import collections
import json
import os
import pathlib
import subprocess
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import functions as F

import husk
from husk_spark import splits, synthetic
from husk_spark.cli import arguments, run
from husk_spark.counting import bucket_keys
from husk_spark.job_cluster import Union, star_components
from husk_spark.pages import host_of, hosts_of

PROGRAM = os.path.join(os.path.dirname(husk.__file__), "bin", "husk")
NOW = "1790000000"


def job(spark, *given):
    return run(spark, arguments([*map(str, given), "--now", NOW]))


def program(*given):
    made = subprocess.run([PROGRAM, *map(str, given)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "SOURCE_DATE_EPOCH": NOW})
    return made.stdout


def texts(folder):
    """(id, text, status) of every row, in no order."""
    table = pq.read_table(folder)
    return sorted((i or "", (t or "").rstrip("\n"), s) for i, t, s in zip(*(table.column(c).to_pylist() for c in ("id", "text", "status"))))


def program_texts(crawl, *options):
    archives = sorted(str(p) for p in crawl.glob("*.warc.gz"))
    lines = program("extract", "--quiet", "--format", "jsonl", *options, *archives).splitlines()
    return sorted((r["id"], (r.get("text") or "").rstrip("\n"), r["status"]) for r in map(json.loads, lines))


def test_extract_is_the_programs(sparks, crawl, tmp_path):
    two = job(sparks(2), "extract", crawl, "-o", tmp_path / "two")
    rows = [row for row in texts(tmp_path / "two") if not row[0].endswith(".parquet")]
    assert rows == program_texts(crawl)
    assert two["pages"] == len(rows) + 1 and two["hosts"] > 30 and two["husk_seconds"] < two["seconds"]
    assert any("Parquet" in reason for reason in two["reasons"]) and two["status"]["failed"] >= 2  # bad archives are rows, not failures


def test_a_second_run_makes_nothing_anew_and_a_lost_part_is_made_again(sparks, crawl, tmp_path):
    first = job(sparks(2), "extract", crawl / "crawl-001.warc.gz", crawl / "crawl-000.warc.gz", "-o", tmp_path)
    before = texts(tmp_path)
    times = {p.name: p.stat().st_mtime_ns for p in tmp_path.glob("part-*")}
    (tmp_path / "part-00001.parquet").unlink()
    (tmp_path / "_done/part-00001.json").unlink()
    again = job(sparks(2), "extract", crawl / "crawl-001.warc.gz", crawl / "crawl-000.warc.gz", "-o", tmp_path)
    assert texts(tmp_path) == before and again["parts_reused"] == 1 and again["pages"] == first["pages"]
    assert (tmp_path / "part-00000.parquet").stat().st_mtime_ns == times["part-00000.parquet"]
    with pytest.raises(SystemExit, match="other settings"):
        job(sparks(2), "extract", crawl / "crawl-001.warc.gz", "-o", tmp_path)


def test_splits_have_every_page_once(sparks, crawl, tmp_path):
    archive = crawl / "crawl-001.warc.gz"
    assert len(splits.find([str(archive)], archive.stat().st_size // 5)) == 5
    job(sparks(2), "extract", archive, "-o", tmp_path / "parts", "--split-bytes", archive.stat().st_size // 5)
    job(sparks(2), "extract", archive, "-o", tmp_path / "whole")
    assert texts(tmp_path / "parts") == texts(tmp_path / "whole")


def test_small_archives_are_read_together():
    sizes = [5, 5, 30, 1, 1, 1]
    bundles = splits.bundle([splits.Split(f"{i}.warc", size) for i, size in enumerate(sizes)], 10)
    assert [[s.size for s in b] for b in bundles] == [[5, 5], [30], [1, 1, 1]]
    assert splits.bundle([], 10) == []


def test_parquet_in(sparks, crawl, tmp_path):
    pages = list(husk.read_warc(crawl / "crawl-002.warc.gz"))
    pq.write_table(pa.table({"address": [p.url for p in pages], "content": [p.html for p in pages]}), tmp_path / "in.parquet", row_group_size=20)
    job(sparks(2), "extract", tmp_path / "in.parquet", "-o", tmp_path / "out", "--html", "content", "--url", "address", "--split-bytes", 1)
    assert len(list((tmp_path / "out").glob("part-*"))) > 1
    assert [row[:2] for row in texts(tmp_path / "out")] == sorted((p.url, husk.extract(p.html, p.url, now=int(NOW)) or "") for p in pages)


def python_workers():
    """Process ids of the Python workers of this process's Spark."""
    parents, names = {}, {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            names[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except (OSError, IndexError):
            pass

    def is_ours(pid):
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return [pid for pid, name in names.items() if "pyspark.daemon" in name and "pyspark.daemon" in names.get(parents[pid], "") and is_ours(pid)]


def test_a_killed_worker_changes_nothing(sparks, crawl, tmp_path):
    killed = []

    def kill():
        end = time.monotonic() + 300
        while not killed and time.monotonic() < end:
            if list(tmp_path.glob("out/.part-*")):  # a part is being written
                for pid in python_workers()[:1]:
                    os.kill(pid, 9)
                    killed.append(pid)
            time.sleep(.002)

    spark = sparks(2)
    killer = threading.Thread(target=kill)
    killer.start()
    total = job(spark, "extract", *sorted(crawl.glob("crawl-*.warc.gz")), "-o", tmp_path / "out")
    killer.join()
    assert killed
    job(spark, "extract", *sorted(crawl.glob("crawl-*.warc.gz")), "-o", tmp_path / "calm")
    assert texts(tmp_path / "out") == texts(tmp_path / "calm") and total["pages"] == 400


def test_learn_and_extract_with_sites_are_the_programs(sparks, crawl, tmp_path):
    archives = sorted(crawl.glob("crawl-*.warc.gz"))
    job(sparks(2), "learn", *archives, "-o", tmp_path / "sites", "--buckets", 4)
    found = pq.read_table(tmp_path / "sites").to_pylist()
    assert len(found) == len({row["host"] for row in found}) == 30
    giant = max(found, key=lambda row: row["pages"])
    assert giant["pages"] > 160 and giant["status"] == "ok"
    # The program learns the same from the same pages, byte for byte.
    with open(tmp_path / "host.jsonl", "w") as file:
        for page in husk.read_pages(*archives):
            if f"//{giant['host']}/" in page.url:
                file.write(json.dumps({"url": page.url, "html": page.html.decode()}) + "\n")
    program("learn", "--date", "2026-01-02", "-o", tmp_path / "host.husk", tmp_path / "host.jsonl")
    ours = tmp_path / "ours.husk"
    ours.write_bytes(giant["site"])
    assert program("show", ours) == program("show", tmp_path / "host.husk")

    total = job(sparks(2), "extract", *archives, "-o", tmp_path / "with", "--site", tmp_path / "sites")
    assert total["pages"] == 400 and total["husk_seconds"] > 0
    parts = [pq.read_metadata(path).num_rows for path in (tmp_path / "with").glob("part-*")]
    assert max(parts) < 200  # the host with 200 pages is in several parts
    program("learn", "--date", "2026-01-02", "-o", tmp_path / "all.husk", *archives)
    lines = program("extract", "--quiet", "--format", "jsonl", "--site", tmp_path / "all.husk", *archives).splitlines()
    theirs = {r["id"]: r["text"].rstrip("\n") for r in map(json.loads, lines)}
    with_pages = {row["host"] for row in found if row["site"]}
    rows = pq.read_table(tmp_path / "with").to_pylist()
    assert with_pages and all(row["text"] == theirs[row["id"]] for row in rows if row["host"] in with_pages)


def rows_of(folder):
    return sorted((row["id"], row["host"], row["text"], row["status"]) for row in pq.read_table(folder).to_pylist())


def test_pages_grouped_by_host_go_nowhere(sparks, tmp_path):
    """An archive per host beside one of many hosts: the pages of the first are in parts of the archives' own, in any table of sites the same texts."""
    made = [synthetic.Host(1, n) for n in range(8)]
    for host in made[:2]:
        (tmp_path / f"{host.name}.warc").write_bytes(b"".join(synthetic.record(*host.page(1, n)) for n in range(20)))
    (tmp_path / "many.warc").write_bytes(b"".join(synthetic.record(*host.page(1, n)) for n in range(3) for host in made))
    archives = sorted(tmp_path.glob("*.warc"))
    given = ["--buckets", 3, "--site", tmp_path / "sites"]
    job(sparks(2), "learn", *archives, "-o", tmp_path / "sites", "--buckets", 3)
    total = job(sparks(2), "extract", *archives, "-o", tmp_path / "out", *given)
    rows = rows_of(tmp_path / "out")
    assert total["pages"] == len(rows) == 64
    here = {number: counters for number in range(3) if (counters := json.loads((tmp_path / f"out/_done/bundle-{number:05d}.json").read_text()))["pages"]}
    assert [counters["pages"] for counters in here.values()] == [20, 20]
    part = tmp_path / f"out/part-{3 + min(here):05d}.parquet"
    assert len(set(pq.read_table(part).column("host").to_pylist())) == 1

    # What is lost is made again: a part of an archive, a part of a bucket.
    for lost, marker in ((part, f"bundle-{min(here):05d}"), (tmp_path / "out/part-00001.parquet", "part-00001")):
        lost.unlink(missing_ok=True)
        (tmp_path / f"out/_done/{marker}.json").unlink()
        assert job(sparks(2), "extract", *archives, "-o", tmp_path / "out", *given)["pages"] == 64 and rows_of(tmp_path / "out") == rows

    # A table of other parts, without counts and with a damaged row.
    table = pq.read_table(tmp_path / "sites").select(["host", "site"])
    damaged = [row["site"] if row["host"] != made[7].name else b"no site" for row in table.to_pylist()]
    pq.write_table(table.set_column(1, "site", pa.array(damaged, pa.binary())), tmp_path / "table.parquet")
    job(sparks(2), "extract", *archives, "-o", tmp_path / "table", "--buckets", 2, "--site", tmp_path / "table.parquet")
    assert [row for row in rows_of(tmp_path / "table") if row[1] != made[7].name] == [row for row in rows if row[1] != made[7].name]
    alone = {page.id: husk.extract(page.html, page.url, now=int(NOW)) for page in husk.read_pages(tmp_path / "many.warc") if made[7].name in page.url}
    assert {row[0]: row[2] for row in rows_of(tmp_path / "table") if row[1] == made[7].name} == alone


def test_a_bucket_is_a_partition(sparks):
    for n in (1, 16):
        table = sparks(2).createDataFrame([(key, bucket) for bucket, key in enumerate(bucket_keys(sparks(2), n))] * 2, "key int, bucket int")
        found = table.repartition(n, "key").select("bucket", F.spark_partition_id().alias("partition")).distinct().collect()
        assert sorted(row["bucket"] for row in found) == sorted(row["partition"] for row in found) == list(range(n))


def test_samples_are_bounded(sparks, crawl, tmp_path):
    archives = sorted(crawl.glob("crawl-*.warc.gz"))
    job(sparks(2), "learn", *archives, "-o", tmp_path, "--buckets", 3, "--sample", 8)
    found = pq.read_table(tmp_path).to_pylist()
    assert max(row["sampled"] for row in found) == 8 and max(row["pages"] for row in found) > 160


def partition(pairs):
    groups = collections.defaultdict(set)
    for name, cluster in pairs:
        groups[cluster].add(name)
    return sorted(sorted(group) for group in groups.values())


def test_clusters_are_the_programs(sparks, crawl, tmp_path):
    archives = sorted(crawl.glob("crawl-*.warc.gz"))
    total = job(sparks(2), "cluster", *archives, "-o", tmp_path, "--buckets", 3)
    table = pq.read_table(tmp_path / "clusters").to_pylist()
    assert total["pages"] == len(table) == 400
    ours = partition((row["id"], row["cluster"]) for row in table)
    lines = program("cluster", "--method", "lsh", *archives).decode().splitlines()
    theirs = partition(reversed(line.split("\t", 1)) for line in lines)
    assert agreement(ours, theirs) > 0.95
    written = [pq.ParquetFile(path).metadata.row_group(0) for path in (tmp_path / "clusters").glob("*.parquet")]
    assert {group.column(i).compression for group in written for i in range(group.num_columns)} == {"ZSTD"}  # nothing needs Spark's snappy


def agreement(ours, theirs):
    """The Rand F1 of two partitions: of the pairs that either puts together."""
    pairs = [{(a, b) for group in groups for i, a in enumerate(group) for b in group[i + 1:]} for groups in (ours, theirs)]
    return 2 * len(pairs[0] & pairs[1]) / max(1, len(pairs[0]) + len(pairs[1]))


@pytest.mark.parametrize("url, host", [
    ("http://A.Example/x", "a.example"), ("https://ann:secret@a.example:8080?q=http://b.example/", "a.example"), ("http://a.example#x", "a.example"),
    ("http://[::1]:80/", "[::1]"), ("ftp://a.example/", ""), ("a.example", ""), (None, ""), ("", "")])
def test_hosts(url, host):
    assert host_of(url) == host == hosts_of(pa.array([url], pa.string()))[0].as_py()


def test_components_without_the_driver(sparks):
    links = [(1, 2), (2, 3), (9, 3), (4, 5), (7, 6), (6, 8), (8, 4), (20, 21)]
    union = Union()
    for a, b in links:
        union.join(a, b)
    sparks(2).conf.set("spark.sql.shuffle.partitions", "2")
    found = star_components(sparks(2).createDataFrame(links, "a long, b long")).distinct().collect()
    assert {row["at"]: row["cluster"] for row in found} == {at: union.find(at) for at in union.root}


def test_one_core_gives_the_same(sparks, crawl, tmp_path):
    job(sparks(1), "extract", crawl, "-o", tmp_path / "one")
    assert [row for row in texts(tmp_path / "one") if not row[0].endswith(".parquet")] == program_texts(crawl)
    archives = sorted(crawl.glob("crawl-*.warc.gz"))[:2]
    job(sparks(1), "learn", *archives, "-o", tmp_path / "sites", "--buckets", 4)
    one = {row["host"]: row["site"] for row in pq.read_table(tmp_path / "sites").to_pylist()}
    job(sparks(2), "learn", *archives, "-o", tmp_path / "sites2", "--buckets", 3)
    assert one == {row["host"]: row["site"] for row in pq.read_table(tmp_path / "sites2").to_pylist()}
