"""Pages from archives and files, and clustering."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _husk
from ._extract import Found, Source, Wishes, _each
from ._options import PageLike

if TYPE_CHECKING:
    from ._options import ClusterMethod

Path = Union[str, "os.PathLike[str]"]

_METHODS = {"auto": 0, "mdl": 1, "hash": 2, "max": 3, "dice": 4, "lsh": 5}


@dataclass(frozen=True)
class Page:
    """A page as it came, before it is parsed."""

    id: str
    url: Optional[str]
    html: bytes
    is_text: bool
    charset: Optional[str]
    status: str
    """``"ok"``, ``"cut"`` or ``"failed"``."""
    reason: Optional[str]
    date: Optional[float]
    """When it was fetched, in seconds since 1970, where the archive says so."""
    provenance: Optional[Dict[str, Any]] = None
    """Where it is from, if that was asked for: ``file``, and of WARC ``date``, ``record_id``, ``digest``, ``http_status``, ``content_type``,
    ``offset`` and ``length`` of the record; of JSON lines ``line`` and ``fields``."""


class _Reader(Source, Iterator[Page]):
    """An iterator over pages, which extract_many may also have read and extracted in one go."""

    def __init__(self, failed: bool, *inputs: object):
        self._inputs, self._failed = inputs, failed
        self._open: Optional[_husk.Source] = None

    def _source(self) -> "_husk.Source":
        if self._open is None:
            self._open = _husk.Source(*self._inputs)
        return self._open

    def __next__(self) -> Page:
        found = self._source().read_some(1, 1, self._failed)
        if found is None:
            raise StopIteration
        page_id, url, charset, is_text, reason, date, is_read, _, provenance = found[0][0]
        status = "ok" if reason is None else "cut" if is_read else "failed"
        return Page(page_id, url, bytes(found[1]), is_text, charset, status, reason, float(date) or None, json.loads(provenance) if provenance else None)

    def read_some(self, pages: int, max_bytes: int) -> Optional[Tuple[Sequence[Tuple[object, ...]], bytearray]]:
        """For husk.batch: (id, url, charset, is_text, reason, date, is_read, end of its bytes, provenance) of each next page, and the bytes of all."""
        return self._source().read_some(pages, max_bytes, self._failed)

    def _texts(self, most: int, wishes: Wishes) -> Iterator[List[Found]]:
        """The texts of the pages in lists that grow from 1 to ``most``: the first comes soon."""
        n = 1
        while (found := self._source().extract_some(n, self._failed, wishes)) is not None:
            yield found
            n = min(2 * n, most)


def read_pages(*inputs: Path, base_url: Optional[str] = None, any_status: bool = False, failed: bool = False,
               user_agent: Optional[str] = None, allow_private: bool = False, timeout: int = 30, max_redirects: int = 10,
               provenance: bool = False, fields: Optional[Mapping[str, str]] = None, archives: Optional[Path] = None) -> _Reader:
    """Iterate over the pages of files, folders, WARC archives, JSON lines and URLs, compressed or not.

    ``provenance`` fills in that of each :class:`Page`. ``fields`` renames fields of JSON lines: ``{"html": "content"}`` reads pages from ``content``.
    ``archives`` is the folder or URL below which the WARC files of an index (CDX, CDXJ, a list of files) are.

    Of URLs: ``user_agent``, seconds of ``timeout``, ``max_redirects``; addresses of a private network are refused unless ``allow_private``.

    Pages that can't be read are skipped, or yielded with their ``reason`` if ``failed``. An input that does not exist raises
    :class:`ReadError`, unless ``failed``: skipping it would hide that nothing was read.
    """
    paths = [os.fspath(path) for path in inputs]
    for path in paths:
        if not (failed or path == "-" or "://" in path or os.path.exists(path)):
            raise _husk.ReadError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return _Reader(failed, paths, base_url, any_status, user_agent, allow_private, timeout, max_redirects, provenance,
                   [f"{name}={key}" for name, key in (fields or {}).items()], None if archives is None else os.fspath(archives))


def read_warc(path: Path, *, any_status: bool = False, failed: bool = False) -> Iterator[Page]:
    """Iterate over the pages of a WARC archive (``.warc``, ``.warc.gz``, ``.warc.zst``), one at a time.

    >>> next(read_warc("no-such.warc.gz", failed=True)).status
    'failed'
    """
    return read_pages(path, any_status=any_status, failed=failed)


def fetch_url(url: str) -> Optional[Union[str, bytes]]:
    """Download a page, or return None if that fails. The result is ready for :func:`extract`.

    It is str where HTTP named the encoding, else bytes, whose encoding ``extract`` detects.
    """
    try:
        page = next(read_pages(url), None)
    except _husk.Error:
        return None
    if page is None:
        return None
    try:
        return page.html.decode(page.charset) if page.charset else page.html
    except (LookupError, UnicodeDecodeError):
        return page.html


def cluster(pages: Iterable[PageLike], method: "ClusterMethod" = "auto") -> List[int]:
    """Group pages by template: the number of each page's cluster, from 0 in the order of their first pages.

    ``method`` is ``"auto"`` (sites, then each site's kinds of page), or a published one: ``"mdl"``, ``"hash"``, ``"max"``,
    ``"dice"``, ``"lsh"``. Pages are as in :func:`extract_many`.

    >>> cluster(["<p>One</p>", "<p>Two</p>"])
    [0, 0]
    """
    if method not in _METHODS:
        raise _husk.ArgumentError(f"method={method!r}: choose one of {', '.join(map(repr, _METHODS))}")
    clustering = _husk.Clustering(_METHODS[method])
    for number, page in _each(pages):
        clustering.add((page.html, page.url, page.id or f"{page.url or 'page'}#{number}", page.charset, page.is_text), page.date)
    return clustering.run()
