"""MaskablePPO on batched games; for serious training use `paintball train`."""

import torch
from sb3_contrib import MaskablePPO

from paintball_env import BatchedGames, PaintballVecEnv, RandomOpponent, Scenario

torch.set_num_threads(1)  # networks this small gain nothing from more
games = BatchedGames(Scenario.load("capture-the-flag-basic-drawn"), 16, [RandomOpponent()], seed=7)
model = MaskablePPO("MlpPolicy", PaintballVecEnv(games), n_steps=64, batch_size=256, seed=7, device="cpu")
model.learn(total_timesteps=2048)
