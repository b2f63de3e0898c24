"""python -m husk_spark, and the file to give to spark-submit: husk_spark.JOB is its path."""

import os
import sys

if not __package__:  # run as a file: what stands beside it must not be found as modules of their own, and the package must be
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != folder]
    if os.path.exists(os.path.join(folder, "cli.py")):
        sys.path.insert(0, os.path.dirname(folder))

from husk_spark.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
