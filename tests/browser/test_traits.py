"""test_traits.py - sites with traits of the live web: one page, no links, many classes, from right to left, other letters, two dates."""
import json
import random
import subprocess

import pytest

from conftest import HUSK, PICTURES, SECONDS, Server, settled

WORDS = "frost beans gate well lantern meadow orchard ladder kettle barrow hedge sparrow".split()
TAGS = "article section blockquote details dl figure ul ol form fieldset aside pre center address".split()


def prose(seed, n=9):
    return " ".join(f"The {WORDS[(seed + k) % 12]} of day {seed * 7 + k} stood by the {WORDS[(seed * 5 + k) % 12]}." for k in range(n))


def document(title, body, attributes=""):
    menu = "".join(f'<li><a href="/{word}/">{word}</a>' for word in WORDS[:5])
    return (f'<!DOCTYPE html><html{attributes}><head><title>{title}</title></head><body><header><nav><ul>{menu}</ul></nav></header><main><h1>{title}</h1>{body}</main>'
            f"<footer><p>Kept by the diary keeper since 1990</p></footer></body></html>")


def one_page():
    return {"http://one.example/": document("The only page", f"<p>{prose(1)}</p><p>{prose(2)}</p>")}


def no_links():
    return {f"http://plain.example/{i}": f"<title>{word}</title><body class=p{i}><h1>On the {word}</h1><p>{prose(i)}</p><p>Filed under weather</p>" for i, word in enumerate(WORDS)}


def many_classes():
    """Forty kinds of page, each with a shape of its own and links to the next ones; learning finds them all."""
    pages, names = {}, [first + second for first in ("red", "green", "blue", "brown", "grey") for second in ("bird", "fish", "tree", "stone", "house", "river", "road", "cloud")]
    for kind, name in enumerate(names):
        dice = random.Random(kind)
        shape = [[dice.choice(TAGS) for _ in range(dice.randint(1, 3))] for _ in range(dice.randint(4, 12))]
        links = "".join(f'<li><a href="/{names[(kind + k) % 40]}/{k}">{names[(kind + k) % 40]}</a>' for k in range(1, 4))
        for i in range(12):
            parts = "".join("".join(f'<{tag} class="{name}-{tag}{n}">' for tag in tags) + f"<p>{prose(kind * 5 + i + n, 2)}</p>" + "".join(f"</{tag}>" for tag in reversed(tags))
                            for n, tags in enumerate(shape))
            pages[f"http://many.example/{name}/{i}"] = (f'<!DOCTYPE html><title>{name} {i}</title><body id="{name}"><h1>{name} {i}</h1>{parts}<ol class="more">{links}</ol>'
                                                        "<footer><p>Kept by the diary keeper since 1990</p></footer>")
    return pages


def arabic():
    words = "الصقيع الفاصوليا البوابة البئر الفانوس المرج البستان السلم".split()
    return {f"http://rtl.example/{i}": document(f"عن {word}", f"<p>{' '.join(words[(i + k) % 8] for k in range(40))}.</p>" * 2, ' dir="rtl" lang="ar"') for i, word in enumerate(words)}


def chinese():
    words = "霜冻 豆子 大门 水井 灯笼 草地 果园 梯子".split()
    return {f"http://zh.example/{i}": document(f"关于{word}", f"<p>{'，'.join(words[(i + k) % 8] for k in range(40))}。</p>" * 2, ' lang="zh"') for i, word in enumerate(words)}


SITES = {"one": one_page, "plain": no_links, "many": many_classes, "rtl": arabic, "zh": chinese}


def learned(folder, name, pages):
    archive, site = folder / f"{name}.jsonl", folder / f"{name}.husk"
    archive.write_text("".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages.items()), encoding="utf-8")
    subprocess.run([HUSK, "learn", "-q", archive, "-o", site], check=True, timeout=10 * SECONDS)
    return site, archive


@pytest.fixture(scope="module", params=sorted(SITES))
def traits(request, tmp_path_factory):
    files = learned(tmp_path_factory.mktemp(request.param), request.param, SITES[request.param]())
    server = Server(*files)
    yield request.param, server
    server.stop()


def test_a_site_is_shown(new_page, traits):
    """The map, a template with the frame's texts, an example page, and its records; nothing is wider than the window."""
    name, server = traits
    page = new_page(server.address)
    page.goto(server.address + "/#site")
    page.wait_for_selector(".beside-page .mark")
    page.wait_for_timeout(300)
    classes = page.locator(".class-list button").count()
    assert page.locator(".map-drawing .node").count() == classes >= (40 if name == "many" else 1)
    sketch = page.locator(".sketch-place").inner_text()
    assert ("learned from one page" if name == "one" else "Filed under weather" if name == "plain" else "Kept by the diary keeper") in sketch
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    directions = page.locator(".beside-page iframe").evaluate_all("frames => frames.map((f) => /class=.page. dir=.rtl/.test(f.srcdoc))")
    assert all(directions) if name == "rtl" else not any(directions)
    letters = page.locator(".map-drawing .node text").first.bounding_box()["height"]
    assert letters <= 26, f"a map of {classes} classes is not blown up"
    page.screenshot(path=PICTURES / f"traits-{name}.png", full_page=True)
    page.get_by_role("tab", name="Records").click()
    page.wait_for_selector(".records-place table, .records-place .hint")
    assert page.locator(".records-place .notice").count() == 0
    assert page.watch.seen == []


def test_links_in_pages_are_arrows(new_page, traits):
    name, server = traits
    page = new_page(server.address)
    page.goto(server.address + "/#site")
    page.wait_for_selector(".map-drawing .node")
    assert (page.locator(".map-drawing .edge").count() >= 16) == (name == "many")


@pytest.fixture(scope="module")
def two_dates(tmp_path_factory):
    """One site twice: the second time with another footer, and the headline below the text."""
    folder = tmp_path_factory.mktemp("dates")
    before = {f"http://diary.example/{i}": document(f"On the {word}", f"<p>{prose(i)}</p><p>Written by hand</p>") for i, word in enumerate(WORDS)}
    after = {url: html.replace("since 1990", "and friends").replace("</main>", "<p>All rights kept</p></main>") for url, html in before.items()}
    files = [learned(folder, "diary-before", before)[0], *learned(folder, "diary-after", after)]
    server = Server(*files)
    yield server
    server.stop()


def test_two_dates_are_compared(new_page, two_dates):
    page = new_page(two_dates.address)
    page.goto(two_dates.address + "/#site/diary-before")
    page.wait_for_selector(".class-list button")
    page.get_by_role("tab", name="Compare").click()
    page.wait_for_selector(".comparison")
    text = page.locator(".comparison").inner_text()
    assert "since 1990" in text and "and friends" in text and "all rights kept" in text
    assert "1 gone" in text and "written by hand" not in text
    page.screenshot(path=PICTURES / "compare.png", full_page=True)
    assert page.watch.seen == []


def test_methods_are_compared(new_page, traits):
    name, server = traits
    if name != "rtl":
        pytest.skip("one site is enough")
    page = new_page(server.address)
    page.goto(server.address)
    settled(page)
    page.get_by_role("tab", name="Methods").click()
    page.wait_for_selector(".methods table")
    assert page.locator(".methods thead th").all_inner_texts()[1] == "Husk" and page.locator(".methods thead th").count() == 6
    page.check("#every-block")
    rows = page.locator(".methods tbody tr").count()
    assert rows > 3 and page.locator(".methods .chip").count() > rows
    rows = page.locator(".methods tbody tr")
    rows.nth(2).hover()
    assert page.locator(".mark.current").count() == 1
    page.screenshot(path=PICTURES / "methods.png")
    assert page.watch.seen == []
