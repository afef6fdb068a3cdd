"""Which compiled functions count the references to the arrays that they are given: only those that need to.

Numba counts them in each function that is given an array, with operations that all cores take part in; in a game that
was a tenth of the time. A function that makes no array and returns none only borrows what it is given: its caller holds
that until it returns. So it has nothing to count. Like `linking`, this needs parts of Numba that are not public.
"""

import copy
from typing import Any

from numba import literal_unroll
from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass

# What makes no reference of its own.
STATEMENTS = ir.Del, ir.Jump, ir.Branch, ir.Return, ir.StaticRaise, ir.SetAttr, ir.SetItem, ir.StaticSetItem
# Another name for what is held already; `_is_part` knows of parts.
NAMES = "cast", "phi", "build_tuple"
VIEWS = "T", "real", "imag"  # attributes of an array


@register_pass(mutates_CFG=False, analysis_only=True)
class BorrowArrays(AnalysisPass):
    """Switches counting off for a function that owns nothing; it has to run before lowering."""

    _name = "borrow_arrays"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at the function's types; nothing of it is changed."""
        if not _owns(state):
            context, counting = state.targetctx, copy.copy(state.targetctx)  # of this function alone
            vars(context).pop("nrt", None)  # was made for a function that counts
            context.enable_nrt = False
            # What Python hands over is held all the same: a function that is called may keep a part of it.
            context.create_cpython_wrapper = counting.create_cpython_wrapper
        return False


def _owns(state: Any) -> bool:
    """Whether a function may hold a reference that nobody holds for it; where in doubt, it does."""
    models, typemap = state.targetctx.data_model_manager, state.typemap

    def is_counted(kind: Any) -> bool:
        return bool(models[kind].contains_nrt_meminfo())

    def counted(*variables: Any) -> bool:
        return any(is_counted(typemap[variable.name]) for variable in variables)

    def is_strange(kind: Any) -> bool:
        """Whether a type is counted, and neither an array nor made of arrays."""
        if not is_counted(kind) or isinstance(kind, types.Array):
            return False
        if isinstance(kind, types.Optional):
            return is_strange(kind.type)
        parts: Any = kind
        return not isinstance(kind, types.BaseTuple) or any(map(is_strange, parts))

    def is_owned(value: Any, target: Any) -> bool:
        if not isinstance(value, ir.Expr):  # an argument, a constant, another name
            return False
        if value.op == "call":
            kind = typemap[value.func.name]
            if getattr(kind, "typing_key", None) is literal_unroll:  # gives back what it was given
                return False
            given = value.func, *value.args, *dict(value.kws).values(), *([value.vararg] if value.vararg else [])
            if isinstance(kind, types.Dispatcher) and not isinstance(kind, types.ObjModeDispatcher):
                given = ()  # a function, which borrows or counts by itself
            return counted(target, *(each for each in given if not _is_text(typemap[each.name])))
        index = value.index if value.op == "getitem" else value.index_var if value.op == "static_getitem" else None
        if index is not None and counted(index):  # parts are picked, and copied
            return True
        return counted(target) and value.op not in NAMES and not _is_part(value, typemap)

    if state.func_ir.is_generator or is_counted(state.return_type) or any(map(is_strange, state.args)):
        return True
    if any(is_strange(kind) and not _is_text(kind) for kind in typemap.values()):
        return True
    for block in state.func_ir.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                if is_owned(statement.value, statement.target):
                    return True
            elif not isinstance(statement, STATEMENTS):
                return True
            elif isinstance(statement, (ir.SetAttr, ir.SetItem, ir.StaticSetItem)):
                index = (statement.index,) if isinstance(statement, ir.SetItem) else ()
                if counted(statement.value, *index):
                    return True
    return False


def _is_part(value: Any, typemap: Any) -> bool:
    """Whether an expression is a view, or a part of something that holds arrays: counted as a whole."""
    if value.op not in ("getattr", "getitem", "static_getitem", "typed_getitem", "exhaust_iter"):
        return False
    whole = typemap[value.value.name]
    if value.op == "getattr" and isinstance(whole, types.Array):
        return value.attr in VIEWS or isinstance(whole.dtype, types.Record)
    if value.op == "exhaust_iter":
        return isinstance(whole, types.BaseTuple)
    return isinstance(whole, (types.Array, types.BaseTuple, types.Record, types.Module))


def _is_text(kind: Any) -> bool:
    """Whether these are names of fields: constants, which nobody counts."""
    if isinstance(kind, (types.Tuple, types.UniTuple)):
        return all(map(_is_text, kind))
    return isinstance(kind, types.UnicodeType)
