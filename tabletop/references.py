"""Which compiled functions count the references to the arrays that they are given: only those that need to.

Numba counts them in each function that is given an array, with operations that all cores take part in; in a game that
was a tenth of the time. A function that makes no array and returns none only borrows what it is given: its caller holds
that until it returns. So it has nothing to count. Like `linking`, this needs parts of Numba that are not public.
"""

from typing import Any

from numba import literal_unroll
from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass

# What makes no reference of its own.
STATEMENTS = ir.Del, ir.Jump, ir.Branch, ir.Return, ir.StaticRaise, ir.SetAttr, ir.SetItem, ir.StaticSetItem
# Another name for what is held already, or for a part of it.
PARTS = "getattr", "getitem", "static_getitem", "typed_getitem", "cast", "phi", "build_tuple", "exhaust_iter"


@register_pass(mutates_CFG=False, analysis_only=True)
class BorrowArrays(AnalysisPass):
    """Switches counting off for a function that owns nothing; it has to run before lowering."""

    _name = "borrow_arrays"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at the function's types; nothing of it is changed."""
        if not _owns(state):
            vars(state.targetctx).pop("nrt", None)  # was made for a function that counts
            state.targetctx.enable_nrt = False  # of the copy that this function alone is lowered with
        return False


def _is_text(kind: Any) -> bool:
    """Whether these are names of fields: constants, which nobody counts."""
    if isinstance(kind, (types.Tuple, types.UniTuple)):
        return all(map(_is_text, kind))
    return isinstance(kind, types.UnicodeType)


def _owns(state: Any) -> bool:
    """Whether a function may hold a reference that nobody holds for it; where in doubt, it does."""
    counts, typemap = state.targetctx.data_model_manager, state.typemap

    def counted(*variables: Any) -> bool:
        return any(counts[typemap[variable.name]].contains_nrt_meminfo() for variable in variables)

    def owned(value: Any, target: Any) -> bool:
        if not isinstance(value, ir.Expr):
            return False
        if value.op == "call":
            kind = typemap[value.func.name]
            if getattr(kind, "typing_key", None) is literal_unroll:  # gives back what it was given
                return False
            if isinstance(kind, types.Dispatcher):  # a rule, which borrows in its turn
                return counted(target)
            given = value.func, *value.args, *dict(value.kws).values()
            return counted(target, *(each for each in given if not _is_text(typemap[each.name])))
        if value.op == "getitem" and counted(value.index):
            return True
        return value.op not in PARTS and counted(target)

    if state.func_ir.is_generator or counts[state.return_type].contains_nrt_meminfo():
        return True
    for block in state.func_ir.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                if owned(statement.value, statement.target):
                    return True
            elif not isinstance(statement, STATEMENTS):
                return True
            elif isinstance(statement, (ir.SetAttr, ir.SetItem, ir.StaticSetItem)):
                index = (statement.index,) if isinstance(statement, ir.SetItem) else ()
                if counted(statement.value, *index):
                    return True
    return False
