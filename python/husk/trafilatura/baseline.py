"""All visible text, and an extraction that misses little."""

from __future__ import annotations

from typing import Tuple
from xml.etree.ElementTree import Element, SubElement

import husk

from .utils import Content, as_page
from .xml import of_lxml


def html2txt(content: Content, clean: bool = True) -> str:
    """All visible text in one line. ``clean`` has no effect: scripts and styles are never part of it."""
    return " ".join(husk.html2txt(as_page(content)).split())


def baseline(filecontent: Content) -> Tuple[Element, str, int]:
    """(body, text, length) of a generous extraction."""
    text = husk.extract(as_page(filecontent), favor_recall=True) or ""
    body = Element("body")
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            SubElement(body, "p").text = " ".join(paragraph.split())
    text = " ".join(text.split())
    return of_lxml(body), text, len(text)
