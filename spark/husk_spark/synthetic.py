"""A synthetic crawl: any number of hosts, each with its own template and kinds of page, in WARC archives.

    python -m husk_spark.synthetic FOLDER --hosts 2000 --pages 12000 [--giant 0.4] [--archives 16] [--seed 1]

The same arguments give the same bytes. It is for tests and measurements: structure and skew are those of a crawl, the words are not.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
from typing import List, Tuple

SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru sta tre pli sno kwa".split()


def words(r: random.Random, n: int) -> str:
    return " ".join("".join(r.choice(SYLLABLES) for _ in range(r.randint(1, 4))) for _ in range(n))


class Host:
    """A template: a menu, a sidebar, a footer and up to three kinds of page, all drawn by the host's own seed."""

    def __init__(self, seed: int, number: int):
        r = random.Random(f"{seed} {number}")
        self.name = f"www.{words(r, 1)}-{number}.example"
        self.wrap = [f'<div class="{words(r, 1)}">' for _ in range(r.randint(1, 5))]
        link = r.choice(["<li><a href='/{0}'>{0}</a></li>", "<a class=nav href='/{0}'>{0}</a> ", "<td><a href='/{0}'>{0}</a></td>"])
        self.menu = "".join(link.format(words(r, 1)) for _ in range(r.randint(6, 40)))
        self.side = "".join(self._box(r) for _ in range(r.randint(4, 16)))
        self.foot = self._box(r) + self._box(r) + "".join(f"<a href='/{words(r, 1)}'>{words(r, 1)}</a> " for _ in range(r.randint(3, 25)))
        self.kinds = [(r.choice(["article", "section", "div"]), words(r, 1), r.randint(3, 30)) for _ in range(r.randint(1, 3))]
        self.script = f"<script>var {words(r, 1)} = '{words(r, r.randint(20, 800))}';</script>"

    @staticmethod
    def _box(r: random.Random) -> str:
        """A piece of template: nested elements with their own class names."""
        tags = [r.choice(["div", "section", "ul", "dl", "span", "form"]) for _ in range(r.randint(1, 4))]
        names, head = [words(r, 1) for _ in tags], r.choice(["h3", "h4", "b"])
        inside = f"<{head}>{words(r, 2)}</{head}><p class='{words(r, 1)}'>{words(r, r.randint(5, 30))}</p>"
        return "".join(f"<{tag} class='{name}'>" for tag, name in zip(tags, names)) + inside + "".join(f"</{tag}>" for tag in reversed(tags))

    def page(self, seed: int, n: int) -> Tuple[str, bytes]:
        r = random.Random(f"{seed} {self.name} {n}")
        tag, name, most = self.kinds[n % len(self.kinds)]
        title = words(r, r.randint(3, 9)).capitalize()
        body = "".join(f"<p>{words(r, r.randint(20, 120)).capitalize()}. {words(r, r.randint(5, 60)).capitalize()}.</p>"
                       for _ in range(r.randint(3, most)))
        html = (f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title} - {self.name}</title>{self.script}</head><body>"
                f"{''.join(self.wrap)}<nav><ul>{self.menu}</ul></nav><{tag} class='{name}'><h1>{title}</h1>{body}</{tag}>"
                f"<aside>{self.side}</aside>{'</div>' * len(self.wrap)}<footer>{self.foot}</footer></body></html>")
        return f"http://{self.name}/{name}/{n}", html.encode()


def record(url: str, html: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{random.Random(url).getrandbits(128):032x}>\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http)}\r\n\r\n").encode()
    return gzip.compress(head + http + b"\r\n\r\n", 6, mtime=0)


def plan(hosts: int, pages: int, giant: float, seed: int) -> List[int]:
    """The host of each page in the order of the crawl. Sizes fall as in a crawl: a few hosts have many pages, most have few."""
    r = random.Random(f"{seed} plan")
    large = int(pages * giant)
    weights = [1 / (i + 3) for i in range(hosts)]
    found = [0] * large + list(range(hosts)) + r.choices(range(hosts), weights, k=max(0, pages - large - hosts))
    r.shuffle(found)
    return found[:pages]


def write(folder: str, hosts: int, pages: int, giant: float = 0.0, archives: int = 8, seed: int = 1) -> List[str]:
    os.makedirs(folder, exist_ok=True)
    made = [Host(seed, i) for i in range(hosts)]
    paths = [os.path.join(folder, f"crawl-{i:03d}.warc.gz") for i in range(archives)]
    seen = [0] * hosts
    files = [open(path, "wb") for path in paths]
    try:
        for i, host in enumerate(plan(hosts, pages, giant, seed)):
            files[i % archives].write(record(*made[host].page(seed, seen[host])))
            seen[host] += 1
    finally:
        for file in files:
            file.close()
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--hosts", type=int, default=2000)
    parser.add_argument("--pages", type=int, default=12000)
    parser.add_argument("--giant", type=float, default=0.0, help="share of all pages that the first host has besides its own")
    parser.add_argument("--archives", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    write(o.folder, o.hosts, o.pages, o.giant, o.archives, o.seed)


if __name__ == "__main__":
    main()
