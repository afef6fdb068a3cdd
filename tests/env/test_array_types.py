"""Do annotations say what docstrings say about arrays?"""

import ast
import re

from tests import ROOT

PACKAGES = ("tabletop", "paintball_env", "octagon_ball", "agents")
ARRAY = re.compile(r"\b(?:u?int(?:8|16|32|64)|float(?:32|64)|bool) ?\[")


def vague_arrays(function):
    """The parameters of a function, and `return`, that are annotated as anything though its docstring has a dtype."""
    text = ast.get_docstring(function) or ""
    if "tensor" in text:  # of PyTorch, which isn't imported for its type's sake
        return []
    summary, _, returns = re.sub(r"(?s)\n *Raises:.*", "", text).partition("Returns:")
    told = {"return": re.sub(r"(?s)\n *Args:.*", "", summary) + returns}
    told |= dict(re.findall(r"(?m)^ *(\w+): (.*)$", text))
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    annotations = {parameter.arg: parameter.annotation for parameter in parameters} | {"return": function.returns}
    return [
        name
        for name, annotation in annotations.items()
        if isinstance(annotation, ast.Name) and annotation.id in ("Any", "Array") and ARRAY.search(told.get(name, ""))
    ]


def test_arrays_whose_docstring_names_their_dtype_are_not_annotated_as_anything():
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}: {name}"
        for path in paths
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for name in vague_arrays(function)
    ] == []
