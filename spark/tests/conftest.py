"""Spark for the tests: one for all of them, since starting Java is most of their time."""

import pathlib
import shutil

import pytest

from husk_spark import synthetic
from husk_spark.session import start

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="session")
def sparks():
    """A function that gives Spark with so many cores; the Java process stays."""
    held = {}

    def with_cores(n):
        if held.get("cores") != n:
            if "spark" in held:
                held["spark"].stop()
            held.update(cores=n, spark=start(f"local[{n},4]", "husk tests"))
        return held["spark"]

    yield with_cores
    if "spark" in held:
        held["spark"].stop()


@pytest.fixture(scope="session")
def crawl(tmp_path_factory):
    """A crawl of 30 hosts, one with 40 % of the pages, beside a damaged archive and one that is no archive."""
    folder = tmp_path_factory.mktemp("crawl")
    synthetic.write(str(folder), hosts=30, pages=400, giant=0.4, archives=6)
    shutil.copy(EXAMPLES / "site.warc.gz", folder / "site.warc.gz")
    whole = (EXAMPLES / "site.warc.gz").read_bytes()
    (folder / "torn.warc.gz").write_bytes(whole[:len(whole) // 2])
    (folder / "empty.warc.gz").write_bytes(b"")
    (folder / "foreign.parquet").write_bytes(b"not a Parquet file")
    return folder
