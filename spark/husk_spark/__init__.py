"""Husk on Spark: main content, site files, records and clusters of DataFrames of pages, and jobs over whole crawls (docs/guides/spark.md).

    import husk_spark
    found = husk_spark.extract(pages, html="html", url="url")          # pages: any DataFrame; found: its other columns, text, title, …
    sites = husk_spark.learn(pages)                                    # host and the bytes of a site file
    better = husk_spark.extract(pages, sites=sites)
    rows = husk_spark.records(pages, sites)
    groups = husk_spark.cluster(pages)

The jobs (husk-spark, or JOB with spark-submit) read WARC, JSON lines or Parquet and continue where they were stopped.
"""

import os

from .frames import cluster, extract, learn, records
from .session import VersionError, start
from .version import VERSION as __version__

__all__ = ["JOB", "VersionError", "cluster", "extract", "learn", "records", "start"]

JOB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "__main__.py")
"""The file to give to spark-submit."""
