"""A LangChain document loader over files, folders, WARC archives and JSON lines.

    from husk.integrations.langchain import HuskLoader
    documents = HuskLoader("crawl.warc.gz", output_format="markdown").load()
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterator, List, Optional, Union

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

import husk

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Options


class HuskLoader(BaseLoader):
    """One document per page that has content; metadata has source, title, author, date, language, kind and confidence."""

    def __init__(self, *inputs: Union[str, "os.PathLike[str]"], jobs: int = 1, **options: "Unpack[Options]"):
        self.inputs, self.jobs, self.options = inputs, jobs, options

    def lazy_load(self) -> Iterator[Document]:
        sources: List[Optional[str]] = []

        def pages() -> Iterator[husk.Page]:
            for page in husk.read_pages(*self.inputs):
                sources.append(page.url or page.id)
                yield page

        for number, found in enumerate(husk.extract_many(pages(), jobs=self.jobs, documents=True, **self.options)):
            source, sources[number] = sources[number], None
            if found is not None and found.text:
                known = {name: getattr(found, name) for name in ("title", "author", "date", "language", "kind", "confidence")}
                yield Document(page_content=found.text, metadata={"source": source, **{k: v for k, v in known.items() if v is not None}})
