"""Train a policy: `python train.py --config configs/quick.toml`, the same as `paintball train`."""

import sys

from paintball_env.__main__ import shell
from tabletop.base.garbage import collect_seldom

if __name__ == "__main__":
    collect_seldom()
    shell.call("train", sys.argv[1:], program="train.py")
