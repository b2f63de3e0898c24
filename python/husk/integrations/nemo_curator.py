"""NeMo Curator: an extractor for its download stages, in the place of CommonCrawlHTMLExtractor.

    from husk.integrations.nemo_curator import HuskExtractor
    stage = DocumentDownloadExtractStage(url_generator=…, downloader=…, iterator=CommonCrawlWarcIterator(), extractor=HuskExtractor())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

from nemo_curator.stages.text.download import DocumentExtractor

import husk

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Options


class HuskExtractor(DocumentExtractor):
    """The record without its content, with language and text. Pages without content are skipped. Options are those of :func:`husk.extract`."""

    def __init__(self, **options: "Unpack[Options]"):
        husk.extract("", **options)  # wrong options are reported here, not page by page
        self.options = options

    def extract(self, record: Dict[str, Any]) -> Optional[Dict[str, Any]]:
        content = record.get("content")
        if not content:
            return None
        try:
            found = husk.bare_extraction(content, record.get("url"), **self.options)
        except husk.Error:
            return None
        kept = {name: record.get(name) for name in ("url", "warc_id", "source_id")}
        return {**kept, "language": found.language, "text": found.text} if found.text else None

    def input_columns(self) -> List[str]:
        return ["url", "warc_id", "source_id", "content"]

    def output_columns(self) -> List[str]:
        return ["url", "warc_id", "source_id", "language", "text"]
