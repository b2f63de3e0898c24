"""What a page says about itself, as a document without text."""

from __future__ import annotations

from datetime import date
from typing import Dict, Optional, Set, Union

import husk

from .settings import Document
from .utils import Content, as_page


def host_of(url: Optional[str]) -> Optional[str]:
    """The host of a URL without www."""
    rest = (url or "").partition("://")[2].split("/", 1)[0].split("?", 1)[0].rpartition("@")[2].partition(":")[0].lower()
    return (rest[4:] if rest.startswith("www.") else rest) or None


def fill(document: Document, found: "husk.Metadata", url: Optional[str], author_blacklist: Optional[Set[str]] = None) -> Document:
    """Put what Husk knows of a page into a document."""
    refused = {name.lower() for name in author_blacklist or ()}
    authors = [name for name in (found.authors or ([found.author] if found.author else [])) if name.lower() not in refused]
    document.title, document.author, document.url = found.title, "; ".join(authors) or None, found.url or url
    document.hostname = host_of(document.url)
    document.description, document.sitename, document.date = found.description, found.sitename or document.hostname, found.date
    document.categories, document.tags, document.license = list(found.categories), list(found.tags), found.license
    document.image, document.pagetype, document.language = found.image, found.pagetype, found.language
    document.filedate = date.today().isoformat()
    return document


def extract_metadata(filecontent: Content, default_url: Optional[str] = None, date_config: Optional[Dict[str, Union[bool, str]]] = None,
                     extensive: bool = True, author_blacklist: Optional[Set[str]] = None) -> Document:
    """Title, author, date and the rest. ``date_config`` and ``extensive`` have no effect: Husk has one way to find dates."""
    return fill(Document(), husk.extract_metadata(as_page(filecontent), default_url), default_url, author_blacklist)
