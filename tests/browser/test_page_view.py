"""test_page_view.py - the page view by its main paths: open, read, compare, move the threshold, take the data away."""
import gzip
import json
import subprocess

import pytest

from conftest import ARTICLE, HUSK, PICTURES, ROOT, Server, open_html, settled


def opened(new_page, server, **options):
    page = new_page(server.address, **options)
    page.goto(server.address + "/")
    open_html(page, ARTICLE.read_text())
    page.wait_for_selector(".mark.main")
    settled(page)
    return page


def number_of(page, text):
    """The block whose text begins so."""
    page.get_by_role("tab", name="Blocks").click()  # the list is made when it is first looked at
    rows = page.locator(".blocks tbody tr").evaluate_all("rows => rows.map(r => [r.dataset.n, r.lastChild.textContent])")
    page.get_by_role("tab", name="Reading").click()
    return next(int(n) for n, shown in rows if shown.startswith(text))


def test_template_is_shaded_and_content_is_read(new_page, bare_server):
    page = opened(new_page, bare_server)
    assert page.locator("h2.title").inner_text() == "The first frost came early"
    assert "Frost in the first half of October" in page.locator(".reading").inner_text()
    assert "Seed shop" not in page.locator(".reading").inner_text()
    labels = [json.loads(line)["label"] for line in subprocess.run([HUSK, "label", "-q", ARTICLE], capture_output=True, text=True, check=True).stdout.splitlines()]
    for label in ("main", "own", "template"):
        marked = page.locator(f".mark.{label}").evaluate_all("marks => marks.map(m => Number(m.dataset.n))")
        assert marked and all(labels[n] == label for n in marked)
    page.screenshot(path=PICTURES / "page-light.png")
    assert page.watch.seen == []


def test_formulas_and_inline_tags_are_read_as_written(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address + "/")
    html = (ROOT / "examples/site/journal/degree-days.html").read_text()
    open_html(page, html.replace("Beans do not care", "Beans<sup>1</sup> of<em> ours:</em>all do not care <b>&lt;img src=x&gt;</b>"))
    page.wait_for_selector(".mark.main")
    formula = page.locator(".reading .formula").first.inner_text()
    assert formula.startswith("$$") and "T_{" in formula
    assert page.locator(".reading sup").inner_text() == "1"
    assert "<em>" not in page.locator(".reading").inner_text() and page.locator(".reading img").count() == 0
    assert page.watch.seen == []


def test_the_picture_of_the_readme(new_page, bare_server):
    """docs/pictures/page-view.png is this picture; scripts/pictures copies it when the view changes."""
    page = opened(new_page, bare_server, viewport={"width": 1200, "height": 780})
    page.check("#borders")
    page.locator(f'.mark[data-n="{number_of(page, "On Sunday night")}"]').hover(force=True)
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "page-view.png")
    assert (ROOT / "docs/pictures/page-view.png").stat().st_size > 10000


def test_hover_on_either_side_marks_both_and_says_why(new_page, bare_server):
    page = opened(new_page, bare_server)
    n = number_of(page, "The courgettes went first")
    page.locator(".reading p", has_text="The courgettes went first").hover()
    assert page.locator(f'.mark[data-n="{n}"].current').count() == 1
    assert "main content" in page.locator(".why").inner_text()
    page.locator("h2.title").hover()
    page.locator(".stage").evaluate("stage => stage.scrollTo(0, 0)")
    first = number_of(page, "On Sunday night")
    page.locator(f'.mark[data-n="{first}"]').hover(force=True)
    assert "On Sunday night" in page.locator(".reading .current").inner_text()
    assert page.locator(".why .meter").count() >= 2
    assert page.locator(".why .path").inner_text().startswith("/html/body")
    home = number_of(page, "Home")
    page.locator(f'.mark[data-n="{home}"]').hover(force=True)
    assert page.locator(".why .chip.template").count() == 1
    assert page.locator(".why .reasons li").count() >= 1


def test_the_marks_lie_on_the_frames_text(new_page, bare_server):
    """The frame can't be looked into by the page's script; the browser's own tools can, and find the texts under their marks."""
    page = opened(new_page, bare_server)
    frame = page.locator("iframe.original").element_handle().content_frame()
    boxes = frame.evaluate("""() => [...document.querySelectorAll('[data-husk]')].map((e) => {
        const r = e.getBoundingClientRect(), f = e.closest('.fold')?.getBoundingClientRect() || { left: -1e9, right: 1e9 };
        return [e.dataset.husk, Math.max(r.left, f.left), r.top, Math.min(r.right, f.right), r.bottom]; }).filter(([, left, , right]) => left < right)""")
    assert len(boxes) > 40
    for n, left, top, right, bottom in boxes:
        mark = page.locator(f'.mark[data-n="{n}"]').evaluate("m => { const b = m.getBBox(); return [b.x, b.y, b.x + b.width, b.y + b.height]; }")
        assert mark[0] <= left + 1 and mark[1] <= top + 2 and mark[2] >= right - 1 and mark[3] >= bottom - 2, (n, mark, (left, top, right, bottom))


def test_the_frame_is_sealed(new_page, bare_server):
    page = opened(new_page, bare_server)
    frame = page.locator("iframe.original")
    assert frame.get_attribute("sandbox") == ""
    assert page.evaluate("() => { try { return document.querySelector('iframe').contentDocument === null; } catch { return true; } }")
    assert page.evaluate("() => { try { document.querySelector('iframe').contentWindow.document; return false; } catch (e) { return e.name; } }") == "SecurityError"


def test_threshold_and_segments(new_page, bare_server):
    page = opened(new_page, bare_server)
    before = page.locator(".mark.template").count()
    page.locator("#threshold").fill("0.99")
    assert page.locator(".mark.template").count() > before
    assert "0.99" in page.locator(".tools .value").inner_text()
    assert page.locator(".reading .gone").count() > 0
    page.get_by_role("button", name="Reset").click()
    assert page.locator(".mark.template").count() == before
    page.check("#borders")
    stroke = page.locator(".border.template").first.evaluate("b => getComputedStyle(b).stroke")
    assert stroke not in ("none", "rgba(0, 0, 0, 0)")


@pytest.mark.parametrize("tab, arguments, ending", [("Markdown", ["--format", "markdown"], "md"), ("JSON", ["--format", "json"], "json")])
def test_tabs_copy_and_download(new_page, bare_server, tab, arguments, ending):
    page = opened(new_page, bare_server, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("tab", name=tab).click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"the-first-frost-came-early.{ending}"
    saved = open(download.value.path(), encoding="utf-8").read()
    assert saved == copied
    program = subprocess.run([HUSK, "extract", "-q", *arguments, "-"], input=ARTICLE.read_bytes(), capture_output=True, check=True).stdout.decode()
    if tab == "Markdown":
        assert saved == program
    else:
        saved, program = json.loads(saved), json.loads(program)
        assert all(saved[key] == program[key] for key in ("text", "title", "kind", "confidence", "date"))


def test_keyboard(new_page, bare_server):
    page = opened(new_page, bare_server)
    page.locator(".stage").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert page.locator(".mark.current").get_attribute("data-n") == "2"
    assert page.locator("#said").inner_text().startswith("template:")
    page.get_by_role("tab", name="Reading").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="Markdown").get_attribute("aria-selected") == "true"
    page.goto(page.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"


def test_a_file_is_chosen_and_dropped(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address + "/")
    page.set_input_files("#file", ROOT / "examples/languages/de.html")
    page.wait_for_selector(".mark")
    german = page.locator("h2.title").inner_text()
    data = page.evaluate_handle("text => { const d = new DataTransfer(); d.items.add(new File([text], 'frost.html', { type: 'text/html' })); return d; }", ARTICLE.read_text())
    page.dispatch_event("body", "drop", {"dataTransfer": data})
    page.wait_for_function("title => document.querySelector('h2.title').textContent !== title", arg=german)
    assert page.locator("h2.title").inner_text() == "The first frost came early"


def test_a_file_is_sent_as_its_bytes(new_page, bare_server, tmp_path):
    text = "<title>春天的花园</title><p>" + "三月的风吹过河边的小路，桃花开了，孩子们在田野里放风筝。" * 4
    (tmp_path / "spring.html").write_bytes(text.encode("gbk"))
    (tmp_path / "spring.html.gz").write_bytes(gzip.compress(text.encode("gbk")))
    page = new_page(bare_server.address)
    for name in ("spring.html", "spring.html.gz"):
        page.goto(bare_server.address + "/")
        page.set_input_files("#file", tmp_path / name)
        page.wait_for_selector(".mark")
        assert page.locator("h2.title").inner_text() == "春天的花园"


def test_opened_pages_are_listed_and_judged_by_their_site(new_page, server):
    page = new_page(server.address)
    page.goto(server.address + "/")
    page.wait_for_selector(".mark")
    assert page.locator("#site").input_value() == "garden"
    assert page.locator("#opened option").first.inner_text() == "about.html"
    first = page.locator("h2.title").inner_text()
    page.select_option("#opened", label="forum/index.html")
    page.wait_for_function("title => document.querySelector('h2.title').textContent !== title", arg=first)


def test_failures_are_said(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address + "/")
    page.fill("#source", "http://127.0.0.1:9/")  # a private address: the server does not fetch it
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice")
    assert page.locator(".notice").inner_text()


def test_a_token_is_taken_from_the_address(new_page):
    server = Server("--token", "sesame")
    page = new_page(server.address)
    page.goto(server.address + "/")
    open_html(page, "<p>Nobody may see this.</p>")
    page.wait_for_selector(".notice")
    page.goto("about:blank")
    page.goto(server.address + "/#token=sesame")
    open_html(page, ARTICLE.read_text())
    page.wait_for_selector(".mark.main")
    assert "sesame" not in page.url
    server.stop()


def test_the_command_lines_page_is_shown(new_page, server):
    page = new_page(server.address)
    page.goto(server.address + "/")
    page.wait_for_selector(".mark")
    assert page.locator("h2.title").inner_text()
    assert page.watch.seen == []


@pytest.mark.parametrize("name, options", [
    ("page-dark", {"color_scheme": "dark"}),
    ("page-narrow", {"viewport": {"width": 400, "height": 860}}),
    ("page-narrow-dark", {"viewport": {"width": 400, "height": 860}, "color_scheme": "dark"}),
])
def test_dark_and_narrow(new_page, bare_server, name, options):
    page = opened(new_page, bare_server, **options)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
    assert page.locator(".mark").count() > 40
    page.screenshot(path=PICTURES / f"{name}.png")


MENU = "".join(f'<li><a href="/{n}">Section {n}</a>' for n in range(12))
PROSE = "".join(f"<p>On day {n} the river rose past the old landing, and the ferryman moved his boats up to the meadow before dark." for n in range(9))


def test_runs_of_template_are_folded(new_page, bare_server):
    page = new_page(bare_server.address)
    page.goto(bare_server.address)
    open_html(page, f"<!DOCTYPE html><title>The ferry</title><nav><ul>{MENU}</ul></nav><main><h1>The ferry</h1>{PROSE}</main>")
    settled(page)
    height = "document.querySelector('.page-view .sheet').clientHeight"
    folded = page.evaluate(height)
    mark = page.locator('.mark[data-n="0"]')
    mark.click(force=True)
    page.wait_for_timeout(250)
    assert page.evaluate(height) > folded + 100, "a click opens the menu"
    page.locator(".page-view .stage").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.wait_for_timeout(250)
    assert page.evaluate(height) == folded
    assert page.watch.seen == []


def test_a_published_method_judges_the_page(new_page, bare_server):
    page = opened(new_page, bare_server)
    with page.expect_response(lambda response: response.url.endswith("/v1/view")) as answer:
        page.select_option("#method", "pagelevel")
    assert json.loads(answer.value.request.post_data)["options"] == {"method": "pagelevel"}
    settled(page)
    page.select_option("#method", "consensus")
    page.wait_for_selector(".notice")
    assert page.locator(".page-view").count() == 0, "a failure replaces the page that was shown"
