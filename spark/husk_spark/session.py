"""A Spark session as the jobs need it, and what the executors must have: these modules, and the same husk.

The executors have husk, pyarrow and pandas installed; these modules go with the job as a zip file. Spark fetches it when a task first needs it,
so the file stays until this process ends.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from typing import Any, Dict, Iterator, Optional

import pyarrow as pa
import pyspark
from pyspark.sql import SparkSession

import husk

LEAST_SPARK, LEAST_ARROW, LEAST_PYTHON = (3, 5), (14,), (3, 9)
PAGES_PER_BATCH = 64  # between Java and Python: pages differ in size by four orders of magnitude
BATCH_SETTING, SPARKS_BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch", "10000"

_prepared: Dict[str, None] = {}


class VersionError(RuntimeError):
    """A program or package here or on an executor is missing, too old, or not the driver's."""


def numbers(version: str) -> tuple:
    """The numbers that a version starts with: (4, 1, 0) of 4.1.0rc1."""
    return tuple(int(part) for part in re.match(r"[\d.]*", version).group().split(".") if part)  # type: ignore[union-attr]


def start(master: Optional[str], name: str = "husk") -> SparkSession:
    """A session for the jobs. Settings of spark-submit win over the defaults here."""
    is_submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # by spark-submit, which knows the master
    # Four attempts of a task: one that lost its Python worker is run again. local[*] alone would give up.
    master = master or (None if is_submitted else "local[*,4]")
    builder = SparkSession.builder.appName(name)
    if master:
        builder = builder.master(master)
    if master and master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        # Java only passes rows on here, by local disk: its second compiler, its collectors' threads and compression take more time than they save.
        builder = builder.config("spark.driver.defaultJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC").config("spark.shuffle.compress", "false")
    builder = (builder.config(BATCH_SETTING, PAGES_PER_BATCH)
               .config("spark.sql.execution.arrow.maxBytesPerBatch", 8 << 20)  # where Spark knows it (4.1)
               .config("spark.sql.parquet.compression.codec", "zstd")  # Spark's snappy can't be loaded where musl is installed beside glibc
               .config("spark.sql.adaptive.enabled", "false")  # buckets are parts: they must stay as they are
               .config("spark.sql.execution.arrow.pyspark.enabled", "true")
               .config("spark.ui.enabled", os.environ.get("HUSK_SPARK_UI", "false")))
    if os.environ.get("HUSK_SPARK_QUIET"):
        builder = builder.config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false")
    spark = builder.getOrCreate()
    prepare(spark)
    return spark


def prepare(spark: SparkSession) -> None:
    """Send these modules to the executors and check their versions, once for each application. Every function of this package calls it."""
    application = spark.sparkContext.applicationId
    if application in _prepared:
        return
    problems = here()
    if problems:
        raise VersionError("; ".join(problems))
    archive = package_zip()
    if archive:
        spark.sparkContext.addPyFile(archive)
    if spark.conf.get(BATCH_SETTING, SPARKS_BATCH) == SPARKS_BATCH:  # 10,000 pages would be a gigabyte
        spark.conf.set(BATCH_SETTING, str(PAGES_PER_BATCH))
    check_executors(spark)
    _prepared[application] = None


def here() -> list:
    """What is too old in this process."""
    found = [("PySpark", pyspark.__version__, LEAST_SPARK), ("pyarrow", pa.__version__, LEAST_ARROW),
             ("Python", "%d.%d" % sys.version_info[:2], LEAST_PYTHON)]
    return [f"{name} {version} is too old: {'.'.join(map(str, least))} or later is needed"
            for name, version, least in found if numbers(version) < least]


def package_zip() -> Optional[str]:
    """These modules as a zip file that lives as long as this process. None: they were imported from a file given with --py-files."""
    package = os.path.dirname(os.path.abspath(__file__))
    if not os.path.isdir(package):
        return None
    folder = tempfile.mkdtemp(prefix="husk-spark-")
    atexit.register(shutil.rmtree, folder, True)
    path = os.path.join(folder, "husk_spark.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(os.listdir(package)):
            if name.endswith(".py"):
                file.write(os.path.join(package, name), f"husk_spark/{name}")
    return path


def check_executors(spark: SparkSession) -> None:
    """One small task per core. What is missing there would otherwise end a job with a trace of Java and Python."""

    def probe(batches: Iterator["pa.RecordBatch"]) -> Iterator["pa.RecordBatch"]:  # sent by value: it needs nothing but pyarrow
        import json
        import platform

        import pyarrow

        found = {"host": platform.node(), "python": platform.python_version(), "pyarrow": pyarrow.__version__}
        for name in ("husk", "husk_spark"):
            try:
                found[name] = __import__(name).__version__
            except Exception as error:
                found[name] = f"{type(error).__name__}: {error}"
        for _ in batches:
            pass
        yield pyarrow.record_batch({"found": [json.dumps(found)]})

    n = max(1, spark.sparkContext.defaultParallelism)
    rows = spark.range(0, n, 1, n).mapInArrow(probe, "found string").collect()
    problems = set()
    for row in rows:
        found: Dict[str, Any] = json.loads(row["found"])
        if found["husk"] != husk.__version__:
            problems.add(f"{found['host']}: husk here is {husk.__version__}, there {found['husk']}; install the same wheel of husk on every executor")
        if numbers(found["pyarrow"]) < LEAST_ARROW:
            problems.add(f"{found['host']}: pyarrow {found['pyarrow']} is too old: {LEAST_ARROW[0]} or later is needed")
        if ":" in found["husk_spark"]:
            problems.add(f"{found['host']}: husk_spark did not get there: {found['husk_spark']}")
    if problems:
        raise VersionError("; ".join(sorted(problems)))
