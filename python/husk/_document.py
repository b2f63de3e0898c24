"""What an extraction returns: a document, its blocks and its metadata."""

from __future__ import annotations

import html
import json
from dataclasses import asdict, dataclass, field
from typing import Any, List, NamedTuple, Optional


@dataclass(frozen=True)
class Metadata:
    """What a page says about itself. A field that is not known is None or empty."""

    title: Optional[str] = None
    author: Optional[str] = None
    date: Optional[str] = None
    published: Optional[str] = None
    modified: Optional[str] = None
    sitename: Optional[str] = None
    description: Optional[str] = None
    language: Optional[str] = None
    url: Optional[str] = None
    image: Optional[str] = None
    license: Optional[str] = None
    pagetype: Optional[str] = None
    authors: List[str] = field(default_factory=list)
    tags: List[str] = field(default_factory=list)
    categories: List[str] = field(default_factory=list)
    images: List[str] = field(default_factory=list)
    """All images that the page declares, ``image`` first."""


class Reason(NamedTuple):
    """A fact of the page or of its site that speaks for or against main content."""

    code: str
    """``"link-list"``, ``"same-text"`` …: the names of ``HUSK_WHY_…`` in ``husk.h``."""
    for_main: bool
    value: int
    """A number of the fact, such as the links of the list; 0 for none."""
    of: int
    text: str
    """A name or text of the page, such as the class name; empty for none."""
    words: str
    """The fact as a sentence."""


@dataclass(frozen=True)
class Block:
    """A run of text that a reader sees as one piece, with Husk's verdict on it."""

    text: str
    path: str
    """XPath of its element."""
    label: str
    """``"content"`` or ``"template"``: did the site put it there, whatever the page?"""
    is_main: bool
    """Is it what this page is about? ``extract`` returns these blocks."""
    score: float
    """Probability of content."""
    template_probability: float
    main_probability: float
    role: str
    """``"title"``, ``"byline"``, ``"navigation"`` …, or ``"none"``."""
    by: str
    """The evidence that decided: ``"page"``, ``"site"``, ``"both"``, ``"text"`` or ``"template"``."""
    page_score: Optional[float]
    """Probability of content by the page alone."""
    site_score: Optional[float]
    """Probability of content by the site alone."""
    why: str
    """The reasons as a sentence: at most three."""
    reasons: List[Reason] = field(default_factory=list)


_STYLE = (
    "font:14px/1.45 sans-serif;max-width:60em;border:1px solid #8884;border-radius:4px;padding:.6em 1em;max-height:32em;overflow:auto"
)
_TEMPLATE = "background:#8882;color:#888;font-size:85%;padding:0 .3em"


@dataclass(frozen=True)
class Document:
    """A page's main content, metadata and verdict. In a notebook it shows itself with the template shaded."""

    text: str
    metadata: Metadata
    blocks: List[Block]
    kind: Optional[str]
    """``"article"``, ``"forum"``, ``"product"`` …"""
    confidence: Optional[float]
    """The F1 to expect of the text."""
    status: str
    """``"ok"``, or ``"cut"`` where a limit was reached."""
    reason: str
    page_class: Optional[int] = None
    """Number of the page's class, where a site is given."""
    class_name: Optional[str] = None
    host_known: bool = False
    fit: Optional[float] = None
    """How well the page fits its site, 0 to 1."""

    def __getattr__(self, name: str) -> Any:
        """Metadata fields are attributes of the document too, as in trafilatura."""
        if name != "metadata" and name in Metadata.__dataclass_fields__:
            return getattr(self.metadata, name)
        raise AttributeError(f"'Document' object has no attribute {name!r}")

    def as_dict(self) -> dict:
        """Everything as plain Python objects."""
        return asdict(self)

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        rows = []
        for block in self.blocks:
            style = "" if block.is_main else _TEMPLATE
            title = html.escape(f"{block.label} {block.score:.2f}, {block.role}: {block.why}", quote=True)
            rows.append(f'<div style="{style}" title="{title}">{html.escape(block.text)}</div>')
        head = html.escape(" · ".join(str(x) for x in (self.metadata.title, self.kind, self.metadata.date) if x))
        return f'<div style="{_STYLE}"><b>{head}</b>{"".join(rows)}</div>'


def document_of(found: dict) -> Document:
    """A document from what the C side returns."""
    known = lambda p: None if p < 0 else p  # noqa: E731
    blocks = [Block(*row[:9], known(row[9]), known(row[10]), row[11], [Reason(*r) for r in row[12]]) for row in found.pop("blocks")]
    return Document(metadata=Metadata(**found.pop("metadata")), blocks=blocks, **found)
