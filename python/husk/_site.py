"""Sites: what the pages of a host share, learned once and used for every page."""

from __future__ import annotations

import io
import json
import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _husk
from ._document import Document
from ._extract import _each, _wishes, bare_extraction, extract, items, strip
from ._options import Extraction, Html, Options, PageLike, Value

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack

Path = Union[str, "os.PathLike[str]"]

_JSON, _PAGES, _HISTORY, _COLUMNS, _DOT, _SVG = 1, 2, 4, 8, 16, 32


@dataclass(frozen=True)
class Class:
    """The class of a page: pages made by one template."""

    number: Optional[int]
    """None: the page is of no class that the site has."""
    name: Optional[str]
    score: float
    """How much more the next best class would cost, 0 to 1."""


class Site:
    """What was learned from the pages of any number of hosts: a ``.husk`` file, open for reading.

    >>> pages = [("<body><div class=menu>Home Shop</div><p class=text>Page number %d has words of its own.</p>" % i,
    ...           "http://site.example/%d" % i) for i in range(8)]
    >>> with Site.learn(pages) as site:
    ...     print(site.classify(*pages[0]).number)
    1

    One site serves many threads. In a notebook it shows its map.
    """

    def __init__(self, path: Path):
        self._path = os.fspath(path)
        self._open(_husk.Site(path))

    def _open(self, inner: "_husk.Site", data: Optional[bytes] = None) -> None:
        self._inner, self._data = inner, data
        self._folder: "Optional[tempfile.TemporaryDirectory[str]]" = None

    @classmethod
    def load(cls, path: Path) -> "Site":
        """Open a ``.husk`` file that ``husk learn``, ``husk crawl`` or :meth:`save` wrote."""
        return cls(path)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Site":
        """Open the bytes of a ``.husk`` file, as a row of a table holds them."""
        site = cls.__new__(cls)
        site._path = f"{len(data)} bytes"
        site._open(_husk.Site("", data), data)
        return site

    @classmethod
    def learn(cls, pages: Iterable[PageLike], path: Optional[Path] = None, *, one_class: bool = False, fresh: bool = False,
              pages_per_class: Optional[int] = None, date: Optional[float] = None, jobs: Optional[int] = None,
              errors: "Literal['raise', 'skip']" = "raise") -> "Site":
        """Learn from pages (as in :func:`husk.extract_many`) and open the result.

        ``path`` is the file to write, which keeps learning if it exists (``fresh`` starts over for the hosts of the pages).
        Without one the site is kept in a temporary file until :meth:`save`. A page that can't be read (a PDF, say) raises, or is left
        out with ``errors="skip"``.
        """
        if errors not in ("raise", "skip"):
            raise _husk.ArgumentError(f"errors={errors!r}: choose 'raise' or 'skip'")
        learner = _husk.Learner(one_class, fresh, int(date or 0), pages_per_class or 0, jobs or 0)
        for number, page in _each(pages):
            try:
                learner.add((page.html, page.url, page.id or page.url or f"page-{number}", page.charset, page.is_text), page.date)
            except _husk.Error:
                if errors != "skip":
                    raise
        folder = None
        if path is None:
            folder = tempfile.TemporaryDirectory(prefix="husk-")
            path = os.path.join(folder.name, "site.husk")
        try:
            report = learner.finish(path)
            site = cls(path)
        except BaseException:
            if folder:
                folder.cleanup()
            raise
        site._folder, site.report = folder, report
        return site

    report: str = ""
    """What learning found, as text, where this site was learned here."""

    def save(self, path: Path) -> None:
        """Write the site to a file, which appears whole or not at all."""
        self._check()
        target = os.fspath(path)
        part = f"{target}.part-{os.getpid()}"
        try:
            with io.BytesIO(self._data) if self._data is not None else open(self._path, "rb") as source, open(part, "wb") as copy:
                while piece := source.read(1 << 20):
                    copy.write(piece)
                copy.flush()
                os.fsync(copy.fileno())
            os.replace(part, target)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise

    def extract(self, html: Html, url: Optional[str] = None, **options: "Unpack[Extraction]") -> Optional[str]:
        """:func:`husk.extract` with this site."""
        options["site"] = self
        return extract(html, url, **options)

    def judge(self, html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> Document:
        """:func:`husk.bare_extraction` with this site."""
        options["site"] = self
        return bare_extraction(html, url, **options)

    def strip(self, html: Html, url: Optional[str] = None, **options: "Unpack[Options]") -> str:
        """:func:`husk.strip` with this site."""
        options["site"] = self
        return strip(html, url, **options)

    def classify(self, html: Html, url: Optional[str] = None) -> Class:
        """The class of a page."""
        return Class(*_husk.classify(*_wishes(html, url, site=self)))

    def records(self, pages: Iterable[PageLike]) -> Iterator[Dict[str, Value]]:
        """One dict per page: ``id``, ``class``, and a value or list for each slot of its template.

        ``pandas.DataFrame(site.records(pages))`` and ``polars.DataFrame(list(site.records(pages)))`` take them as they are.
        """
        for number, page in _each(pages):
            page_class, fields = _husk.row(*_wishes(page.html, page.url, site=self))
            yield {"id": page.id or page.url or f"page-{number}", "class": page_class, **fields}

    def items(self, pages: Iterable[PageLike]) -> Iterator[Dict[str, Value]]:
        """:func:`husk.items` of all pages, with this site: one dict per item, with ``id`` and ``class`` of its page."""
        for number, page in _each(pages):
            name = page.id or page.url or f"page-{number}"
            yield from items(page.html, page.url, site=self, record_id=name, charset=page.charset, is_text=page.is_text)

    def show(self) -> Dict[str, object]:
        """What the file holds: hosts, classes, templates, columns, links between classes."""
        found: Dict[str, object] = json.loads(self._inner.show(_JSON | _COLUMNS))
        return found

    def pages(self) -> List[List[str]]:
        """``[class, id]`` of every page the site was learned from."""
        return [line.split("\t", 1) for line in self._inner.show(_PAGES).splitlines()]

    def history(self) -> Dict[str, object]:
        """The runs of learning that made the file."""
        found: Dict[str, object] = json.loads(self._inner.show(_JSON | _HISTORY))
        return found

    def map(self, output_format: "Literal['svg', 'dot']" = "svg") -> str:
        """The map of its classes and the links between them, as ``"svg"`` or ``"dot"``."""
        if output_format not in ("svg", "dot"):
            raise _husk.ArgumentError(f"output_format={output_format!r}: choose 'svg' or 'dot'")
        return self._inner.show(_SVG if output_format == "svg" else _DOT)

    def close(self) -> None:
        """Close the file. Later calls raise ValueError."""
        self._inner.close()
        self._data = None
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def _check(self) -> None:
        if self._data is None and not os.path.exists(self._path):
            raise ValueError("the site is closed; open it again with husk.Site.load(path)")

    def __reduce__(self) -> "Tuple[Callable[..., Site], Tuple[Union[str, bytes]]]":
        """A site is pickled by its path, for other processes on this machine, or with its bytes."""
        if self._data is not None:
            return Site.from_bytes, (self._data,)
        if self._folder:
            raise TypeError("a site in a temporary file can't be pickled; give Site.learn a path, or save(path) and Site.load(path)")
        return Site, (os.path.abspath(self._path),)

    def __repr__(self) -> str:
        return f"<husk.Site {self._path!r}>"

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __str__(self) -> str:
        return self._inner.show(0)

    def _repr_html_(self) -> str:
        try:
            return self.map()
        except _husk.Error:  # nothing can be drawn here
            from html import escape

            return f"<pre>{escape(str(self))}</pre>"
