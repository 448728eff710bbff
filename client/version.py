"""The version of the application, from its installed metadata or, in a checkout, from ``pyproject.toml``."""

import tomllib
from importlib import metadata
from pathlib import Path

__all__ = ["VERSION"]


def _version() -> str:
    try:
        return metadata.version("wabe")
    except metadata.PackageNotFoundError:
        project = Path(__file__).parent.parent / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])


VERSION = _version()
"""One word, such as ``0.1.0``."""
