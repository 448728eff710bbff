"""Computing a match's state hashes in a fresh process, which cannot share a fault of this one's memory (N8)."""

import os
import subprocess
from pathlib import Path

import trio

from client.log import LOG
from client.processes import package_environment, wabe_command

__all__ = ["rerun_hashes"]


async def rerun_hashes(transcript: Path) -> list[bytes]:
    """Return the state hash at every k from 0 that ``wabe rerun`` computes from the file.

    Nothing is returned where that process fails; the match then takes its own states for confirmed.
    """
    done = await trio.run_process(
        [*wabe_command(), "rerun", str(transcript)],
        capture_stdout=True,
        capture_stderr=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env=package_environment(os.environ),
    )
    if done.returncode:
        LOG.error("the re-run failed: %s", done.stderr.decode("utf-8", "replace").strip())
        return []
    return [bytes.fromhex(line) for line in done.stdout.decode("ascii").split()]
