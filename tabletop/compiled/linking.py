"""How a compiled function gets into the ones that call it: as code for LLVM alone, without machine code of its own.

Numba makes machine code of every function, although most of ours are never called by Python, and runs LLVM's optimizer
over each of them together with all that it calls. A rule that many rules call is optimized again in each. Here a
function that is called by compiled code is lowered once and linked in as it is. LLVM optimizes and translates only
what Python calls, as a whole. The code is as fast; compiling takes some 60 % of the time and half of the memory.

The largest functions, a decision's effect for example, are part of nearly all that Python calls. These are *shared*:
their machine code is made once, and what calls them finds it by its name. Code that is kept says what it needs so.

This needs parts of Numba that are not public: `compiling` takes it for the versions that it was tried with, no others.

The names of compiled functions, by which the linker finds them, are made unlike in any two processes (`_name_apart`).
"""

import itertools
import os
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core import ir, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.errors import NumbaError, NumbaRuntimeError
from numba.core.typed_passes import AnnotateTypes

from tabletop.compiled import shortcuts
from tabletop.compiled.interrupts import interruptible

ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba's names of environments begin: of a function's Python constants
PARTS = {"getitem", "static_getitem"}  # operations that give a part of an array, or a copy, which Numba has to count
# A variable in all code that calls shared code. By its name Numba's own cache (`numba.njit(cache=True)` around a rule)
# doesn't keep that: it doesn't load what is needed, and a later process would call what isn't there.
MARK = "numba.dynamic.globals.shared"


def _name_apart() -> None:
    """Let the names of functions that this process compiles be those of no other process.

    Numba puts a function's number and the number of each record type into the name; both are counted in each process
    from 1.  So two processes can give one name to the code for two types of record.  Kept in a cache and loaded
    together by a third process, the linker takes one for the other, and the game goes wrong without a word.
    """
    counter: Any = FunctionIdentity
    counter._unique_ids = itertools.count(random.SystemRandom().getrandbits(60))


_name_apart()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_name_apart)


class Shared(NamedTuple):
    """Machine code that others call."""

    function: tuple[str, str]  # its module, its name there
    arguments: tuple[Any, ...]  # their types
    name: str  # under which the linker finds it


SHARED: dict[tuple[str, str], Callable[[], Any]] = {}  # what returns the dispatcher of each shared function
TOLD: list[Callable[[], None]] = []  # called, once, before a process compiles its first function
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=TOLD.clear)  # workers say nothing


def _needed(libraries: Iterable[Any]) -> Iterator[Shared]:
    """What code is called by its name where these are linked in."""
    for library in libraries:
        if hasattr(library, "shared"):
            yield library.shared
        elif hasattr(library, "needs"):
            yield from library.needs
        else:  # a loop over all cores
            yield from _needed(library._linking_libraries)


def is_there(need: Shared) -> bool:
    """Load what is needed, or compile it; False: it isn't under that name, what calls it has to be compiled again."""
    made = SHARED.get(need.function)
    if made is None:
        return False
    dispatcher = made()
    try:
        dispatcher.compile(need.arguments)
    except (NumbaError, TypeError):  # it takes other arguments now: a file beside a bot's was edited
        return False
    return bool(dispatcher.overloads[need.arguments].library.shared.name == need.name)


class _Library(JITCodeLibrary):
    needs: tuple[Shared, ...] = ()

    def _optimize_functions(self, module: Any) -> None:
        # Numba goes through those that are only declared, too.
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def _finalize_dynamic_globals(self) -> None:
        # What the mark is against doesn't concern our own cache.
        super()._finalize_dynamic_globals()
        self._dynamic_globals = [name for name in self._dynamic_globals if name != MARK]


class CalledLibrary(_Library):
    """The code of a function that is called by compiled code alone."""

    @property
    def codegen(self) -> Any:
        """Numba's, but it sets no environments: these are where the machine code is (`EntryLibrary`)."""
        return WithoutEnvironments(self._codegen)

    def finalize(self) -> None:
        """Link in what is called; nothing is optimized, nothing translated."""
        self._raise_if_finalized()
        self.needs = tuple(dict.fromkeys(_needed(self._linking_libraries)))
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is no machine code to point to."""
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """What is kept in the cache."""
        self._ensure_finalized()
        return self.name, "linked", self._final_module.as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, bytes]) -> "CalledLibrary":
        library = cls(codegen, state[0])
        library._final_module = llvm.parse_bitcode(state[2])
        library._finalize_dynamic_globals()
        library._finalized = True
        return library


class WithoutEnvironments:
    """Numba's maker of machine code, for code that has none of its own."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""

    def unserialize_library(self, state: Any) -> CalledLibrary:
        """A library out of the cache."""
        return CalledLibrary._unserialize(self._codegen, state)


class EntryLibrary(_Library):
    """The code of a function that Python calls."""

    def finalize(self) -> None:
        """Link, optimize, translate, and let all that is linked in find its environment."""
        self.needs = tuple(dict.fromkeys(_needed(self._linking_libraries)))
        super().finalize()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and (environment := lookup_environment(variable.name)):
                self.codegen.set_env(variable.name, environment)


class SharedLibrary(EntryLibrary):
    """The machine code of a function that compiled code calls; nothing of it is linked into that."""

    shared: Shared

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        empty = self._codegen._create_empty_module(self.name)
        return llvm.parse_assembly(f'{empty}\n@"{MARK}" = weak_odr constant i8 0\n')


@register_pass(mutates_CFG=False, analysis_only=True)
class _LeaveOutCounting(AnalysisPass):
    """A function that owns no array counts no references: that would take some 6 % of the time of play.

    Arrays that are handed in, and views of them, belong to the caller for as long as the call lasts. A function owns
    what calls return to it, and keeps alive what it returns: where there is such an array, references are counted.
    Other ways to own one, by an operator or a list, Numba refuses without the counting; then it is compiled again.
    """

    _name = "leave_out_counting"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Let the code be made without the counting, where that is safe; it says that nothing was changed."""
        if not _may_own(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


def _may_own(state: Any) -> bool:
    """Whether a function may own an array, or something else that is counted; `state` is Numba's, after typing."""

    def is_counted(kind: Any) -> bool:
        return bool(state.targetctx.data_model_manager[kind].contains_nrt_meminfo())

    def is_lent(kind: Any) -> bool:
        parts: Any = kind
        if isinstance(kind, types.BaseTuple):  # of tuples, too
            return all(map(is_lent, parts))
        return isinstance(kind, types.Array) or not is_counted(kind)

    # A generator, an error with values, and Python called from compiled code may hold what they are given.
    statements = [statement for block in state.func_ir.blocks.values() for statement in block.body]
    python = ir.DynamicRaise | ir.DynamicTryRaise | ir.Print
    if state.func_ir.is_generator or any(isinstance(each, python) for each in statements):
        return True
    if any(isinstance(kind, types.ObjModeDispatcher) for kind in state.typemap.values()):
        return True
    made = [state.return_type]
    for node, signature in state.calltypes.items():
        whole = state.typemap[node.value.name] if getattr(node, "op", "") in PARTS else None
        is_part = isinstance(whole, types.Array | types.Record | types.BaseTuple) and is_lent(whole)
        if signature is not None and not is_part:
            made.append(signature.return_type)
    return not all(map(is_lent, state.args)) or any(map(is_counted, made))


class _Compiler(Compiler):
    counts = False  # references, in any case

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._given = given

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, and ours."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        if not self.counts and not self.state.flags.auto_parallel.enabled:
            passes.add_pass_after(_LeaveOutCounting, AnnotateTypes)
        passes.finalize()
        return [passes]

    def compile_extra(self, func: Any) -> Any:
        """Compile."""
        while TOLD:
            TOLD.pop()()
        with interruptible(), shortcuts.without_callbacks():
            try:
                return super().compile_extra(func)
            except NumbaRuntimeError:  # Numba can't do without the counting here
                counting = type(self)(*self._given)
                counting.counts = True
                return Compiler.compile_extra(counting, func)


class CalledCompiler(_Compiler):
    """Compiles what compiled code calls."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags.no_cpython_wrapper = self.state.flags.no_cfunc_wrapper = True
        self.state.library = CalledLibrary(self.state.targetctx.codegen(), "called")


class SharedCompiler(_Compiler):
    """Compiles what compiled code calls by its name."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags.no_cpython_wrapper = self.state.flags.no_cfunc_wrapper = True
        self.state.library = SharedLibrary(self.state.targetctx.codegen(), "shared")
        self.state.library.enable_object_caching()

    def compile_extra(self, func: Any) -> Any:
        """Compile, and note under which name."""
        return with_name(super().compile_extra(func))


def with_name(result: Any) -> Any:
    """Return a compiled function that notes under which name others call it."""
    function = result.fndesc.modname, result.fndesc.qualname
    result.library.shared = Shared(function, tuple(result.signature.args), result.fndesc.llvm_func_name)
    return result


class EntryCompiler(_Compiler):
    """Compiles what Python calls. It counts, for all that it calls: an error may hold on to an array."""

    counts = True

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags.no_cfunc_wrapper = True
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), "entry")
        self.state.library.enable_object_caching()
