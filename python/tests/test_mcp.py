"""The MCP server, by the official client over stdin and stdout."""

import asyncio
import json
import sys

import pytest

import husk

pytest.importorskip("mcp")
from mcp import ClientSession, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402


def talk(steps):
    """Start the server and let ``steps`` talk to it."""
    async def run():
        async with stdio_client(StdioServerParameters(command=sys.executable, args=["-m", "husk.mcp"])) as streams:
            async with ClientSession(*streams) as session:
                await session.initialize()
                return await steps(session)

    return asyncio.run(asyncio.wait_for(run(), 120))


def text_of(result):
    return "".join(part.text for part in result.content)


def is_error(result):
    return getattr(result, "isError", None) or getattr(result, "is_error", False)


def test_tools(frost, shop, tmp_path):
    for number, (html, _) in enumerate(shop):
        (tmp_path / f"{number}.html").write_bytes(html)
    site = str(tmp_path / "shop.husk")

    async def steps(session):
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert sorted(tools) == ["extract", "learn", "map", "records"] and all(tool.description for tool in tools.values())
        url = "http://millbrook.example/frost"
        found = json.loads(text_of(await session.call_tool("extract", {"html": frost.decode(), "url": url})))
        assert found["text"] == husk.bare_extraction(frost, url, output_format="markdown").text and found["title"] and 0 <= found["confidence"] <= 1

        refused = await session.call_tool("extract", {"url": "http://127.0.0.1:9/"})
        assert is_error(refused) and "private" in text_of(refused)
        assert is_error(await session.call_tool("extract", {}))

        report = text_of(await session.call_tool("learn", {"inputs": [str(tmp_path)], "output": site}))
        assert report
        assert "class" in text_of(await session.call_tool("map", {"site": site}))
        rows = await session.call_tool("records", {"site": site, "inputs": [str(tmp_path / "0.html"), str(tmp_path / "1.html")]})
        with husk.Site.load(site) as opened:
            want = list(opened.records(husk.read_pages(tmp_path / "0.html", tmp_path / "1.html")))
        got = [json.loads(part.text) for part in rows.content]
        assert (got[0] if len(got) == 1 and isinstance(got[0], list) else got) == want
        better = json.loads(text_of(await session.call_tool("extract", {"html": shop[0][0].decode(), "site": site})))
        assert better["text"]

    talk(steps)
