"""What may be given to the functions of this package, as types: a misspelt option is an error of the type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Mapping, Optional, Protocol, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Literal

    from ._site import Site

    Format = Literal["txt", "text", "markdown", "html", "json", "jsonl", "csv", "xml", "xmltei"]
    Body = Literal["text", "txt", "markdown", "html"]
    Method = Literal["auto", "page", "pagelevel", "sitelevel", "consensus", "site"]
    ClusterMethod = Literal["auto", "mdl", "hash", "max", "dice", "lsh"]

Html = Union[str, bytes, bytearray, memoryview]
Value = Union[str, int, None, List[str]]


class HasHtml(Protocol):
    """A page with its address, such as :class:`husk.Page`."""

    @property
    def html(self) -> Html: ...

    @property
    def url(self) -> Optional[str]: ...


PageLike = Union[Html, Tuple[Html, Optional[str]], Mapping[str, object], HasHtml]


class Columns(TypedDict, total=False):
    """Options of an extraction that hold for all pages of a batch."""

    site: "Optional[Site]"
    output_format: "Format"
    body: "Body"
    method: "Method"
    include_all: bool
    include_links: bool
    include_images: bool
    include_tables: bool
    include_comments: bool
    include_title: bool
    with_metadata: bool
    favor_precision: bool
    favor_recall: bool
    why: bool
    now: Optional[float]


class Options(Columns, total=False):
    """Options of an extraction; :func:`husk.extract` describes them."""

    record_id: Optional[str]
    charset: Optional[str]
    is_text: bool


class Wanted(TypedDict, total=False):
    """Which pages are wanted."""

    only_with_metadata: bool
    target_language: Optional[str]


class Extraction(Options, Wanted, total=False):
    """Options of an extraction, and which pages are wanted."""
