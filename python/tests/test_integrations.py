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


def test_llamaindex(archive):
    pytest.importorskip("llama_index.core")
    from husk.integrations.llamaindex import HuskReader

    found = HuskReader(output_format="markdown").load_data(archive)
    pages = list(husk.read_warc(archive))
    assert [d.text for d in found] == [t for t in husk.extract_many(pages, output_format="markdown") if t]
    assert all(d.metadata["source"].startswith("http") and d.metadata["kind"] for d in found)


def test_haystack(archive):
    haystack = pytest.importorskip("haystack")
    from haystack.dataclasses import ByteStream

    from husk.integrations.haystack import HuskConverter

    pipeline = haystack.Pipeline()
    pipeline.add_component("husk", HuskConverter(options={"include_comments": False}))
    found = pipeline.run({"husk": {"sources": [ByteStream(LONG.encode(), meta={"url": "http://a.example/"}), archive], "meta": {"crawl": 7}}})["husk"]["documents"]
    assert found[0].content == husk.extract(LONG) and found[0].meta["url"] == "http://a.example/" and found[0].meta["title"] == "Leeks"
    assert len(found) > 3 and all(d.meta["crawl"] == 7 for d in found) and found[1].meta["source"].startswith("http")
    assert pipeline.to_dict()["components"]["husk"]["init_parameters"] == {"options": {"include_comments": False}}


def test_ray():
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    from husk.integrations.ray import Extract

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR", object_store_memory=80_000_000)
    try:
        pages = ray.data.from_items([{"n": n, "page": LONG.replace("Leeks and", f"Leeks {n} and")} for n in range(5)])
        rows = pages.map_batches(Extract(html="page", include_comments=False), batch_format="pyarrow").take_all()
    finally:
        ray.shutdown()
    assert {row["n"]: row["text"] for row in rows} == {n: husk.extract(LONG.replace("Leeks and", f"Leeks {n} and")) for n in range(5)}


def test_nemo_curator():
    pytest.importorskip("nemo_curator")
    from husk.integrations.nemo_curator import HuskExtractor

    extractor = HuskExtractor(output_format="markdown")
    row = extractor.extract({"url": "http://a.example/", "warc_id": "1", "source_id": "s", "content": b"<html lang=en>" + LONG.encode()})
    assert row["text"] == husk.extract(LONG, "http://a.example/", output_format="markdown") and row["warc_id"] == "1" and row["language"] == "en"
    assert extractor.extract({"url": None, "warc_id": "2", "source_id": "s", "content": b""}) is None
    assert set(row) <= set(extractor.output_columns()) and "content" in extractor.input_columns()
