"""Ray Data: a function for map_batches that extracts a column of pages.

    from husk.integrations.ray import Extract
    texts = ray.data.read_parquet("pages").map_batches(Extract(html="html", url="url"), batch_format="pyarrow")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import husk

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack

    from .._options import Columns


class Extract:
    """Batches with text, title, author, date, language, sitename, kind, status, reason and confidence in the place of ``html``. Options are those of
    :func:`husk.extract`; a site must have a path that the workers can read."""

    def __init__(self, html: str = "html", url: str = "url", jobs: int = 1, **options: "Unpack[Columns]"):
        self.html, self.url, self.jobs, self.options = html, url, jobs, options

    def __call__(self, batch: "pa.Table") -> "pa.Table":
        return husk.extract_batch(batch, self.html, self.url, jobs=self.jobs, **self.options)
