"""In which line does each key of TOML, and each entry of a list, begin?"""

import tomllib

import pytest

from tabletop.base.errors import told_line
from tabletop.base.toml_lines import lines_of
from tests import ROOT

FILES = [path for folder in ("*/scenarios", "configs", "*/configs") for path in sorted(ROOT.glob(f"{folder}/*.toml"))]
WILD = r'''
a = 1  # [b]
b = [
  "]", 'x # [', [2, 3],  # [
  { c = "}", d = [4,
    5] }, """
e = 6
[e]
""", 1979-05-27 07:32:00,
]
"f.g".h = { i = 7 }

[[j]]  # ["
k = \'\'\'
l = 8\'\'\'
[j.m]
n = 9
[[j]]
k = """"a"""""
o = 10
[[j.p]]
[[j.p]]
q = 11
[ r . s ]
t = [
]
'''.replace("\\", "")


def paths(data, head=()):
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*head, str(key))
        yield from paths(value, (*head, str(key)))


@pytest.mark.parametrize("text", [WILD, *(path.read_text(encoding="utf-8") for path in FILES)])
def test_every_key_has_its_line(text):
    lines, rows = lines_of(text), text.splitlines()
    assert set(lines) == set(paths(tomllib.loads(text)))
    for key, line in lines.items():
        assert key[-1].isdigit() or key[-1] in rows[line - 1], key


@pytest.mark.parametrize(
    ("key", "line"),
    [("a", 2), ("b", 3), ("b.0", 4), ("b.2", 4), ("b.2.1", 4), ("b.3.d.1", 6), ("b.4", 6), ("b.5", 9), ("j", 13),
     ("j.0.k", 14), ("j.0.m.n", 17), ("j.1", 18), ("j.1.o", 20), ("j.1.p.1.q", 23), ("r", 24), ("r.s.t", 25),
     ("a.x", 2), ("b.3.x", 5), ("j.1.x", 18), ("x", 0)],
)  # fmt: skip
def test_the_lines_are_right(key, line):
    assert told_line(WILD, key.split(".")) == (f" (line {line})" if line else "")
