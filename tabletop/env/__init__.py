"""Games for learners: batches, PettingZoo, Gymnasium, Stable-Baselines3, OpenSpiel."""
