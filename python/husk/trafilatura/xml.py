"""Husk's HTML as a tree with trafilatura's tags, and documents as XML, JSON, CSV and text with a header."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from typing import Dict, List, Optional, Tuple
from xml.etree.ElementTree import Element, SubElement, tostring

from .settings import Document, Extractor

_HEADINGS = {f"h{n}" for n in range(1, 7)}
_TAGS: Dict[str, Tuple[str, Optional[str]]] = {
    "p": ("p", None), "ul": ("list", "ul"), "ol": ("list", "ol"), "dl": ("list", "dl"), "li": ("item", None), "dt": ("item", "dt-1"),
    "dd": ("item", "dd-1"), "table": ("table", None), "tr": ("row", None), "td": ("cell", None), "th": ("cell", None),
    "blockquote": ("quote", None), "pre": ("code", None), "code": ("code", None), "br": ("lb", None), "del": ("del", "overstrike"),
    "b": ("hi", "#b"), "strong": ("hi", "#b"), "i": ("hi", "#i"), "em": ("hi", "#i"), "u": ("hi", "#u"), "kbd": ("hi", "#t"),
    "tt": ("hi", "#t"), "sub": ("hi", "#sub"), "sup": ("hi", "#sup"), "a": ("ref", None), "img": ("graphic", None)}
_EMPTY = {"br", "img", "hr", "meta", "link"}
_INLINE = {"hi", "ref", "del", "lb", "graphic"}
_WITHOUT_TEXT = {"list", "table", "row", "main", "comments", "doc", "body"}


class _Builder(HTMLParser):
    """Elements that have no tag of trafilatura's pass their text on to the one around them."""

    def __init__(self, options: Extractor):
        super().__init__(convert_charrefs=True)
        self.body = Element("body")
        self.options = options
        self.open: List[Tuple[str, Optional[Element]]] = []
        self.is_in_body = False

    def _top(self) -> Element:
        return next((element for _, element in reversed(self.open) if element is not None), self.body)

    def _wanted(self, name: str) -> bool:
        o = self.options
        return not ((name == "hi" and not o.formatting) or (name == "ref" and not o.links) or (name == "graphic" and not o.images))

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        if tag == "body":
            self.is_in_body = True
            return
        if not self.is_in_body:
            return
        name, rend = ("head", tag) if tag in _HEADINGS else _TAGS.get(tag, (None, None))
        made = None
        if name is not None and self._wanted(name):
            made = SubElement(self._top(), name, {"rend": rend} if rend else {})
            given = dict(attrs)
            for source, target in (("href", "target"), ("src", "src"), ("alt", "alt"), ("title", "title")):
                value = given.get(source)
                if value and (name, target) in (("ref", "target"), ("graphic", "src"), ("graphic", "alt"), ("graphic", "title")):
                    made.set(target, value)
            if tag == "th":
                made.set("role", "head")
        if tag not in _EMPTY:
            self.open.append((tag, made))

    def handle_endtag(self, tag: str) -> None:
        if tag in (name for name, _ in self.open):
            while self.open and self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        top = self._top()
        if not self.is_in_body or (top.tag in _WITHOUT_TEXT and not data.strip()):
            return
        if len(top):
            top[-1].tail = (top[-1].tail or "") + data
        else:
            top.text = (top.text or "") + data


def tree_of(html: str, options: Extractor) -> Element:
    """A <body> with the content of Husk's HTML."""
    builder = _Builder(options)
    builder.feed(html)
    builder.close()
    for element in list(builder.body.iter()):  # images had a paragraph of their own
        for place, child in enumerate(list(element)):
            if child.tag == "p" and not (child.text or "").strip() and len(child) == 1 and child[0].tag == "graphic" and not (child[0].tail or "").strip():
                child[0].tail = child.tail
                element[place] = child[0]
    for child in [c for c in builder.body if not len(c) and not (c.text or "").strip() and c.tag not in ("graphic", "lb")]:
        builder.body.remove(child)
    return builder.body


def comments_tree(paragraphs: List[str]) -> Element:
    body = Element("body")
    for text in paragraphs:
        SubElement(body, "p").text = text
    return body


def of_lxml(tree: Element) -> Element:
    """The tree as lxml's where lxml is installed, so that its methods are there."""
    try:
        from lxml.etree import fromstring  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return tree
    made: Element = fromstring(tostring(tree, encoding="unicode"))
    return made


def _indent(element: Element, depth: int = 0) -> None:
    """Line breaks where they are no part of a text."""
    space = "\n" + "  " * (depth + 1)
    if not len(element) or (element.text or "").strip() or any((child.tail or "").strip() or child.tag in _INLINE - {"graphic"} for child in element):
        return
    element.text = space
    for child in element:
        _indent(child, depth + 1)
        child.tail = space
    element[-1].tail = space[:-2]


def as_xml(document: Document, options: Extractor, main: Element, comments: Element) -> str:
    doc = Element("doc")
    if options.with_metadata:
        for name in ("sitename", "title", "author", "date", "url", "hostname", "description", "categories", "tags", "license", "id"):
            value = getattr(document, name)
            if value:
                doc.set(name, ";".join(value) if isinstance(value, list) else str(value))
    elif document.id:
        doc.set("id", document.id)
    if document.fingerprint:
        doc.set("fingerprint", document.fingerprint)
    for name, tree in (("main", main), ("comments", comments)):
        if name == "main" or len(tree):
            part = SubElement(doc, name)
            part.extend(list(tree))
    _indent(doc)
    return tostring(doc, encoding="unicode")


def as_json(document: Document, options: Extractor) -> str:
    if not options.with_metadata:
        return json.dumps({"text": document.text, "comments": document.comments}, ensure_ascii=False)
    d = document
    return json.dumps({
        "title": d.title, "author": d.author, "hostname": d.hostname, "date": d.date, "fingerprint": d.fingerprint, "id": d.id,
        "license": d.license, "comments": d.comments, "raw_text": d.raw_text, "text": d.text, "language": d.language, "image": d.image,
        "pagetype": d.pagetype, "filedate": d.filedate, "source": d.url, "source-hostname": d.sitename, "excerpt": d.description,
        "categories": ";".join(d.categories or []), "tags": ";".join(d.tags or [])}, ensure_ascii=False)


def as_csv(document: Document) -> str:
    d, out = document, io.StringIO()
    row = (d.url, d.id, d.fingerprint, d.hostname, d.title, d.image, d.date, d.text, d.comments, d.license, d.pagetype)
    csv.writer(out, delimiter="\t", quoting=csv.QUOTE_MINIMAL).writerow([value if value else "null" for value in row])
    return out.getvalue()


def header(document: Document) -> str:
    """The metadata as the YAML that text and Markdown begin with."""
    lines = ["---"]
    for name in ("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id", "license"):
        value = getattr(document, name)
        if value:
            lines.append(f"{name}: {_yaml(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
    return "\n".join([*lines, "---", ""])


def _yaml(value: str) -> str:
    is_plain = re.fullmatch(r"[^\W\d][^#\n\"'{}\[\]&*!|>%@`]*", value) and ": " not in value and not value.endswith((":", " "))
    return value if is_plain and value.lower() not in ("null", "true", "false", "yes", "no", "on", "off") else json.dumps(value, ensure_ascii=False)
