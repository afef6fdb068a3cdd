"""The learner: MaskablePPO on a batch of games, one update at a time; it can be stopped and continued exactly.

Between two updates nothing is pending: the rollout buffer is empty, and what comes next depends only on the weights,
the optimiser, the games, the opponents and the generators of PyTorch and NumPy. This is what a checkpoint contains.
"""

import copy
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from tabletop.agents import policy_folder
from tabletop.agents.base import built_in
from tabletop.agents.batch_player import batch_player
from tabletop.agents.registry import make
from tabletop.env.batch.games import BatchedGames
from tabletop.env.batch.opponents import Opponent
from tabletop.env.sb3_vec_env import GameVecEnv
from tabletop.game.definition import Scenario, encoding_of
from tabletop.game.shaping import Shaping
from tabletop.learn.training.checkpoint import Checkpoint, versions
from tabletop.learn.training.config import Config, linear
from tabletop.learn.training.generators import Generators
from tabletop.learn.training.log import recent_games, recent_scores
from tabletop.learn.training.snapshots import NAME, Layers, Snapshots

MEASURES = ("policy_gradient_loss", "value_loss", "approx_kl", "clip_fraction", "explained_variance", "entropy_loss")
ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


class Trunk(BaseFeaturesExtractor):
    """The layers that policy and value share; with a wide observation, the first layer is most of the work."""

    def __init__(self, space: Box, widths: Sequence[int], activation: type[torch.nn.Module]) -> None:
        sizes = [space.shape[0], *widths]
        super().__init__(space, sizes[-1])
        layers = [(torch.nn.Linear(*pair), activation()) for pair in pairwise(sizes)]
        self.layers = torch.nn.Sequential(*(module for layer in layers for module in layer))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return float32[k, last width] for observations float32[k, D]."""
        features: torch.Tensor = self.layers(observations)
        return features


class SeparateGeneratorsVecEnv(GameVecEnv):
    """Games whose opponents draw from streams of their own, where their code uses the global generators."""

    def __init__(self, batch: BatchedGames, generators: Generators) -> None:
        super().__init__(batch, copy=False)
        self._generators = generators

    def reset(self) -> Any:
        """See `GameVecEnv`."""
        with self._generators.playing():
            return super().reset()

    def step_wait(self) -> Any:
        """See `GameVecEnv`."""
        with self._generators.playing():
            return super().step_wait()


class Learner:
    """A policy and the games it learns from.

    Attributes:
      game: what is learnt.
      scenarios: the one that is played.
      model: MaskablePPO.
      batch: the games.
      snapshots: past states of the policy as opponents; None without self-play.
      names: of the opponents, by their number in the batch.
      step: decisions made so far.
      iteration: updates made so far.
    """

    def __init__(self, config: Config, scenario: Scenario) -> None:
        """Make an untrained policy and begin the games.

        Raises:
          ValueError: there is no such opponent, or it can't play the scenario.
        """
        self.config, settings, self.game = config, config.learner, scenario.game
        self.scenarios: Sequence[Scenario] = (scenario,)
        self.names = [name for name, weight in config.opponents.items() if weight > 0]
        weights = [config.opponents[name] for name in self.names]
        agents = [make(name, self.game) for name in self.names]
        opponents: list[Opponent] = [batch_player(agent, scenario) for agent in agents]
        # Agents that are built in draw from no global generator.
        are_built_in = all(built_in(agent, self.game) for agent in agents)
        self._generators = Generators(config.seed)
        self.snapshots: Snapshots | None = None
        if config.self_play.weight > 0:
            self.snapshots = Snapshots(scenario, settings.activation, config.self_play.keep, settings.games)
            self.names.append(NAME)
            weights.append(config.self_play.weight)
            opponents.append(self.snapshots)
        self._shaping: Shaping | None = None
        if any(config.shaping.weights.values()):
            self._shaping = self.game.shaping(**config.shaping.weights, gamma=settings.gamma)
        self.batch = BatchedGames(
            scenario,
            settings.games,
            opponents,
            weights,
            seed=config.seed,
            encoding=encoding_of(scenario).name,
            shaping=self._shaping,
        )
        activation = ACTIVATIONS[settings.activation]
        torch.set_num_threads(config.threads)
        # Otherwise distributions would check their arguments in every step.
        torch.distributions.Distribution.set_default_validate_args(False)
        env = GameVecEnv(self.batch, copy=False)
        if not are_built_in:
            env = SeparateGeneratorsVecEnv(self.batch, self._generators)
        self.model = MaskablePPO(
            "MlpPolicy",
            env,
            learning_rate=self._learning_rate,
            n_steps=settings.steps,
            batch_size=settings.batch,
            n_epochs=settings.epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            vf_coef=settings.value,
            max_grad_norm=settings.max_grad_norm,
            policy_kwargs={
                "features_extractor_class": Trunk,
                "features_extractor_kwargs": {"widths": settings.trunk, "activation": activation},
                "net_arch": {"pi": list(settings.net), "vf": list(settings.net)},
                "activation_fn": activation,
            },
            seed=config.seed % (1 << 32),
            device=config.device,
        )
        self.model.set_logger(Logger(None, []))
        _, self._watch = self.model._setup_learn(config.total_steps, _Watch(self), reset_num_timesteps=True)
        self.iteration = 0
        self.recent = recent_games([] for _ in self.names)

    @property
    def policy(self) -> torch.nn.Module:
        """The network that is trained, including the value."""
        return self.model.policy

    @property
    def step(self) -> int:
        """Decisions made so far."""
        return self.model.num_timesteps

    def _learning_rate(self, remaining: float) -> float:
        settings = self.config.learner
        return linear(settings.learning_rate, settings.final_learning_rate, remaining)

    def _fade(self) -> None:
        """Shape the rewards as it is due after so many decisions."""
        if self._shaping is not None and (fade := self.config.shaping.fade) is not None:
            self.batch.set_shaping(self._shaping.scaled(max(0.0, 1.0 - self.step / (fade * self.config.total_steps))))

    def weights(self) -> policy_folder.Weights:
        """Return the weights of the current policy, as an agent plays them."""
        return policy_folder.perceptron(policy_layers(self.model), self.config.learner.activation)

    def update(self) -> dict[str, float]:
        """Play on, learn from the decisions, and return the numbers for the log."""
        model, settings, config = self.model, self.config.learner, self.config
        assert model.env is not None
        self._generators.begin(config.seed, 1 + self.iteration)  # anew in each update: they needn't be saved
        self._fade()
        model.collect_rollouts(model.env, self._watch, model.rollout_buffer, model.n_steps)
        model._update_current_progress_remaining(model.num_timesteps, config.total_steps)
        remaining = model._current_progress_remaining
        model.ent_coef = linear(settings.entropy, settings.final_entropy, remaining)
        model.train()
        self.iteration += 1
        if self.snapshots is not None:
            every = config.self_play.every
            step_before = self.step - settings.games * settings.steps
            if step_before // every != self.step // every:
                self.snapshots.add(policy_layers(model), self.step)
        values = {name: float(model.logger.name_to_value[f"train/{name}"]) for name in MEASURES}
        values["learning_rate"] = self._learning_rate(remaining)
        model.logger.name_to_value.clear()
        return values | recent_scores(self.names, self.recent)

    def columns(self) -> list[str]:
        """Return the names of the values that `update` returns."""
        scores = [f"{kind}/{name}" for name in self.names for kind in ("score", "turns")]
        return [*MEASURES, "learning_rate", *scores]

    def save(self) -> Checkpoint:
        """Return everything that the next update depends on."""
        model = self.model
        games = self.batch.clone_state()
        kind, words, position, has_gauss, cached = np.random.get_state()  # noqa: NPY002 - SB3 shuffles with it
        if (snapshots := self.snapshots) is not None:
            snapshots.drop_unused()
        former = snapshots.versions if snapshots else {}
        layers = [[torch.from_numpy(layer) for layer in policy.network.layers] for policy in former.values()]
        return Checkpoint(
            tensors={
                "policy": model.policy.state_dict(),
                "optimizer": model.policy.optimizer.state_dict(),
                "generator": torch.get_rng_state(),
                "gpu_generators": torch.cuda.get_rng_state_all() if model.device.type == "cuda" else [],
                "snapshots": layers,
            },
            arrays={
                **{f"games.{name}": value for name, value in games.items() if isinstance(value, np.ndarray)},
                "numpy": np.asarray(words),
                "starts": np.asarray(model._last_episode_starts),
                "playing": snapshots.playing.copy() if snapshots else np.zeros(0, np.int64),
            },
            state={
                "versions": versions(self.game),
                "scenario": self.batch.scenario.digest(),
                "iteration": self.iteration,
                "updates": model._n_updates,
                "numpy": [str(kind), int(position), int(has_gauss), float(cached)],
                "games": {name: value for name, value in games.items() if not isinstance(value, np.ndarray)},
                "snapshots": list(former),
                "opponents": self.names,
                "recent": [list(games) for games in self.recent],
            },
        )

    def restore(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint.

        Raises:
          ValueError: it was made for other versions, or belongs to another scenario or other opponents.
        """
        model, state = self.model, saved.state
        saved.check(versions(self.game), self.names)
        if state["scenario"] != self.batch.scenario.digest():
            raise ValueError(f"the scenario {self.batch.scenario.name} has changed since the checkpoint was made")
        model.policy.load_state_dict(saved.tensors["policy"])
        model.policy.optimizer.load_state_dict(copy.deepcopy(saved.tensors["optimizer"]))  # it keeps the tensors
        arrays = {name.removeprefix("games."): a for name, a in saved.arrays.items() if name.startswith("games.")}
        if self._shaping is not None:  # first: with other weights, `set_state` would compute the potentials anew
            self.batch.set_shaping(self._shaping.with_weights(arrays["_shaping_weights"]))
        self.batch.set_state(arrays | state["games"])
        if self.snapshots is not None:
            self.snapshots.versions, self.snapshots.playing[:] = {}, saved.arrays["playing"]
            for layers, step in zip(saved.tensors["snapshots"], state["snapshots"], strict=True):
                self.snapshots.add([layer.numpy() for layer in layers], step)
        model.num_timesteps = state["step"]
        model._n_updates = state["updates"]
        assert isinstance(model.env, GameVecEnv)
        model._last_obs = model.env.current()
        model._last_episode_starts = saved.arrays["starts"]
        self.iteration = state["iteration"]
        self.recent = recent_games(state["recent"])
        # Last: until here opponents' code may have drawn from them.
        torch.set_rng_state(saved.tensors["generator"])
        if model.device.type == "cuda" and saved.tensors["gpu_generators"]:
            torch.cuda.set_rng_state_all(saved.tensors["gpu_generators"])
        kind, position, has_gauss, cached = state["numpy"]
        np.random.set_state((kind, saved.arrays["numpy"], position, has_gauss, cached))  # noqa: NPY002


class _Watch(BaseCallback):
    """Records the results of the games that end."""

    def __init__(self, learner: Learner) -> None:
        super().__init__()
        self.learner = learner

    def _on_step(self) -> bool:
        infos: Sequence[dict[str, Any]] = self.locals["infos"]
        for row in np.flatnonzero(self.locals["dones"]).tolist():
            info = infos[row]
            self.learner.recent[info["opponent"]].append((info["result"], info["turn"]))
        return True


def policy_layers(model: MaskablePPO) -> Layers:
    """Return copies of the policy's weights and biases in alternation, float32 [out, in] and [out]."""
    layers: list[NDArray[np.float32]] = []
    policy: Any = model.policy
    for module in [*policy.features_extractor.layers, *policy.mlp_extractor.policy_net, policy.action_net]:
        if isinstance(module, torch.nn.Linear):
            layers += [p.detach().cpu().numpy().astype(np.float32).copy() for p in (module.weight, module.bias)]
    return layers
