"""Can reports be read on screens of any width?"""

from tabletop.rate.matches.html_page import cells, document, table
from tests.browser import browser

__all__ = ["browser"]  # a fixture


def test_names_in_wide_tables_stay_whole_and_the_table_scrolls(browser, tmp_path):
    heads = ["agent", *(f"what it is {number}" for number in range(20))]
    names = ("careful", "trained:/home/somebody/somewhere/runs/a-long-name/agent")
    rows = [cells([name, *["-1087 to -157"] * 20]) for name in names]
    (tmp_path / "page.html").write_text(document("a report", [table(heads, rows)]))
    for width in (1280, 390):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto((tmp_path / "page.html").as_uri())
        # By letters "careful" would take seven lines; a name that is too long takes some.
        short, long = (page.locator("td:first-child").nth(k).bounding_box() for k in range(2))
        assert short["height"] < 40 and long["height"] < 160 and long["width"] < 250
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()
