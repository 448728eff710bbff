"""What the scripts of this folder share: where assets lie, and the record of what they were made from."""

import hashlib
import json
from pathlib import Path

ASSETS = Path(__file__).parents[2] / "client" / "ui" / "assets"
RECORD = ASSETS / "sources.json"


def digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record(script: Path, inputs: dict[str, Path], outputs: list[Path]) -> None:
    """Note that ``script`` made ``outputs`` from ``inputs`` (named as a person would look for them)."""
    notes = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    notes[script.name] = {
        "script": digest(script),
        "inputs": {name: digest(path) for name, path in sorted(inputs.items())},
        "outputs": {path.name: digest(path) for path in sorted(outputs)},
    }
    RECORD.write_text(json.dumps(notes, indent=1, sort_keys=True) + "\n")
