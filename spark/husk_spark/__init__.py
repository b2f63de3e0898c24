"""Husk on Spark: extract, learn, extract with sites, and cluster over WARC or Parquet at any path (docs/guides/spark.md)."""
