"""Sites: learning, saving, classes, records, errors."""

import pickle

import pytest

import husk


@pytest.fixture
def site(shop):
    with husk.Site.learn(shop, one_class=True) as site:
        yield site


def test_learn_and_use(site, shop):
    html, url = shop[0]
    assert site.classify(html, url).number == 1
    assert site.extract(html, url)
    assert site.judge(html, url).page_class == 1
    assert "<html" in site.strip(html, url)
    assert site.report and str(site) and site.show() and site.pages()


def test_records(site, shop):
    rows = list(site.records(shop))
    assert [row["id"] for row in rows] == [url for _, url in shop]
    assert all(row["class"] == 1 for row in rows) and len(rows[0]) > 3


def test_items(site):
    entries = "".join(f"<div class=post><a class=author href=/user/{i}>user {i}</a> <time datetime=2024-05-0{i}>May {i}</time>"
                      f"<p>What number {i} has to say is said in this sentence, and in no other.</p></div>" for i in range(1, 6))
    page = f"<!doctype html><title>Talk</title><main>{entries}</main>"
    rows = husk.items(page, "http://h.example/talk")
    assert [(row["item"], row["author"], row["date"]) for row in rows] == [(i, f"user {i}", f"2024-05-0{i}") for i in range(1, 6)]
    by_site = list(site.items([(page, "http://h.example/talk"), {"html": "<p>x", "id": "none"}]))
    assert [(row["id"], row["text"]) for row in by_site] == [("http://h.example/talk", row["text"]) for row in rows]
    assert husk.items("") == []


def test_save_and_load(site, shop, tmp_path):
    site.save(tmp_path / "shop.husk")
    html, url = shop[0]
    with husk.Site.load(tmp_path / "shop.husk") as again:
        assert again.extract(html, url) == site.extract(html, url)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["shop.husk"]


def test_pickling(site, shop, tmp_path):
    with pytest.raises(TypeError, match="save"):
        pickle.dumps(site)
    path = tmp_path / "shop.husk"
    site.save(path)
    with husk.Site.load(path) as loaded, pickle.loads(pickle.dumps(loaded)) as copy:
        assert str(copy) == str(loaded) and repr(copy) == f"<husk.Site {str(path)!r}>"


def test_bytes(site, shop, tmp_path):
    site.save(tmp_path / "shop.husk")
    data, (html, url) = (tmp_path / "shop.husk").read_bytes(), shop[0]
    with husk.Site.from_bytes(data) as held, pickle.loads(pickle.dumps(held)) as copy:
        assert copy.extract(html, url) == held.extract(html, url) == site.extract(html, url) and str(copy) == str(site)
        assert repr(held) == f"<husk.Site '{len(data)} bytes'>"
        held.save(tmp_path / "copy.husk")
    assert (tmp_path / "copy.husk").read_bytes() == data
    with pytest.raises(ValueError, match="closed"):
        held.extract(html, url)
    with pytest.raises(ValueError, match="closed"):
        held.save(tmp_path / "copy.husk")
    for damaged in (b"", b"no site", data[:5000]):
        with pytest.raises(husk.SiteFileError):
            husk.Site.from_bytes(damaged)
    with pytest.raises(TypeError):
        husk.Site.from_bytes("shop.husk")


def test_learning_goes_on(shop, tmp_path):
    husk.Site.learn(shop[:3], tmp_path / "shop.husk").close()
    with husk.Site.learn(shop, tmp_path / "shop.husk") as site:
        assert len(site.pages()) == len(shop)


def test_map(site):
    assert "digraph" in site.map("dot")
    assert "<svg" in site._repr_html_() or "<pre" in site._repr_html_()
    with pytest.raises(husk.ArgumentError):
        site.map("png")


def test_closed_sites(shop):
    site = husk.Site.learn(shop)
    site.close()
    site.close()
    for call in (lambda: site.extract(*shop[0]), lambda: site.classify(*shop[0]), lambda: list(site.records(shop)), site.show,
                 lambda: site.save("x")):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_damaged_files(tmp_path):
    with pytest.raises(husk.ReadError):
        husk.Site.load(tmp_path / "missing.husk")
    for content in (b"", b"not a site file" * 100):
        (tmp_path / "bad.husk").write_bytes(content)
        with pytest.raises(husk.Error, match="bad.husk"):
            husk.Site.load(tmp_path / "bad.husk")


def test_nothing_to_learn():
    with pytest.raises(husk.ArgumentError, match="no page"):
        husk.Site.learn([])
