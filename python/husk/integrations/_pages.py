"""Text and metadata of every page of some inputs: what the loaders of several packages need."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Tuple, Union

import husk

if TYPE_CHECKING:
    from .._options import Options

Known = Dict[str, Union[str, float]]
FIELDS = ("title", "author", "date", "language", "kind", "confidence")


def metadata_of(found: husk.Document) -> Known:
    """What is known of the fields."""
    return {name: getattr(found, name) for name in FIELDS if getattr(found, name) is not None}


def documents_of(inputs: Iterable[Union[str, "os.PathLike[str]"]], jobs: int, options: "Options") -> Iterator[Tuple[str, Known]]:
    """(text, metadata with the source) of each page that has content."""
    sources: List[str] = []

    def pages() -> Iterator[husk.Page]:
        for page in husk.read_pages(*inputs):
            sources.append(page.url or page.id)
            yield page

    for number, found in enumerate(husk.extract_many(pages(), jobs=jobs, documents=True, **options)):
        source, sources[number] = sources[number], ""  # order is kept, so the rest need not be
        if found is not None and found.text:
            yield found.text, {"source": source, **metadata_of(found)}
