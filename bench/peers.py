"""The other extractors, each as a function from bytes to text: peers.py NAME answers|time FILE… (run by the Python of common.peers_python)

answers: a JSON line for each page. time: pages, processor seconds of the best of three rounds, version. Each gets the page in its preferred form: bytes if it
decodes itself, otherwise text that was decoded before the clock starts."""
import gzip
import importlib.metadata
import json
import os
import sys
import time

ROUNDS = 3


def decode(page):
    return page.decode("utf-8", "replace")


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return lambda page: extract_plain_text(page, main_content=True, alt_texts=False), decode


def trafilatura():
    from trafilatura import extract
    return extract, bytes


def trafilatura_fast():
    from trafilatura import extract
    return lambda page: extract(page, fast=True), bytes


def rs_trafilatura():
    from rs_trafilatura import extract
    return lambda page: extract(page).main_content, decode


def readability():
    from lxml.html import fromstring
    from readability import Document

    def run(page):
        body = Document(page).summary()
        return fromstring(body).text_content() if body.strip() else ""
    return run, decode


PEERS = {"resiliparse": (resiliparse, "resiliparse"), "trafilatura": (trafilatura, "trafilatura"), "trafilatura, fast": (trafilatura_fast, "trafilatura"),
         "rs-trafilatura": (rs_trafilatura, "rs-trafilatura"), "readability-lxml": (readability, "readability-lxml")}


def answer(extract, page):
    try:
        return extract(page) or ""
    except Exception:  # a peer that fails on a page has no answer for it
        return ""


def main():
    name, what, *paths = sys.argv[1:]
    make, package = PEERS[name]
    extract, prepare = make()
    pages = [(path, prepare(gzip.open(path).read())) for path in paths]
    if what == "answers":
        for path, page in pages:
            print(json.dumps({"id": os.path.basename(path), "text": answer(extract, page)}))
        return
    best = None
    for _ in range(ROUNDS):
        start = time.process_time()
        for _, page in pages:
            answer(extract, page)
        seconds = time.process_time() - start
        best = seconds if best is None else min(best, seconds)
    print(json.dumps({"pages": len(pages), "seconds": best, "version": importlib.metadata.version(package)}))


if __name__ == "__main__":
    main()
