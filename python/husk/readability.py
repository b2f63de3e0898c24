"""readability-lxml's Document, answered by Husk: ``from husk.readability import Document``.

>>> document = Document("<title>Leeks - Garden</title><article><h1>Leeks</h1><p>" + 9 * "Leeks turn starch to sugar when it is cold. " + "</p></article>")
>>> document.short_title(), "starch" in document.summary()
('Leeks', True)
"""

from __future__ import annotations

import re
import warnings
from typing import Optional, Union

import husk


class Document:
    """A page. ``summary()`` is its main content as HTML; arguments that steer readability's own rules have no effect and warn."""

    def __init__(self, input: Union[str, bytes], positive_keywords: Optional[object] = None, negative_keywords: Optional[object] = None,
                 url: Optional[str] = None, min_text_length: int = 25, retry_length: int = 250, xpath: bool = False,
                 handle_failures: Optional[str] = "discard"):
        for name, value, default in (("positive_keywords", positive_keywords, None), ("negative_keywords", negative_keywords, None),
                                     ("min_text_length", min_text_length, 25), ("retry_length", retry_length, 250), ("xpath", xpath, False)):
            if value != default:
                warnings.warn(f"husk ignores {name}={value!r}", stacklevel=2)
        self.input, self.url, self.encoding = input, url, None
        self._metadata: Optional[husk.Metadata] = None

    def _known(self) -> husk.Metadata:
        if self._metadata is None:
            self._metadata = husk.extract_metadata(self.input, self.url)
        return self._metadata

    def title(self) -> str:
        """The text of <title>, or "[no-title]"."""
        text = self.input if isinstance(self.input, str) else self.input.decode("utf-8", "replace")
        found = re.search(r"<title[^>]*>(.*?)</title", text, re.S | re.I)
        from html import unescape

        return " ".join(unescape(found.group(1)).split()) if found and found.group(1).strip() else "[no-title]"

    def short_title(self) -> str:
        """The title without the site's name."""
        return self._known().title or self.title()

    def author(self) -> str:
        return self._known().author or "[no-author]"

    def content(self) -> str:
        """The page without its template."""
        return husk.strip(self.input, self.url)

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """The main content as HTML; ``html_partial`` leaves out <html> and <body>."""
        found = husk.extract(self.input, self.url, output_format="html", include_links=True, include_images=True, include_title=False) or ""
        body = re.search(r"<body>\s*(.*?)\s*</body>", found, re.S)
        inside = body.group(1) if body else ""
        return f"<div>{inside}</div>" if html_partial else f"<html><body><div>{inside}</div></body></html>"
