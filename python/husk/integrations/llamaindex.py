"""A LlamaIndex reader over files, folders, WARC archives, JSON lines and URLs.

    from husk.integrations.llamaindex import HuskReader
    documents = HuskReader(output_format="markdown").load_data("crawl.warc.gz")
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Union

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from ._pages import documents_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Options


class HuskReader(BaseReader):
    """One document per page that has content. Options are those of :func:`husk.extract`."""

    def __init__(self, jobs: int = 1, **options: "Unpack[Options]"):
        self.jobs, self.options = jobs, options

    def lazy_load_data(self, *inputs: Union[str, "os.PathLike[str]"], **unused: Any) -> Iterable[Document]:
        for text, metadata in documents_of(inputs, self.jobs, self.options):
            yield Document(text=text, metadata=metadata)
