"""Every job over a small archive: what spark/run does without arguments."""

import os
import shutil
import sys

import pyarrow.parquet as pq

from husk_spark.cli import arguments, describe, run
from husk_spark.session import start

archive, out = sys.argv[1:]
shutil.rmtree(out, ignore_errors=True)
spark = start("local[*,4]", "husk demo")
for given in (["extract"], ["learn"], ["extract", "--site", f"{out}/learn"], ["cluster"]):
    folder = f"{out}/{'-'.join(word.strip('-') for word in given[:2])}"
    print(f"\nspark/run {' '.join(given)} {archive} -o {folder}", flush=True)
    total = run(spark, arguments([*given, archive, "-o", folder, "--buckets", "2"]))
    print(describe(total))
    table = pq.read_table(os.path.join(folder, "clusters") if given == ["cluster"] else folder)
    for row in table.slice(0, 3).to_pylist():
        print("  ", {k: (v[:50] + "…" if isinstance(v, str) and len(v) > 50 else f"{len(v)} bytes" if isinstance(v, bytes) else v)
                     for k, v in row.items() if v is not None and k in ("id", "host", "title", "text", "kind", "site", "cluster")})
spark.stop()
