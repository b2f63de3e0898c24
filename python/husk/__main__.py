"""``python -m husk``: the program itself."""

import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "husk")


def main() -> None:
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"husk: the program is not in this installation ({PROGRAM}); install the package again")
    os.execv(PROGRAM, ["husk", *sys.argv[1:]])


if __name__ == "__main__":
    main()
