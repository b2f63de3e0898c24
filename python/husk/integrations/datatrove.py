"""An extractor for datatrove's pipelines, in the place of its Trafilatura.

    from husk.integrations.datatrove import Husk
    pipeline = [WarcReader("s3://…"), Husk(favor_precision=True), …]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from datatrove.pipeline.extractors.base import BaseExtractor

import husk

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import Extraction


class Husk(BaseExtractor):
    """Replaces each document's HTML by its main content. Options are those of :func:`husk.extract`."""

    name = "🌾 Husk"
    _requires_dependencies = ["husk"]

    def __init__(self, timeout: float = 1, **options: "Unpack[Extraction]"):
        super().__init__(timeout)
        husk.extract("", **options)  # wrong options are reported here, not page by page
        self.options = options

    def extract(self, text: str) -> str:
        return husk.extract(text, **self.options) or ""
