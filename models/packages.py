"""Requirements of training and of some benchmarks: Python packages (in a virtual environment, where Python lacks them), the program, the data.

CatBoost and NumPy are pinned, since another version trains another model from the same pages; lxml, since it may cut posts out of pages in another way."""
import glob
import importlib.metadata
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
VENV = os.path.join(ROOT, "build", "train", "venv")
HUSK = os.path.join(ROOT, "build", "husk")


PINNED = {"catboost": "1.2.10", "lxml": "6.1.3", "numpy": "2.4.6"}


def missing_packages(packages):
    """The packages that this Python lacks or has in another version."""
    def version(name):
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None
    return [p for p in packages if version(p) is None or version(p) != PINNED.get(p, version(p))]


def has_packages(python, packages):
    code = "import sys; sys.path.insert(0, sys.argv[1]); import packages; sys.exit(bool(packages.missing_packages(sys.argv[2:])))"
    return subprocess.run([python, "-c", code, os.path.dirname(os.path.abspath(__file__)), *packages]).returncode == 0


def need_packages(*packages):
    """If this Python lacks one of `packages`, install them into the environment and continue with its Python."""
    missing = missing_packages(packages)
    if not missing:
        return
    if {"-h", "--help"} & set(sys.argv[1:]):  # read before anything is installed; the options are described after that
        print(sys.modules["__main__"].__doc__)
        sys.exit()
    if os.environ.get("HUSK_TRAIN_VENV"):
        sys.exit("can't be installed: " + ", ".join(missing))
    python = os.path.join(VENV, "bin", "python")
    if not os.path.exists(python) and subprocess.run([sys.executable, "-m", "venv", VENV]).returncode:
        sys.exit(f"no virtual environment can be made in {os.path.normpath(VENV)}; on Debian the package python3-venv makes them")
    if not has_packages(python, packages):
        print(f"installing {', '.join(packages)} into {os.path.normpath(VENV)}", file=sys.stderr, flush=True)
        if subprocess.run([python, "-m", "pip", "install", "--quiet", *(f"{p}=={PINNED[p]}" if p in PINNED else p for p in packages)]).returncode:
            sys.exit(f"{', '.join(missing)} can't be installed by pip, and {sys.executable} does not have them")
    os.execve(python, [python, *sys.argv], {**os.environ, "HUSK_TRAIN_VENV": VENV})


def need_husk(program):
    """The program is built where it is ours and not there."""
    if os.path.exists(program):
        return
    if os.path.abspath(program) != os.path.abspath(HUSK):
        sys.exit(f"{program}: no such program")
    print("building build/husk", file=sys.stderr, flush=True)
    for command in (["cmake", "--preset", "release"], ["cmake", "--build", "build", "--target", "husk"]):
        built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if built.returncode:
            sys.exit(f"{built.stdout}build/husk can't be built; scripts/setup installs what it is built from")


def need_data(data, *patterns):
    """End with a word where the data has nothing of one of `patterns`."""
    for pattern in patterns:
        if not glob.glob(os.path.join(data, pattern)):
            sys.exit(f"no {pattern} in {os.path.abspath(data)}; --data or $HUSK_DATA names another place")
