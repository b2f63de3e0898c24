"""A Haystack component: pages in, documents out, in the place of HTMLToDocument.

    from husk.integrations.haystack import HuskConverter
    documents = HuskConverter().run(sources=["crawl.warc.gz", ByteStream(html)])["documents"]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, Optional, Union

from haystack import Document, component
from haystack.dataclasses import ByteStream

import husk

from ._pages import documents_of, metadata_of


@component
class HuskConverter:
    """One document per page that has content. A source is a file, folder, WARC archive, URL or ByteStream; ``options`` are those of husk.extract."""

    def __init__(self, options: Optional[Dict[str, Any]] = None):
        self.options = options or {}

    @component.output_types(documents=List[Document])
    def run(self, sources: List[Union[str, Path, ByteStream]], meta: Optional[Dict[str, Any]] = None) -> Dict[str, List[Document]]:
        made = []
        for source in sources:
            if isinstance(source, ByteStream):
                found = husk.bare_extraction(source.data, source.meta.get("url"), **self.options)
                if found.text:
                    made.append(Document(content=found.text, meta={**source.meta, **metadata_of(found), **(meta or {})}))
            else:
                made += [Document(content=text, meta={**known, **(meta or {})}) for text, known in documents_of([source], 1, self.options)]
        return {"documents": made}
