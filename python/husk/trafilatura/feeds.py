"""The pages that a site's feeds list."""

from __future__ import annotations

import re
import time
from configparser import ConfigParser
from typing import List, Optional

from . import raw
from .links import chosen, is_feed, of_feed, read_links
from .settings import DEFAULT_CONFIG
from .utils import decode_file


def _feeds_of(html: str, base: str) -> List[str]:
    """The feeds that a page names, or else those that its links look like."""
    links = read_links(html, base)
    named = [link["href"] for link in links.links if re.search(r"rss|atom|rdf|feed\+json", link.get("type", ""))]
    return list(dict.fromkeys(named)) or [url for url in dict.fromkeys(links.anchors) if re.search(r"(/feed/?|\.rss|\.atom|/rss/?|feed\.xml|rss\.xml|atom\.xml)$", url)]


def find_feed_urls(url: str, target_lang: Optional[str] = None, external: bool = False, sleep_time: float = 2.0,
                   config: ConfigParser = DEFAULT_CONFIG) -> List[str]:
    """The pages of the feed at a URL, or of the feeds that the page there names. ``target_lang`` has no effect."""
    text = decode_file(raw.read(url, config))
    if is_feed(text):
        return chosen(of_feed(text, url), url, external)
    found: List[str] = []
    for number, feed in enumerate(_feeds_of(text, url)):
        if number:
            time.sleep(sleep_time)
        found += of_feed(decode_file(raw.read(feed, config)), feed)
    return chosen(found, url, external)
