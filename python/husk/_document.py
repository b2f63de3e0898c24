"""What an extraction returns: a document, its blocks and its metadata."""

from __future__ import annotations

import html
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional

if TYPE_CHECKING:
    from ._husk import _Judged


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


def _shown(block: Block) -> str:
    """A block in a notebook, with the reasons in its tooltip."""
    title = html.escape(f"{block.label} {block.score:.2f}, {block.role}: {block.why}", quote=True)
    return f'<div style="margin:.4em 0" title="{title}">{html.escape(block.text)}</div>'


class _OfMetadata:
    """Metadata fields are attributes of the document too, as in trafilatura."""

    metadata: Metadata

    @property
    def title(self) -> Optional[str]:
        return self.metadata.title

    @property
    def author(self) -> Optional[str]:
        return self.metadata.author

    @property
    def date(self) -> Optional[str]:
        return self.metadata.date

    @property
    def published(self) -> Optional[str]:
        return self.metadata.published

    @property
    def modified(self) -> Optional[str]:
        return self.metadata.modified

    @property
    def sitename(self) -> Optional[str]:
        return self.metadata.sitename

    @property
    def description(self) -> Optional[str]:
        return self.metadata.description

    @property
    def language(self) -> Optional[str]:
        return self.metadata.language

    @property
    def url(self) -> Optional[str]:
        return self.metadata.url

    @property
    def image(self) -> Optional[str]:
        return self.metadata.image

    @property
    def license(self) -> Optional[str]:
        return self.metadata.license

    @property
    def pagetype(self) -> Optional[str]:
        return self.metadata.pagetype

    @property
    def authors(self) -> List[str]:
        return self.metadata.authors

    @property
    def tags(self) -> List[str]:
        return self.metadata.tags

    @property
    def categories(self) -> List[str]:
        return self.metadata.categories

    @property
    def images(self) -> List[str]:
        return self.metadata.images


@dataclass(frozen=True)
class Document(_OfMetadata):
    """A page's main content, metadata and verdict. In a notebook it shows its main content, with the rest folded below."""

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
    detected_language: Optional[str] = None
    """The language of the main content, detected from its letters (``"de"``); ``language`` is what the page declares. None: unsure."""

    def as_dict(self) -> Dict[str, object]:
        """Everything as plain Python objects."""
        return asdict(self)

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        main = [_shown(block) for block in self.blocks if block.is_main]
        rest = [_shown(block) for block in self.blocks if not block.is_main]
        head = html.escape(" · ".join(str(x) for x in (self.metadata.title, self.kind, self.metadata.date) if x))
        folded = f'<details style="{_TEMPLATE}"><summary>{len(rest)} other blocks</summary>{"".join(rest)}</details>' if rest else ""
        return f'<div style="{_STYLE}"><b>{head}</b>{"".join(main)}{folded}</div>'


def is_language(wanted: str, detected: Optional[str], declared: Optional[str]) -> bool:
    """Is a page in a language, "de" or "de-DE"? What was detected counts; where nothing was, what it declares; and where that is missing too, it may be."""
    found = (detected or declared or "").replace("_", "-").lower()
    return not found or found.split("-")[0] == wanted.replace("_", "-").split("-")[0].lower()


def _known(probability: float) -> Optional[float]:
    return None if probability < 0 else probability


def document_of(found: "_Judged") -> Document:
    """A document from what the C side returns."""
    blocks = [Block(*row[:9], _known(row[9]), _known(row[10]), row[11], [Reason(*r) for r in row[12]]) for row in found["blocks"]]
    return Document(found["text"].rstrip("\n"), Metadata(**found["metadata"]), blocks, found["kind"], found["confidence"], found["status"],
                    found["reason"], found["page_class"], found["class_name"], found["host_known"], found["fit"],
                    found["detected_language"])
