"""What players are called on the pages; their exact names are for commands, and shown on request."""

import re

VERSIONS = ("first", "second", "third", "fourth", "fifth")
_NAME = re.compile(r"([a-z][a-z0-9-]*)(?:@(\d+))?(?::(.*))?", re.DOTALL)


def title_of(name: str) -> str:
    """Return what an agent is called: `sentinel@1` Sentinel, first version; `passer:noise=1` Passer (noise 1).

    A file is called by its name without folders, and a trained policy by its folder.
    """
    parts = _NAME.fullmatch(name)
    if parts is None:
        return name.rsplit("/", 1)[-1]
    base, version, arguments = parts.groups()
    title = base.capitalize()
    if version:
        ordinal = VERSIONS[int(version) - 1] if 0 < int(version) <= len(VERSIONS) else f"{version}th"
        title += f", {ordinal} version"
    return f"{title} ({arguments.replace('=', ' ').replace(',', ', ')})" if arguments else title
