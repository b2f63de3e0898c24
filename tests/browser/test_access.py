"""test_access.py - axe-core finds nothing in any view, light and dark; everything can be done by keyboard alone."""
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import ARTICLE, HUSK, ROOT, Server, open_html, settled


def violations(page):
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).response["violations"]
    return [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_welcome_and_page_view(new_page, bare_server, scheme):
    page = new_page(bare_server.address, color_scheme=scheme, bypass_csp=True)
    page.goto(bare_server.address + "/")
    assert violations(page) == []
    open_html(page, ARTICLE.read_text())
    settled(page)
    page.locator('.mark[data-n="15"]').hover(force=True)
    for tab in ("Reading", "Markdown", "JSON", "Blocks", "Methods"):
        page.get_by_role("tab", name=tab).click()
        if tab == "Methods":
            page.wait_for_selector(".methods table")
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


def test_lists_and_comparisons(new_page, site_file, tmp_path):
    """What only several pages, or several site files, show: a report's list, and two files side by side."""
    pages = sorted((ROOT / "examples/site/shop").glob("*.html"))[:4]
    report, other = tmp_path / "report.html", tmp_path / "other.husk"
    subprocess.run([HUSK, "report", "-q", "--site", site_file, *pages, "-o", report], check=True, timeout=120)
    page = new_page(report.as_uri(), bypass_csp=True, viewport={"width": 390, "height": 844})
    page.goto(report.as_uri())
    assert page.locator(".page-list tbody tr").count() == 4 and violations(page) == [] and fits(page)
    subprocess.run([HUSK, "learn", "-q", ROOT / "examples/site/journal", "-o", other], check=True, timeout=120)
    server = Server(site_file, other)
    page = new_page(server.address, bypass_csp=True)
    page.goto(server.address + "/#site")
    page.get_by_role("tab", name="Compare").click()
    page.wait_for_selector(".comparison table, .comparison-place .hint:not(:text('Loading'))")
    assert violations(page) == []
    server.stop()


def fits(page):
    """Nothing is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_narrow(new_page, server):
    page = new_page(server.address, viewport={"width": 390, "height": 844})
    page.goto(server.address + "/#site")
    page.wait_for_selector(".beside-page .mark")
    for tab in ("Pages", "Records"):
        page.get_by_role("tab", name=tab).click()
        assert fits(page), tab
    page.goto(server.address + "/#page")
    settled(page)
    for tab in ("Reading", "Markdown", "JSON", "Blocks", "Methods"):
        page.get_by_role("tab", name=tab).click()
        assert fits(page), tab


# All that can be used, once; of a row of tabs the chosen one, which arrow keys leave.
USABLE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]')).map((e, i) => { e.dataset.usable = i; return i; })"""


def unreached(page):
    """What Tab does not come to, or comes to without showing it."""
    waiting = set(page.evaluate(USABLE))
    page.evaluate("document.activeElement.blur()")
    for _ in range(2 * len(waiting) + 10):
        page.keyboard.press("Tab")
        at = page.evaluate("""() => { const e = document.activeElement, s = getComputedStyle(e);
            const label = e.id && document.querySelector(`label[for="${e.id}"].button`), shown = label ? getComputedStyle(label) : s;
            return [e.dataset.usable, shown.outlineStyle !== 'none' || e.matches('.map, .node, main')]; }""")
        if at[0] is not None and at[1]:
            waiting.discard(int(at[0]))
    return [page.locator(f'[data-usable="{i}"]').evaluate("e => e.outerHTML.slice(0, 120)") for i in sorted(waiting)]


def test_everything_is_reached_by_keyboard(new_page, server):
    page = new_page(server.address)
    page.goto(server.address + "/#site")
    page.wait_for_selector(".beside-page .mark")
    assert unreached(page) == []
    page.get_by_role("tab", name="Records").click()
    page.wait_for_selector(".records tbody tr")
    assert unreached(page) == []
    page.goto(server.address + "/#page")
    settled(page)
    assert unreached(page) == []
