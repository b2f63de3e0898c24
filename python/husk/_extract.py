"""Extraction from one page or many, with trafilatura's names."""

from __future__ import annotations

import collections
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Callable, Deque, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union, cast, overload

from . import _husk
from ._document import Block, Document, Metadata, document_of, is_language
from ._options import Extraction, Html, Options, PageLike, Value, Wanted

if TYPE_CHECKING:
    from concurrent.futures import Future

    from typing_extensions import Literal, Unpack

    from ._options import Body, Format, Method
    from ._site import Site

Wishes = Tuple[object, ...]
Found = Union[str, Tuple[int, str]]

_FORMATS = {"txt": 0, "text": 0, "markdown": 1, "html": 2, "json": 4, "jsonl": 4, "csv": 5, "xml": 6, "xmltei": 6}
_BODIES = {"text": 0, "txt": 0, "markdown": 1, "html": 2}
_METHODS = {"auto": 0, "page": 1, "site": 2, "pagelevel": 16, "sitelevel": 17, "consensus": 18}
_ALL, _LINKS, _IMAGES, _TABLES, _COMMENTS, _METADATA, _WHY, _TITLE, _PLAIN = 1, 2, 4, 8, 16, 32, 64, 128, 256

def _choice(table: Dict[str, int], name: str, value: str) -> int:
    try:
        return table[value]
    except (KeyError, TypeError):
        raise _husk.ArgumentError(f"{name}={value!r}: choose one of {', '.join(map(repr, table))}") from None


def _now(now: Optional[float]) -> int:
    if now is not None:
        return int(now)
    return int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())


def _inner(site: object) -> object:
    return getattr(site, "_inner", site)


def _wishes(html: Html, url: Optional[str], *, site: "Optional[Site]" = None, output_format: "Format" = "txt", body: "Body" = "text",
            method: "Method" = "auto", record_id: Optional[str] = None, include_all: bool = False, include_links: bool = False,
            include_images: bool = False, include_tables: bool = True, include_comments: bool = True, with_metadata: bool = False,
            favor_precision: bool = False, favor_recall: bool = False, why: bool = False, now: Optional[float] = None,
            include_title: bool = True, charset: Optional[str] = None, is_text: bool = False) -> Wishes:
    """The options as the C side takes them."""
    if favor_precision and favor_recall:
        raise _husk.ArgumentError("favor_precision and favor_recall exclude each other")
    flags = (_ALL * bool(include_all) | _LINKS * bool(include_links) | _IMAGES * bool(include_images)
             | _TABLES * bool(include_tables) | _COMMENTS * bool(include_comments) | _METADATA * bool(with_metadata) | _WHY * bool(why)
             | _TITLE * bool(include_title) | _PLAIN * bool(is_text))
    return (html, url, record_id, _inner(site), _choice(_FORMATS, "output_format", output_format), _choice(_BODIES, "body", body),
            _choice(_METHODS, "method", method), 1 if favor_precision else 2 if favor_recall else 0, flags, _now(now), charset)


def extract(html: Html, url: Optional[str] = None, *, site: "Optional[Site]" = None, output_format: "Format" = "txt",
            include_tables: bool = True, include_links: bool = False, include_images: bool = False, include_comments: bool = True,
            include_title: bool = True, include_all: bool = False, favor_precision: bool = False, favor_recall: bool = False,
            with_metadata: bool = False, only_with_metadata: bool = False, target_language: Optional[str] = None, body: "Body" = "text",
            method: "Method" = "auto", record_id: Optional[str] = None, charset: Optional[str] = None, is_text: bool = False,
            why: bool = False, now: Optional[float] = None) -> Optional[str]:
    """Return the main content of a page, or None if it has none.

    ``html`` is str or bytes; the encoding of bytes is detected as browsers do. ``output_format`` is ``"txt"``, ``"markdown"``,
    ``"html"``, ``"json"``, ``"csv"`` or ``"xml"`` (TEI). ``site`` is a :class:`Site` whose template is used beside the page.

    Further options: ``method`` (``"auto"``, ``"page"``, ``"site"``, ``"pagelevel"``, ``"sitelevel"``, ``"consensus"``),
    ``body`` (of JSON and CSV records: ``"text"``, ``"markdown"`` or ``"html"``), ``include_all`` (everything a reader sees),
    ``include_title`` (begin Markdown and HTML with the page's title; True), ``record_id``, ``charset`` (of bytes: the encoding
    that HTTP named), ``is_text`` (plain text, not HTML), ``now`` (seconds since 1970: dates after it are not believed),
    ``target_language`` (``"de"``; None for a page whose main content is in another language, as detected, or as declared where
    it is too short to tell).

    >>> extract("<p>Too short to be an article.</p>", output_format="pdf")
    Traceback (most recent call last):
    husk.ArgumentError: output_format='pdf': choose one of 'txt', 'text', 'markdown', 'html', 'json', 'jsonl', 'csv', 'xml', 'xmltei'
    """
    wishes = _wishes(html, url, site=site, output_format=output_format, include_tables=include_tables, include_links=include_links,
                     include_images=include_images, include_comments=include_comments, favor_precision=favor_precision,
                     favor_recall=favor_recall, with_metadata=with_metadata, include_title=include_title, include_all=include_all,
                     body=body, method=method, record_id=record_id, charset=charset, is_text=is_text, why=why, now=now)
    if (only_with_metadata or target_language) and not _wanted(wishes, only_with_metadata, target_language):
        return None
    return _text(_husk.extract(*wishes), _format(wishes))


def _format(wishes: Wishes) -> int:
    found = wishes[4]
    return found if isinstance(found, int) else 0


def _wanted(wishes: Wishes, only_with_metadata: bool, target_language: Optional[str]) -> bool:
    found = Metadata(**_husk.metadata(*wishes))
    if only_with_metadata and not (found.title and found.url and found.date):
        return False
    return not target_language or is_language(target_language, _husk.language(*wishes), found.language)


def bare_extraction(html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> Document:
    """Return everything Husk knows of a page as a :class:`Document`: text, blocks with reasons, metadata, kind, confidence.

    Takes the options of :func:`extract`; ``why=True`` adds the reasons of each block's label: facts of the page, at most three.

    >>> document = bare_extraction("<title>Leeks</title><nav><a href=/>Home</a></nav><p>Lift the leeks after the first frost, when "
    ...                            "their starch has turned to sugar, and eat them within a week.</p>")
    >>> document.title, document.status
    ('Leeks', 'ok')
    """
    options["with_metadata"] = False
    return document_of(_husk.judge(*_wishes(html, url, **options)))


def extract_metadata(html: Html, default_url: Optional[str] = None, **options: "Unpack[Options]") -> Metadata:
    """Return what a page says about itself.

    >>> extract_metadata('<title>Leeks</title><meta name=author content="Ann Brook">').author
    'Ann Brook'
    """
    return Metadata(**_husk.metadata(*_wishes(html, default_url, **options)))


def html2txt(html: Html, clean: bool = True) -> str:
    """Return all visible text of a page, menus and footers included.

    >>> html2txt("<nav>Home</nav><p>Leeks</p>").split()
    ['Home', 'Leeks']
    """
    return _husk.extract(*_wishes(html, None, include_all=True)).rstrip("\n")


def baseline(html: Html) -> Tuple[str, str, int]:
    """Return a generous extraction as ``(html, text, length)``, for pages on which nothing may be missed.

    >>> baseline("<p>Leeks like rain, and frost makes them sweeter than they were.</p>")[2] > 0
    True
    """
    text = extract(html, favor_recall=True) or ""
    return extract(html, output_format="html", favor_recall=True) or "", text, len(text)


def label(html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> List[Block]:
    """Return the page's blocks, each with label, role and score, and reasons with ``why=True`` (see :class:`Block`)."""
    return bare_extraction(html, url, **options).blocks


def strip(html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> str:
    """Return the page as HTML without its template."""
    return _husk.strip(*_wishes(html, url, **options))


def items(html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> List[Dict[str, Value]]:
    """Return the items of the page's main repeated region, one dict each: posts of a thread, entries of a listing, rows of a table.

    Keys are those of ``husk records --items`` (docs/records.md); a key without a value is missing. ``pandas.DataFrame(husk.items(html))``
    is a table.

    >>> page = "<ul>" + "".join("<li class=entry><h3><a href=/%d>Title number %d</a></h3><p>About %d, in a few words.</p>" % (i, i, i) for i in range(4))
    >>> [item["title"] for item in items(page)]
    ['Title number 0', 'Title number 1', 'Title number 2', 'Title number 3']
    """
    return [json.loads(line) for line in _husk.items(*_wishes(html, url, **options)).splitlines()]


class _Arguments(NamedTuple):
    """What is known of a page before it is parsed."""

    html: Html
    url: Optional[str] = None
    id: Optional[str] = None
    charset: Optional[str] = None
    is_text: bool = False
    date: int = 0


def _string(value: object) -> Optional[str]:
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"a page's url, id and charset are str, not {type(value).__name__}")


def _html(value: object) -> Html:
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return value
    raise TypeError(f"html must be str or bytes, not {type(value).__name__}")


def _arguments(item: PageLike) -> _Arguments:
    """What an iterable of pages may give: HTML, (html, url), a dict, or a Page."""
    if isinstance(item, _Arguments):
        return item
    if isinstance(item, (str, bytes, bytearray, memoryview)):
        return _Arguments(item)
    if isinstance(item, tuple) and len(item) == 2:
        return _Arguments(*item)
    if isinstance(item, Mapping):
        return _Arguments(_html(item["html"]), _string(item.get("url")), _string(item.get("id")), _string(item.get("charset")),
                          bool(item.get("is_text")))
    if hasattr(item, "html") and hasattr(item, "url"):
        return _Arguments(item.html, item.url, getattr(item, "id", None), getattr(item, "charset", None),
                          bool(getattr(item, "is_text", False)), int(getattr(item, "date", None) or 0))
    raise TypeError(f"a page is HTML, (html, url), a dict with 'html', or a husk.Page, not {type(item).__name__}")


# Pages and bytes that a thread takes at a time. A page takes about a millisecond, a change of threads some microseconds more
# than one Python statement: with 1 page per turn two threads are 1.5 times as fast as one, with 16 twice (bench/run python).
_TURN_PAGES, _TURN_BYTES = 16, 1 << 20


def _each(pages: Iterable[PageLike]) -> Iterator[Tuple[int, _Arguments]]:
    """The pages with their numbers. A single page or path would be read letter by letter, a table by its columns."""
    if isinstance(pages, (str, bytes, bytearray, Mapping)) or hasattr(pages, "columns"):
        raise TypeError("pages must be an iterable of pages: [page] for one, husk.read_pages(path) for those of a file, "
                        "zip(table['html'], table['url']) for those of a table")
    return enumerate(map(_arguments, pages))


def _turns(pages: Iterable[PageLike]) -> Iterator[List[_Arguments]]:
    """The pages in lists that grow from 1 to _TURN_PAGES: the first result comes soon."""
    turn: List[_Arguments] = []
    size, most = 0, 1
    for _, page in _each(pages):
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


def _results(found: List[Found], wishes: Wishes, errors: str) -> List[Optional[str]]:
    """What extract() returns of each page, from what the C side found."""
    results: List[Optional[str]] = []
    for text in found:
        if isinstance(text, tuple):
            if errors == "raise":
                _husk.raise_status(*text)
            results.append(None)
        else:
            results.append(_text(text, _format(wishes)))
    return results


Result = Union[str, Document, None]


class Source:
    """Pages that can be read and extracted in one go."""

    def _texts(self, most: int, wishes: Wishes) -> Iterator[List[Found]]:
        raise NotImplementedError




def _unfiltered(options: Extraction) -> Options:
    """The options without those that say which pages are wanted."""
    return cast(Options, {name: value for name, value in options.items() if name not in Wanted.__annotations__})


def _call_turn(pages: List[_Arguments], documents: bool, errors: str, options: Extraction) -> List[Result]:
    results: List[Result] = []
    for page in pages:
        options["record_id"], options["charset"], options["is_text"] = page.id, page.charset, page.is_text
        try:
            results.append(bare_extraction(page.html, page.url, **_unfiltered(options)) if documents else extract(page.html, page.url, **options))
        except (_husk.Error, UnicodeError):
            if errors == "raise":
                raise
            results.append(None)
    return results


@overload
def extract_many(pages: Iterable[PageLike], *, documents: "Literal[True]", jobs: Optional[int] = None, errors: "Literal['none', 'raise']" = "none",
                 **options: "Unpack[Extraction]") -> Iterator[Optional[Document]]: ...


@overload
def extract_many(pages: Iterable[PageLike], *, documents: "Literal[False]" = False, jobs: Optional[int] = None,
                 errors: "Literal['none', 'raise']" = "none", **options: "Unpack[Extraction]") -> Iterator[Optional[str]]: ...


def extract_many(pages: Iterable[PageLike], *, jobs: Optional[int] = None, errors: "Literal['none', 'raise']" = "none", documents: bool = False,
                 **options: "Unpack[Extraction]") -> Iterator[Result]:
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
    work: Callable[[List[_Arguments]], List[Result]]
    if documents or options.get("only_with_metadata") or options.get("target_language"):
        def work(turn: List[_Arguments]) -> List[Result]:
            return _call_turn(turn, documents, errors, options.copy())
    else:
        wishes = _wishes("", None, **_unfiltered(options))
        if jobs == 1 and isinstance(pages, Source):  # they need not become Python objects
            for found in pages._texts(_TURN_PAGES, wishes):
                yield from _results(found, wishes, errors)
            return

        def work(turn: List[_Arguments]) -> List[Result]:
            return [*_results(_husk.extract_some([page[:5] for page in turn], wishes), wishes, errors)]

    if jobs == 1:
        for turn in _turns(pages):
            yield from work(turn)
        return
    with ThreadPoolExecutor(jobs) as pool:
        waiting: "Deque[Future[List[Result]]]" = collections.deque()
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
