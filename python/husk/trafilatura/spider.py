"""A small crawler: the pages of one host, those that look like lists of others first."""

from __future__ import annotations

import re
import time
from configparser import ConfigParser
from typing import List, Optional, Tuple, Union
from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

from .downloads import fetch_response
from .links import chosen, read_links
from .settings import DEFAULT_CONFIG
from .utils import decode_file

_NAVIGATION = re.compile(r"/(archives?|auteur|author|cat|category|categories|kat|page|schlagwort|seite|tags?|topics?|user)/|[?&](page|p|paged|s)=\d+", re.I)
_NO_PAGE = re.compile(r"\.(jpe?g|png|gif|svg|webp|css|js|pdf|zip|mp[34]|ico|xml|woff2?)($|\?)", re.I)


def is_still_navigation(todo: List[str]) -> bool:
    """Is there a URL that looks like a list of pages?"""
    return any(_NAVIGATION.search(url) for url in todo)


def get_rules(base_url: str, config: ConfigParser = DEFAULT_CONFIG) -> Optional[RobotFileParser]:
    """The site's robots.txt; None where there is none."""
    found = fetch_response(urljoin(base_url, "/robots.txt"), config=config)
    if found is None:
        return None
    rules = RobotFileParser()
    rules.parse(decode_file(found.data).splitlines())
    return rules


def focused_crawler(homepage: str, max_seen_urls: int = 10, max_known_urls: int = 100000, todo: Optional[List[str]] = None,
                    known_links: Optional[List[str]] = None, lang: Optional[str] = None, config: ConfigParser = DEFAULT_CONFIG,
                    rules: Optional[RobotFileParser] = None, prune_xpath: Union[str, List[str], None] = None) -> Tuple[List[str], List[str]]:
    """(URLs to visit, URLs known) after at most ``max_seen_urls`` pages of the homepage's host. ``lang`` and ``prune_xpath`` have no effect."""
    known = dict.fromkeys([homepage, *(known_links or []), *(todo or [])])
    waiting = list(todo) if todo else [homepage]
    rules = rules or get_rules(homepage, config)
    asked = rules.crawl_delay("*") if rules else None
    pause = float(asked) if asked else config.getfloat("DEFAULT", "SLEEP_TIME", fallback=5.0)
    seen = 0
    while waiting and seen < max_seen_urls and len(known) < max_known_urls:
        waiting.sort(key=lambda url: not _NAVIGATION.search(url))  # stable: lists of pages first
        url = waiting.pop(0)
        if rules and not rules.can_fetch("*", url):
            continue
        if seen:
            time.sleep(pause)
        seen += 1
        found = fetch_response(url, decode=True, config=config)
        if found is None or not found.html:
            continue
        for link in chosen(read_links(found.html, found.url).anchors, homepage, False):
            if link not in known and not _NO_PAGE.search(link):
                known[link] = None
                waiting.append(link)
    return waiting, list(known)
