"""``wabe peer`` from the outside: profile, log, the person at the terminal, exit status."""

import sys
from dataclasses import replace

from client.app.preferences import FILE, chosen_name, load_preferences
from client.errors import EXPECTED, FaultError, explain
from client.interrupts import run_interruptible
from client.log import LOG, log_to
from client.node import Node
from client.profiles import Profile, open_profile
from client.report import JsonReport, Report, TextReport
from client.settings import PeerSettings
from client.sitting import Sitting
from client.targets import check_settings
from client.terminal.paint import Paint
from client.terminal.person import Person
from client.version import VERSION
from protocol.identity import fingerprint, public_bytes

__all__ = ["run_peer"]

ID_CHARACTERS = len("a4b7")
"""Characters of a fingerprint that tell one player without name from another; nothing is decided by them."""


def run_peer(settings: PeerSettings) -> int:
    """Host, join or resume a match and return the exit status.

    Raises:
        ClientError: The peer could not go on; everything that was signed is on disk.
    """
    check_settings(settings)
    report = _report(settings)

    async def sit_down(node: Node) -> None:
        await Person(node, report, settings).run()

    with open_profile(settings.profile) as profile, log_to(profile.log_file, settings.log_level):
        LOG.info("wabe %s, profile %s", VERSION, profile.name)
        named = replace(settings, usual_name=_usual_name(profile))
        try:
            return run_interruptible(Sitting(named, profile, report, sit_down).run)
        except BrokenPipeError:
            raise  # whoever read the output has gone; nobody is left to be told
        except EXPECTED as error:
            found = explain(error)
            LOG.error("%s: %s", found.code, found.text)
            if settings.json:
                report("error", code=found.code, text=found.text)
            raise found from error
        except Exception as error:
            LOG.exception("a fault of this program")
            fault = FaultError(profile.log_file)
            if settings.json:
                report("error", code=fault.code, text=fault.text)
            raise fault from error


def _usual_name(profile: Profile) -> str:
    """Return what the others call a person who gives no name: what the system calls it is nobody's business."""
    preferences, _ = load_preferences(profile.directory / FILE)
    return (
        chosen_name(preferences, profile.name)
        or f"Player {fingerprint(public_bytes(profile.key))[:ID_CHARACTERS]}"
    )


def _report(settings: PeerSettings) -> Report:
    if settings.json:
        return JsonReport(sys.stdout.buffer)

    paint = Paint()

    def say(text: str) -> None:
        sys.stdout.write(f"{paint.folded(text)}\n")
        sys.stdout.flush()

    return TextReport(say)
