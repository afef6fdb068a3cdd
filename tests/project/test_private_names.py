"""Do modules leave the private attributes of other modules' objects alone?"""

import ast

from tests import ROOT

PACKAGES = ("tabletop", "paintball_env", "octagon_ball", "beat_to_quarters", "state_of_war", "agents")
FOREIGN = {"_asdict", "_fields", "_make", "_replace", "_config", "_lock"}  # of named tuples, multiprocessing, llvmlite


def private_attributes(tree, own):
    """Those of `self` and `cls` if `own`, else those of all other names and expressions, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            if (ast.unparse(node.value) in ("self", "cls", "super()")) == own:
                yield node.attr, node.lineno


def given(tree):
    """The private names that a module's classes give to their objects, and its functions."""
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name[0] == "_"}
    return functions | {name for name, _ in private_attributes(tree, own=True)}


def test_no_module_uses_a_private_attribute_that_only_other_modules_objects_have():
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    trees = {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    names = {path: given(tree) for path, tree in trees.items()}
    ours = set().union(*names.values()) - FOREIGN  # what other packages keep to themselves isn't meant
    assert [
        f"{path}:{line} {name}"
        for path, tree in trees.items()
        for name, line in private_attributes(tree, own=False)
        if name in ours - names[path]
    ] == []
