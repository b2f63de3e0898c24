"""One page: formats, options, types, errors."""

import json

import pytest

import husk

LONG = "<p>" + 20 * "Leeks and kale turn some of their starch to sugar when they are cold. " + "</p>"
PAGE = f"<html lang=en><head><title>Leeks</title></head><body><nav><a href=/>Home</a></nav><h1>Leeks</h1>{LONG}</body></html>"


def test_text_has_the_article_and_not_the_menu(frost):
    text = husk.extract(frost)
    assert text.startswith("On Sunday night") and "Subscribe" not in text


@pytest.mark.parametrize("make", [str, str.encode, lambda s: bytearray(s.encode()), lambda s: memoryview(s.encode())])
def test_str_and_bytes_give_the_same(make):
    assert husk.extract(make(PAGE)) == husk.extract(PAGE)


def test_the_encoding_of_a_str_is_known_whatever_the_page_says():
    page = PAGE.replace("<head>", "<head><meta charset=iso-8859-1>").replace("sugar", "sügar")
    assert "sügar" in husk.extract(page)


@pytest.mark.parametrize("output_format", ["txt", "markdown", "html", "json", "csv", "xml"])
def test_every_format_has_the_text(output_format):
    assert "starch" in husk.extract(PAGE, output_format=output_format)


def test_json_is_json():
    record = json.loads(husk.extract(PAGE, "http://a.example/leeks", output_format="json", with_metadata=True))
    assert record["url"] == "http://a.example/leeks" and record["metadata"]["title"] == "Leeks"


def test_links():
    page = PAGE.replace("kale", "<a href=/kale>kale</a>")
    assert "http://a.example/kale" in husk.extract(page, "http://a.example/", output_format="markdown", include_links=True)
    assert "http://a.example/kale" not in husk.extract(page, "http://a.example/", output_format="markdown")


def test_nothing_is_none():
    assert husk.extract("") is None
    assert husk.extract(" \n") is None and husk.extract("<nav><a href=/>Home</a></nav>", method="page") in (None, "Home")


def test_bytes_that_are_not_html_raise_nothing_but_errors_of_husk():
    assert "not HTML" in husk.extract(b"\x81\x00\xfe not HTML", include_all=True)
    with pytest.raises(husk.Error, match="PDF"):
        husk.extract(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")


@pytest.mark.parametrize("wrong", [None, 1, ["<p>"], object()])
def test_wrong_types(wrong):
    with pytest.raises(TypeError, match="html must be str or bytes"):
        husk.extract(wrong)


def test_wrong_options():
    with pytest.raises(husk.ArgumentError, match="output_format"):
        husk.extract(PAGE, output_format="pdf")
    with pytest.raises(husk.ArgumentError, match="exclude each other"):
        husk.extract(PAGE, favor_precision=True, favor_recall=True)
    with pytest.raises(TypeError, match="colour"):
        husk.extract(PAGE, colour="red")
    with pytest.raises(TypeError, match="husk.Site"):
        husk.extract(PAGE, site="site.husk")
    with pytest.raises(husk.ArgumentError):
        husk.extract(PAGE, method="site")  # needs a site
    assert issubclass(husk.ArgumentError, husk.Error) and issubclass(husk.ArgumentError, ValueError)


def test_bare_extraction(frost):
    document = husk.bare_extraction(frost, "http://millbrook.example/journal/first-frost.html")
    assert document.title and document.kind and 0 <= document.confidence <= 1
    assert document.text == husk.extract(frost, "http://millbrook.example/journal/first-frost.html")
    main = [block for block in document.blocks if block.is_main]
    assert main and len(main) < len(document.blocks)
    assert all(block.path.startswith("/html") and 0 <= block.score <= 1 for block in document.blocks)
    assert document.as_dict()["metadata"]["title"] == document.title
    assert json.loads(document.as_json())["kind"] == document.kind


def test_reasons_only_when_asked(frost):
    assert any(block.why for block in husk.bare_extraction(frost, why=True).blocks)


def test_notebook_display_escapes():
    shown = husk.bare_extraction(PAGE.replace("Leeks and", "Leeks &lt;script&gt;alert(1)&lt;/script&gt; and"))._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown
    main, folded = shown.split("<details")  # the main content first, the rest folded
    assert "starch to sugar" in main and "Home" not in main and "Home" in folded and folded.count("</details>") == 1


def test_metadata():
    found = husk.extract_metadata('<html lang=en><title>T</title><meta name=author content="Ann Brook">')
    assert (found.title, found.author, found.authors, found.language) == ("T", "Ann Brook", ["Ann Brook"], "en")


def test_all_that_a_page_declares():
    page = """<title>T</title><meta property=article:section content=Garden><meta property=og:image content=/b.jpg>
        <meta name=twitter:image content=/a.jpg><meta name=keywords content="leeks, frost"><link rel=license href="/licence">"""
    found = husk.extract_metadata(page, default_url="http://a.example/")
    assert (found.categories, found.tags, found.license) == (["Garden"], ["leeks", "frost"], "http://a.example/licence")
    assert found.image == "http://a.example/b.jpg" and found.images == [found.image, "http://a.example/a.jpg"]
    assert husk.bare_extraction(page, "http://a.example/").categories == ["Garden"]


def test_only_with_metadata_and_language():
    assert husk.extract(PAGE, only_with_metadata=True) is None
    assert husk.extract(PAGE, target_language="de") is None
    assert husk.extract(PAGE, target_language="en") and husk.extract(PAGE, target_language="en-GB")


def test_the_language_is_detected():
    german = ("<html lang=en><title>Lauch</title><p>Der Lauch steht im Winter draußen auf dem Beet. Wer ihn nach dem ersten Frost erntet, findet ihn süßer "
              "als im Herbst, denn die Pflanze hat ihre Stärke in Zucker verwandelt.</p>")
    found = husk.bare_extraction(german)
    assert (found.language, found.detected_language) == ("en", "de")
    assert husk.extract(german, target_language="de") and husk.extract(german, target_language="en") is None
    assert husk.bare_extraction("<html lang=en><p>Leeks like rain.</p>").detected_language is None
    assert husk.extract("<html lang=fi><p>Leeks like rain.</p>", target_language="fi", include_all=True)
