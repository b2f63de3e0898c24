"""The measurements of bench/python, run by the Python that has husk: python_calls.py one|objects|threads|text|leak ARGUMENT… → a line of JSON."""
import gzip
import json
import os
import sys
import time

import husk


def one(archive, output=os.devnull):
    """The records of an archive, as the program writes them."""
    return records(husk.read_warc(archive), output)


def objects(archive, output=os.devnull):
    """The same with every page as a Python object on its way, as where pages are filtered."""
    return records((page for page in husk.read_warc(archive)), output)


def records(pages, output):
    start = time.process_time()
    with open(output, "w", encoding="utf-8") as out:
        for record in husk.extract_many(pages, jobs=1, output_format="jsonl"):
            out.write(record or "")
            out.write("\n")
    return {"seconds": time.process_time() - start}


def threads(archive, rounds):
    """One thread and two in turn over pages in memory: the ratio of the best of each, by the clock."""
    pages = list(husk.read_warc(archive))
    best = {1: 1e9, 2: 1e9}
    for _ in range(int(rounds)):
        for jobs in best:
            start = time.perf_counter()
            for _text in husk.extract_many(pages, jobs=jobs):
                pass
            best[jobs] = min(best[jobs], time.perf_counter() - start)
    return {"gain": best[1] / best[2], "seconds": best}


def text(rounds, *files):
    """Page by page, as a caller does it."""
    pages = []
    for name in files:
        with gzip.open(name) as file:
            pages.append(file.read())
    best = 1e9
    for _ in range(int(rounds)):
        start = time.process_time()
        for page in pages:
            husk.extract(page)
        best = min(best, time.process_time() - start)
    return {"seconds": best, "pages": len(pages)}


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def leak(calls):
    page = b"<title>Leeks</title><nav><a href=/>Home</a></nav><p>" + 6 * b"Leeks and kale turn some of their starch to sugar. " + b"</p>"
    for _ in range(1000):
        husk.extract(page, "http://a.example/")
    before = resident()
    for _ in range(int(calls)):
        husk.extract(page, "http://a.example/")
    return {"grown": resident() - before}


if __name__ == "__main__":
    print(json.dumps({"one": one, "objects": objects, "threads": threads, "text": text, "leak": leak}[sys.argv[1]](*sys.argv[2:])))
