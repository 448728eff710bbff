"""Opening a match of one's own from its file, to go on with it."""

from pathlib import Path

from client.errors import ClientError
from client.i18n import tr
from client.log import LOG
from client.node import Opened
from client.profiles import Profile
from client.store import NAME_DIGITS, MatchFiles
from client.verify import open_transcript
from protocol.contract import decode_contract, match_id
from protocol.match import Match

__all__ = ["RESUME_DIGITS", "find_transcript", "open_match"]

RESUME_DIGITS = 16
"""Digits of a match id in the command to go on with it: no two matches of one profile ever share so many."""


def find_transcript(text: str, directory: Path) -> Path:
    """Return the path of the match file that ``text`` names: a path, or the beginning of a match id.

    Raises:
        ClientError: ``not_found``, or ``ambiguous``.
    """
    path = Path(text)
    if path.exists():
        return path
    if text.isalnum():
        found = sorted(directory.glob(f"{text.lower()[:NAME_DIGITS]}*.wabe"))
        if len(found) == 1:
            return found[0]
        if found:
            several = tr("{count} matches begin with {text}", count=len(found), text=text)
            raise ClientError("ambiguous", several, text)
    raise ClientError(
        "not_found", tr("{path}: there is no such match file or match of this profile", path=text), text
    )


def open_match(path: Path, profile: Profile) -> Opened:
    """Return the match in the file ``path``, locked to this process, ready to go on (N6).

    It signs nothing before the others have told what they hold.

    Raises:
        ClientError: ``foreign_match`` (the file does not lie in the profile's directory), ``no_secrets`` (the
            match is over, or this is a copy), ``match_in_use``, or a file error.
        FileError, RemoteError: The file is damaged.
    """
    if path.resolve().parent != profile.matches.resolve():
        raise ClientError(
            "foreign_match",
            tr(
                "{path}: only matches of the profile {profile} can be resumed, from {directory}; "
                "wabe replay shows any",
                path=path,
                profile=repr(profile.name),
                directory=profile.matches,
            ),
            str(path),
        )
    transcript = open_transcript(path)
    contract = decode_contract(transcript.contract)
    files = MatchFiles(profile.matches, match_id(transcript.contract))
    try:
        own = files.read_secrets()
        match = Match(contract, transcript.signatures, own, recovering=True)
        match.load(transcript.entries)
        if not own and not match.complete:
            raise ClientError(
                "no_secrets",
                tr("{path}: the keys of this match are not here; wabe replay shows it", path=path),
                str(path),
            )
        if match.complete:
            files.delete_secrets()
        length = path.stat().st_size - (transcript.torn.lost if transcript.torn else 0)
        files.open(length)
    except BaseException:
        files.close()
        raise
    LOG.info("opened match %s with %d items", match.id.hex(), match.k)
    return Opened(match, transcript.signatures, own, files)
