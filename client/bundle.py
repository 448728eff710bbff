"""The bundle about a match whose peers computed different positions: everything needed to find out why (N8).

A zip file beside the transcript. It holds what may be shown to anybody: no key, no dice that were not opened.
"""

import io
import json
import platform
import sys
import zipfile
from pathlib import Path

from client.files import write_whole
from client.log import recent
from client.version import VERSION
from protocol.effects import Froze
from protocol.match import Match

__all__ = ["write_bundle"]


def write_bundle(transcript: Path, match: Match, froze: Froze | None) -> Path:
    """Write the bundle and return its path.

    Args:
        transcript: The match file.
        match: The match as it stopped.
        froze: Where the states differ.

    Raises:
        ClientError: A file error.
    """
    k = match.k if froze is None else froze.k
    game, state = match.game, match.state_at(k)
    report = {
        "application": VERSION,
        "python": sys.version,
        "platform": platform.platform(),
        "game": game.name,
        "rules_version": game.rules_version,
        "match": match.id.hex(),
        "items": match.k,
        "k": k,
        "state_hash": game.state_hash(state).hex(),
        "parts": {name: part.hex() for name, part in game.hash_parts(state).items()},
        "state": game.to_json(state),
        "difference": None
        if froze is None
        else {"k": froze.k, "seat": froze.seat, "theirs": froze.theirs.hex(), "ours": froze.ours.hex()},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.write(transcript, transcript.name)
        bundle.writestr("report.json", json.dumps(report, indent=1, sort_keys=True))
        bundle.writestr("log.txt", "\n".join(recent()) + "\n")
    path = transcript.with_suffix(".desync.zip")
    write_whole(path, buffer.getvalue(), replace=True)
    return path
