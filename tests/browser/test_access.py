"""test_access.py - axe-core finds nothing serious, in either view, light and dark."""
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import ARTICLE, HUSK, open_html, settled


def violations(page):
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).response["violations"]
    return [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_welcome_and_page_view(new_page, bare_server, scheme):
    page = new_page(bare_server.address, color_scheme=scheme, bypass_csp=True)
    page.goto(bare_server.address + "/")
    assert violations(page) == []
    open_html(page, ARTICLE.read_text())
    settled(page)
    page.locator('.mark[data-n="15"]').hover(force=True)
    for tab in ("Reading", "Markdown", "JSON", "Blocks"):
        page.get_by_role("tab", name=tab).click()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_site_view(new_page, server, scheme):
    page = new_page(server.address, color_scheme=scheme, bypass_csp=True)
    page.goto(server.address + "/#site")
    page.wait_for_selector(".beside-page .mark")
    assert violations(page) == []
    page.get_by_role("tab", name="Records").click()
    page.wait_for_selector(".records tbody tr, .columns tbody tr")
    assert violations(page) == []


def test_the_check_can_fail(new_page):
    page = new_page("about:")
    page.set_content("<html lang=en><title>x</title><main><h1>x</h1><img src='data:,'><button></button></main>")
    assert {"image-alt", "button-name"} <= {name for name, _ in violations(page)}


def test_report(new_page, site_file, tmp_path):
    report = tmp_path / "report.html"
    subprocess.run([HUSK, "report", "-q", "--site", site_file, ARTICLE, "-o", report], check=True, timeout=120)
    page = new_page(report.as_uri(), bypass_csp=True)
    page.goto(report.as_uri())
    settled(page)
    assert violations(page) == []
