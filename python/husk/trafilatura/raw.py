"""Downloads of what is no page: feeds and sitemaps, which Husk's fetcher leaves alone. By Python's own library, bounded in bytes and seconds.

A connection to an address of a private network is closed before anything is sent, whichever name or redirect led there.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import urllib.error
import urllib.request
import zlib
from configparser import ConfigParser


def _check(connected: socket.socket) -> None:
    address = ipaddress.ip_address(connected.getpeername()[0].partition("%")[0])
    if not (getattr(address, "ipv4_mapped", None) or address).is_global:
        connected.close()
        raise OSError("the address is private or reserved")


class _Http(http.client.HTTPConnection):
    def connect(self) -> None:
        super().connect()
        _check(self.sock)


class _Https(http.client.HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        _check(self.sock)


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Http, req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Https, req)


def read(url: str, config: ConfigParser) -> bytes:
    """What is at a URL, unpacked; empty where nothing can be had."""
    if not url.startswith(("http://", "https://")):
        return b""
    most = config.getint("DEFAULT", "MAX_FILE_SIZE", fallback=20000000)
    is_guarded = config.getboolean("DEFAULT", "SSRF_PROTECTION", fallback=True)
    opener = urllib.request.build_opener(*((urllib.request.ProxyHandler({}), _HttpHandler, _HttpsHandler) if is_guarded else ()))
    agents = config.get("DEFAULT", "USER_AGENTS", fallback="").strip().splitlines()
    request = urllib.request.Request(url, headers={"User-Agent": agents[0] if agents else "husk"})
    try:
        with opener.open(request, timeout=config.getint("DEFAULT", "DOWNLOAD_TIMEOUT", fallback=30)) as response:
            data: bytes = response.read(most + 1)
        if data[:2] == b"\x1f\x8b":
            data = zlib.decompressobj(31).decompress(data, most + 1)
    except (OSError, ValueError, http.client.HTTPException, zlib.error):
        return b""
    return data if len(data) <= most else b""
