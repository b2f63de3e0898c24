"""The wheel and the source distribution that tests/python built."""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def wheel():
    return os.environ.get("HUSK_WHEEL") or pytest.skip("HUSK_WHEEL names no wheel")


@pytest.fixture
def sdist():
    return os.environ.get("HUSK_SDIST") or pytest.skip("HUSK_SDIST names no source distribution")


def test_the_wheel_is_small_and_has_the_licences_of_what_is_in_it(wheel):
    assert os.path.getsize(wheel) <= 6_000_000
    names = zipfile.ZipFile(wheel).namelist()
    libraries = [name.split("/")[-1] for name in names if name.startswith("husk/.libs/") and not name.endswith("/")]
    assert libraries and all(f"husk/licenses/{name}.txt" in names for name in libraries)
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names) and "husk/py.typed" in names
    assert not [name for name in names if "__pycache__" in name]


def test_auditwheel_and_twine(wheel, sdist):
    pytest.importorskip("auditwheel")
    pytest.importorskip("twine")
    shown = subprocess.run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True).stdout
    tag = re.search(r'platform tag: "manylinux_2_(\d+)_', " ".join(shown.split()))
    assert tag, shown
    if platform.libc_ver()[1] == "2.36":  # Debian 12: nothing newer is needed than Enterprise Linux 9 has
        assert int(tag.group(1)) <= 34, shown
    checked = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", wheel, sdist], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_husk_is_on_the_path():
    program = os.path.join(os.path.dirname(sys.executable), "husk")
    assert subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.startswith("husk ")


def test_the_source_distribution_builds_alone(sdist, tmp_path):
    """It is configured in a folder of its own, and would compile what the repository compiles. (scripts/wheel builds a wheel from it.)"""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path)
    source, = tmp_path.iterdir()
    assert not (source / "tests").exists() and os.path.getsize(sdist) < 4_000_000
    made = subprocess.run(["cmake", "-S", source, "-B", tmp_path / "build", "-G", "Ninja", "-DHUSK_PYTHON=ON", "-DHUSK_TESTS=OFF", "-DHUSK_BENCH=OFF",
                           f"-DPython_EXECUTABLE={sys.executable}"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr

    assert {str(path.relative_to(source)) for folder in ("src", "cli", "server", "python/src") for path in (source / folder).rglob("*.[ch]")} == {
        str(path.relative_to(ROOT)) for folder in ("src", "cli", "server", "python/src") for path in (ROOT / folder).rglob("*.[ch]")}
    compiled = {entry["file"] for entry in json.loads((tmp_path / "build/compile_commands.json").read_text())}
    assert str(source / "python/src/module.c") in compiled and str(source / "src/base/forest.c") in compiled
    shutil.rmtree(tmp_path / "build")
