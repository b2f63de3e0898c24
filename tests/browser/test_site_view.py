"""test_site_view.py - the site view by its main paths: map, template, pages side by side, records, history, jobs."""
import csv
import functools
import http.server
import io
import subprocess
import threading

import pytest

from conftest import HUSK, PICTURES, ROOT, SECONDS, Server


def opened(new_page, server, **options):
    page = new_page(server.address, **options)
    page.goto(server.address + "/#site")
    page.wait_for_selector(".map-drawing .node")
    page.wait_for_selector(".beside-page .mark")
    page.wait_for_timeout(300)
    return page


def choose(page, name):
    page.locator(".class-list button", has_text=name).click()
    page.wait_for_selector(".beside-page .mark")


def test_map_zooms_moves_and_chooses(new_page, server):
    page = opened(new_page, server)
    drawing = page.locator(".map-drawing")
    whole = drawing.get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").click()
    assert drawing.get_attribute("viewBox") != whole
    box = page.locator(".map").bounding_box()
    near = drawing.get_attribute("viewBox")
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    page.mouse.up()
    assert drawing.get_attribute("viewBox") != near
    page.get_by_role("button", name="Whole").click()
    assert [float(n) for n in drawing.get_attribute("viewBox").split()] == [float(n) for n in whole.split()]
    nodes = page.locator(".map-drawing .node")
    assert nodes.count() == page.locator(".class-list button").count() >= 2
    second = nodes.nth(1)
    second.focus()
    page.keyboard.press("Enter")
    assert "chosen" in second.get_attribute("class")
    assert page.locator('.class-list button[aria-pressed="true"]').count() == 1
    assert page.watch.seen == []


def test_a_class_on_the_map_has_a_thumbnail(new_page, server):
    page = opened(new_page, server)
    thumbnail = page.locator(".thumbnail")
    assert thumbnail.is_hidden()
    page.locator(".map-drawing .node").nth(2).hover()
    page.wait_for_selector(".thumbnail .mark", state="attached")
    box = thumbnail.bounding_box()
    assert box["width"] < 260 and box["x"] >= 0 and box["y"] >= 0 and thumbnail.locator(".mark.template").count() > 3
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "thumbnail.png")
    page.locator("h2").hover()
    thumbnail.wait_for(state="hidden")
    assert page.watch.seen == []


def test_slots_have_one_colour_in_the_sketch_and_on_the_pages(new_page, server):
    page = opened(new_page, server)
    choose(page, "article: journal")
    assert page.locator(".sketch .slot").count() >= 3
    assert page.locator(".beside-page").count() >= 2
    page.wait_for_timeout(400)
    slot = page.locator(".sketch .slot").filter(has_not_text="about").first
    colour = slot.evaluate("e => [...e.classList].find((c) => c.startsWith('slot-c'))")
    slot.hover()
    current = page.locator(".beside-page .mark.current")
    current.first.wait_for(state="attached")
    assert all(colour in (mark.get_attribute("class") or "") for mark in current.all())
    page.screenshot(path=PICTURES / "site-light.png", full_page=True)


def test_the_picture_of_the_guide(new_page, server):
    """docs/pictures/site-view.png is this picture; scripts/pictures copies it when the view changes."""
    page = opened(new_page, server, viewport={"width": 1200, "height": 1040})
    choose(page, "product: shop")
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / "site-view.png")
    assert (ROOT / "docs/pictures/site-view.png").stat().st_size > 10000


def test_records_are_sorted_and_downloaded(new_page, server):
    page = opened(new_page, server)
    choose(page, "shop")
    page.get_by_role("tab", name="Records").click()
    page.wait_for_selector(".records tbody tr")
    rows = page.locator(".records tbody tr")
    assert rows.count() >= 3
    header = page.locator(".records thead th").nth(1)
    header.locator("button").first.click()
    assert header.get_attribute("aria-sort") == "ascending"
    up = page.locator(".records tbody td:nth-child(2)").all_inner_texts()
    header.locator("button").first.click()
    down = page.locator(".records tbody td:nth-child(2)").all_inner_texts()
    assert header.get_attribute("aria-sort") == "descending" and up == down[::-1] and up != down
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    table = list(csv.reader(io.StringIO(open(download.value.path(), encoding="utf-8", newline="").read())))
    assert len(table) == rows.count() + 1 and table[0][0] == "id" and len(set(map(len, table))) == 1


def records_of(page, name):
    page.get_by_role("button", name=name).first.click()
    page.wait_for_selector(".beside-page .mark")
    page.get_by_role("tab", name="Records").click()
    page.wait_for_selector(".records tbody tr")


def test_records_are_filtered_and_their_columns_renamed_and_placed(new_page, server):
    page = opened(new_page, server)
    records_of(page, "shop")
    rows = page.locator(".records tbody tr")
    before, wanted = rows.count(), page.locator(".records tbody td:nth-child(2)").first.inner_text()
    page.get_by_role("searchbox").fill(wanted)
    assert 1 <= rows.count() < before and any(wanted in text for text in rows.all_inner_texts())
    page.get_by_role("searchbox").fill("")
    header = page.locator(".records thead th").nth(1)
    header.get_by_title("Rename").click()
    header.get_by_role("textbox").fill("my_column")
    header.get_by_role("textbox").press("Enter")
    assert "my_column" in header.inner_text()
    page.reload()
    page.wait_for_selector(".beside-page .mark")
    records_of(page, "shop")
    assert "my_column" in header.inner_text()  # kept
    page.screenshot(path=PICTURES / "records.png")
    header.get_by_title("Show on the pages").click()
    marked = page.locator(".beside-page .mark.slot-c0")
    marked.first.wait_for(state="attached")
    assert marked.count() >= page.locator(".beside-page").count() - 1  # a place on each page
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "records-places.png")
    assert page.watch.seen == []


def test_items_are_rows_whose_columns_are_placed(new_page, server):
    page = opened(new_page, server)
    records_of(page, "forum 10 pages")
    page.get_by_label("A row per").select_option("items")
    page.locator(".records thead th").filter(has_text="author").wait_for()
    rows = page.locator(".records tbody tr")
    assert rows.count() >= 4
    author = page.locator(".records thead th").filter(has_text="author")
    page.screenshot(path=PICTURES / "items.png")
    author.get_by_title("Show on the pages").click()
    marked = page.locator(".beside-page .mark.slot-c0")
    marked.first.wait_for(state="attached")
    assert marked.count() >= 2  # of every item, not only the first
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "items-places.png")
    assert page.watch.seen == []


@pytest.fixture(scope="module")
def bodies_server(tmp_path_factory):
    """Pages of one class, each with another class name on its <body>, as WordPress writes them; one of them is in Arabic."""
    folder = tmp_path_factory.mktemp("bodies")
    words = "frost beans gate well lantern meadow orchard ladder kettle barrow hedge sparrow".split()
    for i, word in enumerate(words):
        direction = ' dir="rtl" lang="ar"' if i == 3 else ""
        prose = " ".join(f"The {word} of day {n} was noted in the {words[(i + n) % len(words)]} book." for n in range(12))
        (folder / f"{word}.html").write_text(
            f'<!DOCTYPE html><html{direction}><head><title>{word} - Diary</title></head><body class="post-{i * 7} single"><header><ul><li><a href="/">Front page</a>'
            f'<li><a href="/all">All entries</a><li><a href="/about">About the diary</a></ul></header><main><h1>On the {word}</h1><p>{prose}</p></main>'
            f'<footer><p>Kept by the diary keeper since 1990</p></footer></body></html>', encoding="utf-8")
    path = folder / "diary.husk"
    subprocess.run([HUSK, "learn", "-q", *sorted(folder.glob("*.html")), "-o", path], check=True, timeout=10 * SECONDS)
    server = Server(path, *sorted(folder.glob("*.html")))
    yield server
    server.stop()


def test_pages_with_different_body_tags_have_a_template(new_page, bodies_server):
    page = opened(new_page, bodies_server)
    sketch = page.locator(".sketch").inner_text()
    assert [part in sketch for part in ("Header", "All entries", "Footer", "Kept by the diary keeper")] == [True] * 4
    assert page.locator(".sketch .slot").filter(has_text="On the").count() >= 1, "an example of the headline"
    assert page.locator(".history").count() == 0, "one run is no history"
    assert page.watch.seen == []


def test_history_is_plotted(new_page, server):
    page = opened(new_page, server)
    assert page.locator(".plot circle").count() == 3
    assert "2026-02-05" in page.locator(".history").inner_text()


def test_a_page_of_the_site_is_opened(new_page, server):
    page = opened(new_page, server)
    choose(page, "article: journal")
    page.locator(".beside-page").first.get_by_role("button", name="Open").click()
    page.wait_for_selector(".page-view .mark")
    page.wait_for_selector(".page-view .facts dd")
    assert "Class" in page.locator(".page-view .facts").inner_text()


def test_an_archive_is_learned(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address + "/#site")
    page.set_input_files("#learn-files", ROOT / "README.md")
    page.wait_for_selector(".job-panel .notice:not([hidden])")
    page.set_input_files("#learn-files", ROOT / "examples/site.warc.gz")
    page.wait_for_selector(".job")
    page.wait_for_selector(".map-drawing .node")
    assert page.locator(".class-list button").count() >= 3 and page.locator(".job-panel .notice:not([hidden])").count() == 0
    assert page.watch.seen == []


def test_learning_is_watched(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address + "/#site")
    page.set_input_files("#learn-files", sorted((ROOT / "examples/site/journal").glob("*.html")))
    page.wait_for_selector(".job")
    page.locator(".job .chip", has_text="done").first.wait_for()
    page.wait_for_selector(".map-drawing .node")
    assert page.locator(".class-list button").count() >= 1


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def test_a_crawl_is_watched(new_page):
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=ROOT / "examples/site"))
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = Server("--allow-private")
    page = new_page(server.address)
    page.goto(server.address + "/#site")
    page.fill("#crawl-url", f"http://127.0.0.1:{web.server_port}/index.html")
    page.fill("#crawl-pages", "20")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".job")
    page.locator(".job .chip", has_text="done").first.wait_for()
    page.wait_for_selector(".map-drawing .node")
    assert "20 pages" in page.locator(".job").first.inner_text()
    page.wait_for_selector(".beside-page .mark")  # the crawl kept its pages
    assert page.watch.seen == []
    server.stop()
    web.shutdown()


def test_jobs_are_cancelled(new_page):
    """One crawl runs, another waits for it; both are cancelled by their buttons, the waiting one first."""
    free = threading.Event()

    class Slow(Quiet):
        def do_GET(self):
            if self.path not in ("/robots.txt", "/index.html"):
                free.wait(300)
            super().do_GET()

    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Slow, directory=ROOT / "examples/site"))
    web.daemon_threads = True
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = Server("--allow-private", "--concurrent-jobs", "1")
    page = new_page(server.address)
    page.goto(server.address + "/#site")
    for host in ("127.0.0.1", "localhost"):
        page.fill("#crawl-url", f"http://{host}:{web.server_port}/index.html")
        page.get_by_role("button", name="Start").click()
    second, first = page.locator(".job").nth(0), page.locator(".job").nth(1)
    first.get_by_text("running", exact=True).wait_for()
    second.get_by_text("next in the queue").wait_for()
    assert second.locator(".chip").inner_text() == "waiting"
    page.evaluate("""() => { window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value; })).observe({ type: "layout-shift" }); }""")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.shift") == 0, "nothing moves while a job runs"
    for job in (second, first):
        job.get_by_role("button", name="Cancel").click()
        job.get_by_text("cancelled", exact=True).wait_for()
        assert job.get_by_role("button", name="Cancel").count() == 0
        assert job.locator("progress").count() == 0
    page.wait_for_timeout(300)
    assert page.locator(".map-drawing").count() == 0
    assert page.watch.seen == []
    free.set()
    server.stop()
    web.shutdown()


def test_map_is_readable_on_a_narrow_screen(new_page, server):
    """The first class is in view, with letters of at least ten pixels; the whole map is one click away."""
    page = opened(new_page, server, viewport={"width": 390, "height": 844})
    seen = page.evaluate("""() => {
        const map = document.querySelector(".map").getBoundingClientRect(), node = document.querySelector(".map-drawing .node");
        const at = node.getBoundingClientRect(), letters = [...node.querySelectorAll("text")].map((t) => t.getBoundingClientRect().height);
        return { inside: at.left >= map.left - 1 && at.right <= map.right + 1 && at.top >= map.top - 1 && at.bottom <= map.bottom + 1, letters: Math.min(...letters) };
    }""")
    page.locator(".map").screenshot(path=PICTURES / "map-narrow.png")
    assert seen["inside"] and seen["letters"] >= 10, seen
    page.get_by_role("button", name="Whole").click()
    assert page.evaluate("""() => {
        const map = document.querySelector(".map").getBoundingClientRect();
        return [...document.querySelectorAll(".map-drawing .node")].every((n) => { const a = n.getBoundingClientRect(); return a.left >= map.left - 1 && a.right <= map.right + 1; });
    }""")


@pytest.mark.parametrize("name, options", [("site-dark", {"color_scheme": "dark"}), ("site-narrow", {"viewport": {"width": 390, "height": 844}})])
def test_dark_and_narrow(new_page, server, name, options):
    page = opened(new_page, server, **options)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
