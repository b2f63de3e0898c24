"""The stubs of the C side have its names, and type checkers accept the package."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest

import husk
from husk import _husk


def test_the_stubs_have_every_name():
    tree = ast.parse((pathlib.Path(husk.__file__).parent / "_husk.pyi").read_text())
    stubs = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            stubs[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_")}
        elif isinstance(node, ast.FunctionDef):
            stubs[node.name] = set()
        elif isinstance(node, ast.AnnAssign):
            stubs[node.target.id] = set()
    real = {name: set() for name in dir(_husk) if not name.startswith("_")}
    for name in real:
        value = getattr(_husk, name)
        if isinstance(value, type) and not issubclass(value, Exception):
            real[name] = {item for item in dir(value) if not item.startswith("_")}
    assert stubs == real


def test_every_public_name_is_there():
    assert all(hasattr(husk, name) for name in husk.__all__)


def test_without_pyarrow(tmp_path):
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(\"No module named 'pyarrow'\", name='pyarrow')\n")
    script = "from husk import *; import husk; print(extract is husk.extract); husk.extract_batch"
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])})
    assert done.stdout == "True\n" and "pip install pyarrow" in done.stderr.splitlines()[-1]


def test_stubtest(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "husk._husk", "--ignore-positional-only"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
