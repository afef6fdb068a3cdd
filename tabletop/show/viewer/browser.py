"""The browser of whoever sits at this machine."""

import os
import sys
import webbrowser


def open_page(address: str) -> bool:
    """Open a page; False: there is no browser here that shows pages in a window."""
    # Without a screen the standard library would start a browser in the terminal, and wait for it.
    windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    try:
        return windows and webbrowser.open(address)
    except webbrowser.Error:
        return False
