"""``python -m husk``: the program itself."""

import os
import shutil
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "husk")


def main() -> None:
    # A wheel has the program inside; beside a system's package it has a package of its own.
    program = PROGRAM if os.access(PROGRAM, os.X_OK) else shutil.which("husk")
    if program is None:
        sys.exit(f"husk: the program is neither in this installation ({PROGRAM}) nor on the path; install the package again")
    os.execv(program, ["husk", *sys.argv[1:]])


if __name__ == "__main__":
    main()
