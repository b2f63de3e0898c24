"""What a page may be given as: str, bytes, a tree of lxml, or the response of a download."""

from __future__ import annotations

import zlib
from typing import Dict, Optional, Protocol, Union
from xml.etree.ElementTree import Element


class HasData(Protocol):
    """A response of urllib3 or of fetch_response."""

    data: bytes


Content = Union[str, bytes, HasData, Element, None]


class Response:
    """A downloaded page."""

    __slots__ = ("data", "headers", "html", "status", "url")

    def __init__(self, data: bytes, status: int, url: str):
        self.data, self.status, self.url = data, status, url
        self.headers: Optional[Dict[str, str]] = None
        self.html: Optional[str] = None

    def __bool__(self) -> bool:
        return self.data is not None

    def __str__(self) -> str:
        return self.html or decode_file(self.data)

    def store_headers(self, headerdict: Dict[str, str]) -> None:
        self.headers = {name.lower(): value for name, value in headerdict.items()}

    def decode_data(self, decode: bool, max_size: Optional[int] = None) -> None:
        if decode and self.data:
            self.html = decode_file(self.data, max_size)

    def as_dict(self) -> Dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


def trim(string: str) -> str:
    """The words with one space between them."""
    return " ".join(string.split()) if isinstance(string, str) else ""


def sanitize(text: str, preserve_space: bool = False, trailing_space: bool = False) -> Optional[str]:
    """The lines that say something, trimmed, without control characters. ``trailing_space`` keeps the spaces around the text."""
    if not isinstance(text, str):
        return None
    lines = ["".join(c for c in line if c.isprintable() or c.isspace()) for line in text.splitlines()]
    found = "\n".join(line if preserve_space else trim(line) for line in lines if line.strip())
    return f"{' ' * text[:1].isspace()}{found}{' ' * text[-1:].isspace()}" if trailing_space and found else found


def handle_compressed_file(filecontent: bytes, max_size: Optional[int] = None) -> bytes:
    """Bytes that gzip or zlib compressed, as they were; others, and those of more than ``max_size`` bytes (100 MB), as they are."""
    most = max_size or 100_000_000
    try:
        inflate = zlib.decompressobj(47)
        found = inflate.decompress(filecontent, most + 1) if filecontent[:1] in (b"\x1f", b"\x78") else filecontent
    except zlib.error:
        return filecontent
    return found if len(found) <= most else filecontent


def decode_file(filecontent: Union[str, bytes], max_size: Optional[int] = None) -> str:
    """Bytes as text, decompressed if need be: UTF-8, or else what every byte has a letter in."""
    if isinstance(filecontent, str):
        return filecontent
    filecontent = handle_compressed_file(filecontent, max_size)
    try:
        return filecontent.decode("utf-8")
    except UnicodeDecodeError:
        return filecontent.decode("windows-1252", "replace")


def is_tree(content: object) -> bool:
    return hasattr(content, "iter") and hasattr(content, "tag")


def as_page(content: object) -> Union[str, bytes]:
    """The page as husk reads it. TypeError: it is none of the things that a page may be given as."""
    if isinstance(content, (str, bytes)):
        return content
    if is_tree(content):
        from lxml.html import tostring  # type: ignore[import-untyped, unused-ignore]

        return str(tostring(content, encoding="unicode"))
    data = getattr(content, "data", None)
    if isinstance(data, (str, bytes)):
        return data
    raise TypeError("incompatible input type", type(content))


def load_html(htmlobject: Content, max_size: Optional[int] = None) -> Optional[Element]:
    """The page as a tree of lxml, which must be installed; None where it is no HTML."""
    if is_tree(htmlobject):
        return htmlobject  # type: ignore[return-value]
    page = as_page(htmlobject)
    if max_size is not None and len(page) > max_size:
        raise ValueError(f"the page has more than {max_size} bytes")
    text = decode_file(page)
    if "<" not in text:
        return None
    from lxml import html  # type: ignore[import-untyped, unused-ignore]
    from lxml.etree import ParserError  # type: ignore[import-untyped, unused-ignore]

    try:
        tree: Element = html.document_fromstring(text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8"))
    except ParserError:
        return None
    return tree
