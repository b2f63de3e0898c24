"""What the C side says to arguments that the package never passes, to objects used after their end, and to inputs that fail."""

import types

import pytest

import husk
from husk import _husk
from husk._extract import _wishes

PAGE = b"<title>Salt</title><h1>Salt</h1><p>" + 12 * b"Salt dissolves in warm water and comes back as crystals. " + b"</p>"
WISHES = _wishes("", None)
LATIN = "<p>" + 20 * "Le café est naïf. "


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "s.husk"
    pages = [(PAGE.replace(b"crystals", b"crystals of size %d" % i), f"http://h.example/{i}") for i in range(4)]
    husk.Site.learn(pages, made, pages_per_class=2, jobs=1).close()
    return made


@pytest.mark.parametrize("call", [_husk.extract, _husk.judge, _husk.metadata, _husk.strip, _husk.classify, _husk.row, _husk.signature, _husk.extract_some, _husk.raise_status,
                                  _husk.Site, _husk.Source, _husk.Learner, _husk.Clustering])
def test_no_arguments(call):
    with pytest.raises(TypeError):
        call()


def test_wrong_pages(path):
    site, learner, clustering = _husk.Site(str(path)), _husk.Learner(0, 1, 0, 0, 1), _husk.Clustering(0)
    for call in (lambda: husk.extract(3), lambda: _husk.signature(3, 8, 1), lambda: learner.add(), lambda: learner.add((3, None, None, None, 0), 0), lambda: clustering.add(),
                 lambda: clustering.add((3, None, None, None, 0), 0), lambda: husk.Site(path).classify(3), lambda: next(husk.Site(path).records([{"html": 3}])),
                 lambda: site.show(), lambda: learner.finish(), lambda: _husk.extract_some([()], WISHES), lambda: _husk.extract_some([(3, None, None, None, False)], WISHES),
                 lambda: _husk.extract_some([], ()), lambda: _husk.extract_some([], (*WISHES[:3], 3, *WISHES[4:])), lambda: husk.extract(PAGE, site=3)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(ValueError):
        _husk.extract_some([(PAGE, None, None, None, False)] * 100000, WISHES)


@pytest.mark.parametrize("one", ["<p>Salt</p>", PAGE, "crawl.warc.gz", {"html": PAGE}, types.SimpleNamespace(columns=["html"])])
def test_one_page_where_many_are_asked_for(one, path):
    site = husk.Site(path)
    for call in (lambda: list(husk.extract_many(one)), lambda: list(husk.extract_many(one, jobs=1)), lambda: husk.cluster(one), lambda: husk.Site.learn(one),
                 lambda: next(site.records(one)), lambda: next(site.items(one))):
        with pytest.raises(TypeError, match=r"\[page\] for one"):
            call()


def test_encodings_are_for_bytes():
    """A str is what it is; the encoding that HTTP named is for bytes."""
    for html in (LATIN, LATIN.encode("latin-1")):
        assert "café" in husk.extract(html, charset="iso-8859-1")
        page = husk.Page("a", None, html, False, "iso-8859-1", "ok", None, None)
        assert "café" in next(iter(husk.extract_many([page])))
        assert len(husk.cluster([page])) == 1


@pytest.mark.parametrize("status, error", [(1, MemoryError), (2, husk.ArgumentError), (3, husk.LimitError), (4, husk.SiteFileError), (5, husk.NewerFileError), (6, husk.ReadError), (99, husk.Error)])
def test_every_status_has_its_exception(status, error):
    with pytest.raises(error) as caught:
        _husk.raise_status(status, "what happened")
    assert error is MemoryError or "what happened" in str(caught.value)
    with pytest.raises(error):
        _husk.raise_status(status, "")
    with pytest.raises(error):
        _husk.raise_status(status, "x" * 5000)


def test_pages_that_fail():
    many = husk.extract_many([PAGE, b"%PDF-1.4\n", PAGE])
    assert [text is None for text in many] == [False, True, False]
    with pytest.raises(husk.SiteFileError):
        list(husk.extract_many([PAGE, b"%PDF-1.4\n"], errors="raise"))
    with pytest.raises(husk.SiteFileError):
        _husk.signature(b"%PDF-1.4\n", 8, 1)


def test_after_the_end(path, tmp_path):
    site = _husk.Site(str(path))
    site.close()
    site.close()
    for call in (lambda: site.show(0), lambda: site.show(32), lambda: _husk.classify(*_wishes(PAGE, None, site=site)), lambda: _husk.row(*_wishes(PAGE, None, site=site)), lambda: _husk.extract(*_wishes(PAGE, None, site=site))):
        with pytest.raises(ValueError):
            call()
    learner = _husk.Learner(0, 1, 0, 0, 1)
    learner.add((PAGE, "http://h.example/", None, None, 0), 0)
    learner.finish(str(tmp_path / "made.husk"))
    for call in (lambda: learner.add((PAGE, None, None, None, 0), 0), lambda: learner.finish(str(tmp_path / "made.husk"))):
        with pytest.raises(ValueError):
            call()
    clustering = _husk.Clustering(0)
    clustering.add((PAGE, None, None, None, 0), 0)
    assert len(clustering.run()) == 1
    for call in (lambda: clustering.add((PAGE, None, None, None, 0), 0), clustering.run):
        with pytest.raises(ValueError):
            call()


def test_files_that_fail(tmp_path):
    with pytest.raises(husk.ReadError):
        _husk.Site(str(tmp_path / "none.husk"))
    (tmp_path / "foreign.husk").write_bytes(b"no site file, but some text")
    with pytest.raises(husk.SiteFileError):
        _husk.Site(str(tmp_path / "foreign.husk"))
    learner = _husk.Learner(0, 1, 0, 0, 1)
    learner.add((PAGE, "http://h.example/", None, None, 0), 0)
    with pytest.raises(husk.Error):
        learner.finish(str(tmp_path / "no" / "folder.husk"))
    assert [page.status for page in husk.read_pages(tmp_path / "none.html", failed=True)] == ["failed"]
    with pytest.raises(TypeError):
        _husk.Source([3], None, 0)


def test_a_page_of_another_site(path, tmp_path):
    other = b"<ul><li><a href=1>One</a><li><a href=2>Two</a></ul>"
    with husk.Site.load(path) as site:
        assert site.classify(other, "http://elsewhere.example/").number is None
        assert next(iter(site.records([(other, "http://elsewhere.example/")]))) is not None


def test_a_row_needs_a_site():
    with pytest.raises(husk.ArgumentError, match="needs a site"):
        _husk.row(*_wishes(PAGE, None))


def test_arrow_columns():
    pa = pytest.importorskip("pyarrow")
    from husk._arrow import extract_batch

    html = pa.array([PAGE, None, b"%PDF-1.4\n", b"", b"<p>short"], pa.binary())
    for column in (pa.array([1, 2, 3, 4, 5]), pa.array([[1]] * 5)):
        for name in ("html", "url", "charset", "is_text"):
            with pytest.raises(TypeError, match="must hold"):
                extract_batch(pa.record_batch({"html": html, name: column}))
    flags = pa.array([True, None, False, True, None])
    batch = pa.record_batch({"html": html, "is_text": flags, "charset": pa.array(["utf-8", None, "", "x" * 5000, "latin-1"])})
    found = extract_batch(batch, jobs=1)
    assert found.column("status").to_pylist()[1:3] == ["failed", "failed"]
    assert found.column("text").to_pylist()[1:3] == [None, None] and "PDF" in found.column("reason")[2].as_py()
    addresses = pa.array([b"http://a.example/\xff", b"http://a.example/\0b", b"", None, b"x"], pa.binary())
    assert extract_batch(pa.record_batch({"html": html, "url": addresses})).column("text")[0].as_py() == husk.extract(PAGE)
