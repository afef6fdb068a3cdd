"""Does docs/training.md list every key of a run's configuration with its true default?"""

import re

import pytest
from pydantic_core import PydanticUndefined

pytest.importorskip("sb3_contrib")

from paintball_env.definition import PAINTBALL
from tabletop.learn.training.config import Section, model
from tests import ROOT

PAGE = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")


def sections():
    """The parts of a configuration by name; the empty name: what stands in none."""
    yield "", model(PAINTBALL)
    for name, field in model(PAINTBALL).model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield name, field.annotation


def defaults(model):
    """The keys of a part with their defaults, as the page writes them."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            continue
        default = field.default
        if default is PydanticUndefined:
            shown = "must be given"
        elif default is None:
            shown = "none"
        elif isinstance(default, tuple):
            shown = "`" + str(list(default)).replace("'", '"') + "`"
        elif isinstance(default, dict):
            shown = "`{" + ", ".join(f"{key} = {value}" for key, value in default.items()) + "}`"
        else:
            shown = f"`{str(default).lower() if isinstance(default, bool) else default}`"
        yield name, shown


@pytest.mark.parametrize(("name", "model"), list(sections()), ids=lambda value: value if isinstance(value, str) else "")
def test_the_page_lists_every_key_with_its_default(name, model):
    heading = f"### `[{name}]`" if name else "### At the top"
    part = PAGE.split(heading + "\n")[1].split("\n#")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", part, re.MULTILINE)) == dict(defaults(model))
