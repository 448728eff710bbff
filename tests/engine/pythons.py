"""Running a script of this folder in a fresh process: with other hash seeds, other flags, other Pythons."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(
    script: str, *arguments: str, flags: tuple[str, ...] = (), python: str = sys.executable, **environment
):
    """Return what the script of that name prints. ``PYTHONHASHSEED`` is 0 unless given."""
    done = subprocess.run(
        [python, *flags, str(Path(__file__).with_name(script)), *arguments],
        env=os.environ
        | {"PYTHONPATH": _path(), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def find(name: str) -> tuple[str | None, str]:
    """Return an interpreter of this name that can import the engine, or None, and what is wrong with the others."""
    complaints = [f"no {name} is installed"]
    for python in _interpreters(name):
        imported = subprocess.run(
            [python, "-c", "import engine.registry"],
            env=os.environ | {"PYTHONPATH": _path()},
            capture_output=True,
            check=False,
        )
        if imported.returncode == 0:
            return python, ""
        complaints.append(f"{python} cannot import the engine: {imported.stderr.decode()[-200:]}")
    return None, "; ".join(complaints)


def _path() -> str:
    return os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])


def _interpreters(name: str) -> list[str]:
    """Return where an interpreter of this name may be: on the path, or among those that pyenv keeps."""
    found = [shutil.which(name)]
    if root := os.environ.get("PYENV_ROOT"):
        found += sorted(str(path) for path in Path(root, "versions").glob(f"*/bin/{name}"))
    return [path for path in found if path]
