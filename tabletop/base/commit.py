"""The checkout that a package is imported from."""

import os
import subprocess
from importlib import import_module
from pathlib import Path


def commit_of(package: str) -> dict[str, str]:
    """Return the `commit` of the checkout that a package is imported from, with `+` if it has changes; or nothing."""
    file = Path(import_module(package).__file__ or "")
    git = ("git", "--no-optional-locks", "-C", str(file.parent))
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # of a hook's repository
    words = ("describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+")
    try:  # an installed package may lie in a checkout that isn't its own
        subprocess.run([*git, "ls-files", "--error-unmatch", file.name], capture_output=True, check=True, env=own)
        done = subprocess.run([*git, *words], capture_output=True, check=True, text=True, env=own)
    except (OSError, subprocess.CalledProcessError):
        return {}
    return {"commit": done.stdout.strip()}
