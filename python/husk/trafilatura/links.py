"""The links of a page, a feed or a sitemap."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Dict, List, Optional, Tuple
from urllib.parse import urldefrag, urljoin, urlsplit

from .metadata import host_of


class Links(HTMLParser):
    """What the <a>, <link> and <meta> elements of a page lead to."""

    def __init__(self, base: str):
        super().__init__(convert_charrefs=True)
        self.base, self.anchors = base, []  # type: str, List[str]
        self.links: List[Dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "base" and given.get("href"):
            self.base = urljoin(self.base, given["href"])
        if tag == "a" and given.get("href"):
            self.anchors.append(absolute(self.base, given["href"]))
        if tag == "link" and given.get("href"):
            self.links.append({**given, "href": absolute(self.base, given["href"])})


def absolute(base: str, url: str) -> str:
    return urldefrag(urljoin(base, url.strip())).url


def read_links(html: str, base: str) -> Links:
    found = Links(base)
    found.feed(html)
    return found


def chosen(urls: List[str], base: str, external: bool) -> List[str]:
    """http(s) URLs, each once, of the same host unless ``external``."""
    host = host_of(base) or ""
    return [url for url in dict.fromkeys(urls) if urlsplit(url).scheme in ("http", "https")
            and (external or (host_of(url) or "") == host or (host_of(url) or "").endswith("." + host))]


def of_feed(text: str, base: str) -> List[str]:
    """The pages that an RSS, Atom or JSON feed lists."""
    if text.lstrip().startswith("{"):
        try:
            items = json.loads(text).get("items") or []
        except (ValueError, AttributeError):
            return []
        return [absolute(base, str(item.get("url") or item.get("id"))) for item in items if isinstance(item, dict) and (item.get("url") or item.get("id"))]
    found: List[str] = []
    for item in re.findall(r"<(?:item|entry)\b.*?</(?:item|entry)>", text, re.S | re.I):
        link = re.search(r"<link\b[^>]*>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)", item, re.I) or re.search(
            r"<link\b(?![^>]*rel=[\"'](?!alternate))[^>]*\bhref=[\"']([^\"']+)", item, re.I) or re.search(
            r"<guid\b(?![^>]*isPermaLink=[\"']false)[^>]*>\s*(https?://[^<\s]+)", item, re.I)
        if link:
            found.append(absolute(base, unescape(link.group(1))))
    return found


def is_feed(text: str) -> bool:
    start = text.lstrip()[:1000].lower()
    return bool(re.search(r"<(rss|feed|rdf:rdf)\b", start)) or (start.startswith("{") and "jsonfeed.org" in start)


def of_sitemap(text: str, base: str) -> Tuple[List[str], List[str]]:
    """(sitemaps, pages) that a sitemap lists; a text file lists one page per line."""
    if "<" not in text[:1000]:
        return [], [line.strip() for line in text.splitlines() if line.strip().startswith(("http://", "https://"))]
    found = [absolute(base, unescape(url.strip())) for url in re.findall(r"<loc>\s*(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?\s*</loc>", text, re.S)]
    if re.search(r"<sitemapindex\b", text):
        return found, []
    return [url for url in found if re.search(r"\.xml(\.gz)?$", url)], [url for url in found if not re.search(r"\.xml(\.gz)?$", url)]
