"""test_report.py - the same views from one file, with nothing beside it and no network."""
import subprocess

from conftest import ARTICLE, HUSK, PICTURES, ROOT, settled


def made(tmp_path, *options):
    path = tmp_path / "report.html"
    subprocess.run([HUSK, "report", "-q", *map(str, options), ARTICLE.relative_to(ROOT), "-o", path], cwd=ROOT, check=True, timeout=120)
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
    assert page.locator(".columns tbody tr").count() >= 3
    page.screenshot(path=PICTURES / "report-site.png", full_page=True)
    assert page.watch.seen == []
