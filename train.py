"""Train a policy: `python train.py --config configs/quick.toml`, the same as `paintball train`."""

from tabletop.commands.train import app

if __name__ == "__main__":
    app(prog_name="train.py")
