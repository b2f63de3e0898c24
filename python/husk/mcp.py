"""``python -m husk.mcp``: Husk's tools for assistants, by the Model Context Protocol (the official SDK: pip install mcp), over stdin and stdout.

    {"mcpServers": {"husk": {"command": "python", "args": ["-m", "husk.mcp"]}}}

Pages are fetched by Husk, which refuses addresses of private networks. Site files are read and written where the server runs.
"""

from __future__ import annotations

import functools
import sys
from typing import Callable, Dict, List, Optional, TypeVar, Union, cast

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:  # SDK 1 has other names
    try:
        from mcp.server.fastmcp import FastMCP as MCPServer  # type: ignore[no-redef, import-not-found, attr-defined, unused-ignore]
        from mcp.server.fastmcp.exceptions import ToolError  # type: ignore[no-redef, import-not-found, unused-ignore]
    except ImportError:
        sys.exit("husk.mcp needs the MCP SDK: pip install mcp")

import husk

server = MCPServer("husk", instructions="Main content of web pages without menus and footers; templates of sites; records of pages that share a template.")

MAX_PAGES = 1000  # of one call


Tool = TypeVar("Tool", bound=Callable[..., object])


def _told(tool: Tool) -> Tool:
    """What went wrong is for the assistant to read; SDK 2 would hide it."""

    @functools.wraps(tool)
    def call(*args: object, **given: object) -> object:
        try:
            return tool(*args, **given)
        except (husk.Error, OSError, ValueError) as error:
            raise ToolError(str(error)) from None

    return cast(Tool, call)


def _page(url: Optional[str], html: Optional[str]) -> Union[str, bytes]:
    """The page to work on: as given, or fetched."""
    if html:
        return html
    if not url:
        raise ValueError("give a url or html")
    for page in husk.read_pages(url, failed=True):
        if page.status == "failed":
            raise ValueError(f"{url}: {page.reason}")
        return page.html
    raise ValueError(f"{url}: no page")


def _pages(inputs: List[str]) -> List[husk.Page]:
    found = []
    for page in husk.read_pages(*inputs):
        found.append(page)
        if len(found) >= MAX_PAGES:
            break
    if not found:
        raise ValueError(f"no page in {', '.join(inputs)}")
    return found


@server.tool()
@_told
def extract(url: Optional[str] = None, html: Optional[str] = None, links: bool = False, site: Optional[str] = None) -> Dict[str, object]:
    """The main content of a web page as Markdown, with title, author, date, language, kind of page and confidence. Give the page's url, or its
    html (then url is its address). site is the path of a site file that the tool learn wrote: with it, the site's template is known."""
    page = _page(url, html)
    opened = husk.Site.load(site) if site else None
    try:
        found = husk.bare_extraction(page, url, output_format="markdown", include_links=links, site=opened)
    finally:
        if opened:
            opened.close()
    return {"text": found.text, "title": found.title, "author": found.author, "date": found.date, "language": found.language,
            "kind": found.kind, "confidence": found.confidence, "status": found.status, "url": found.url or url}


@server.tool()
@_told
def learn(inputs: List[str], output: str) -> str:
    """Learn the template of a site from some of its pages (URLs, files, folders or WARC archives; ten pages or more are good) and write it to the file
    output, which keeps learning if it exists. Returns what was found."""
    with husk.Site.learn(_pages(inputs), output, errors="skip") as site:
        return site.report


@server.tool()
@_told
def records(site: str, inputs: List[str]) -> List[Dict[str, object]]:
    """One record per page: its class and a value, or list of values, for each slot of the site's template, such as name and price. site is the path of
    a site file; inputs are URLs, files, folders or WARC archives."""
    with husk.Site.load(site) as opened:
        return [dict(row) for row in opened.records(_pages(inputs))]


@server.tool(name="map")
@_told
def site_map(site: str) -> str:
    """What a site file knows: the classes of pages that the site has, their templates, and how they link to each other."""
    with husk.Site.load(site) as opened:
        return str(opened)


if __name__ == "__main__":
    server.run()
