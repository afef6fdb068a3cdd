#!/usr/bin/env python3
"""A bot as a program: shoots when it can, otherwise takes any legal action. Needs only the standard library."""

import json
import random
import sys


def say(**message):
    """Write a message: one line of JSON, at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="first shot", wants=["names"])
    elif message["type"] == "scenario":
        say(type="ready")
    elif message["type"] == "game":
        noise = random.Random(int(message["seed"]))
    elif message["type"] == "decide":
        shots = [action for action, name in zip(message["legal"], message["names"], strict=True) if " shoot " in name]
        say(type="action", action=noise.choice(shots or message["legal"]))
