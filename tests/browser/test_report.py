"""test_report.py - the same views from one file, with nothing beside it and no network."""
import subprocess

from conftest import ARTICLE, HUSK, PICTURES, ROOT, settled


def made(tmp_path, *options, pages=(ARTICLE.relative_to(ROOT),)):
    path = tmp_path / "report.html"
    subprocess.run([HUSK, "report", "-q", *map(str, options), *pages, "-o", path], cwd=ROOT, check=True, timeout=600)
    assert len(pages) > 1 or path.stat().st_size < 300_000
    return path.as_uri()


def test_page_alone(new_page, tmp_path):
    address = made(tmp_path)
    page = new_page(address)
    page.context.set_offline(True)
    page.goto(address)
    settled(page)
    assert page.title() == "The first frost came early – Husk"
    assert page.locator(".opener").count() == 0 and page.locator('[data-view="site"]').is_hidden()
    page.locator(".reading p").nth(1).hover()
    assert page.locator(".mark.current").count() == 1
    page.locator("#threshold").fill("0.9")
    assert page.locator(".mark.template").count() > 0
    page.screenshot(path=PICTURES / "report.png")
    assert page.watch.seen == []


def test_printed(new_page, tmp_path):
    """On paper: white, without tools, and with the marks on the texts at the paper's width."""
    address = made(tmp_path)
    page = new_page(address, color_scheme="dark")
    page.goto(address)
    settled(page)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".bar").is_hidden() and page.locator(".reading").is_visible()
    width = page.locator(".sheet").bounding_box()["width"]
    assert 500 < width < 700 and page.locator(".overlay").get_attribute("width") == str(round(width))
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(251, 250, 247)"
    page.screenshot(path=PICTURES / "report-paper.png", full_page=True)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".sheet").bounding_box()["width"] != width
    assert page.watch.seen == []


def test_page_and_site(new_page, tmp_path, site_file):
    address = made(tmp_path, "--site", site_file)
    page = new_page(address)
    page.context.set_offline(True)
    page.goto(address)
    settled(page)
    assert "Class" in page.locator(".facts").inner_text()
    page.get_by_role("link", name="Site").click()
    page.wait_for_selector(".map-drawing .node.chosen")
    page.wait_for_selector(".beside-page .mark")
    assert page.locator(".sketch .slot").count() >= 3
    page.get_by_role("tab", name="Records").click()
    assert page.locator(".records tbody tr").count() == 1 and page.locator(".records thead th").count() >= 3
    page.screenshot(path=PICTURES / "report-site.png", full_page=True)
    assert page.watch.seen == []


def test_many_pages(new_page, tmp_path, site_file):
    """One file: a list that is filtered and sorted, pages that it opens, the site with their records; a share of a report per page."""
    pages = sorted(path.relative_to(ROOT) for path in (ROOT / "examples/site/shop").glob("*.html"))
    address = made(tmp_path, "--site", site_file, pages=pages)
    assert (tmp_path / "report.html").stat().st_size < 200_000 + 60_000 * len(pages)
    page = new_page(address)
    page.context.set_offline(True)
    page.goto(address)
    rows = page.locator(".page-list tbody tr")
    assert rows.count() == len(pages)
    page.screenshot(path=PICTURES / "report-pages.png")
    page.fill("#filter", "poppy")
    assert 0 < rows.count() < len(pages) and f"of {len(pages)}" in page.locator(".page-list output").inner_text()
    title = rows.first.locator("td").first.inner_text()
    rows.first.get_by_role("link").click()
    settled(page)
    assert page.locator(".page-view .title").inner_text() == title
    page.get_by_role("link", name="Site").click()
    page.wait_for_selector(".beside-page .mark")
    page.locator(".class-list button", has_text="product").click()
    page.get_by_role("tab", name="Records").click()
    assert page.locator(".records tbody tr").count() >= 3
    page.locator(".records tbody a").nth(1).click()
    settled(page)
    page.emulate_media(media="print")
    assert page.locator(".bar").is_hidden() and page.locator(".reading").is_visible()
    page.screenshot(path=PICTURES / "report-print.png", full_page=True)
    assert page.watch.seen == []
