"""The configuration of a training run: TOML, validated, no unknown keys. `--set a.b=c` changes single values."""

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tabletop.agents.registry import check_once, opponents
from tabletop.base.errors import MOST_WEIGHT, in_words
from tabletop.base.files import parse_toml, read_text
from tabletop.game.definition import GameDefinition
from tabletop.rate.matches.pairs import MOST

Share = Annotated[float, Field(gt=0, le=1)]
Positive = Annotated[int, Field(gt=0)]
Weight = Annotated[float, Field(ge=0)]
Pairs = Annotated[int, Field(gt=0, le=MOST)]


class ConfigError(ValueError):
    """The mistakes in a configuration, one line for each."""


class Section(BaseModel):
    """A part of the configuration: unknown keys and values of another type are refused; it is immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Learner(Section):
    """PPO's own settings."""

    games: Positive = Field(default=256, description="games played side by side")
    steps: Positive = Field(
        default=64,
        description="decisions in each game between two updates: of the policy's team with `maskable-ppo`, of both "
        "teams together with `scoring` and `zero`",
    )
    batch: Annotated[int, Field(gt=1)] = Field(
        default=2048, description="decisions in a minibatch; it must divide games × steps"
    )
    epochs: Positive = Field(
        default=3,
        description='passes over the decisions in an update; with `algorithm = "scoring"` the update stops after '
        "a pass whose last minibatch has an estimated KL divergence above 0.03",
    )
    learning_rate: Annotated[float, Field(gt=0)] = Field(default=5e-4, description="at the start")
    final_learning_rate: Weight = Field(default=1e-4, description="after `total_steps`; linear in between")
    gamma: Share = Field(default=0.997, description="discount per decision, counted as for `steps`")
    gae_lambda: Share = Field(
        default=0.95,
        description="lambda of generalised advantage estimation (Schulman et al., 2016), per decision, counted as for "
        "`steps`",
    )
    clip: Annotated[float, Field(gt=0, lt=1)] = Field(
        default=0.2, description="of PPO's probability ratio (Schulman et al., 2017)"
    )
    entropy: Weight = Field(default=0.01, description="weight of the entropy bonus at the start")
    final_entropy: Weight = Field(default=0.002, description="after `total_steps`; linear in between")
    value: Weight = Field(default=0.5, description="weight of the value loss")
    max_grad_norm: Annotated[float, Field(gt=0)] = Field(
        default=0.5, description="gradients with a larger norm are scaled down to it"
    )
    trunk: tuple[Positive, ...] = Field(
        default=(256,), description='hidden layers that policy and value share; only with `algorithm = "maskable-ppo"`'
    )
    net: tuple[Positive, ...] = Field(
        default=(128,), description="hidden layers after these, separate for policy and value; likewise"
    )
    activation: Literal["tanh", "relu"] = Field(
        default="relu", description="`relu` or `tanh`, between the layers; likewise"
    )


OF_PERCEPTRONS = ("trunk", "net", "activation")  # settings of the learner that only perceptrons have
OF_SCORING = ("scenarios", "self_play.present", "scoring.", "starts.", "zero.")  # beginnings of keys of the others
OF_GRADIENTS = ("clip", "entropy", "final_entropy")  # settings of the learner that only policy gradients have
SCORERS = ("scoring", "zero")  # algorithms with networks that score actions
DEVICES = re.compile(r"cpu|cuda(:\d+)?")  # for another kind no generator's state is saved


class Scoring(Section):
    """Settings that only networks that score actions have (tabletop/learn/training/scoring)."""

    begin: str | None = Field(
        default=None,
        description="an agent whose network is trained further, such as `champion` or `trained:runs/quick/agent`, with "
        "its own numbers of units, whatever the keys below say; none: a new network",
    )
    hidden: Positive = Field(default=64, description="units of the policy's first layer")
    deeper: Positive = Field(default=32, description="units of the policy's second layer")
    value_hidden: Positive = Field(default=96, description="units of the value network's first layer")
    value_deeper: Positive = Field(default=32, description="units of the value network's second layer")
    together: Positive = Field(default=4, description="scenarios played in an update, if there are more than one")
    batches: Positive = Field(
        default=1,
        description="number of batches that a scenario's `learner.games` are split into; workers (`--jobs`) collect "
        "decisions batch by batch, so another number gives another run",
    )
    average: Annotated[float, Field(ge=0, lt=1)] = Field(
        default=0.0,
        description="share of the averaged weights that an update keeps, such as 0.98; the agents that are rated and "
        "saved have the averaged weights (Polyak and Juditsky, 1992); 0: they have the weights of the last update",
    )
    rolls: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="ways for an action's dice to fall that are tried to remove luck from its advantage; 0: luck isn't "
        "removed",
    )
    teachers: tuple[str, ...] = Field(default=(), description="agents that are imitated first; they play each other")
    imitation_steps: Annotated[int, Field(ge=0)] = Field(
        default=0, description="teachers' decisions to learn from, the first of `total_steps`"
    )
    imitation_rate: Annotated[float, Field(gt=0)] = Field(default=5e-4, description="learning rate during imitation")


class Zero(Section):
    """Settings of the search that `zero` learns from (`TreeSearch`)."""

    simulations: Positive = Field(default=16, description="of each decision: ways down its tree")
    considered: Positive = Field(
        default=8, description="actions tried at the root; sequential halving leaves the better ones"
    )
    exact: Annotated[int, Field(ge=0)] = Field(
        default=8, description="actions with so many results at most have all of them in the tree; others are sampled"
    )
    scale: Weight = Field(default=1.0, description="of values beside the network's logits")


class ShapingSection(Section):
    """Reward shaping, off if all weights are 0; it telescopes, so it keeps the ranking of policies (`model`)."""

    fade: Share | None = Field(
        default=None,
        description="share of `total_steps` after which all weights are 0, linear until then, in steps of an update; "
        "none: they don't change",
    )

    @property
    def weights(self) -> dict[str, float]:
        """The weights by name, without `fade`."""
        return self.model_dump(exclude={"fade"})


class SelfPlay(Section):
    """Past versions of the policy as additional opponents."""

    weight: Weight = Field(default=0.0, description="weight of all past versions together; 0: none of them plays")
    present: Weight = Field(
        default=0.0,
        description="weight of the current policy, with both teams learning; only with `scoring` and `zero`",
    )
    every: Positive = Field(
        default=500_000,
        description="decisions after which the current policy becomes a past version; with `scoring` later, if the "
        "version to be replaced is still playing",
    )
    keep: Positive = Field(
        default=4,
        description="number of past versions kept, the latest ones; with `scoring` one of several rests, and begins no "
        "games",
    )


class Starts(Section):
    """Games that begin in the middle of other games, only with `scoring` and `zero`."""

    agents: tuple[str, ...] = Field(
        default=(), description="agents whose games positions are taken from, all pairs of them; none: no such games"
    )
    share: Share = Field(default=0.3, description="share of the games that begin in such a position")
    positions: Positive = Field(
        default=1000,
        description="number of positions for each batch (`scoring.batches`) of each scenario, drawn at random from any "
        "part of games",
    )


class Evaluation(Section):
    """Games against a fixed panel during training (tabletop/learn/training/panel.py)."""

    every: Annotated[int, Field(ge=0)] = Field(default=0, description="decisions between two evaluations; 0: none")
    pairs: Pairs = Field(
        default=50, description="pairs of games against each opponent in each scenario, the same ones every time"
    )
    opponents: tuple[str, ...]
    seed: Annotated[int, Field(ge=0, lt=2**64)] = Field(
        default=30_001, description="of these games; used neither in training nor in the final ratings"
    )


class Final(Section):
    """What happens when training is over."""

    pairs: Pairs = Field(default=200, description="pairs of games against each opponent in each scenario")
    opponents: tuple[str, ...]
    seed: Annotated[int, Field(ge=0, lt=2**64)] = Field(
        default=20_001, description="of the rated games; not used in training"
    )
    animation: bool = Field(default=True, description="one game as an animation, besides its record and picture")


class Config(Section):
    """A training run; `model` makes the class for a game."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")] = Field(description="names the run's folder")
    algorithm: Literal["maskable-ppo", "scoring", "zero"] = Field(
        default="maskable-ppo",
        description="`maskable-ppo`: Stable-Baselines3, a perceptron for one scenario; `scoring`: a network that "
        "scores actions by facts about them, which plays every scenario; `zero`: such a network, which learns from "
        "tree search",
    )
    scenario: str = Field(description="a preset's name, or the path of a scenario's file")
    scenarios: tuple[str, ...] = Field(
        default=(), description="more scenarios to train and rate on; only with `scoring` and `zero`"
    )
    seed: Annotated[int, Field(ge=0, lt=2**64)] = Field(
        default=1, description="seed of the games, the weights and the noise"
    )
    total_steps: Positive = Field(
        description="decisions in all games together: the policy's, and its teachers' at first"
    )
    max_minutes: Annotated[float, Field(gt=0)] | None = Field(
        default=None,
        description="training stops after this time in any case: a safety limit; choose `total_steps` so that the run "
        "ends before it (learning rate and entropy depend on the steps, not on time)",
    )
    checkpoint_seconds: Annotated[float, Field(gt=0)] = Field(default=60.0, description="time between two checkpoints")
    threads: Annotated[int, Field(gt=0, le=256)] = Field(
        default=1,
        description="PyTorch threads; more than one helps only on idle cores: if other processes keep cores busy, a "
        "message says so",
    )
    device: str = Field(
        default="cpu", description="where PyTorch learns: `cpu`, `cuda`, `cuda:1` …; games are played on the CPU"
    )
    opponents: dict[str, Weight] = Field(
        default={"random": 1.0}, min_length=1, description="agents and the weights by which they are sampled"
    )
    learner: Learner = Learner()
    scoring: Scoring = Scoring()
    zero: Zero = Zero()
    shaping: ShapingSection
    self_play: SelfPlay = SelfPlay()
    starts: Starts = Starts()
    evaluation: Evaluation
    final: Final


@cache
def model(game: GameDefinition) -> type[Config]:
    """Return the configuration class of a game: with its shaping's weights, and with its agents as opponents."""
    weights: dict[str, Any] = {
        name: (Weight, Field(default=0.0, le=MOST_WEIGHT, description=description))
        for name, description in game.shaping_weights.items()
    }
    panel_field, final_field = (
        Field(default=opponents(game), min_length=minimum, description=f"names of agents{suffix}")
        for minimum, suffix in ((1, ""), (0, " to be rated against"))
    )
    sections: dict[str, Any] = {
        "shaping": create_model("ShapingSection", __base__=ShapingSection, **weights),
        "evaluation": create_model("Evaluation", __base__=Evaluation, opponents=(tuple[str, ...], panel_field)),
        "final": create_model("Final", __base__=Final, opponents=(tuple[str, ...], final_field)),
    }
    parts: dict[str, Any] = {name: (section, section()) for name, section in sections.items()}
    return create_model("Config", __base__=Config, **parts)


def load(path: Path | str, game: GameDefinition, changes: list[str] | None = None) -> Config:
    """Read a configuration.

    Args:
      path: of a TOML file; a relative path that doesn't exist is looked up in the folder of the game's package, which
        has `configs/` in an installed package. Its key `base` names another one, relative to its own folder, whose
        settings it has where it says nothing else: single keys of sections, but `opponents` as a whole.
      game: what is learnt.
      changes: `a.b=value`, the value in TOML syntax; a bare word is a string.

    Raises:
      ConfigError: an unreadable file, an unknown key, a value out of range; each is named.
    """
    path = Path(path)
    packaged = Path(str(import_module(game.package).__file__)).parent / path
    if packaged.is_file() and not path.is_file():
        path = packaged
    data, bases = _read(path, [])
    for text in changes or []:
        change(data, text)
    source = f"{path} (base {', '.join(base.name for base in bases)})" if bases else str(path)
    return check(data, f"{source} with --set" if changes else source, game)


def _read(path: Path, above: list[Path]) -> tuple[dict[str, Any], list[Path]]:
    """Return the data of a file on that of its bases, and these files; `above` are those whose base it is."""
    try:
        data = parse_toml(read_text(path))
        if (base := data.pop("base", None)) is None:
            return data, []
        if not isinstance(base, str):
            raise ValueError(f"base: the path of another configuration is meant, not {base!r}")
        place = path.parent / base
        if place.resolve() in [each.resolve() for each in (path, *above)]:
            raise ValueError(f"base: {base} leads back to this file")
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    merged, bases = _read(place, [path, *above])
    for key, value in data.items():
        if key != "opponents" and isinstance(value, dict) and isinstance(merged.get(key), dict):
            value = merged[key] | value
        merged[key] = value
    return merged, [place, *bases]


def check(data: dict[str, Any], source: str, game: GameDefinition) -> Config:
    """Check plain data; each error message begins with `source`.

    Raises:
      ConfigError: see `load`.
    """
    try:
        # In JSON mode a list is accepted as a tuple, but no other type is converted.
        config = model(game).model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        mistakes = in_words(error, model(game))
        raise ConfigError("\n".join(f"{source}: {mistake}" for mistake in mistakes)) from None
    if config.algorithm in SCORERS:
        _check_scoring(config, source)
    else:
        _refuse([key for key in _set_keys(config) if key.startswith(OF_SCORING)], SCORERS, source)
    if config.shaping.fade is not None and not any(config.shaping.weights.values()):
        raise ConfigError(f"{source}: shaping.fade: all weights are 0: there is nothing that could fade")
    if DEVICES.fullmatch(config.device) is None:
        raise ConfigError(f"{source}: device: {config.device!r} is unknown; there are cpu, cuda, and cuda:1, cuda:2 …")
    for key, section in (("evaluation", config.evaluation), ("final", config.final)):
        try:
            check_once(f"{key}.opponents:", section.opponents)
        except ValueError as error:
            raise ConfigError(f"{source}: {error}") from None
    if config.evaluation.every and config.final.seed == config.evaluation.seed:
        raise ConfigError(
            f"{source}: final.seed: {config.final.seed} is that of evaluations, too: the best of these games would be "
            "rated by the same games"
        )
    if sum(config.opponents.values()) + config.self_play.weight + config.self_play.present <= 0:
        raise ConfigError(f"{source}: opponents: all weights are 0: there is nobody to play against")
    if config.learner.games * config.learner.steps % config.learner.batch:
        rollout = config.learner.games * config.learner.steps
        raise ConfigError(f"{source}: learner.batch: {config.learner.batch} doesn't divide games × steps = {rollout}")
    return config


def _set_keys(config: Config) -> list[str]:
    """Return the keys whose values aren't the defaults; one in a section as `learner.games`."""
    keys = []
    for name, value in config.model_dump(exclude_defaults=True).items():
        keys += [f"{name}.{key}" for key in value] if isinstance(getattr(config, name), Section) else [name]
    return keys


def _refuse(keys: list[str], algorithms: tuple[str, ...], source: str) -> None:
    """Raise ConfigError if there are keys: they are of these algorithms, and the run has another one."""
    if keys:
        verb, names = "is" if len(keys) == 1 else "are", " or ".join(f'"{name}"' for name in algorithms)
        raise ConfigError(f"{source}: {', '.join(keys)} {verb} of algorithm = {names} alone")


def _check_scoring(config: Config, source: str) -> None:
    """Raise ConfigError for a setting that doesn't go with networks that score actions."""
    others = {f"learner.{name}" for name in OF_PERCEPTRONS}
    keys = _set_keys(config)
    _refuse([key for key in keys if key in others], ("maskable-ppo",), source)
    if config.algorithm == "zero":
        of_gradients = {f"learner.{name}" for name in OF_GRADIENTS}
        _refuse([key for key in keys if key in of_gradients], ("maskable-ppo", "scoring"), source)
    else:
        _refuse([key for key in keys if key.startswith("zero.")], ("zero",), source)
    if any(config.shaping.model_dump().values()):
        raise ConfigError(f"{source}: shaping: networks that score actions learn from results alone")
    if (config.scoring.imitation_steps > 0) != bool(config.scoring.teachers):
        raise ConfigError(f"{source}: scoring: teachers and imitation_steps go together")
    if config.scoring.imitation_steps >= config.total_steps:
        raise ConfigError(
            f"{source}: scoring.imitation_steps: {config.scoring.imitation_steps} are part of total_steps = "
            f"{config.total_steps}: nothing would be left to learn from results"
        )
    if config.learner.games % config.scoring.batches:
        games, batches = config.learner.games, config.scoring.batches
        raise ConfigError(f"{source}: scoring.batches: {batches} doesn't divide learner.games = {games}")
    if len({config.scenario, *config.scenarios}) <= len(config.scenarios):
        raise ConfigError(f"{source}: scenarios: one of them is named twice")


# A part of a key as TOML writes it, or more freely: without quotes any signs but those that end it.
PART = re.compile(r""""([^"]*)"|'([^']*)'|([^."'=]+)""")
SETTING = re.compile(rf"\s*((?:{PART.pattern})(?:\.(?:{PART.pattern}))*)\s*=(?P<value>.*)", re.DOTALL)


def change(data: dict[str, Any], setting: str) -> None:
    """Set one value in plain data: `a.b=value`, the value in TOML syntax; ConfigError: it can't be set."""
    match = SETTING.fullmatch(setting)
    if match is None:
        raise ConfigError(f'--set {setting}: a.b=value is meant; in quotes a name that holds . or = (a."b=c"=value)')
    key, text = match[1], match["value"]
    try:
        value = parse_toml(f"value = {text}")["value"]
    except ValueError:
        value = text.strip()
    place = data
    *parents, last = ("".join(part) for part in PART.findall(key.strip()))
    for number, part in enumerate(parents, 1):
        inner = place.setdefault(part, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"--set {setting}: {'.'.join(parents[:number])} is a value, not a section")
        place = inner
    place[last] = value


def linear(start: float, final: float, remaining: float) -> float:
    """Interpolate for the share `remaining` of the run that is still to come, from 1 (`start`) to 0 (`final`)."""
    return final + (start - final) * min(max(remaining, 0.0), 1.0)
