"""extract, bare_extraction and extract_with_metadata."""

from __future__ import annotations

import re
import warnings
from configparser import ConfigParser
from typing import TYPE_CHECKING, Dict, List, Optional, Set, Tuple, TypedDict, Union
from xml.etree.ElementTree import Element

import husk
from husk._document import is_language

from . import xml
from .deduplication import content_fingerprint
from .metadata import fill
from .settings import DEFAULT_CONFIG, Document, Extractor, check_config, use_config
from .utils import Content, as_page, load_html


if TYPE_CHECKING:
    from .._options import Format


class Wishes(TypedDict):
    """Options of husk that follow from those of trafilatura."""

    include_comments: bool
    include_tables: bool
    include_links: bool
    include_images: bool
    favor_precision: bool
    favor_recall: bool


DateParams = Optional[Dict[str, Union[bool, str]]]


def _pruned(page: Union[str, bytes], prune_xpath: Union[str, List[str]]) -> Union[str, bytes]:
    """The page without the elements that XPath expressions name; needs lxml."""
    tree = load_html(page)
    if tree is None:
        return page
    for expression in [prune_xpath] if isinstance(prune_xpath, str) else prune_xpath:
        for element in tree.xpath(expression):  # type: ignore[attr-defined]
            if element.getparent() is not None:
                element.drop_tree()
    return as_page(tree)


def _options(options: Optional[Extractor], config: ConfigParser, settingsfile: Optional[str], no_fallback: bool, max_tree_size: Optional[int],
             **given: object) -> Extractor:
    """One object from all that was given. What has no effect here warns."""
    if no_fallback:
        warnings.warn('"no_fallback" will be deprecated in a future version, use "fast" instead', PendingDeprecationWarning, stacklevel=4)
    if max_tree_size is not None:
        raise ValueError('"max_tree_size" will be removed, use settings.cfg instead')
    if options is None:
        options = Extractor(config=use_config(settingsfile, config if settingsfile is None else None), **given)  # type: ignore[arg-type]
    check_config(options.config)
    if options.dedup:
        warnings.warn("husk ignores deduplicate=True", stacklevel=4)
    if options.tei_validation:
        warnings.warn("husk ignores tei_validation=True", stacklevel=4)
    return options


def _is_filtered(document: Document, detected: Optional[str], options: Extractor) -> bool:
    """Is it a page that was not asked for?"""
    if options.only_with_metadata and not (document.date and document.title and document.url):
        return True
    if options.url_blacklist and document.url in options.url_blacklist:
        return True
    return not is_language(options.lang, detected, document.language) if options.lang else False


def _wishes(options: Extractor) -> Wishes:
    """The options as husk names them. Comments are asked for apart from the text."""
    return {"include_comments": False, "include_tables": options.tables, "include_links": options.links, "include_images": options.images,
            "favor_precision": options.focus == "precision", "favor_recall": options.focus == "recall"}


def _found(content: Content, options: Extractor, url: Optional[str], record_id: Optional[str], prune_xpath: Union[str, List[str], None],
           ) -> Optional[Tuple[Document, Element, Element, str]]:
    """(document, tree of the content, tree of the comments, Husk's text in the format) or None."""
    try:
        page = as_page(content)
        if options.min_file_size > len(page) or len(page) > options.max_file_size:
            return None
        if prune_xpath is not None:
            page = _pruned(page, prune_xpath)
        url = url or options.url or options.source
        wanted: Format = "markdown" if options.format == "markdown" else "html" if options.format == "html" else "txt"
        found = husk.bare_extraction(page, url, output_format=wanted, **_wishes(options))
        html = husk.extract(page, url, output_format="html", include_title=options.format == "xml", **_wishes(options)) \
            if options.format in ("xml", "python") else None
    except (TypeError, husk.Error):  # no page: None in, None out
        return None
    said = [block.text for block in found.blocks if block.role == "comment"] if options.comments else []
    document = fill(Document(), found.metadata, url, options.author_blacklist)
    if _is_filtered(document, found.detected_language, options):
        return None
    main = xml.tree_of(html or "", options)
    text = found.text if wanted != "txt" else re.sub(r"\n{2,}", "\n", found.text)
    document.id, document.text, document.comments = record_id, text, "\n".join(said)
    document.raw_text = text
    if (len(text) < options.min_output_size and len(document.comments) < options.min_output_comm_size) or not (text.strip() or said):
        return None
    return document, main, xml.comments_tree(said), found.text


def _without_metadata(document: Document) -> Document:
    return Document(idval=document.id, body=document.body, comments=document.comments, commentsbody=document.commentsbody,
                    raw_text=document.raw_text, text=document.text, fingerprint=document.fingerprint)


def bare_extraction(filecontent: Content, url: Optional[str] = None, fast: bool = False, no_fallback: bool = False,
                    favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True, output_format: str = "python",
                    target_language: Optional[str] = None, include_tables: bool = True, include_images: bool = False,
                    include_formatting: Optional[bool] = None, include_links: bool = False, deduplicate: bool = False,
                    date_extraction_params: DateParams = None, with_metadata: bool = False, only_with_metadata: bool = False,
                    max_tree_size: Optional[int] = None, url_blacklist: Optional[Set[str]] = None, author_blacklist: Optional[Set[str]] = None,
                    as_dict: bool = False, prune_xpath: Union[str, List[str], None] = None, config: ConfigParser = DEFAULT_CONFIG,
                    options: Optional[Extractor] = None) -> Union[Document, Dict[str, object], None]:
    """A document with text, comments, their trees, and with ``with_metadata`` what the page says about itself."""
    if as_dict:
        warnings.warn('"as_dict" will be removed, use the .as_dict() method instead', DeprecationWarning, stacklevel=2)
    options = _options(options, config, None, no_fallback, max_tree_size, output_format=output_format, fast=fast, precision=favor_precision,
                       recall=favor_recall, comments=include_comments, formatting=include_formatting, links=include_links,
                       images=include_images, tables=include_tables, dedup=deduplicate, lang=target_language, url=url,
                       with_metadata=with_metadata, only_with_metadata=only_with_metadata, author_blacklist=author_blacklist,
                       url_blacklist=url_blacklist, date_params=date_extraction_params)
    found = _found(filecontent, options, url, None, prune_xpath)
    if found is None:
        return None
    document, main, comments, _ = found
    document.body, document.commentsbody = xml.of_lxml(main), xml.of_lxml(comments)
    if not options.with_metadata:
        document = _without_metadata(document)
    return document.as_dict() if as_dict else document


def _string(found: Tuple[Document, Element, Element, str], options: Extractor) -> str:
    """A document in the format that was asked for."""
    document, main, comments, text = found
    if options.format == "html":
        return text
    if options.format == "xml":
        return xml.as_xml(document, options, main, comments)
    if options.format == "csv":
        return xml.as_csv(document)
    if options.format == "json":
        return xml.as_json(document, options)
    head = xml.header(document) if options.with_metadata else ""
    return head + "\n".join(part for part in (document.text, document.comments) if part)


def _extracted(content: Content, options: Extractor, url: Optional[str], record_id: Optional[str], prune_xpath: Union[str, List[str], None],
               ) -> Optional[Tuple[Document, str]]:
    if options.format == "python":
        raise ValueError("'python' format only usable in bare_extraction() function")
    found = _found(content, options, url, record_id, prune_xpath)
    if found is None:
        return None
    document = found[0]
    document.fingerprint = content_fingerprint(f"{document.title} {document.raw_text}")
    document.raw_text = " ".join((document.raw_text or "").split())
    if options.format == "xmltei":
        tei = husk.extract(as_page(content), url or options.url, output_format="xmltei", **_wishes(options))
        return document, tei or ""
    if not options.with_metadata:
        found = (_without_metadata(document), *found[1:])
    return document, _string(found, options)


def extract(filecontent: Content, url: Optional[str] = None, record_id: Optional[str] = None, fast: bool = False, no_fallback: bool = False,
            favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True, output_format: str = "txt",
            tei_validation: bool = False, target_language: Optional[str] = None, include_tables: bool = True, include_images: bool = False,
            include_formatting: Optional[bool] = None, include_links: bool = False, deduplicate: bool = False,
            date_extraction_params: DateParams = None, with_metadata: bool = False, only_with_metadata: bool = False,
            max_tree_size: Optional[int] = None, url_blacklist: Optional[Set[str]] = None, author_blacklist: Optional[Set[str]] = None,
            settingsfile: Optional[str] = None, prune_xpath: Union[str, List[str], None] = None, config: ConfigParser = DEFAULT_CONFIG,
            options: Optional[Extractor] = None) -> Optional[str]:
    """The main content of a page in the format that was asked for, or None."""
    options = _options(options, config, settingsfile, no_fallback, max_tree_size, output_format=output_format, fast=fast,
                       precision=favor_precision, recall=favor_recall, comments=include_comments, formatting=include_formatting,
                       links=include_links, images=include_images, tables=include_tables, dedup=deduplicate, lang=target_language, url=url,
                       with_metadata=with_metadata, only_with_metadata=only_with_metadata, tei_validation=tei_validation,
                       author_blacklist=author_blacklist, url_blacklist=url_blacklist, date_params=date_extraction_params)
    found = _extracted(filecontent, options, url, record_id, prune_xpath)
    return found[1] if found else None


def extract_with_metadata(filecontent: Content, url: Optional[str] = None, record_id: Optional[str] = None, fast: bool = False,
                          favor_precision: bool = False, favor_recall: bool = False, include_comments: bool = True, output_format: str = "txt",
                          tei_validation: bool = False, target_language: Optional[str] = None, include_tables: bool = True,
                          include_images: bool = False, include_formatting: Optional[bool] = None, include_links: bool = False,
                          deduplicate: bool = False, date_extraction_params: DateParams = None, url_blacklist: Optional[Set[str]] = None,
                          author_blacklist: Optional[Set[str]] = None, settingsfile: Optional[str] = None,
                          prune_xpath: Union[str, List[str], None] = None, config: ConfigParser = DEFAULT_CONFIG,
                          options: Optional[Extractor] = None) -> Optional[Document]:
    """A document whose ``text`` is what ``extract`` returns with metadata."""
    options = _options(options, config, settingsfile, False, None, output_format=output_format, fast=fast, precision=favor_precision,
                       recall=favor_recall, comments=include_comments, formatting=include_formatting, links=include_links,
                       images=include_images, tables=include_tables, dedup=deduplicate, lang=target_language, url=url, with_metadata=True,
                       tei_validation=tei_validation, author_blacklist=author_blacklist, url_blacklist=url_blacklist,
                       date_params=date_extraction_params)
    found = _extracted(filecontent, options, url, record_id, prune_xpath)
    if found is None:
        return None
    document = found[0]
    document.text = found[1]
    document.comments = None  # they are part of the text
    return document
