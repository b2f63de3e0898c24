"""Downloads by Husk's own fetcher. Addresses of a private network are refused unless SSRF_PROTECTION is off."""

from __future__ import annotations

import time
import warnings
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from typing import Deque, Generator, Iterable, List, Optional, Set, Tuple
from urllib.parse import urlsplit

import husk

from .settings import DEFAULT_CONFIG, Extractor, check_config
from .utils import Response, decode_file


def _download(url: str, config: ConfigParser) -> Optional[husk.Page]:
    check_config(config)
    agents = config.get("DEFAULT", "USER_AGENTS", fallback="").strip().splitlines()
    pages = husk.read_pages(url, allow_private=not config.getboolean("DEFAULT", "SSRF_PROTECTION", fallback=True),
                            user_agent=agents[0] if agents else None, timeout=config.getint("DEFAULT", "DOWNLOAD_TIMEOUT", fallback=30),
                            max_redirects=config.getint("DEFAULT", "MAX_REDIRECTS", fallback=2))
    try:
        page = next(pages, None)
    except husk.Error:
        return None
    least, most = (config.getint("DEFAULT", name, fallback=size) for name, size in (("MIN_FILE_SIZE", 10), ("MAX_FILE_SIZE", 20000000)))
    return page if page is not None and least <= len(page.html) <= most else None


def fetch_response(url: str, *, decode: bool = False, no_ssl: bool = False, with_headers: bool = False,
                   config: ConfigParser = DEFAULT_CONFIG) -> Optional[Response]:
    """The page at a URL, or None."""
    if no_ssl:
        warnings.warn("husk ignores no_ssl=True: it checks certificates", stacklevel=2)
    if with_headers:
        warnings.warn("husk ignores with_headers=True: headers are not kept", stacklevel=2)
    page = _download(url, config)
    if page is None:
        return None
    made = Response(page.html, 200, page.url or url)
    if decode:
        made.html = _text(page)
    return made


def _text(page: husk.Page) -> str:
    try:
        return page.html.decode(page.charset) if page.charset else decode_file(page.html)
    except (LookupError, UnicodeDecodeError):
        return decode_file(page.html)


def fetch_url(url: str, no_ssl: bool = False, config: ConfigParser = DEFAULT_CONFIG, options: Optional[Extractor] = None) -> Optional[str]:
    """The page at a URL as text, or None."""
    found = fetch_response(url, decode=True, no_ssl=no_ssl, config=options.config if options else config)
    return found.html if found else None


def is_live_page(url: str, config: ConfigParser = DEFAULT_CONFIG) -> bool:
    """Does it answer with a page? (It is fetched whole.)"""
    return _download(url, config) is not None


class UrlStore:
    """URLs that wait, by host, and when a host was last asked."""

    def __init__(self) -> None:
        self.waiting: "OrderedDict[str, Deque[str]]" = OrderedDict()
        self.seen: Set[str] = set()
        self.last: "dict[str, float]" = {}

    def add_urls(self, urls: Iterable[str]) -> None:
        for url in urls:
            if url not in self.seen:
                self.seen.add(url)
                self.waiting.setdefault(urlsplit(url).netloc, deque()).append(url)

    @property
    def done(self) -> bool:
        return not self.waiting

    def get_download_urls(self, time_limit: float = 5.0) -> List[str]:
        """A URL of every host that was not asked in the last seconds."""
        now, found = time.monotonic(), []
        for host in list(self.waiting):
            if now - self.last.get(host, -1e9) >= time_limit:
                found.append(self.waiting[host].popleft())
                self.last[host] = now
                if not self.waiting[host]:
                    del self.waiting[host]
        return found


def add_to_compressed_dict(inputlist: List[str], blacklist: Optional[Set[str]] = None, url_filter: Optional[List[str]] = None,
                           url_store: Optional[UrlStore] = None, compression: bool = False, verbose: bool = False) -> UrlStore:
    """A store of the URLs, without those of the blacklist and those that have no part of the filter."""
    url_store = url_store or UrlStore()
    refused = {url.partition("://")[2] or url for url in blacklist or ()}
    wanted = [url for url in dict.fromkeys(inputlist) if (url.partition("://")[2] or url) not in refused
              and url.startswith(("http://", "https://")) and (not url_filter or any(part in url for part in url_filter))]
    url_store.add_urls(wanted)
    return url_store


def load_download_buffer(url_store: UrlStore, sleep_time: float = 5.0) -> Tuple[List[str], UrlStore]:
    """URLs that may be fetched now, one of each host. Waits until there is one."""
    while not (found := url_store.get_download_urls(sleep_time)) and not url_store.done:
        time.sleep(min(sleep_time, 0.2))
    return found, url_store


def buffered_response_downloads(bufferlist: List[str], download_threads: int, options: Optional[Extractor] = None,
                                ) -> Generator[Tuple[str, Response], None, None]:
    """(URL, response) of each that answered."""
    config = options.config if options else DEFAULT_CONFIG
    with ThreadPoolExecutor(max(1, download_threads)) as pool:
        for url, found in zip(bufferlist, pool.map(lambda url: fetch_response(url, decode=True, config=config), bufferlist)):
            if found is not None:
                yield url, found


def buffered_downloads(bufferlist: List[str], download_threads: int, options: Optional[Extractor] = None) -> Generator[Tuple[str, str], None, None]:
    """(URL, page as text) of each that answered."""
    for url, found in buffered_response_downloads(bufferlist, download_threads, options):
        yield url, found.html or ""
