"""`paintball scenarios`: the presets at a glance, or one of them with its board and numbers."""

import json
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False)

CHAPTERS = ("experts", "grenades", "blind_spots")  # switches that add a chapter of the rules


@app.command()
def scenarios(
    name: Annotated[str, typer.Argument(help="Preset or .toml file; left out: all presets.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all presets, or show one: its board, its teams and the numbers of its rules."""
    from paintball_env.scenario import Scenario, presets

    try:
        if not name:
            rows = [facts(Scenario.load(preset)) for preset in presets()]
            _print_json(rows) if as_json else _table(rows)
            return
        scenario = Scenario.load(name)
        if as_json:
            whole = json.loads(scenario.to_json())
            _print_json(facts(scenario) | {"digest": scenario.digest(), "scenario": whole})
        else:
            _show(scenario)
    except (ValueError, OSError) as error:
        typer.echo(f"scenarios: {error}", err=True)
        raise typer.Exit(1) from None


def facts(scenario: Any) -> dict[str, Any]:
    """What one wants to know of a scenario before choosing it, as plain data."""
    from paintball_env.observation import ENCODINGS, Encoding
    from paintball_env.rules.board import parse_map
    from paintball_env.scenario import BOARDS

    hexes = len(scenario.board_map.names)
    known = [board for board, drawing in BOARDS.items() if parse_map(drawing).text == scenario.map]
    return {
        "name": scenario.name,
        "title": scenario.title,
        "board": known[0] if known else "its own",
        "hexes": hexes,
        "red": scenario.red.figures,
        "blue": scenario.blue.figures,
        "objective": scenario.objective,
        "chapters": [chapter.replace("_", " ") for chapter in CHAPTERS if getattr(scenario.rules, chapter)],
        "setup": scenario.setup,
        "turns": scenario.rules.max_turns,
        "actions": scenario.actions,
        "observation": {name: list(Encoding(scenario, name).shape) for name in ENCODINGS},
    }


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=1, ensure_ascii=False))


def _table(rows: list[dict[str, Any]]) -> None:
    lines = [("name", "board", "teams", "wins", "chapters", "set-up", "turns", "actions", "observation")]
    lines += [
        (
            *(row["name"], f"{row['board']}, {row['hexes']} hexes", f"{row['red']}:{row['blue']}", row["objective"]),
            *(", ".join(row["chapters"]) or "basic", row["setup"], str(row["turns"]), str(row["actions"])),
            str(row["observation"]["vector"][0]),
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        words = [word.ljust(width) for word, width in zip(line[:6], widths, strict=False)]
        numbers = [word.rjust(width) for word, width in zip(line[6:], widths[6:], strict=True)]
        typer.echo("  ".join(words + numbers))


def _show(scenario: Any) -> None:
    import sys

    from paintball_env import render
    from paintball_env.start import start_record


    row = facts(scenario)
    typer.echo(f"{row['name']}: {row['title']}\n{scenario.description}\n")
    planes = " x ".join(map(str, row["observation"]["planes"]))
    for title, value in (
        ("board", f"{row['board']}, {row['hexes']} hexes"),
        ("teams", f"Red {row['red']}, Blue {row['blue']}"),
        ("wins", row["objective"]),
        ("chapters", ", ".join(row["chapters"]) or "the basic game"),
        ("set-up", row["setup"]),
        ("actions", row["actions"]),
        ("observation", f"{row['observation']['vector'][0]} numbers, or planes {planes}"),
        ("cover", f"each places {scenario.cover.soft} soft and {scenario.cover.hard} hard"),
    ):
        typer.echo(f"{title:12} {value}")
    typer.echo("\n[rules]")
    for key, value in json.loads(scenario.to_json())["rules"].items():
        if value is None:  # it follows from the rest of the scenario
            value = getattr(scenario, key)
        usual = type(scenario.rules).model_fields[key].default
        changed = "" if value in (usual, list(usual) if isinstance(usual, tuple) else usual) else "   # not the usual"
        typer.echo(f"{key} = {json.dumps(value)}{changed if usual is not None else ''}")
    drawing = render.render_ansi(scenario, start_record(scenario), colour=sys.stdout.isatty())
    board = drawing.split("\n\n")[1:]
    typer.echo("\n" + "\n\n".join(board), nl=False)
