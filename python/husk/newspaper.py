"""newspaper's Article, answered by Husk: ``from husk.newspaper import Article``.

>>> article = Article("https://garden.example/leeks")
>>> page = "<title>Leeks</title><article><p>" + 9 * "Leeks turn starch to sugar when it is cold. " + "</p></article>"
>>> article = article.download(input_html=page).parse()
>>> article.title, article.text[:5]
('Leeks', 'Leeks')
"""

from __future__ import annotations

import datetime
import json
import warnings
from typing import Dict, List, Optional, Set, Union

import husk


_FIELDS = ("url", "read_more_link", "title", "top_image", "meta_img", "images", "movies", "keywords", "meta_keywords", "authors", "summary",
           "meta_description", "meta_lang", "meta_favicon", "meta_site_name", "canonical_link", "text")


class ArticleException(Exception):
    """A step was left out, or the page can't be had."""


class Article:
    """A page: download() and parse(), then its fields. nlp() is not there and raises."""

    def __init__(self, url: str, title: str = "", source_url: str = "", read_more_link: str = "", config: Optional[object] = None,
                 **options: object):
        for name in ("read_more_link", "config"):
            if locals()[name]:
                warnings.warn(f"husk ignores {name}", stacklevel=2)
        for name in options:
            if name != "language":
                warnings.warn(f"husk ignores {name}={options[name]!r}", stacklevel=2)
        self.url, self.source_url, self.title = url, source_url, title
        self.html, self.text, self.text_cleaned, self.article_html = "", "", "", ""
        self.authors: List[str] = []
        self.publish_date: Optional[datetime.datetime] = None
        self.top_image, self.meta_img, self.canonical_link, self.meta_lang, self.meta_description, self.meta_site_name = "", "", "", "", "", ""
        self.images: List[str] = []
        self.movies: List[str] = []
        self.tags: Set[str] = set()
        self.meta_keywords: List[str] = []
        self.meta_data: Dict[str, object] = {}
        self.is_parsed, self.download_exception_msg = False, None  # type: bool, Optional[str]
        self.summary, self.keywords, self.read_more_link, self.original_url, self.meta_favicon = "", [], "", url, ""  # type: str, List[str], str, str, str

    @property
    def imgs(self) -> List[str]:
        return self.images

    @property
    def top_img(self) -> str:
        return self.top_image

    def download(self, input_html: Optional[str] = None, title: Optional[str] = None, recursion_counter: int = 0,
                 ignore_read_more: bool = False) -> "Article":
        """Fetch the page, or take it as it is given."""
        if input_html is None:
            found = husk.fetch_url(self.url)
            if found is None:
                raise ArticleException(f"Article `download()` failed on URL {self.url}")
            input_html = found if isinstance(found, str) else found.decode("utf-8", "replace")
        self.html = input_html
        self.title = title or self.title
        return self

    def parse(self) -> "Article":
        """Find text and metadata."""
        if not self.html:
            raise ArticleException("You must `download()` an article first!")
        found = husk.bare_extraction(self.html, self.url or None, include_comments=False)
        said = found.metadata
        self.title = self.title or said.title or ""
        self.text, self.authors, self.tags = found.text, list(said.authors), set(said.tags)
        self.article_html = husk.extract(self.html, self.url or None, output_format="html", include_links=True, include_images=True) or ""
        self.publish_date = _date(said.published or said.date)
        self.images, self.top_image, self.meta_img = list(said.images), said.image or "", said.image or ""
        self.canonical_link, self.meta_lang = said.url or "", said.language or ""
        self.meta_description, self.meta_site_name, self.meta_keywords = said.description or "", said.sitename or "", list(said.tags)
        self.is_parsed = True
        return self

    def build(self) -> None:
        self.download()
        self.parse()

    def nlp(self) -> None:
        raise NotImplementedError("husk has no summaries and keywords; newspaper's nlp() has them")

    def to_json(self, as_string: Optional[bool] = True) -> Union[str, Dict[str, object]]:
        """The fields as JSON, or as a dict."""
        found = {name: getattr(self, name) for name in _FIELDS}
        found.update(language=self.meta_lang, tags=sorted(self.tags), publish_date=self.publish_date.isoformat() if self.publish_date else None)
        return json.dumps(found, ensure_ascii=False, indent=4) if as_string else found

    def is_valid_body(self) -> bool:
        if not self.is_parsed:
            raise ArticleException("must parse article before checking if its body is valid!")
        return len(self.text.split()) >= 25


def _date(value: Optional[str]) -> Optional[datetime.datetime]:
    try:
        return datetime.datetime.fromisoformat(value.replace("Z", "+00:00")) if value else None
    except ValueError:
        return None


def fulltext(html: str, language: str = "en") -> str:
    """The text of a page. ``language`` has no effect."""
    return Article("").download(input_html=html).parse().text


def article(url: str, language: Optional[str] = None, **options: object) -> Article:
    """An article that is downloaded and parsed."""
    made = Article(url, **options)  # type: ignore[arg-type]
    made.build()
    return made
