"""The stubs of the C side have its names, and type checkers accept the package."""

import ast
import os
import pathlib
import re
import subprocess
import sys

import pytest

import husk
from husk import _husk


def test_the_stubs_have_every_name():
    tree = ast.parse((pathlib.Path(husk.__file__).parent / "_husk.pyi").read_text())
    stubs = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            stubs[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_")}
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
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


USER = '''
from typing import Iterator, List, Optional

import husk
import husk.trafilatura as trafilatura

html = "<p>Leeks</p>"
text: Optional[str] = husk.extract(html, "http://a.example/", output_format="markdown", include_links=True, favor_recall=True)
document: husk.Document = husk.bare_extraction(html, why=True)
title: Optional[str] = document.title
tags: List[str] = document.metadata.tags
scores: List[float] = [block.score for block in document.blocks if block.is_main]
site: husk.Site = husk.Site.learn([(html, "http://a.example/1"), {"html": html, "url": "http://a.example/2"}, html])
texts: Iterator[Optional[str]] = husk.extract_many(husk.read_warc("a.warc.gz"), jobs=2, site=site, target_language="en")
documents: Iterator[Optional[husk.Document]] = husk.extract_many([html], documents=True)
better: Optional[str] = site.extract(html, method="site")
rows = [row["class"] for row in site.records([html])]
clusters: List[int] = husk.cluster([html], method="lsh")
theirs: Optional[str] = trafilatura.extract(html, output_format="xml", with_metadata=True)
number: Optional[int] = site.classify(html).number
'''
WRONG = ['husk.extract(html, include_link=True)', 'husk.extract(html, output_format="pdf")', 'husk.bare_extraction(html, favour_recall=True)',
         'husk.extract_many([html], job=2)', 'husk.strip(html, sites=site)', 'site.extract(html, colour="red")', 'husk.cluster([html], method="kmeans")',
         'husk.extract(3)', 'document.titel', 'husk.Site.learn([html], errors="ignore")', 'trafilatura.extract(html, include_link=True)']


def checker(*command):
    """Run a type checker over the lines; the numbers of those that it objects to."""
    done = subprocess.run([*command, "user.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return {int(n) for n in re.findall(r"user\.py:(\d+):.*error", done.stdout)}, done.stdout


@pytest.mark.parametrize("name", ["mypy", "pyright"])
def test_types_for_users(name, tmp_path, monkeypatch):
    pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    command = {"mypy": [sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", "--no-incremental"],
               "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--level", "error"]}[name]
    pathlib.Path("pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    pathlib.Path("user.py").write_text(USER + "\n".join(WRONG) + "\n")
    lines, said = checker(*command)
    if name == "pyright" and not lines and "error" not in said:
        pytest.skip(f"pyright can't be run here: {said[-200:]}")
    first = USER.count("\n") + 1
    assert lines == set(range(first, first + len(WRONG))), said


def test_stubtest(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "husk._husk", "--ignore-positional-only"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
