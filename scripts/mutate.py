"""Break the rules on purpose, one small fault at a time, and see whether the chapter's tests notice.

    python scripts/mutate.py --seed 1 --mutants 300 --state runs/mutants.jsonl
    python scripts/mutate.py --game octagon --mutants 200
    python scripts/mutate.py --game naval --mutants 250
    python scripts/mutate.py --game war --mutants 250
    python scripts/mutate.py --game table --mutants 150
    python scripts/mutate.py --game core --mutants 60

Mutants are spread over the game's rules, and what PaintBall's use of the core, by lines of code; those of the core over
the tables, the generator, chance and boards that every game may use. Each is tried on a
copy of the tree with the chapter's tests, as plain Python; where the chapter notes events, with those of the events
too. It has three times the processor time that these tests take without a fault, which is measured first (one that runs
for ever counts as noticed).
An interrupted run goes on where it was. Mutants that change nothing that can be seen are listed by hand in
scripts/equivalent_mutants.txt and don't count.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
RULES = {
    "paintball": Path("paintball_env/rules"),
    "table": Path("paintball_env/on_table/rules"),
    "octagon": Path("octagon_ball/rules"),
    "naval": Path("beat_to_quarters/rules"),
    "war": Path("state_of_war/rules"),
    "core": Path("tabletop/game"),
}
# Of their tests, in tests/.
FOLDERS = {
    "paintball": ("paintball/", "paintball/rules/"),
    "table": ("twins/", "paintball/on_table/"),
    "octagon": ("octagon_ball/",),
    "naval": ("beat_to_quarters/", "twins/"),
    "war": ("state_of_war/", "twins/"),
    "core": ("game/",),
}
CORE = Path("tabletop/game")
PACKAGES = ("tabletop", "paintball_env", "octagon_ball", "beat_to_quarters", "state_of_war")
EQUIVALENT = ROOT / "scripts" / "equivalent_mutants.txt"
PATIENCE = 3  # times the processor time of the tests without a fault
LEAST = 10  # seconds of processor time that any mutant has

# The tests of each chapter, the likeliest to notice first.
PAINTBALL_CHAPTERS = {
    "acts": "shooting sentries grenades charges shoot_out turns ends setup setup_experts",
    "board": "board terrain works cover blind_spots",
    "chance": "dice charges shoot_out setup setup_experts turns ends",
    "charges": "charges shoot_out suppression turns ends",
    "charging": "charges shoot_out suppression turns ends",
    "clouds": "grenades setup setup_experts",
    "dice": "dice charges shoot_out setup setup_experts turns ends grenades misfires",
    "entry": "points setup setup_experts legal",
    "events": "shooting aim misfires in_the_way charges shoot_out grenades setup setup_experts turns ends",
    "figure_states": "figure_states points suppression turns ends",
    "figures": "points turns ends flags sentries charges shoot_out marking misfires blind_spots",
    "flags": "flags turns ends setup setup_experts",
    "grenades": "grenades setup setup_experts",
    "ground": "works sentries cover shooting blind_spots marking flags setup",
    "in_the_way": "in_the_way cover shooting aim grenades",
    "hexes": "board lines terrain cover",
    "legal": "legal points setup setup_experts charges shoot_out grenades shooting aim sentries flags turns ends"
    " suppression",
    "marshals": "marking misfires works order turns ends",
    "moving": "points aim works blind_spots sentries suppression flags terrain legal",
    "numbering": "actions points order setup setup_experts sentries",
    "placing": "setup setup_experts blind_spots",
    "play": "setup setup_experts charges shoot_out sentries turns ends grenades shooting aim dice",
    "setup": "setup setup_experts blind_spots grenades",
    "shooting": "shooting aim misfires in_the_way suppression sentries grenades",
    "sight": "shooting aim works cover blind_spots terrain in_the_way",
    "steps": "points works flags charges legal",
    "state": "shooting aim setup setup_experts board",
    "terrain": "board terrain works cover",
    "turns": "turns ends flags order misfires grenades",
    "volleys": "shooting aim in_the_way grenades",
    "walks": "marking misfires works order",
}

# On the table all chapters are held to the same cases, to the twin, and to the table turned by half.
TABLE_CHAPTERS = dict.fromkeys(
    ("charging", "clouds", "ground", "in_the_way", "numbering", "placing", "steps", "table_acts", "volleys", "walks"),
    "paintball_table",
)

OCTAGON_CHAPTERS = {
    "actions": "match passes moves tackles reachable",
    "board": "board passes match",
    "figures": "moves interceptions tackles board",
    "moving": "moves match",
    "passes": "interceptions passes moves random_play",
    "play": "moves match tackles passes interceptions",
    "setup": "match story random_play",
    "tackles": "tackles story random_play",
    "turns": "match moves tackles passes",
}
# The rules of ships meet in most cases, so random play and the twin, which take longest, come last for all; `odds`
# before them.
NAVAL_CHAPTERS = {
    "actions": "sailing gunnery boarding command anchors options setup naval",
    "anchors": "anchors random_play naval",
    "boarding": "boarding options random_play naval",
    "command": "command options random_play naval",
    "damage": "damage gunnery options odds random_play naval",
    "drift": "command anchors random_play naval",
    "formations": "squadrons random_play naval",
    "grappling": "gunnery sailing random_play naval",
    "grounding": "sailing anchors command random_play naval",
    "gunnery": "gunnery options damage odds random_play naval",
    "lines": "squadrons random_play naval",
    "loads": "options random_play naval",
    "moments": "sailing gunnery options squadrons random_play naval",
    "phases": "sailing command options squadrons random_play naval",
    "sailing": "sailing anchors options squadrons random_play naval",
    "setup": "setup scenario notation random_play naval",
    "ships": "sailing damage command symmetry options random_play naval",
    "sight": "gunnery options odds random_play naval",
    "squadrons": "squadrons random_play naval",
    "tables": "gunnery options sailing command odds random_play naval",
    "turns": "command boarding options setup random_play naval",
    "victory": "command boarding damage sailing random_play naval",
}
# As with ships; the twin and random play come last.
WAR_CHAPTERS = {
    "actions": "setup charging",
    "beside": "charging",
    "blows": "melee",
    "bounds": "bounds",
    "charging": "charging",
    "cover": "cover shooting",
    "detaching": "forms",
    "dice": "shooting melee morale",
    "figures": "moving forms sight charging melee positions",
    "forced": "charging morale",
    "forms": "forms",
    "gaps": "shooting",
    "goals": "charging bounds",
    "ground": "moving forms sight cover charging",
    "harm": "shooting melee morale",
    "lines": "moving shooting",
    "loading": "loading waiting shooting",
    "melee": "melee",
    "morale": "morale",
    "moving": "moving charging",
    "ordered": "moving forms shooting",
    "pairs": "melee",
    "places": "forms",
    "pressing": "charging melee",
    "ranks": "melee shooting",
    "setup": "setup scenario",
    "shooting": "shooting waiting",
    "sight": "sight bounds shooting",
    "spotting": "spotting sight waiting setup",
    "stragglers": "forms charging",
    "tidying": "turns waiting positions",
    "turns": "turns positions waiting setup",
    "under_way": "moving charging waiting",
    "victory": "victory morale positions",
    "waiting": "waiting moving",
    "ways": "moving forms charging",
}
WAR_CHAPTERS = {module: f"{names} state_of_war random_play" for module, names in WAR_CHAPTERS.items()}
CORE_MODULES = {
    "action_table": "action_table engine",
    "actions": "action_table",
    "blocks": "blocks",
    "contests": "contests",
    "headings": "headings blocks",
    "hex_grid": "hex_grid",
    "open_table": "open_table",
    "places": "hex_grid squares open_table",
    "squares": "squares",
    "urns": "urns",
}
CHAPTERS = {
    "paintball": PAINTBALL_CHAPTERS,
    "table": TABLE_CHAPTERS,
    "octagon": OCTAGON_CHAPTERS,
    "naval": NAVAL_CHAPTERS,
    "war": WAR_CHAPTERS,
    "core": CORE_MODULES,
}

# Those of the events, but for what takes long as plain Python and would see nothing else than the others.
EVENTS = [f"paintball/test_events{part}.py" for part in ("", "_turned", "_followed")]
TOO_LONG = (
    "test_every_kind_comes_up or test_the_story_never_fails or (test_every_change and (battle or basic))"
    " or test_many_tangents or test_tangents_are_the_same_interpreted or test_every_preset_and_switch"
    " or test_whole_small_battles"
)


def file_of(game: str, module: str) -> Path:
    """A module's file, relative to the project's folder."""
    path = RULES[game] / f"{module}.py"
    return path if (ROOT / path).exists() else CORE / f"{module}.py"


def tests_of(game: str, module: str) -> list[str]:
    """The files of a chapter's tests, relative to tests/: those of the rules, and where there are any those beside."""
    names = [f"test_{name}.py" for name in CHAPTERS[game][module].split()]
    places = [folder + name for name in names for folder in FOLDERS[game] if (ROOT / "tests" / folder / name).exists()]
    if len({Path(place).name for place in places}) < len(names):
        raise FileNotFoundError(f"{module}: not all of {', '.join(names)} are in tests/")
    if game != "paintball":
        return places
    notes = "note(" in (ROOT / file_of(game, module)).read_text(encoding="utf-8") or module == "events"
    return places + (EVENTS if notes else [])


COMPARE = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr}


def variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The faults that can be put in place of a node, each with its description."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARE:
        variant = copy.deepcopy(node)
        variant.ops[0] = COMPARE[type(node.ops[0])]()
        yield f"{ast.unparse(node)} -> {ast.unparse(variant)}", variant
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        variant = copy.deepcopy(node)
        variant.op = ARITHMETIC[type(node.op)]()
        yield f"{ast.unparse(node)} -> {ast.unparse(variant)}", variant
    elif isinstance(node, ast.BoolOp):
        variant = copy.deepcopy(node)
        variant.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"{ast.unparse(node)} -> {ast.unparse(variant)}", variant
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)} -> {ast.unparse(node.operand)}", node.operand
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} -> {not node.value}", ast.Constant(not node.value)
    elif isinstance(node, (ast.Assign, ast.AugAssign)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield f"without {ast.unparse(node)}", ast.Pass()


class Swap(ast.NodeTransformer):
    """Puts one node in place of another, found by its number in `ast.walk` order."""

    def __init__(self, target: ast.AST, other: ast.AST) -> None:
        self.target, self.other = target, other

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace the target, leave the rest."""
        if node is self.target:
            return ast.copy_location(self.other, node)
        return self.generic_visit(node)


def candidates(path: Path) -> list[tuple[int, str]]:
    """Line and description of every fault of a module: in functions, and in the numbers at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    mutants = []
    for node in _inside(tree):
        mutants += [(node.lineno, words) for words, _ in variants(node)]  # type: ignore[attr-defined]
    return mutants


def _inside(tree: ast.Module) -> Iterator[ast.AST]:
    for top in tree.body:
        for function in top.body if isinstance(top, ast.ClassDef) else [top]:
            for statement in function.body if isinstance(function, ast.FunctionDef) else ():
                yield from ast.walk(statement)


def broken(path: Path, line: int, words: str) -> str:
    """The module's text with this fault."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in _inside(tree):
        for description, variant in variants(node):
            if (node.lineno, description) == (line, words):  # type: ignore[attr-defined]
                return ast.unparse(ast.fix_missing_locations(Swap(node, variant).visit(tree)))
    raise LookupError(f"{path}:{line}: {words}")


def sample(game: str, seed: int, number: int) -> list[dict[str, object]]:
    """So many mutants, spread over the modules by their lines of code, the same for the same seed and sources."""
    rng = random.Random(seed)
    modules = sorted(ROOT / file_of(game, name) for name in CHAPTERS[game])
    pools = {path: candidates(path) for path in modules}
    lines = {path: len({line for line, _ in pool}) for path, pool in pools.items()}
    total = sum(lines.values())
    mutants: list[dict[str, object]] = []
    for path, pool in pools.items():
        share = min(len(set(pool)), -(-number * lines[path] // total))
        for line, words in sorted(rng.sample(sorted(set(pool)), share)):
            mutants.append({"game": game, "module": path.stem, "line": line, "fault": words})
    rng.shuffle(mutants)
    return mutants


def name_of(mutant: dict[str, object]) -> str:
    """What a mutant is called in the list of equivalent ones: with its line's text; edits move its number.

    Behind the text of a line that has come before in the module there is which one it is: ` #2`.
    """
    game, module = str(mutant["game"]), str(mutant["module"])
    lines = (ROOT / file_of(game, module)).read_text(encoding="utf-8").splitlines()
    *lines_before, text = [line.strip() for line in lines[: int(str(mutant["line"]))]]
    suffix = f" #{lines_before.count(text) + 1}" if text in lines_before else ""
    head = module if game == "paintball" else f"{game} {module}"
    return f"{head}: {mutant['fault']}: {text}{suffix}"


def run_tests(tree: Path, tests: list[str], seconds: int) -> subprocess.CompletedProcess[bytes]:
    """Run these files of tests in this tree, as plain Python, within so much processor time."""

    def limit() -> None:
        # Not the clock's time: what else the machine does must not decide.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    files = [f"tests/{name}" for name in tests]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    command += ["-k", f"not ({TOO_LONG})", *files]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tree)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False, preexec_fn=limit)


def time_of(tree: Path, name: str) -> float:
    """Seconds of processor time that a file of tests takes without a fault; RuntimeError if it fails."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    if (process := run_tests(tree, [name], 3600)).returncode != 0:
        raise RuntimeError(f"{name} fails without a fault:\n{process.stdout.decode()}")
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def try_one(tree: Path, mutant: dict[str, object], seconds: int) -> str:
    """`killed`, `timeout` or `survived`."""
    game, module = str(mutant["game"]), str(mutant["module"])
    target = tree / file_of(game, module)
    original = target.read_text(encoding="utf-8")
    target.write_text(broken(target, int(str(mutant["line"])), str(mutant["fault"])), encoding="utf-8")
    start = time.monotonic()
    try:
        process = run_tests(tree, tests_of(game, module), seconds)
    finally:
        target.write_text(original, encoding="utf-8")
    result = "survived" if process.returncode == 0 else "killed"
    if process.returncode == -signal.SIGXCPU:
        result = "timeout"
    mutant["seconds"] = round(time.monotonic() - start, 1)
    return result


def main() -> int:
    """Run the mutants; exit 1 when fewer than 90 % are noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(CHAPTERS), default="paintball")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--state", type=Path, help="where the results are kept; runs/mutants.jsonl, or runs/GAME-….jsonl"
    )
    options = parser.parse_args()
    game = options.game
    if options.state is None:
        options.state = ROOT / "runs" / ("mutants.jsonl" if game == "paintball" else f"{game}-mutants.jsonl")
    mutants = sample(game, options.seed, options.mutants)
    equivalent = {line.strip() for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if line[:1] not in "#\n"}
    options.state.parent.mkdir(parents=True, exist_ok=True)
    results, times = {}, {}
    if options.state.exists():
        for text in options.state.read_text(encoding="utf-8").splitlines():
            entry = json.loads(text)
            if "tests" in entry:
                times[entry["tests"]] = entry["seconds"]
                continue
            results[(entry["module"], entry["line"], entry["fault"])] = entry
    todo = [m for m in mutants if (m["module"], m["line"], m["fault"]) not in results and name_of(m) not in equivalent]
    print(f"{len(mutants)} mutants, seed {options.seed}: {len(todo)} to try", flush=True)
    trees: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as folder, options.state.open("a", encoding="utf-8") as file:
        for i in range(options.jobs):
            tree = Path(folder) / f"tree{i}"
            for part in (*PACKAGES, "agents", "tests", "docs", "pyproject.toml"):
                if (ROOT / part).is_dir():
                    shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / part, tree / part)
            trees.put(tree)
        # Each file once, one after the other, before all else: what children have taken is known of all together.
        modules = sorted({str(mutant["module"]) for mutant in todo})
        for name in sorted({name for module in modules for name in tests_of(game, module)} - times.keys()):
            times[name] = time_of(tree, name)
            file.write(json.dumps({"tests": name, "seconds": round(times[name], 1)}) + "\n")
            file.flush()
        limits = {
            module: max(LEAST, round(PATIENCE * sum(times[name] for name in tests_of(game, module))))
            for module in modules
        }
        print(f"seconds of processor time that a mutant has: {limits}", flush=True)

        def work(mutant: dict[str, object]) -> dict[str, object]:
            tree = trees.get()
            try:
                result = try_one(tree, mutant, limits[str(mutant["module"])])
                return {**mutant, "result": result, "seconds": mutant.get("seconds")}
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(options.jobs) as pool:
            for number, entry in enumerate(pool.map(work, todo), 1):
                file.write(json.dumps(entry) + "\n")
                file.flush()
                results[(entry["module"], entry["line"], entry["fault"])] = entry
                if entry["result"] == "survived":
                    print(f"survived {entry['module']}.py:{entry['line']}: {entry['fault']}", flush=True)
                if number % 20 == 0:
                    print(f"{number} of {len(todo)}", flush=True)
    return report(mutants, results, equivalent)


def report(mutants: list[dict[str, object]], done: dict[object, dict[str, object]], equivalent: set[str]) -> int:
    """The table of modules, and the share noticed."""
    rows: dict[str, list[int]] = {}
    for mutant in mutants:
        row = rows.setdefault(str(mutant["module"]), [0, 0, 0])
        if name_of(mutant) in equivalent:
            row[2] += 1
            continue
        row[0] += 1
        row[1] += done[(mutant["module"], mutant["line"], mutant["fault"])]["result"] != "survived"
    for module, (count, killed, same) in sorted(rows.items()):
        print(f"{module:10} {killed:4} of {count:4} noticed" + (f", {same} equivalent" if same else ""))
    count, killed = sum(row[0] for row in rows.values()), sum(row[1] for row in rows.values())
    print(f"{killed} of {count} noticed: {100 * killed / max(1, count):.1f} %")
    return 0 if killed >= 0.9 * count else 1


if __name__ == "__main__":
    raise SystemExit(main())
