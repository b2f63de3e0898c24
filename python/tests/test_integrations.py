"""The real packages, where they are installed."""

import pytest

import husk

LONG = "<title>Leeks</title><nav>Home</nav><p>" + 20 * "Leeks and kale turn some of their starch to sugar. " + "</p>"


def test_datatrove():
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from husk.integrations.datatrove import Husk

    found = list(Husk(timeout=10).run([Document(text=LONG, id="1")]))
    assert [d.text for d in found] == [husk.extract(LONG)]
    with pytest.raises(TypeError):
        Husk(colour="red")


def test_scrapy():
    pytest.importorskip("scrapy")
    from scrapy import Field, Item
    from scrapy.utils.test import get_crawler

    from husk.integrations.scrapy import HuskPipeline

    class Page(Item):
        html, text = Field(), Field()

    pipeline = HuskPipeline.from_crawler(get_crawler())
    assert pipeline.process_item({"html": LONG})["title"] == "Leeks"
    assert pipeline.process_item(Page(html=LONG))["text"] == husk.extract(LONG)
    assert pipeline.process_item({"other": 1}) == {"other": 1}
    pipeline.close_spider()


def test_langchain(archive):
    pytest.importorskip("langchain_core")
    from husk.integrations.langchain import HuskLoader

    found = HuskLoader(archive, jobs=2).load()
    assert found and all(d.page_content and d.metadata["source"].startswith("http") for d in found)
