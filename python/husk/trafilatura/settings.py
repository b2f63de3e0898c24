"""Settings: the configuration file, the options of an extraction as one object, and the document that comes out."""

from __future__ import annotations

import os
import warnings
from configparser import ConfigParser
from datetime import date
from html import unescape
from typing import Dict, List, Optional, Set, Union
from xml.etree.ElementTree import Element

from .utils import trim

FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei")

_DEFAULTS = {
    "DOWNLOAD_TIMEOUT": "30", "MAX_FILE_SIZE": "20000000", "MIN_FILE_SIZE": "10", "SLEEP_TIME": "5.0", "USER_AGENTS": "", "COOKIE": "",
    "MAX_REDIRECTS": "2", "SSRF_PROTECTION": "on", "INSECURE_SSL_FALLBACK": "on", "MIN_EXTRACTED_SIZE": "250", "MIN_OUTPUT_SIZE": "1",
    "MIN_OUTPUT_COMM_SIZE": "1", "MAX_TREE_SIZE": "", "EXTRACTION_TIMEOUT": "30", "MIN_DUPLCHECK_SIZE": "100", "MAX_REPETITIONS": "2",
    "EXTENSIVE_DATE_SEARCH": "on", "EXTERNAL_URLS": "off",
}
# Settings that nothing here reads; a value that is not the default warns.
_WITHOUT_EFFECT = ("COOKIE", "MIN_EXTRACTED_SIZE", "MAX_TREE_SIZE", "EXTRACTION_TIMEOUT", "MIN_DUPLCHECK_SIZE", "MAX_REPETITIONS",
                   "EXTENSIVE_DATE_SEARCH")


def use_config(filename: Optional[str] = None, config: Optional[ConfigParser] = None) -> ConfigParser:
    """The settings of a file, ``config`` as it is, or the defaults."""
    if config is not None:
        return config
    made = ConfigParser()
    made.read_dict({"DEFAULT": _DEFAULTS})
    if filename is not None:
        if not os.path.isfile(filename):
            raise FileNotFoundError("The given config file does not exist")
        made.read(filename)
    return made


DEFAULT_CONFIG = use_config()


def check_config(config: ConfigParser) -> ConfigParser:
    """Warn of settings that are changed and have no effect."""
    for name in _WITHOUT_EFFECT if config is not DEFAULT_CONFIG else ():
        value = config.get("DEFAULT", name, fallback=_DEFAULTS[name])
        if value != _DEFAULTS[name]:
            warnings.warn(f"husk ignores the setting {name} = {value}", stacklevel=4)
    return config


def set_date_params(extensive: bool = True) -> Dict[str, Union[bool, str]]:
    return {"original_date": True, "extensive_search": extensive, "max_date": date.today().isoformat()}


class Extractor:
    """The options of an extraction, for ``options=``."""

    __slots__ = ("config", "format", "fast", "focus", "comments", "formatting", "links", "images", "tables", "dedup", "lang",
                 "min_extracted_size", "min_output_size", "min_output_comm_size", "min_duplcheck_size", "max_repetitions", "max_file_size",
                 "min_file_size", "max_tree_size", "source", "url", "with_metadata", "only_with_metadata", "tei_validation", "date_params",
                 "author_blacklist", "url_blacklist")

    def __init__(self, *, config: ConfigParser = DEFAULT_CONFIG, output_format: str = "txt", fast: bool = False, precision: bool = False,
                 recall: bool = False, comments: bool = True, formatting: Optional[bool] = None, links: bool = False, images: bool = False,
                 tables: bool = True, dedup: bool = False, lang: Optional[str] = None, url: Optional[str] = None,
                 source: Optional[str] = None, with_metadata: bool = False, only_with_metadata: bool = False,
                 tei_validation: bool = False, author_blacklist: Optional[Set[str]] = None, url_blacklist: Optional[Set[str]] = None,
                 date_params: Optional[Dict[str, Union[bool, str]]] = None):
        if output_format not in FORMATS:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(FORMATS)}")
        self.config, self.format, self.fast = config, output_format, fast
        self.focus = "recall" if recall else "precision" if precision else "balanced"
        self.comments, self.links, self.images, self.tables = comments, links, images, tables
        self.formatting = output_format == "markdown" if formatting is None else formatting or output_format == "markdown"
        self.dedup, self.lang, self.url, self.source = dedup, lang, url, url or source
        for name in ("min_extracted_size", "min_output_size", "min_output_comm_size", "min_duplcheck_size", "max_repetitions",
                     "max_file_size", "min_file_size"):
            setattr(self, name, config.getint("DEFAULT", name, fallback=int(_DEFAULTS[name.upper()])))
        self.max_tree_size = config.get("DEFAULT", "max_tree_size", fallback="") or None
        self.only_with_metadata, self.tei_validation = only_with_metadata, tei_validation
        self.author_blacklist, self.url_blacklist = author_blacklist or set(), url_blacklist or set()
        self.with_metadata = bool(with_metadata or only_with_metadata or self.url_blacklist or output_format == "xmltei")
        self.date_params = date_params or set_date_params(config.getboolean("DEFAULT", "extensive_date_search", fallback=True))

    min_output_size: int
    min_output_comm_size: int
    max_file_size: int
    min_file_size: int


class Document:
    """What an extraction found. Fields that are not known, or not asked for, are None."""

    __slots__ = ("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id",
                 "license", "body", "comments", "commentsbody", "raw_text", "text", "language", "image", "pagetype", "filedate")

    def __init__(self, *, title: Optional[str] = None, author: Optional[str] = None, url: Optional[str] = None,
                 hostname: Optional[str] = None, description: Optional[str] = None, sitename: Optional[str] = None,
                 date: Optional[str] = None, categories: Optional[List[str]] = None, tags: Optional[List[str]] = None,
                 fingerprint: Optional[str] = None, idval: Optional[str] = None, license_val: Optional[str] = None,
                 body: Optional[Element] = None, comments: Optional[str] = None, commentsbody: Optional[Element] = None,
                 raw_text: Optional[str] = None, text: Optional[str] = None, language: Optional[str] = None, image: Optional[str] = None,
                 pagetype: Optional[str] = None, filedate: Optional[str] = None):
        self.title, self.author, self.url, self.hostname = title, author, url, hostname
        self.description, self.sitename, self.date = description, sitename, date
        self.categories, self.tags, self.fingerprint, self.id, self.license = categories, tags, fingerprint, idval, license_val
        self.body = Element("body") if body is None else body
        self.commentsbody = Element("body") if commentsbody is None else commentsbody
        self.comments, self.raw_text, self.text, self.language = comments, raw_text, text, language
        self.image, self.pagetype, self.filedate = image, pagetype, filedate

    @classmethod
    def from_dict(cls, data: Dict[str, object]) -> "Document":
        made = cls()
        for name, value in data.items():
            setattr(made, name, value)
        return made

    def clean_and_trim(self) -> None:
        """Fields of text without character references and control characters, at most 10,000 characters of each."""
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, str):
                setattr(self, name, trim("".join(c for c in unescape(value) if c.isprintable() or c.isspace()))[:10000])

    def as_dict(self) -> Dict[str, object]:
        """Every field by its name."""
        return {name: getattr(self, name) for name in self.__slots__}
