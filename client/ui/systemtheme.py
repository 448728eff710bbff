"""Whether the system asks programs to be dark or light."""

import functools
import os
import subprocess
import sys
from typing import Final

from client.log import LOG

__all__ = ["system_theme"]

SECONDS: Final = 0.5
"""Longest wait for an answer: the window is waiting as well."""


@functools.cache
def system_theme() -> str:
    """Return ``dark`` or ``light``, ``dark`` where the system does not tell; asked once a run."""
    try:
        if sys.platform == "win32":
            return _windows()
        if sys.platform == "darwin":
            return "dark" if _asked("defaults", "read", "-g", "AppleInterfaceStyle") == "Dark" else "light"
        return _freedesktop()
    except (OSError, subprocess.SubprocessError) as error:
        LOG.info("the system tells no theme: %s", error)
        return "dark"


def _windows() -> str:
    if sys.platform != "win32":
        raise OSError("not Windows")
    import winreg

    path = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
        return "light" if winreg.QueryValueEx(key, "AppsUseLightTheme")[0] else "dark"


def _freedesktop() -> str:
    """Ask as GTK programs do: the variable first, then the desktop's settings."""
    named = os.environ.get("GTK_THEME", "")
    if named:
        return "dark" if named.lower().endswith(("dark", ":dark")) else "light"
    return (
        "dark"
        if "dark" in _asked("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
        else "light"
    )


def _asked(*command: str) -> str:
    """Return what a program prints. Raises ``OSError`` where there is none, ``SubprocessError`` where it hangs."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
    return done.stdout.strip()
