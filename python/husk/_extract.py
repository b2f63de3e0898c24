"""Extraction from one page or many, with trafilatura's names."""

from __future__ import annotations

import collections
import os
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Dict, Iterable, Iterator, NamedTuple, Optional, Tuple, Union

from . import _husk
from ._document import Document, Metadata, document_of

Html = Union[str, bytes, bytearray, memoryview]

_FORMATS = {"txt": 0, "text": 0, "markdown": 1, "html": 2, "json": 4, "jsonl": 4, "csv": 5, "xml": 6, "xmltei": 6}
_BODIES = {"text": 0, "txt": 0, "markdown": 1, "html": 2}
_METHODS = {"auto": 0, "page": 1, "site": 2, "pagelevel": 16, "sitelevel": 17, "consensus": 18}
_ALL, _LINKS, _IMAGES, _TABLES, _COMMENTS, _METADATA, _WHY, _TITLE, _PLAIN = 1, 2, 4, 8, 16, 32, 64, 128, 256

# Options of trafilatura that change nothing here, and the value that says so.
_WITHOUT_EFFECT = {
    "fast": (False, True), "no_fallback": (False, True), "tei_validation": (False,), "config": None, "options": None,
    "settingsfile": None, "date_extraction_params": None, "include_formatting": (False, True), "max_tree_size": None,
    "deduplicate": (False,), "prune_xpath": (), "url_blacklist": (), "author_blacklist": (),
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
            favor_recall: bool = False, why: bool = False, now: Optional[float] = None, include_title: bool = True,
            charset: Optional[str] = None, is_text: bool = False, **others: Any) -> Tuple:
    if others:
        _unknown(others)
    if favor_precision and favor_recall:
        raise _husk.ArgumentError("favor_precision and favor_recall exclude each other")
    flags = (_ALL * bool(include_all) | _LINKS * bool(include_links) | _IMAGES * bool(include_images)
             | _TABLES * bool(include_tables) | _COMMENTS * bool(include_comments) | _METADATA * bool(with_metadata) | _WHY * bool(why)
             | _TITLE * bool(include_title) | _PLAIN * bool(is_text))
    return (html, url, record_id, _site(site), _choice(_FORMATS, "output_format", output_format), _choice(_BODIES, "body", body),
            _choice(_METHODS, "method", method), 1 if favor_precision else 2 if favor_recall else 0, flags, _now(now), charset)


def extract(html: Html, url: Optional[str] = None, *, site: Any = None, output_format: str = "txt", include_tables: bool = True,
            include_links: bool = False, include_images: bool = False, include_comments: bool = True, favor_precision: bool = False,
            favor_recall: bool = False, with_metadata: bool = False, only_with_metadata: bool = False,
            target_language: Optional[str] = None, **options: Any) -> Optional[str]:
    """Return the main content of a page, or None if it has none.

    ``html`` is str or bytes; the encoding of bytes is detected as browsers do. ``output_format`` is ``"txt"``, ``"markdown"``,
    ``"html"``, ``"json"``, ``"csv"`` or ``"xml"`` (TEI). ``site`` is a :class:`Site` whose template is used beside the page.

    Further options: ``method`` (``"auto"``, ``"page"``, ``"site"``, ``"pagelevel"``, ``"sitelevel"``, ``"consensus"``),
    ``body`` (of JSON and CSV records: ``"text"``, ``"markdown"`` or ``"html"``), ``include_all`` (everything a reader sees),
    ``include_title`` (begin Markdown and HTML with the page's title; True), ``record_id``, ``charset`` (of bytes: the encoding
    that HTTP named), ``is_text`` (plain text, not HTML), ``now`` (seconds since 1970: dates after it are not believed). Options
    of trafilatura that have no effect here are accepted.

    >>> extract("<p>Too short to be an article.</p>", output_format="pdf")
    Traceback (most recent call last):
    husk.ArgumentError: output_format='pdf': choose one of 'txt', 'text', 'markdown', 'html', 'json', 'jsonl', 'csv', 'xml', 'xmltei'
    """
    wishes = _wishes(html, url, site, output_format=output_format, include_tables=include_tables, include_links=include_links,
                     include_images=include_images, include_comments=include_comments, favor_precision=favor_precision,
                     favor_recall=favor_recall, with_metadata=with_metadata, **options)
    if (only_with_metadata or target_language) and not _wanted(wishes, only_with_metadata, target_language):
        return None
    return _text(_husk.extract(*wishes), wishes[4])


def _wanted(wishes: Tuple, only_with_metadata: bool, target_language: Optional[str]) -> bool:
    found = _husk.metadata(*wishes)
    if only_with_metadata and not (found["title"] and found["url"] and found["date"]):
        return False
    language = (found["language"] or "").split("-")[0].lower()
    return not target_language or not language or language == target_language.lower()


def bare_extraction(html: Html, url: Optional[str] = None, *, site: Any = None, with_metadata: bool = True,
                    **options: Any) -> Document:
    """Return everything Husk knows of a page as a :class:`Document`: text, blocks with reasons, metadata, kind, confidence.

    Takes the options of :func:`extract`; ``why=True`` adds the reasons of each block's label: facts of the page, at most three.

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


def baseline(html: Html) -> Tuple[str, str, int]:
    """Return a generous extraction as ``(html, text, length)``, for pages on which nothing may be missed.

    >>> baseline("<p>Leeks like rain, and frost makes them sweeter than they were.</p>")[2] > 0
    True
    """
    text = extract(html, favor_recall=True) or ""
    return extract(html, output_format="html", favor_recall=True) or "", text, len(text)


def label(html: Html, url: Optional[str] = None, *, site: Any = None, **options: Any) -> list:
    """Return the page's blocks, each with label, role and score, and reasons with ``why=True`` (see :class:`Block`)."""
    return bare_extraction(html, url, site=site, **options).blocks


def strip(html: Html, url: Optional[str] = None, *, site: Any = None, **options: Any) -> str:
    """Return the page as HTML without its template."""
    return _husk.strip(*_wishes(html, url, site, **options))


class _Arguments(NamedTuple):
    """What is known of a page before it is parsed."""

    html: Html
    url: Optional[str] = None
    id: Optional[str] = None
    charset: Optional[str] = None
    is_text: bool = False
    date: int = 0


def _arguments(item: Any) -> _Arguments:
    """What an iterable of pages may give: HTML, (html, url), a dict, or a Page."""
    if isinstance(item, (str, bytes, bytearray, memoryview)):
        return _Arguments(item)
    if isinstance(item, tuple) and len(item) == 2:
        return _Arguments(*item)
    if isinstance(item, dict):
        return _Arguments(item["html"], item.get("url"), item.get("id"), item.get("charset"), bool(item.get("is_text")))
    if hasattr(item, "html") and hasattr(item, "url"):
        return _Arguments(item.html, item.url, getattr(item, "id", None), getattr(item, "charset", None),
                          bool(getattr(item, "is_text", False)), int(getattr(item, "date", None) or 0))
    raise TypeError(f"a page is HTML, (html, url), a dict with 'html', or a husk.Page, not {type(item).__name__}")


# Pages and bytes that a thread takes at a time. A page takes about a millisecond, a change of threads some microseconds more
# than one Python statement: with 1 page per turn two threads are 1.5 times as fast as one, with 16 twice (bench/run python).
_TURN_PAGES, _TURN_BYTES = 16, 1 << 20


def _turns(pages: Iterable[Any]) -> Iterator[list]:
    """The pages in lists that grow from 1 to _TURN_PAGES: the first result comes soon."""
    turn: list = []
    size, most = 0, 1
    for item in pages:
        page = _arguments(item)
        turn.append(page)
        size += len(page.html) if hasattr(page.html, "__len__") else 0
        if len(turn) >= most or size >= _TURN_BYTES:
            yield turn
            turn, size, most = [], 0, min(2 * most, _TURN_PAGES)
    if turn:
        yield turn


def _text(text: str, output_format: int) -> Optional[str]:
    text = text.rstrip("\n")
    if output_format in (0, 1) and text.isspace():
        return None
    return text or None


def _results(found: list, wishes: Tuple, errors: str) -> list:
    """What extract() returns of each page, from what the C side found."""
    results: list = []
    for text in found:
        if isinstance(text, tuple):
            if errors == "raise":
                _husk.raise_status(*text)
            results.append(None)
        else:
            results.append(_text(text, wishes[4]))
    return results


def _call_turn(pages: list, call: Any, errors: str, options: Dict[str, Any]) -> list:
    results = []
    for page in pages:
        try:
            results.append(call(page.html, page.url, record_id=page.id, charset=page.charset, is_text=page.is_text, **options))
        except (_husk.Error, UnicodeError):
            if errors == "raise":
                raise
            results.append(None)
    return results


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
    options.setdefault("now", _now(None))
    jobs = jobs or os.cpu_count() or 1
    if documents or options.get("only_with_metadata") or options.get("target_language"):
        call = bare_extraction if documents else extract

        def work(turn: list) -> list:
            return _call_turn(turn, call, errors, options)
    else:
        options = {name: value for name, value in options.items() if name not in ("only_with_metadata", "target_language")}
        wishes = _wishes("", None, options.pop("site", None), **options)
        if jobs == 1 and hasattr(pages, "_texts"):  # they need not become Python objects
            for found in pages._texts(_TURN_PAGES, wishes):
                yield from _results(found, wishes, errors)
            return

        def work(turn: list) -> list:
            return _results(_husk.extract_some([page[:5] for page in turn], wishes), wishes, errors)

    if jobs == 1:
        for turn in _turns(pages):
            yield from work(turn)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting: collections.deque = collections.deque()
        for turn in _turns(pages):
            waiting.append(pool.submit(work, turn))
            if len(waiting) >= 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def signature(html: Html, *, length: int = 128, seed: int = 1) -> bytes:
    """Return the MinHash signature of a page's structure: ``length`` 32-bit numbers as bytes.

    The share of equal numbers of two signatures estimates how much of their structure two pages share (the Jaccard coefficient
    of their tag paths and of their elements with classes), so pages can be clustered where no process holds them all. ``numpy.frombuffer(signature, "u4")`` reads it.

    >>> a, b = signature("<p>One <b>x</b></p>"), signature("<p>Two <b>y</b></p>")
    >>> len(a), a == b
    (512, True)
    """
    return _husk.signature(html, length, seed)
