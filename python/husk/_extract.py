"""Extraction from one page or many, with trafilatura's names."""

from __future__ import annotations

import collections
import os
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Iterable, Iterator, Optional, Tuple, Union

from . import _husk
from ._document import Document, Metadata, document_of

Html = Union[str, bytes, bytearray, memoryview]

_FORMATS = {"txt": 0, "text": 0, "markdown": 1, "html": 2, "json": 4, "jsonl": 4, "csv": 5, "xml": 6, "xmltei": 6}
_BODIES = {"text": 0, "txt": 0, "markdown": 1, "html": 2}
_METHODS = {"auto": 0, "page": 1, "pagelevel": 2, "sitelevel": 3, "consensus": 4, "site": 5}
_ALL, _LINKS, _IMAGES, _TABLES, _COMMENTS, _METADATA, _WHY = 1, 2, 4, 8, 16, 32, 64

# Options of trafilatura that change nothing here, and the value that says so.
_WITHOUT_EFFECT = {
    "fast": (False, True), "no_fallback": (False, True), "tei_validation": (False,), "config": None, "options": None,
    "settingsfile": None, "date_extraction_params": None, "include_formatting": (False, True), "max_tree_size": None,
    "deduplicate": (False,),
}


def _choice(table: Dict[str, int], name: str, value: Any) -> int:
    try:
        return table[value]
    except (KeyError, TypeError):
        raise _husk.ArgumentError(f"{name}={value!r}: choose one of {', '.join(map(repr, table))}") from None


def _unknown(options: Dict[str, Any]) -> None:
    for name, value in options.items():
        if name not in _WITHOUT_EFFECT:
            raise TypeError(f"unknown option {name!r}; help(husk.extract) lists the options")
        silent = _WITHOUT_EFFECT[name]
        if value is not None and silent is not None and value not in silent:
            warnings.warn(f"husk ignores {name}={value!r}", stacklevel=4)


def _now(now: Optional[float]) -> int:
    if now is not None:
        return int(now)
    return int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())


def _site(site: Any) -> Any:
    return site._inner if hasattr(site, "_inner") else site


def _wishes(html: Html, url: Optional[str], site: Any, *, output_format: str = "txt", body: str = "text", method: str = "auto",
            record_id: Optional[str] = None, include_all: bool = False, include_links: bool = False, include_images: bool = False,
            include_tables: bool = True, include_comments: bool = True, with_metadata: bool = False, favor_precision: bool = False,
            favor_recall: bool = False, why: bool = False, now: Optional[float] = None, **others: Any) -> Tuple:
    if others:
        _unknown(others)
    if favor_precision and favor_recall:
        raise _husk.ArgumentError("favor_precision and favor_recall exclude each other")
    flags = (_ALL * bool(include_all) | _LINKS * bool(include_links) | _IMAGES * bool(include_images)
             | _TABLES * bool(include_tables) | _COMMENTS * bool(include_comments) | _METADATA * bool(with_metadata) | _WHY * bool(why))
    return (html, url, record_id, _site(site), _choice(_FORMATS, "output_format", output_format), _choice(_BODIES, "body", body),
            _choice(_METHODS, "method", method), 1 if favor_precision else 2 if favor_recall else 0, flags, _now(now))


def extract(html: Html, url: Optional[str] = None, *, site: Any = None, output_format: str = "txt", include_tables: bool = True,
            include_links: bool = False, include_images: bool = False, include_comments: bool = True, favor_precision: bool = False,
            favor_recall: bool = False, with_metadata: bool = False, only_with_metadata: bool = False,
            target_language: Optional[str] = None, **options: Any) -> Optional[str]:
    """Return the main content of a page, or None if it has none.

    ``html`` is str or bytes; the encoding of bytes is detected as browsers do. ``output_format`` is ``"txt"``, ``"markdown"``,
    ``"html"``, ``"json"``, ``"csv"`` or ``"xml"`` (TEI). ``site`` is a :class:`Site` whose template is used beside the page.

    Further options: ``method`` (``"auto"``, ``"page"``, ``"site"``, ``"pagelevel"``, ``"sitelevel"``, ``"consensus"``),
    ``body`` (of JSON and CSV records: ``"text"``, ``"markdown"`` or ``"html"``), ``include_all`` (everything a reader sees),
    ``record_id``, ``now`` (seconds since 1970: dates after it are not believed). Options of trafilatura that have no effect
    here are accepted.

    >>> extract("<p>Too short to be an article.</p>", output_format="pdf")
    Traceback (most recent call last):
    husk.ArgumentError: output_format='pdf': choose one of 'txt', 'text', 'markdown', 'html', 'json', 'jsonl', 'csv', 'xml', 'xmltei'
    """
    wishes = _wishes(html, url, site, output_format=output_format, include_tables=include_tables, include_links=include_links,
                     include_images=include_images, include_comments=include_comments, favor_precision=favor_precision,
                     favor_recall=favor_recall, with_metadata=with_metadata, **options)
    if (only_with_metadata or target_language) and not _wanted(wishes, only_with_metadata, target_language):
        return None
    text = _husk.extract(*wishes)
    if wishes[4] in (0, 1):
        text = text.rstrip("\n")
        return text if text.strip() else None
    return text.rstrip("\n") or None


def _wanted(wishes: Tuple, only_with_metadata: bool, target_language: Optional[str]) -> bool:
    found = _husk.metadata(*wishes)
    if only_with_metadata and not (found["title"] and found["url"] and found["date"]):
        return False
    language = (found["language"] or "").split("-")[0].lower()
    return not target_language or not language or language == target_language.lower()


def bare_extraction(html: Html, url: Optional[str] = None, *, site: Any = None, with_metadata: bool = True,
                    **options: Any) -> Document:
    """Return everything Husk knows of a page as a :class:`Document`: text, blocks with reasons, metadata, kind, confidence.

    Takes the options of :func:`extract`; ``why=True`` adds the features behind each block's score, at many times the cost.

    >>> document = bare_extraction("<title>Leeks</title><nav><a href=/>Home</a></nav><p>Lift the leeks after the first frost, when "
    ...                            "their starch has turned to sugar, and eat them within a week.</p>")
    >>> document.title, document.status
    ('Leeks', 'ok')
    """
    options.setdefault("output_format", "txt")
    found = _husk.judge(*_wishes(html, url, site, with_metadata=False, **options))
    found["text"] = found["text"].rstrip("\n")
    return document_of(found)


def extract_metadata(html: Html, default_url: Optional[str] = None, **options: Any) -> Metadata:
    """Return what a page says about itself.

    >>> extract_metadata('<title>Leeks</title><meta name=author content="Ann Brook">').author
    'Ann Brook'
    """
    return Metadata(**_husk.metadata(*_wishes(html, default_url, None, **options)))


def html2txt(html: Html, clean: bool = True) -> str:
    """Return all visible text of a page, menus and footers included.

    >>> html2txt("<nav>Home</nav><p>Leeks</p>").split()
    ['Home', 'Leeks']
    """
    return _husk.extract(*_wishes(html, None, None, include_all=True)).rstrip("\n")


def label(html: Html, url: Optional[str] = None, *, site: Any = None, **options: Any) -> list:
    """Return the page's blocks, each with label, score and reasons (see :class:`Block`)."""
    return bare_extraction(html, url, site=site, **options).blocks


def strip(html: Html, url: Optional[str] = None, *, site: Any = None, **options: Any) -> str:
    """Return the page as HTML without its template."""
    return _husk.strip(*_wishes(html, url, site, **options))


def _arguments(item: Any) -> Tuple[Html, Optional[str], Optional[str]]:
    """(html, url, id) of what an iterable of pages may give: HTML, (html, url), a dict, or a Page."""
    if isinstance(item, (str, bytes, bytearray, memoryview)):
        return item, None, None
    if isinstance(item, tuple) and len(item) == 2:
        return item[0], item[1], None
    if isinstance(item, dict):
        return item["html"], item.get("url"), item.get("id")
    if hasattr(item, "html") and hasattr(item, "url"):
        return item.html, item.url, getattr(item, "id", None)
    raise TypeError(f"a page is HTML, (html, url), a dict with 'html', or a husk.Page, not {type(item).__name__}")


def extract_many(pages: Iterable[Any], *, jobs: Optional[int] = None, errors: str = "none", documents: bool = False,
                 **options: Any) -> Iterator[Any]:
    """Extract from many pages on several threads, in input order.

    A page is HTML, ``(html, url)``, a dict with ``"html"`` and perhaps ``"url"`` and ``"id"``, or a :class:`Page` of
    :func:`read_warc`. Yields what :func:`extract` returns, or with ``documents=True`` what :func:`bare_extraction` returns. A
    page that fails gives None, or raises with ``errors="raise"``. A bounded number of pages is read ahead.

    >>> list(extract_many(["<p>" + 30 * "Leeks like rain. " + "</p>", ""], jobs=2))[1] is None
    True
    """
    if errors not in ("none", "raise"):
        raise _husk.ArgumentError(f"errors={errors!r}: choose 'none' or 'raise'")
    call = bare_extraction if documents else extract
    options.setdefault("now", _now(None))

    def work(item: Any) -> Any:
        try:
            html, url, record_id = _arguments(item)
            return call(html, url, record_id=record_id, **options)
        except (_husk.Error, UnicodeError):
            if errors == "raise":
                raise
            return None

    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield from map(work, pages)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting: collections.deque = collections.deque()
        for item in pages:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= 4 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
