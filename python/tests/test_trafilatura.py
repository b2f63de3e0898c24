"""husk.trafilatura in the place of trafilatura: what its documentation shows, each as a small script of its own; and the other packages' shims."""

import csv
import gzip
import http.server
import importlib
import inspect
import io
import json
import threading
import warnings
import xml.etree.ElementTree as ElementTree

import pytest

import husk
import husk.trafilatura as trafilatura
from husk.trafilatura import bare_extraction, baseline, extract, extract_metadata, extract_with_metadata, fetch_response, fetch_url, html2txt, load_html
from husk.trafilatura.settings import DEFAULT_CONFIG, Extractor, use_config

URL = "https://garden.example/leeks"
PAGE = """<html lang="en"><head><title>Leeks in the cold</title><meta name="author" content="Ann Brook">
<meta property="article:published_time" content="2021-11-05"><link rel="canonical" href="https://garden.example/leeks">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>
<nav><a href="/">Home</a><a href="/shop">Shop</a></nav><article><h1>Leeks in the cold</h1>
<p>Leeks <b>turn starch to sugar</b> when it is cold, so that they taste best after the first hard frost of the year, which comes late here.</p>
<p>Read <a href="/kale">what kale does</a> in the same weather, and why the two of them should stand in the garden until the end of February.</p>
<p>A picture says the rest, and the rows below say how many of them came up.</p><img src="/leek.jpg" alt="A leek">
<p>What we found in the rows, in the order in which we dug them, with the count of each:</p>
<ul><li>The first row had thirty-one leeks that were worth the lifting.</li><li>The second row had twelve, and the mice had had the rest of it.</li></ul>
</article>
<section id="comments" class="comments"><h3>Comments</h3><div class="comment"><p>I lift mine in January and they are sweeter still.</p></div></section>
<footer>Garden Ltd. All rights reserved.</footer></body></html>"""
SAYS = "I lift mine in January"


def changed(**settings):
    config = use_config()
    config.read_dict({"DEFAULT": settings})
    return config


# --- signatures ---

SIGNATURES = {
    "extract": "filecontent url record_id fast no_fallback favor_precision favor_recall include_comments output_format tei_validation target_language "
               "include_tables include_images include_formatting include_links deduplicate date_extraction_params with_metadata only_with_metadata "
               "max_tree_size url_blacklist author_blacklist settingsfile prune_xpath config options",
    "bare_extraction": "filecontent url fast no_fallback favor_precision favor_recall include_comments output_format target_language include_tables "
                       "include_images include_formatting include_links deduplicate date_extraction_params with_metadata only_with_metadata "
                       "max_tree_size url_blacklist author_blacklist as_dict prune_xpath config options",
    "extract_with_metadata": "filecontent url record_id fast favor_precision favor_recall include_comments output_format tei_validation target_language "
                             "include_tables include_images include_formatting include_links deduplicate date_extraction_params url_blacklist "
                             "author_blacklist settingsfile prune_xpath config options",
    "extract_metadata": "filecontent default_url date_config extensive author_blacklist", "baseline": "filecontent",
    "html2txt": "content clean", "load_html": "htmlobject max_size", "fetch_url": "url no_ssl config options",
    "fetch_response": "url decode no_ssl with_headers config"}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name):
    assert " ".join(inspect.signature(getattr(trafilatura, name)).parameters) == SIGNATURES[name]
    assert name in trafilatura.__all__ and len(trafilatura.__all__) == len(SIGNATURES)


def _parameters(function):
    return [(p.name, p.kind, "config" if hasattr(p.default, "sections") else p.default) for p in inspect.signature(function).parameters.values()]


@pytest.mark.parametrize("module", ["", ".core", ".baseline", ".settings", ".downloads", ".feeds", ".sitemaps", ".spider", ".metadata", ".deduplication", ".meta", ".utils"])
def test_signatures_beside_the_real_package(module):
    """Every function, class and method that both have."""
    pytest.importorskip("trafilatura")
    ours, theirs = (importlib.import_module(name + module) for name in ("husk.trafilatura", "trafilatura"))
    assert module or sorted(ours.__all__) == sorted(theirs.__all__)
    n = 0
    for name, value in vars(ours).items():
        if name.startswith("_") or name == "UrlStore" or not getattr(value, "__module__", "").startswith("husk.") or not callable(getattr(theirs, name, None)):
            continue
        their, n = getattr(theirs, name), n + 1
        assert _parameters(value) == _parameters(their), name
        for method in [m for m in dir(their) if inspect.isclass(value) and not m.startswith("_") and callable(getattr(their, m))]:
            assert _parameters(getattr(value, method)) == _parameters(getattr(their, method)), (name, method)
    assert n


# --- thirty scripts ---

def test_01_the_first_example():
    text = trafilatura.extract(PAGE)
    assert "starch to sugar" in text and "Shop" not in text and "All rights reserved" not in text and SAYS in text


def test_02_nothing_in_nothing_out():
    assert [extract(x) for x in (None, "", 1, [], b"")] == [None] * 5
    assert [bare_extraction(x) for x in (None, "", 1)] == [None] * 3


def test_03_positional_arguments():
    record = json.loads(extract(PAGE, URL, "leeks-1", True, False, False, True, False, "json", False, None, True, False, None, False, False, None, True))
    assert record["id"] == "leeks-1" and record["source"] == URL and record["comments"] == ""


def test_04_no_comments_no_tables():
    text = extract(PAGE, include_comments=False, include_tables=False)
    assert "sugar" in text and SAYS not in text


def test_05_precision_and_recall():
    assert "sugar" in extract(PAGE, favor_precision=True) and "sugar" in extract(PAGE, favor_recall=True)


def test_06_fast_and_no_fallback():
    assert "sugar" in extract(PAGE, fast=True)
    with pytest.warns(PendingDeprecationWarning, match="fast"):
        assert "sugar" in extract(PAGE, no_fallback=True)


def test_07_markdown_with_links_and_formatting():
    text = extract(PAGE, url=URL, output_format="markdown", include_links=True, include_formatting=True)
    assert "[what kale does](https://garden.example/kale)" in text and "**turn starch to sugar**" in text


def test_08_images():
    assert "leek.jpg" in extract(PAGE, url=URL, output_format="markdown", include_images=True)


def test_09_text_with_metadata():
    lines = extract(PAGE, with_metadata=True).splitlines()
    assert lines[0] == "---" and "title: Leeks in the cold" in lines and 'date: "2021-11-05"' in lines and "hostname: garden.example" in lines


def test_10_json():
    record = json.loads(extract(PAGE, output_format="json"))
    assert sorted(record) == ["comments", "text"] and SAYS in record["comments"] and SAYS not in record["text"]


def test_11_json_with_metadata():
    record = json.loads(extract(PAGE, output_format="json", with_metadata=True, url=URL))
    assert list(record) == ["title", "author", "hostname", "date", "fingerprint", "id", "license", "comments", "raw_text", "text", "language", "image",
                            "pagetype", "filedate", "source", "source-hostname", "excerpt", "categories", "tags"]
    assert record["author"] == "Ann Brook" and record["categories"] == "" and "\n" not in record["raw_text"]


def test_12_csv():
    row, = csv.reader(io.StringIO(extract(PAGE, output_format="csv", with_metadata=True, url=URL)), delimiter="\t")
    assert len(row) == 11 and row[0] == URL and row[1] == "null" and row[3:5] == ["garden.example", "Leeks in the cold"] and "sugar" in row[7] and SAYS in row[8]


def test_13_xml():
    doc = ElementTree.fromstring(extract(PAGE, output_format="xml"))
    assert doc.tag == "doc" and [part.tag for part in doc] == ["main", "comments"] and doc.get("title") is None
    assert doc.find("main/head").get("rend") == "h1" and [item.tag for item in doc.find("main/list")] == ["item", "item"]
    assert doc.find(".//hi") is None and doc.find(".//ref") is None and doc.find(".//graphic") is None


def test_14_xml_with_everything():
    doc = ElementTree.fromstring(extract(PAGE, URL, output_format="xml", include_links=True, include_formatting=True, include_images=True, with_metadata=True))
    assert doc.get("title") == "Leeks in the cold" and doc.get("date") == "2021-11-05" and doc.get("fingerprint")
    assert doc.find(".//hi").get("rend") == "#b" and doc.find(".//ref").get("target") == "https://garden.example/kale"
    assert doc.find(".//graphic").get("src") == "https://garden.example/leek.jpg"


def test_15_tei():
    tei = ElementTree.fromstring(extract(PAGE, output_format="xmltei").encode())
    assert tei.tag == "{http://www.tei-c.org/ns/1.0}TEI" and "sugar" in "".join(tei.itertext())
    with pytest.warns(UserWarning, match="tei_validation"):
        extract(PAGE, output_format="xmltei", tei_validation=True)


def test_16_html():
    assert "<p>Leeks" in extract(PAGE, output_format="html")


def test_17_formats_that_are_none():
    with pytest.raises(AttributeError, match="must be one of: csv, html, json, markdown, python, txt, xml, xmltei"):
        extract(PAGE, output_format="pdf")
    with pytest.raises(ValueError, match="only usable in bare_extraction"):
        extract(PAGE, output_format="python")


def test_18_languages():
    assert extract(PAGE, target_language="de") is None and extract(PAGE, target_language="en")


def test_19_only_with_metadata():
    assert extract(PAGE, only_with_metadata=True, url=URL)
    assert extract(PAGE.replace('<meta property="article:published_time" content="2021-11-05">', ""), only_with_metadata=True) is None


def test_20_blacklists():
    assert extract(PAGE, url=URL, url_blacklist={URL}) is None
    assert extract_metadata(PAGE, author_blacklist={"Ann Brook"}).author is None


def test_21_dates():
    assert "sugar" in extract(PAGE, date_extraction_params={"extensive_search": True, "original_date": True, "max_date": "2030-12-31"})


def test_22_bare_extraction():
    document = bare_extraction(PAGE)
    assert document.title is None and document.text == extract(PAGE, include_comments=False) and SAYS in document.comments
    assert document.body.tag == "body" and "sugar" in "".join(document.body.itertext()) and len(document.commentsbody)


def test_23_bare_extraction_with_metadata():
    document = bare_extraction(PAGE, url=URL, with_metadata=True)
    assert (document.title, document.author, document.date, document.hostname) == ("Leeks in the cold", "Ann Brook", "2021-11-05", "garden.example")
    assert list(document.as_dict()) == ["title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id",
                                        "license", "body", "comments", "commentsbody", "raw_text", "text", "language", "image", "pagetype", "filedate"]
    with pytest.warns(DeprecationWarning, match="as_dict"):
        assert bare_extraction(PAGE, as_dict=True)["text"] == document.text


def test_24_extract_with_metadata():
    document = extract_with_metadata(PAGE, URL, "7")
    assert document.text == extract(PAGE, URL, "7", with_metadata=True) and document.title == "Leeks in the cold" and document.comments is None
    assert len(document.fingerprint) == 16 and extract_with_metadata("") is None


def test_25_metadata():
    found = extract_metadata(PAGE, default_url=URL)
    assert (found.title, found.author, found.url, found.sitename, found.text) == ("Leeks in the cold", "Ann Brook", URL, "garden.example", None)
    with pytest.raises(TypeError, match="incompatible input type"):
        extract_metadata(None)


def test_26_baseline_and_html2txt():
    body, text, length = baseline(PAGE)
    assert "sugar" in text and length == len(text) and body.tag == "body" and "sugar" in "".join(body.itertext())
    everything = html2txt(PAGE)
    assert "Shop" in everything and "sugar" in everything and "\n" not in everything and baseline("")[1:] == ("", 0)


def test_27_trees():
    lxml_html = pytest.importorskip("lxml.html")
    tree = load_html(PAGE)
    assert tree.tag == "html" and load_html(tree) is tree and load_html("no markup") is None
    assert extract(tree) == extract(PAGE) == extract(lxml_html.fromstring(PAGE))
    for wrong in (None, 1):
        with pytest.raises(TypeError, match="incompatible"):
            load_html(wrong)


def test_28_pruning():
    pytest.importorskip("lxml.html")
    assert "thirty-one" in extract(PAGE) and "thirty-one" not in extract(PAGE, prune_xpath="//ul") and "kale" not in extract(PAGE, prune_xpath=["//ul", "//a"])


def test_29_an_extractor():
    options = Extractor(output_format="json", with_metadata=True, comments=False, precision=True)
    options.source = URL
    record = json.loads(extract(PAGE, options=options))
    assert record["comments"] == "" and record["source"] == URL and options.focus == "precision"
    assert [Extractor(**given).formatting for given in ({}, {"output_format": "markdown"}, {"formatting": True})] == [False, True, True]
    with pytest.raises(AttributeError):
        Extractor(output_format="pdf")


def test_30_settings(tmp_path):
    settings = tmp_path / "settings.cfg"
    settings.write_text("[DEFAULT]\nMIN_OUTPUT_SIZE = 100000\nMIN_OUTPUT_COMM_SIZE = 100000\n")
    assert extract(PAGE, settingsfile=str(settings)) is None and extract(PAGE, config=use_config(str(settings))) is None
    assert extract(PAGE, config=changed(MAX_FILE_SIZE="100")) is None
    with pytest.warns(UserWarning, match="husk ignores the setting MIN_EXTRACTED_SIZE"):
        assert extract(PAGE, config=changed(MIN_EXTRACTED_SIZE="1000"))
    with pytest.raises(FileNotFoundError):
        use_config(str(tmp_path / "none"))
    with pytest.raises(ValueError, match="max_tree_size"):
        extract(PAGE, max_tree_size=1000)
    assert use_config(config=DEFAULT_CONFIG) is DEFAULT_CONFIG


def test_31_what_has_no_effect_warns_and_nothing_else_does():
    with pytest.warns(UserWarning, match="husk ignores deduplicate"):
        assert extract(PAGE, deduplicate=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert extract(PAGE, url=URL, fast=True, output_format="xml", with_metadata=True, config=use_config())


def test_32_fingerprints():
    from husk.trafilatura.deduplication import Simhash, content_fingerprint

    one, other = Simhash("Leeks turn starch to sugar when it is cold"), Simhash("Leeks turn starch to sugar when it is very cold")
    assert one.similarity(one) == 1 and one.similarity(other) > .7 and Simhash(existing_hash=one.to_hex()).hash == one.hash
    assert one.validate(one.to_hex()) == one.hash == one.create_hash("Leeks turn starch to sugar when it is cold") and one.validate("no hash") is None
    assert content_fingerprint("Leeks") == content_fingerprint("leeks") != content_fingerprint("Kale")


def test_helpers():
    from husk.trafilatura.meta import reset_caches
    from husk.trafilatura.settings import Document
    from husk.trafilatura.utils import decode_file, sanitize, trim

    assert [decode_file(given) for given in (b"l\xe9eks", "léeks".encode(), gzip.compress("léeks".encode()), "léeks")] == ["léeks"] * 4
    assert decode_file(gzip.compress(b"leeks"), 4) != "leeks" == decode_file(gzip.compress(b"leeks"), 5)
    assert trim("  Leeks \n in\tthe  cold ") == "Leeks in the cold" and sanitize(" a \n\n b\0c\n") == "a\nbc" and sanitize(None) is None
    document = Document(title=" Leeks &amp;  kale\0", tags=[" a "])
    document.clean_and_trim()
    assert document.title == "Leeks & kale" and document.tags == [" a "] and reset_caches() is None


# --- the web, on loopback ---

FEED = '<rss version="2.0"><channel><link>{0}/</link><item><link>{0}/one</link></item><item><link><![CDATA[{0}/two]]></link></item>' \
       "<item><link>http://elsewhere.example/x</link></item></channel></rss>"
ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="self" href="/x"/><link href="{0}/three"/></entry></feed>'
INDEX = "<sitemapindex><sitemap><loc>{0}/pages.xml.gz</loc></sitemap></sitemapindex>"
PAGES = "<urlset><url><loc>{0}/one</loc></url><url><loc>{0}/two?a=1&amp;b=2</loc></url></urlset>"


@pytest.fixture(scope="module")
def site():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            here = f"http://127.0.0.1:{self.server.server_port}"
            found = {"/": ("text/html; charset=utf-8", PAGE.encode()), "/feed.xml": ("application/rss+xml", FEED.format(here).encode()),
                     "/atom.xml": ("application/atom+xml", ATOM.format(here).encode()), "/shop": ("text/html", PAGE.encode()),
                     "/robots.txt": ("text/plain", f"User-agent: *\nDisallow: /kale\nSitemap: {here}/index.xml".encode()),
                     "/index.xml": ("application/xml", INDEX.format(here).encode()),
                     "/pages.xml.gz": ("application/gzip", gzip.compress(PAGES.format(here).encode()))}.get(self.path)
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", found[0] if found else "text/html")
            self.end_headers()
            self.wfile.write(found[1] if found else b"<p>nothing here</p>")

        def log_message(self, *unused):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


LOCAL = changed(SSRF_PROTECTION="off", SLEEP_TIME="0")


def test_33_downloads(site):
    assert fetch_url(site + "/") is None  # private addresses are refused, as trafilatura does
    assert fetch_url(site + "/", config=LOCAL) == PAGE and fetch_url(site + "/none", config=LOCAL) is None
    assert fetch_url("http://localhost:9/nothing-listens-here", config=LOCAL) is None
    response = fetch_response(site + "/", decode=True, config=LOCAL)
    assert response.status == 200 and response.url == site + "/" and response.html == PAGE and response.data == PAGE.encode() and extract(response) == extract(PAGE)
    assert sorted(response.as_dict()) == ["data", "headers", "html", "status", "url"] and bool(response)
    with pytest.warns(UserWarning, match="no_ssl"):
        fetch_url(site + "/", no_ssl=True, config=LOCAL)
    assert fetch_url(site + "/", config=changed(SSRF_PROTECTION="off", MAX_FILE_SIZE="100")) is None


def test_34_many_downloads(site):
    from husk.trafilatura.downloads import add_to_compressed_dict, buffered_downloads, load_download_buffer

    store, found = add_to_compressed_dict([site + "/", site + "/shop", site + "/none", site + "/", "no-url"]), {}
    while not store.done:
        urls, store = load_download_buffer(store, sleep_time=0)
        found.update(buffered_downloads(urls, 2, Extractor(config=LOCAL)))
    assert sorted(found) == [site + "/", site + "/shop"] and extract(found[site + "/"])


def test_35_feeds(site):
    from husk.trafilatura.feeds import find_feed_urls

    assert find_feed_urls(site + "/", sleep_time=0, config=LOCAL) == find_feed_urls(site + "/feed.xml", config=LOCAL) == [site + "/one", site + "/two"]
    assert find_feed_urls(site + "/atom.xml", config=LOCAL) == [site + "/three"] and find_feed_urls(site + "/none", config=LOCAL) == []
    assert len(find_feed_urls(site + "/feed.xml", external=True, config=LOCAL)) == 3
    assert find_feed_urls(site + "/feed.xml") == []  # a private address


def test_36_sitemaps(site):
    from husk.trafilatura.sitemaps import sitemap_search

    assert sitemap_search(site + "/", sleep_time=0, config=LOCAL) == [site + "/one", site + "/two?a=1&b=2"]
    assert sitemap_search(site + "/pages.xml.gz", sleep_time=0, config=LOCAL) == [site + "/one", site + "/two?a=1&b=2"]


def test_37_a_crawl(site):
    from husk.trafilatura.spider import focused_crawler, is_still_navigation

    todo, known = focused_crawler(site + "/", max_seen_urls=2, config=LOCAL)
    assert known == [site + "/", site + "/shop", site + "/kale"] and todo == [site + "/kale"] and not is_still_navigation(todo)
    assert focused_crawler(site + "/", max_seen_urls=5, todo=todo, known_links=known, config=LOCAL)[0] == []  # /kale is disallowed


# --- the shims of other packages ---

def test_readability():
    from husk.readability import Document

    document = Document(PAGE, url=URL)
    assert document.title() == "Leeks in the cold" == document.short_title() and document.author() == "Ann Brook"
    assert document.summary().startswith("<html><body><div><p>Leeks") and "Shop" not in document.summary() and document.summary(html_partial=True).startswith("<div>")
    assert Document("<p>x</p>").title() == "[no-title]"
    with pytest.warns(UserWarning, match="min_text_length"):
        Document(PAGE, min_text_length=10)
    if importlib.util.find_spec("readability"):
        import readability

        assert list(inspect.signature(Document).parameters) == list(inspect.signature(readability.Document).parameters)


def test_resiliparse():
    from husk.resiliparse import extract_plain_text

    assert "Shop" in extract_plain_text(PAGE) and "Shop" not in extract_plain_text(PAGE, main_content=True)
    assert "\n" not in extract_plain_text(PAGE, preserve_formatting=False) and "](" in extract_plain_text(PAGE, main_content=True, links=True)
    for name, value in (("form_fields", True), ("post_meta", False), ("hidden_elements", True), ("skip_elements", ["nav"])):
        with pytest.warns(UserWarning, match=name):
            extract_plain_text(PAGE, **{name: value})
    if importlib.util.find_spec("resiliparse"):
        from resiliparse.extract.html2text import extract_plain_text as theirs
        from resiliparse.parse.html import HTMLTree

        assert list(inspect.signature(extract_plain_text).parameters) == list(inspect.signature(theirs).parameters)
        assert extract_plain_text(HTMLTree.parse(PAGE), main_content=True) == extract_plain_text(PAGE, main_content=True)


def test_newspaper():
    from husk.newspaper import Article, ArticleException, fulltext

    article = Article(URL, language="en")
    with pytest.raises(ArticleException, match="download"):
        article.parse()
    article.download(input_html=PAGE)
    article.parse()
    assert (article.title, article.authors, article.publish_date.year, article.canonical_link) == ("Leeks in the cold", ["Ann Brook"], 2021, URL)
    assert "sugar" in article.text and SAYS not in article.text and article.is_valid_body()
    assert json.loads(article.to_json())["publish_date"][:10] == "2021-11-05" and article.to_json(as_string=False)["text"] == fulltext(PAGE) == article.text
    if importlib.util.find_spec("newspaper"):
        import newspaper

        their = newspaper.Article(URL)
        their.download(input_html=PAGE)
        their.parse()
        assert sorted(their.to_json(as_string=False)) == sorted(article.to_json(as_string=False))
        for name in ("download", "parse", "build", "nlp", "to_json", "is_valid_body"):
            assert _parameters(getattr(Article, name)) == _parameters(getattr(newspaper.Article, name)), name
    with pytest.raises(NotImplementedError):
        article.nlp()
    assert husk.fetch_url("http://127.0.0.1:9/") is None
    with pytest.raises(ArticleException):
        Article("http://127.0.0.1:9/").download()
