"""Pages for the tests: the examples of the repository."""

import pathlib

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def frost() -> bytes:
    return (EXAMPLES / "site/journal/first-frost.html").read_bytes()


@pytest.fixture
def shop() -> list:
    """(html, url) of the example shop."""
    return [(path.read_bytes(), f"http://millbrook.example/shop/{path.name}") for path in sorted((EXAMPLES / "site/shop").glob("*.html"))]


@pytest.fixture
def archive() -> pathlib.Path:
    return EXAMPLES / "site.warc.gz"
