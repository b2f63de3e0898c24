"""What trafilatura's documentation shows, called on husk: each function and parameter by its documented name."""

import csv
import io
import json
import warnings
import xml.etree.ElementTree as ElementTree

import pytest

import husk as trafilatura
from husk import bare_extraction, baseline, extract, extract_metadata, fetch_url, html2txt

URL = "https://garden.example/leeks"
PAGE = """<html lang="en"><head><title>Leeks in the cold</title><meta name="author" content="Ann Brook">
<meta property="article:published_time" content="2021-11-05"><link rel="canonical" href="https://garden.example/leeks"></head><body>
<nav><a href="/">Home</a><a href="/shop">Shop</a></nav><article><h1>Leeks in the cold</h1>
<p>Leeks <b>turn starch to sugar</b> when it is cold, so that they taste best after the first hard frost of the year, which comes late here.</p>
<p>Read <a href="/kale">what kale does</a> in the same weather, and why the two of them should stand in the garden until the end of February.</p>
<p>A picture says the rest, and the rows below say how many of them came up.</p><img src="/leek.jpg" alt="A leek">
<table><tr><td>Row</td><td>Leeks</td></tr><tr><td>First</td><td>31</td></tr></table></article>
<section id="comments" class="comments"><h3>Comments</h3><div class="comment"><p>I lift mine in January and they are sweeter still.</p></div></section>
<footer>Garden Ltd. All rights reserved.</footer></body></html>"""


def test_the_first_example():
    text = trafilatura.extract(PAGE)
    assert "starch to sugar" in text and "Shop" not in text and "All rights reserved" not in text


def test_fetch_url_gives_none_where_there_is_nothing():
    assert fetch_url("http://localhost:9/nothing-listens-here") is None


@pytest.mark.parametrize("options, has, lacks", [
    ({}, "sugar", "Shop"),
    ({"include_comments": False}, "sugar", "I lift mine"),
    ({"include_comments": False, "include_tables": False}, "sugar", "First"),
    ({"include_comments": False, "include_tables": False, "no_fallback": True}, "sugar", "Shop"),
    ({"fast": True}, "sugar", "Shop"),
    ({"output_format": "markdown", "include_links": True, "url": URL}, "(https://garden.example/kale)", "/shop"),
    ({"output_format": "markdown", "include_images": True, "url": URL}, "leek.jpg", "Shop"),
    ({"output_format": "markdown", "include_formatting": True}, "**turn starch to sugar**", "Shop"),
    ({"favor_precision": True}, "sugar", "Shop"),
    ({"favor_recall": True}, "sugar", "All rights"),
    ({"target_language": "en"}, "sugar", "Shop"),
    ({"with_metadata": True}, "Ann Brook", "Shop"),
    ({"with_metadata": True, "only_with_metadata": True, "url": URL}, "sugar", "Shop"),
    ({"date_extraction_params": {"extensive_search": False}}, "sugar", "Shop"),
    ({"record_id": "leeks-1", "output_format": "json"}, '"leeks-1"', "Shop"),
    ({"config": None, "settingsfile": None, "max_tree_size": 10000, "tei_validation": False}, "sugar", "Shop"),
])
def test_parameters_of_extract(options, has, lacks):
    text = extract(PAGE, **options)
    assert has in text and lacks not in text


def test_a_language_that_the_page_is_not_in():
    assert extract(PAGE, target_language="de") is None


@pytest.mark.parametrize("name", ["csv", "html", "json", "markdown", "txt", "xml", "xmltei"])
def test_output_formats(name):
    found = extract(PAGE, output_format=name)
    assert "starch to sugar" in found
    if name in ("xml", "xmltei"):
        ElementTree.fromstring(found)
    if name == "json":
        assert json.loads(found)["text"]
    if name == "csv":
        assert len(list(csv.reader(io.StringIO(found)))) >= 1


def test_options_that_husk_lacks_are_said_to_be_ignored():
    for option in ({"prune_xpath": "//table"}, {"url_blacklist": {"https://other.example"}}, {"author_blacklist": {"Ann Brook"}}, {"deduplicate": True}):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            assert extract(PAGE, **option)
        assert any("husk ignores" in str(w.message) for w in told)


def test_bare_extraction():
    document = bare_extraction(PAGE, url=URL)
    assert document.title == "Leeks in the cold" and document.author == "Ann Brook" and document.date == "2021-11-05"
    assert "sugar" in document.text and document.as_dict()["text"] == document.text


def test_metadata():
    found = extract_metadata(PAGE, default_url=URL)
    assert (found.title, found.author, found.url) == ("Leeks in the cold", "Ann Brook", URL)


def test_baseline_and_html2txt():
    body, text, length = baseline(PAGE)
    assert "sugar" in text and length == len(text) and "<p" in body
    everything = html2txt(PAGE)
    assert "Shop" in everything and "sugar" in everything
