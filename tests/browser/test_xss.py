"""test_xss.py - hostile pages, shown in the web page and in a report: nothing of them runs, loads, opens or covers anything.

The pages of xss/ call alert('xss'), or ask for something of the host xss.invalid. Every one of them is also a page that the browser
would open by itself: that some of them run there at once is the test's own test."""
import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import Error

from conftest import HUSK, SECONDS, Watch, open_html, settled

PAGES = sorted((pathlib.Path(__file__).parent / "xss").glob("*.html"))


def provoke(page):
    """Hover, focus and click what a person may touch, over the frame and beside it."""
    places = page.evaluate("""() => ['.mark', '.reading [data-blocks]'].flatMap((what) => [...document.querySelectorAll(what)].slice(0, 3)).map((e) => {
        const box = e.getBoundingClientRect(); return [box.left + 6, box.top + 6]; }).filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight)""")
    for x, y in places:
        page.mouse.move(x, y)
    if places:
        page.mouse.click(*places[0])
    page.locator(".stage").focus()
    for key in ("ArrowDown", "Enter", "Tab"):
        page.keyboard.press(key)
    page.evaluate("() => { const tabs = [...document.querySelectorAll('.page-view [role=tab]')]; [...tabs, tabs[0]].forEach((tab) => tab.click()); }")
    links = page.evaluate("() => [...document.querySelectorAll('.reading a')].map((a) => a.protocol)")
    assert set(links) <= {"http:", "https:", "mailto:"}


def nothing_happened(page, address):
    assert page.watch.seen == []
    assert page.url.split("#")[0].rstrip("/") == address.rstrip("/")
    frame = page.locator("iframe.original")
    assert frame.get_attribute("sandbox") == ""
    inside = frame.element_handle().content_frame()
    bad = inside.evaluate("""() => [...document.querySelectorAll('*')].filter((e) => /^(script|iframe|frame|object|embed|link|base|form|input|svg|math|img|video|audio|template)$/i.test(e.localName)
        || [...e.attributes].some((a) => /^on|^style$|href|src|action/i.test(a.name))).map((e) => e.outerHTML.slice(0, 100))""")
    assert bad == []
    assert page.evaluate("() => document.querySelectorAll('script:not([src]):not([type]), [onclick], [onerror], [onload]').length") == 0


def test_there_are_enough_pages():
    assert len(PAGES) >= 60


# These run by themselves wherever they are opened; the others wait for a click, load from elsewhere, or aim at those who clean HTML.
AT_ONCE = ("script", "script-uppercase", "script-in-svg", "img-onerror", "svg-onload", "body-onload", "details-ontoggle", "iframe-srcdoc",
           "media-onerror", "style-ends-early", "comment-tricks", "noscript-mutation", "meta-policy")


def test_the_watch_sees_what_runs(browser):
    """Opened as themselves, in a browser of their own, they do run."""
    bare = browser.browser_type.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox", "--disable-gpu"])
    page = bare.new_page()
    page.watch = Watch(page, "file:")
    caught = []
    for path in PAGES:
        if path.stem in AT_ONCE:
            page.watch.seen.clear()
            try:
                page.goto(path.as_uri(), wait_until="commit")
            except Error:
                pass  # a dialog came in between
            for _ in range(50):
                if not page.watch.seen:
                    page.wait_for_timeout(100)
            caught += [path.stem] if page.watch.seen else []
    bare.close()
    assert sorted(caught) == sorted(AT_ONCE)


@pytest.fixture(scope="module")
def one_page(browser):
    """One tab for all of them: opening it costs more than what it is for."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.watch = Watch(page, "about:")
    yield page
    context.close()


@pytest.fixture(scope="module")
def shown(one_page, bare_server):
    one_page.watch.allowed = bare_server.address
    one_page.goto(bare_server.address + "/")
    return one_page


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_in_the_web_page(shown, bare_server, path):
    shown.watch.seen.clear()
    open_html(shown, path.read_text(encoding="utf-8", errors="surrogateescape").encode("utf-8", "replace").decode())
    settled(shown)
    provoke(shown)
    shown.wait_for_timeout(100)
    nothing_happened(shown, bare_server.address)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_in_a_report(one_page, path, tmp_path):
    report = tmp_path / "report.html"
    subprocess.run([HUSK, "report", "-q", path, "-o", report], check=True, timeout=60)
    one_page.watch.seen.clear()
    one_page.watch.allowed = report.as_uri()
    one_page.goto(report.as_uri())
    settled(one_page)
    provoke(one_page)
    one_page.wait_for_timeout(100)
    nothing_happened(one_page, report.as_uri())
