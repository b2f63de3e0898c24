"""A standalone master and two workers on loopback, each way to submit, and a worker that is killed."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import time

import pyarrow.parquet as pq
import pyspark
import pytest

import husk_spark
from test_jobs import NOW, program_texts, texts

SPARK = os.path.dirname(pyspark.__file__)
SECONDS = 300  # that anything here may take


class Cluster:
    """Processes of this test alone: each is stopped by its own id."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.running = folder, {}
        # Executors find husk in this Python; husk_spark must come with the job, so $PYTHONPATH is the driver's alone.
        self.environment = {**os.environ, "SPARK_HOME": SPARK, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(folder / "local"),
                            "PYSPARK_PYTHON": sys.executable, "SPARK_NO_DAEMONIZE": "1", "SPARK_DAEMON_MEMORY": "256m", "HUSK_SPARK_QUIET": "1"}
        self.driver = self.environment.pop("PYTHONPATH", "")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{self.port}"

    def launch(self, name, *command):
        with open(self.folder / f"{name}.log", "w") as log:
            self.running[name] = subprocess.Popen([f"{SPARK}/bin/spark-class", *command], env=self.environment, stdout=log, stderr=log, cwd=self.folder)

    def start(self):
        self.launch("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0")
        self.wait("master", "New state: ALIVE")
        for number in (1, 2):
            self.start_worker(number)
        for number in (1, 2):
            self.wait(f"worker-{number}", "Successfully registered with master")

    def start_worker(self, number):
        self.launch(f"worker-{number}", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1",
                    "--memory", "1g", "--work-dir", str(self.folder / f"work-{number}"), self.url)

    def wait(self, name, text):
        end = time.monotonic() + SECONDS
        while text not in (self.folder / f"{name}.log").read_text():
            assert self.running[name].poll() is None and time.monotonic() < end, (self.folder / f"{name}.log").read_text()[-2000:]
            time.sleep(.1)

    def stop(self, name, with_signal=signal.SIGTERM):
        process = self.running.pop(name)
        process.send_signal(with_signal)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def submit(self, *command, **more):
        return subprocess.Popen([str(c) for c in command], env={**self.environment, "PYTHONPATH": self.driver, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                cwd=self.folder)

    @staticmethod
    def finish(process, status=(0,)):
        try:
            out, _ = process.communicate(timeout=SECONDS)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        assert process.returncode in status, out[-3000:]
        return out


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        made.start()
        yield made
    finally:
        for name in list(made.running):
            made.stop(name)


SMALL = ("--conf", "spark.executor.memory=512m", "--conf", "spark.cores.max=2", "--conf", "spark.executor.cores=1")


def read_texts(folder):
    return [row for row in texts(folder) if not row[0].endswith(".parquet")]


def test_spark_submit(cluster, crawl, tmp_path):
    """The installed package, and beside it the wheel where nothing is installed in the driver but husk: it is its own zip file, and the script stands alone."""
    wheel = os.environ.get("HUSK_SPARK_WHEEL") or pytest.skip("HUSK_SPARK_WHEEL names no wheel")
    package = shutil.copy(wheel, tmp_path / "husk_spark.zip")
    script = shutil.copy(husk_spark.JOB, tmp_path / "job.py")
    submit = (f"{SPARK}/bin/spark-submit", "--master", cluster.url, *SMALL, "--conf", "spark.cores.max=1")
    installed = cluster.submit(*submit, husk_spark.JOB, "extract", crawl, "-o", tmp_path / "installed", "--now", NOW)
    alone = cluster.submit(*submit, "--py-files", package, script, "cluster", crawl / "site.warc.gz", "-o", tmp_path / "alone", "--buckets", "2", PYTHONPATH="")
    try:
        out = cluster.finish(installed, (1,))  # the crawl has archives that can't be read: they are rows, and the status is 1
        assert read_texts(tmp_path / "installed") == program_texts(crawl), out[-2000:]
    finally:
        out = cluster.finish(alone)
    assert json.loads(out.splitlines()[-1])["clusters"] > 1


def test_python_m_and_a_killed_worker(cluster, crawl, tmp_path):
    process = cluster.submit(sys.executable, "-m", "husk_spark", "extract", crawl, "-o", tmp_path / "out", "--now", NOW, "--master", cluster.url,
                             PYSPARK_SUBMIT_ARGS=" ".join([*SMALL, "pyspark-shell"]))
    try:
        end = time.monotonic() + SECONDS
        while not list(tmp_path.glob("out/.part-*")) and not list(tmp_path.glob("out/part-*")):  # until a part is being written
            assert process.poll() is None and time.monotonic() < end
            time.sleep(.01)
        cluster.stop("worker-1", signal.SIGKILL)
        is_running = process.poll() is None
        cluster.finish(process, (1,))
    finally:
        if process.poll() is None:
            process.kill()
        if "worker-1" not in cluster.running:
            cluster.start_worker(1)
            cluster.wait("worker-1", "Successfully registered with master")
    assert is_running
    assert read_texts(tmp_path / "out") == program_texts(crawl)


def test_a_session(cluster, crawl, tmp_path):
    """A session that was started without husk_spark, as in a notebook."""
    script = tmp_path / "notebook.py"
    script.write_text(textwrap.dedent("""
        import sys
        from pyspark.sql import SparkSession
        spark = SparkSession.builder.master(sys.argv[1]).config("spark.executor.memory", "512m").config("spark.ui.enabled", "false").config(
            "spark.cores.max", "2").config("spark.executor.cores", "1").config("spark.sql.shuffle.partitions", "2").getOrCreate()
        import husk, husk_spark
        pages = [(p.url, bytes(p.html)) for p in husk.read_pages(sys.argv[2])]
        df = spark.createDataFrame(pages, "url string, html binary").repartition(2)
        sites = husk_spark.learn(df)
        husk_spark.extract(df, now=1790000000).write.partitionBy("kind").parquet(sys.argv[3] + "/extract")
        sites.write.parquet(sys.argv[3] + "/sites")
        husk_spark.records(df, spark.read.parquet(sys.argv[3] + "/sites")).write.json(sys.argv[3] + "/records")
        husk_spark.cluster(df).write.parquet(sys.argv[3] + "/cluster")
    """))
    archive = crawl / "site.warc.gz"
    cluster.finish(cluster.submit(sys.executable, script, cluster.url, archive, tmp_path))
    import husk

    want = {p.url: husk.extract(p.html, p.url, charset=p.charset, now=int(NOW)) or "" for p in husk.read_pages(archive)}
    found = pq.read_table(tmp_path / "extract").to_pylist()
    assert {row["url"]: row["text"] for row in found} == want
    assert any(path.name.startswith("kind=") for path in (tmp_path / "extract").iterdir())
    assert [row["status"] for row in pq.read_table(tmp_path / "sites").to_pylist()] == ["ok"]
    assert pq.read_table(tmp_path / "cluster").num_rows == len(want)
    assert any((tmp_path / "records").glob("*.json"))
