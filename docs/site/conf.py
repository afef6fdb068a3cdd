"""The site of pages and public names, `make docs`. Its source is the checkout's root, so that links are GitHub's."""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

project = "PaintBall Mini"
html_title = project
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/api/*.md", "docs/site/recorded-game.md"]
exclude_patterns = [".*", "build", "runs"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.githubpages"]

html_theme = "furo"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 6
highlight_language = "text"
default_role = "py:obj"  # a single backtick in a docstring: a name, linked if it is in the reference

autodoc_default_options = {
    "members": True,
    "inherited-members": "Env,VectorEnv,ParallelEnv,AECEnv,VecEnv,BaseModel,Exception,tuple,dict,Warning",
}
autodoc_mock_imports = ["pyspiel"]  # OpenSpiel is not on every system
autoclass_content = "both"  # the class's words, then its arguments
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False


def for_everybody(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """What Sphinx leaves out for keyboards and screen readers: code that scrolls, levels of headings, true lists."""
    body = context.get("body", "").replace("<pre>", '<pre tabindex="0">')
    body = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
    context["body"] = body.replace("<dl>\n<dd>", '<dl role="presentation">\n<dd>')
    headings = context["furo_navigation_tree"].replace('role="heading"', 'role="heading" aria-level="2"')
    context["furo_navigation_tree"] = headings


def with_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """The landing page is README; what is beside it on the site, by reader, GitHub needn't show."""
    if page == root_doc:
        contents = ROOT / "docs/site/contents.md"
        app.env.note_dependency(str(contents))
        source[0] += contents.read_text("utf-8")


def with_pages(app: Sphinx, error: Exception | None) -> None:
    """Put in what is no page of Sphinx's: the landing page's usual name, and a recorded game in the viewer."""
    from paintball_env import read_record
    from tabletop.show.viewer.page import page, record_data

    if error is None:
        shutil.copy(app.outdir / f"{root_doc}.html", app.outdir / "index.html")
        game = page(record_data(read_record(ROOT / "docs/watching.pbr"), odds=None))
        (app.outdir / "docs/site/game.html").write_text(game, "utf-8")


def as_plain_text(app: Sphinx, kind: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """In a docstring a star is a star (shapes are written `[B, *shape]`), and a page's path leads there."""
    lines[:] = [re.sub(r"docs/([\w-]+)\.md", r":doc:`/docs/\1`", line.replace("*", r"\*")) for line in lines]
    if isinstance(thing, tuple):  # its docstring is that of any tuple
        lines.clear()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_lexer("example", TextLexer)  # examples of the rules pages, which tests play
    app.connect("autodoc-process-docstring", as_plain_text, priority=400)  # before napoleon, which puts in stars
    app.connect("source-read", with_contents)
    app.connect("html-page-context", for_everybody, priority=600)  # after the theme
    app.connect("build-finished", with_pages)
