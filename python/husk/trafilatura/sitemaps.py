"""The pages that a site's sitemaps list."""

from __future__ import annotations

import re
import time
from configparser import ConfigParser
from typing import List, Optional
from urllib.parse import urljoin

from . import raw
from .links import chosen, of_sitemap
from .settings import DEFAULT_CONFIG
from .utils import decode_file

GUESSES = ("/sitemap.xml", "/sitemap.xml.gz", "/sitemap_index.xml", "/sitemap_news.xml", "/sitemap-index.xml")


def _text(url: str, config: ConfigParser) -> str:
    return decode_file(raw.read(url, config))


def find_robots_sitemaps(baseurl: str, config: ConfigParser = DEFAULT_CONFIG) -> List[str]:
    return extract_robots_sitemaps(_text(urljoin(baseurl, "/robots.txt"), config), baseurl)


def extract_robots_sitemaps(robotstxt: Optional[str], baseurl: str) -> List[str]:
    """The sitemaps that a robots.txt names."""
    return list(dict.fromkeys(urljoin(baseurl, url) for url in re.findall(r"(?im)^\s*sitemap\s*:\s*(\S+)", robotstxt or "")))


def sitemap_search(url: str, target_lang: Optional[str] = None, external: bool = False, sleep_time: float = 2.0, max_sitemaps: int = 10000,
                   config: ConfigParser = DEFAULT_CONFIG) -> List[str]:
    """The pages of the sitemap at a URL, or of those that the site's robots.txt names, or at the usual places. ``target_lang`` has no effect."""
    is_sitemap = bool(re.search(r"(\.xml(\.gz)?|sitemap[^/]*\.txt)$", url))
    todo = [url] if is_sitemap else find_robots_sitemaps(url, config) or [urljoin(url, guess) for guess in GUESSES]
    seen: List[str] = []
    pages: List[str] = []
    while todo and len(seen) < max_sitemaps:
        sitemap = todo.pop(0)
        if sitemap in seen:
            continue
        if seen:
            time.sleep(sleep_time)
        seen.append(sitemap)
        more, listed = of_sitemap(_text(sitemap, config), sitemap)
        todo += chosen(more, url, external)
        pages += listed
    return chosen(pages, url, external)
