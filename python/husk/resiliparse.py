"""resiliparse's extract_plain_text, answered by Husk: ``from husk.resiliparse import extract_plain_text``.

>>> extract_plain_text("<nav>Home</nav><p>" + 9 * "Leeks turn starch to sugar. " + "</p>", main_content=True).startswith("Leeks")
True
"""

from __future__ import annotations

import warnings
from typing import Iterable, Optional, Union

import husk


def extract_plain_text(html: Union[str, bytes, object], preserve_formatting: Union[bool, str] = True, main_content: bool = False,
                       list_bullets: bool = True, alt_texts: bool = True, links: bool = False, form_fields: bool = False,
                       noscript: bool = False, comments: bool = True, post_meta: bool = True, hidden_elements: bool = False,
                       skip_elements: Optional[Iterable[str]] = None) -> str:
    """The text of a page: all that is visible, or with ``main_content`` what the page is about. A tree of resiliparse is taken too."""
    for name, value, default in (("list_bullets", list_bullets, True), ("form_fields", form_fields, False), ("noscript", noscript, False),
                                 ("post_meta", post_meta, True), ("hidden_elements", hidden_elements, False)):
        if value != default:
            warnings.warn(f"husk ignores {name}={value!r}", stacklevel=2)
    if skip_elements:
        warnings.warn(f"husk ignores skip_elements={skip_elements!r}", stacklevel=2)
    page = html if isinstance(html, (str, bytes)) else str(html)
    text = husk.extract(page, include_all=not main_content, include_links=links, include_comments=comments,
                        output_format="markdown" if links or preserve_formatting == "minimal_html" else "txt",
                        include_images=links and alt_texts, include_title=False) or ""
    return text if preserve_formatting else " ".join(text.split())
