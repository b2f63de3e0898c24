"""When memory runs out: an allocation of the interpreter fails, one after the other. The answer is the same, or a MemoryError."""

import functools
import pathlib
import subprocess
import sys

import pytest

import husk
from husk import _husk
from husk._extract import _wishes

_testcapi = pytest.importorskip("_testcapi")  # part of CPython's own tests
if not hasattr(_testcapi, "set_nomemory"):
    pytest.skip("this interpreter cannot fail allocations", allow_module_level=True)

# No line of Husk's: CPython 3.13 crashes here, in its own handling of the exceptions.
BARE = """
import _testcapi, json, os

def make(a, url=None, *, kind="txt", **options):
    return (a, url, kind, sum(1 << i for i, bit in enumerate((True, False, True)) if bit), os.environ.get("NOWHERE"), dict(options))

def call():
    made = make("x", "y", kind="json", b=1)
    return json.loads(json.dumps({"a": [made[0], {"b": str(made[3])}]}))

call()
for n in range(600):
    try:
        _testcapi.set_nomemory(n, n + 1)
        try:
            call()
        finally:
            _testcapi.remove_mem_hooks()
    except (MemoryError, SystemError):
        pass
"""
if subprocess.run([sys.executable, "-c", BARE], capture_output=True, check=False).returncode:
    pytest.skip("this interpreter crashes by itself when an allocation fails", allow_module_level=True)

HTML = (b"<html lang=en><head><title>Salt</title><meta name=author content='Ann; Bo'></head><body><div><a href=/>Home</a></div><h1>Salt</h1><p>"
        + 8 * b"Salt dissolves in warm water and comes back as crystals. " + b"</p></body>")
MOST = 3000


def planted(call, *, is_c=False):
    """Call with the n-th allocation failing, for every n until a while after the last one that matters. Python's own functions may raise SystemError
    then; of a call of the C side alone (``is_c``) only a MemoryError is right."""
    good, untouched, n = call(), 0, 0
    failed = 0
    while untouched < 30 and n < MOST:
        try:
            _testcapi.set_nomemory(n, n + 1)
            try:
                got = call()
            finally:
                _testcapi.remove_mem_hooks()
            assert got == good, n
            untouched += 1
        except MemoryError:
            failed, untouched = failed + 1, 0
        except SystemError as error:  # the interpreter's own: a frame that could not be made
            ours = is_c or not ("error return without exception set" in str(error) or str(error).startswith("<function "))  # a function of Python's own code
            assert not ours, (n, error)
        n += 1
    assert failed


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    path = tmp_path_factory.mktemp("memory") / "s.husk"
    pages = [(HTML.replace(b"crystals", b"crystals of size %d" % i), f"http://h.example/{i}") for i in range(4)]
    husk.Site.learn(pages, path).close()
    with husk.Site.load(path) as site:
        yield site


def test_the_c_side(site, archive):
    """Without a line of Python between: nothing but the answer or a MemoryError."""
    wishes = {name: _wishes(HTML, "http://h.example/1", output_format="json", now=0, site=known) for name, known in (("alone", None), ("site", site))}
    calls = [functools.partial(getattr(_husk, name), *wishes["alone"]) for name in ("extract", "judge", "metadata", "strip", "items", "language")]
    calls += [functools.partial(getattr(_husk, name), *wishes["site"]) for name in ("extract", "judge", "classify", "row", "items")]
    calls += [functools.partial(_husk.signature, HTML, 16, 0), functools.partial(site._inner.show, 0)]
    data = pathlib.Path(site._path).read_bytes()
    for call in calls:
        planted(call, is_c=True)

    # Their results are objects: compared by what they give, which is asked for without failures.
    def made(make, use):
        held = []

        def call():
            del held[:]
            held.append(make())
        planted(call, is_c=True)
        assert use(held[0])

    made(functools.partial(_husk.Site, "", data), lambda found: found.show(0) == site._inner.show(0))
    made(functools.partial(_husk.Source, [str(archive)], None, False), lambda found: len(found.read_some(9, 1 << 20, True)[0]) > 1)
    source = []

    def again():
        source[:] = [_husk.Source([str(archive)], None, False)]
        return source[0].read_some(2, 1 << 20, True)
    planted(again, is_c=True)


def test_one_page():
    planted(lambda: husk.extract(HTML, "http://h.example/1", output_format="json"))
    planted(lambda: husk.bare_extraction(HTML, "http://h.example/1").as_dict())
    planted(lambda: repr(husk.extract_metadata(HTML)))
    planted(lambda: [repr(block) for block in husk.label(HTML)])
    planted(lambda: husk.strip(HTML.decode(), method="page"))
    planted(lambda: husk.signature(HTML))


def test_many_pages():
    planted(lambda: _husk.extract_some([(HTML, "http://h.example/1", None, None, False), (b"%PDF-1.4\n", None, None, None, False)], _wishes("", None)))


def test_arrow():
    pa = pytest.importorskip("pyarrow")
    from husk._arrow import _places

    places, wishes = _places(pa.array([HTML, b"%PDF-1.4\n"])), _wishes("", None)
    planted(lambda: _husk.extract_some([(*place, None, None, False) for place in places], wishes, True))


def test_a_site(site):
    planted(lambda: husk.extract(HTML, "http://h.example/1", site=site))
    planted(lambda: site.classify(HTML, "http://h.example/1"))
    planted(lambda: list(site.records([(HTML, "http://h.example/1")])))
    planted(lambda: (site.show(), site.pages(), site.history(), site.map("dot")))


def test_reading_and_clustering(archive):
    first = str(archive)
    planted(lambda: next(iter(husk.read_warc(first))))
    planted(lambda: _husk.Source([first], None, False).extract_some(2, False, _wishes("", None)))
    planted(lambda: husk.cluster([HTML, HTML]))


def test_learning(tmp_path):
    pages = [(HTML.replace(b"crystals", b"crystals of size %d" % i), f"http://h.example/{i}") for i in range(3)]

    def learn():
        with husk.Site.learn(pages, str(tmp_path / "s.husk"), fresh=True) as site:
            return site.show()
    planted(learn)
