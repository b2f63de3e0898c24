"""Many pages: threads, order, archives, clusters, leaks."""

import os
import pathlib
import resource
import subprocess
import sys
import threading

import pytest

import husk

LONG = 20 * "Leeks and kale turn some of their starch to sugar when they are cold. "


def pages(n):
    return [f"<nav>Home</nav><h1>Page {i}</h1><p>Number {i}. {LONG}</p>" for i in range(n)]


def test_order_and_jobs():
    one = list(husk.extract_many(pages(50), jobs=1))
    assert all(f"Number {i}. " in text for i, text in enumerate(one)) and len(one) == 50
    assert list(husk.extract_many(iter(pages(50)), jobs=4)) == one


def test_reads_ahead_only_a_little():
    read = []

    def source():
        for i, page in enumerate(pages(200)):
            read.append(i)
            yield page

    next(husk.extract_many(source(), jobs=2))
    assert len(read) < 30


def test_forms_of_pages():
    html = pages(1)[0]
    forms = [html, html.encode(), (html, "http://a.example/"), {"html": html, "url": "http://a.example/", "id": "a"}]
    assert len(set(husk.extract_many(forms, jobs=2))) == 1
    with pytest.raises(TypeError, match="a page is HTML"):
        list(husk.extract_many([3], jobs=1))


def test_one_wrong_page_does_not_end_the_run():
    assert [bool(text) for text in husk.extract_many([pages(1)[0], "", pages(1)[0]], jobs=2)] == [True, False, True]


def test_threads_share_the_module():
    want = husk.extract(pages(1)[0])
    wrong = []

    def work():
        wrong.extend(text for text in (husk.extract(pages(1)[0]) for _ in range(50)) if text != want)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_read_warc(archive):
    found = list(husk.read_warc(archive))
    assert len(found) > 3 and all(page.url and page.html and page.status == "ok" for page in found)
    texts = list(husk.extract_many(husk.read_warc(archive), jobs=2))
    assert len(texts) == len(found)


@pytest.mark.parametrize("output_format", ["txt", "markdown", "jsonl"])
@pytest.mark.parametrize("failed", [False, True])
def test_pages_that_do_not_become_objects(archive, tmp_path, output_format, failed):
    inputs = [tmp_path / "a.html", tmp_path / "none.jsonl", tmp_path / "b.pdf", tmp_path / "empty.html", archive]
    inputs[0].write_text(pages(1)[0])
    inputs[1].write_text("{no page}\n")
    inputs[2].write_bytes(b"%PDF-1.4\n")
    inputs[3].write_text("")

    def texts(wrap):
        return list(husk.extract_many(wrap(husk.read_pages(*inputs, failed=failed)), jobs=1, output_format=output_format, now=2e9))

    assert texts(lambda reader: reader) == texts(list)


def test_pages_read_in_part(archive, tmp_path):
    reader = husk.read_warc(archive)
    first, texts = next(reader), list(husk.extract_many(reader, jobs=1))
    assert [husk.extract(first.html, first.url), *texts] == list(husk.extract_many(list(husk.read_warc(archive)), jobs=1))
    assert list(reader) == []
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4\n")
    with pytest.raises(husk.Error, match="PDF"):
        list(husk.extract_many(husk.read_pages(tmp_path / "a.pdf"), jobs=1, errors="raise"))


def test_same_as_the_program(archive, tmp_path):
    import json

    program = pathlib.Path(husk.__file__).parent / "bin" / "husk"
    out = subprocess.run([program, "extract", "--format", "jsonl", str(archive)], stdout=subprocess.PIPE, check=True).stdout
    theirs = [json.loads(line)["text"].rstrip("\n") for line in out.splitlines()]
    ours = [text or "" for text in husk.extract_many(husk.read_warc(archive), jobs=2)]
    assert ours == theirs


def test_a_missing_archive():
    with pytest.raises(ValueError, match="no input"):
        list(husk.read_pages())
    with pytest.raises(husk.ReadError, match="no-such-file"):
        husk.read_warc("no-such-file.warc.gz")
    page = next(husk.read_warc("no-such-file.warc.gz", failed=True))
    assert page.status == "failed" and page.reason


def test_cluster(shop):
    with pytest.raises(husk.ArgumentError, match="method"):
        husk.cluster(shop, method="kmeans")
    numbers = husk.cluster(shop)
    assert len(numbers) == len(shop) and numbers[0] == 0


def test_many_calls_leak_nothing():
    page = pages(1)[0].encode()
    for _ in range(500):
        husk.extract(page)
        husk.bare_extraction(page)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(int(os.environ.get("HUSK_CALLS", 5000))):
        husk.extract(page)
        husk.bare_extraction(page)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 << 10  # KiB


def test_python_m_husk():
    out = subprocess.run([sys.executable, "-m", "husk", "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
    assert husk.__version__ in out


def test_index_of_an_archive(tmp_path):
    block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Leeks</p>"
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
    (tmp_path / "a.warc").write_bytes(b"\r\n" * 50 + (head + block + "\r\n\r\n").encode())
    (tmp_path / "a.cdxj").write_text('a)/ 20260101000000 {"filename": "a.warc", "offset": 100, "length": %d}\n' % (len(head + block) + 4))
    page = next(husk.read_pages(tmp_path / "a.cdxj", archives=tmp_path))
    assert (page.html, page.url) == (b"<p>Leeks</p>", "http://a.example/")
    assert "--archives" in next(husk.read_pages(tmp_path / "a.cdxj", failed=True)).reason


def test_provenance_and_fields(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"content": "<p>Leeks</p>", "link": "http://a.example/", "score": [1, 2]}\n')
    page = next(husk.read_pages(tmp_path / "a.jsonl", provenance=True, fields={"html": "content", "url": "link"}))
    assert (page.html, page.url) == (b"<p>Leeks</p>", "http://a.example/")
    assert page.provenance == {"line": 1, "fields": {"score": [1, 2]}, "file": str(tmp_path / "a.jsonl")}
    with pytest.raises(husk.ArgumentError, match="not html=NAME"):
        next(husk.read_pages(tmp_path / "a.jsonl", fields={"body": "content"}))
