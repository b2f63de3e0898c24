"""A LangChain document loader over files, folders, WARC archives and JSON lines.

    from husk.integrations.langchain import HuskLoader
    documents = HuskLoader("crawl.warc.gz", output_format="markdown").load()
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterator, Union

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ._pages import documents_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Options


class HuskLoader(BaseLoader):
    """One document per page that has content; metadata has source, title, author, date, language, kind and confidence."""

    def __init__(self, *inputs: Union[str, "os.PathLike[str]"], jobs: int = 1, **options: "Unpack[Options]"):
        self.inputs, self.jobs, self.options = inputs, jobs, options

    def lazy_load(self) -> Iterator[Document]:
        for text, metadata in documents_of(self.inputs, self.jobs, self.options):
            yield Document(page_content=text, metadata=metadata)
