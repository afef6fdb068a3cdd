"""Train a policy: `python train.py --config configs/quick.toml`, the same as `paintball train`."""

import gc
import sys

from paintball_env.__main__ import shell

if __name__ == "__main__":
    gc.set_threshold(50_000)  # as in a command's process
    shell.call("train", sys.argv[1:], program="train.py")
