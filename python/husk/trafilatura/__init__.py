"""trafilatura's names, signatures and return values, answered by Husk: ``import husk.trafilatura as trafilatura``.

>>> import husk.trafilatura as trafilatura
>>> page = "<title>Leeks</title><article><p>" + 9 * "Leeks turn starch to sugar when it is cold. " + "</p></article>"
>>> trafilatura.extract(page)[:30], trafilatura.extract(None), trafilatura.bare_extraction(page, with_metadata=True).title
('Leeks turn starch to sugar whe', None, 'Leeks')

Arguments, defaults and results are those of trafilatura 2; which text is main content is Husk's judgement. What differs beyond that is listed in
docs/guides/trafilatura.md, and an option without effect here warns when it is used.
"""

from .baseline import baseline, html2txt
from .core import bare_extraction, extract, extract_with_metadata
from .downloads import fetch_response, fetch_url
from .metadata import extract_metadata
from .utils import load_html

__all__ = ["bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "fetch_response", "fetch_url",
           "html2txt", "load_html"]
