"""A Scrapy item pipeline that adds a page's main content to items.

    ITEM_PIPELINES = {"husk.integrations.scrapy.HuskPipeline": 300}
    HUSK_SITE = "site.husk"       # optional: a site file to judge pages by
    HUSK_OPTIONS = {}             # optional: options of husk.bare_extraction

An item with ``html`` (or ``body``) and perhaps ``url`` gets ``text``, ``title``, ``author``, ``date``, ``language``, ``kind`` and
``confidence``; fields that it has already stay. ``text`` is None where a page has no content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from itemadapter import ItemAdapter

import husk

if TYPE_CHECKING:
    from .._options import Options

FIELDS = ("text", "title", "author", "date", "language", "kind", "confidence")


class HuskPipeline:
    def __init__(self, site: Optional[str] = None, options: "Optional[Options]" = None):
        self.site = husk.Site.load(site) if site else None
        self.options: "Options" = options or {}
        if self.site:
            self.options["site"] = self.site

    @classmethod
    def from_crawler(cls, crawler: Any) -> "HuskPipeline":
        return cls(crawler.settings.get("HUSK_SITE"), crawler.settings.getdict("HUSK_OPTIONS"))

    def process_item(self, item: Any, spider: Any = None) -> Any:
        adapter = ItemAdapter(item)
        html = adapter.get("html") if adapter.get("html") is not None else adapter.get("body")
        if html is None:
            return item
        document = husk.bare_extraction(html, adapter.get("url"), **self.options)
        for name in FIELDS:
            value = getattr(document, name) or None
            if adapter.get(name) is None and (not adapter.item.__class__.__dict__.get("fields") or name in adapter.field_names()):
                adapter[name] = value
        return item

    def close_spider(self, spider: Any = None) -> None:
        if self.site:
            self.site.close()
