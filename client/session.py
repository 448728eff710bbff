"""``wabe peer`` from the outside: profile, log, the person at the terminal, exit status."""

import sys

from client.errors import EXPECTED, FaultError, explain
from client.interrupts import run_interruptible
from client.log import LOG, log_to
from client.node import Node
from client.profiles import open_profile
from client.report import JsonReport, Report, TextReport
from client.settings import PeerSettings
from client.sitting import Sitting
from client.targets import check_settings
from client.terminal.paint import Paint
from client.terminal.person import Person
from client.version import VERSION

__all__ = ["run_peer"]


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
        try:
            return run_interruptible(Sitting(settings, profile, report, sit_down).run)
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


def _report(settings: PeerSettings) -> Report:
    if settings.json:
        return JsonReport(sys.stdout.buffer)

    paint = Paint()

    def say(text: str) -> None:
        sys.stdout.write(f"{paint.folded(text)}\n")
        sys.stdout.flush()

    return TextReport(say)
