"""Husk separates a web page's main content from its template.

>>> import husk
>>> page = "<title>Frost</title><nav><a href=/>Home</a></nav><article><h1>Frost</h1>" + 4 * (
...     "<p>On Sunday night the thermometer by the water butt fell to minus two, and the courgettes were lost.</p>") + "</article>"
>>> "water butt" in husk.extract(page), "Home" in husk.extract(page)
(True, False)
>>> husk.bare_extraction(page).title
'Frost'

One page is enough for a good answer. With pages of a site, :class:`Site` learns its template, and every call that takes ``site``
uses it. Calls release the GIL, so threads scale. All exceptions derive from :class:`Error`; wrong types raise ``TypeError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._document import Block, Document, Metadata, Reason
from ._extract import bare_extraction, baseline, extract, extract_many, extract_metadata, html2txt, items, label, signature, strip
from ._husk import ArgumentError, Error, LimitError, NewerFileError, ReadError, SiteFileError
from ._husk import version as __version__
from ._pages import Page, cluster, fetch_url, read_pages, read_warc
from ._site import Class, Site

# extract_batch is not listed: it needs pyarrow, and "from husk import *" must work without it.
__all__ = [
    "ArgumentError", "Block", "Class", "Document", "Error", "LimitError", "Metadata", "NewerFileError", "Page", "ReadError", "Reason",
    "Site", "SiteFileError", "bare_extraction", "baseline", "cluster", "extract", "extract_many", "extract_metadata",
    "fetch_url", "html2txt", "items", "label", "read_pages", "read_warc", "signature", "strip",
]


if TYPE_CHECKING:
    from ._arrow import extract_batch as extract_batch


def __getattr__(name: str) -> object:
    if name == "extract_batch":
        from ._arrow import extract_batch

        return extract_batch
    raise AttributeError(f"module 'husk' has no attribute {name!r}")
