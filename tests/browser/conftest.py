"""conftest.py - a browser, a server on loopback, and a look-out for everything that must not happen."""
import os
import pathlib
import re
import subprocess
import threading

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
HUSK = os.environ["HUSK"]
PICTURES = pathlib.Path(os.environ["HUSK_PICTURES"])
ARTICLE = ROOT / "examples/site/journal/first-frost.html"
SECONDS = 60  # for anything; the program may run under sanitizers on a busy machine


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # --no-sandbox: Chromium's own sandbox can't start in most containers, nor as root. What is tested is the page's.
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Server:
    """`husk serve` with INPUTS; `address` ends in no slash."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([HUSK, "serve", "--port", "0", "--log", "none", *map(str, arguments)], cwd=ROOT,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []
        self.address = None
        for line in self.process.stdout:
            self.lines.append(line)
            found = re.search(r"http://[^\s#]+", line)
            if found:
                self.address = found[0].rstrip("/")
                break
        assert self.address, "".join(self.lines)
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def stop(self):
        self.process.terminate()
        assert self.process.wait(SECONDS) == 0, "".join(self.lines)


@pytest.fixture(scope="session")
def site_file(tmp_path_factory):
    """The example site, crawled, then learned from twice more: a map, records and a history."""
    path = tmp_path_factory.mktemp("site") / "garden.husk"
    subprocess.run([HUSK, "crawl", "-q", "examples/site/index.html", "-o", path], cwd=ROOT, check=True, timeout=10 * SECONDS)
    for date in ("2026-01-05", "2026-02-05"):
        subprocess.run([HUSK, "learn", "-q", "--date", date, "examples/site", "-o", path], cwd=ROOT, check=True, timeout=10 * SECONDS)
    return path


@pytest.fixture(scope="session")
def server(site_file):
    server = Server(site_file, "examples/site")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def bare_server():
    server = Server()
    yield server
    server.stop()


class Watch:
    """What a page did that it must not do."""

    def __init__(self, page, allowed):
        self.seen = []
        self.allowed = allowed
        page.on("dialog", self.dialog)
        page.on("pageerror", lambda error: self.seen.append(f"error {error}"))
        page.on("request", self.request)
        page.on("popup", lambda popup: self.seen.append(f"window {popup.url}"))

    def dialog(self, dialog):
        self.seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def request(self, request):
        if not request.url.startswith((self.allowed, "data:", "blob:", "about:")):
            self.seen.append(f"request {request.url}")


@pytest.fixture
def new_page(browser):
    """new_page(allowed address, **context options) -> page, with page.watch."""
    contexts = []

    def make(allowed, **options):
        context = browser.new_context(viewport={"width": 1360, "height": 900}, accept_downloads=True, **options) if "viewport" not in options \
            else browser.new_context(accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        page.watch = Watch(page, allowed)
        return page

    yield make
    for context in contexts:
        context.close()


def open_html(page, html):
    """Give the page view some HTML, as a person who pastes it."""
    page.fill("#source", html)
    with page.expect_response(lambda response: response.url.endswith("/v1/view")):
        page.click("button.primary")


def settled(page):
    """Wait until the frame is drawn and its blocks are measured."""
    page.wait_for_selector(".page-view .overlay")
    page.wait_for_function("document.querySelector('.page-view .stage').clientWidth > 0")
    page.wait_for_timeout(250)
