"""What happens in a match as the plain fields of events (``docs/command-line.md``)."""

from typing import Any

from protocol.effects import Applied, Result

__all__ = ["item_fields", "result_fields"]


def item_fields(step: Applied) -> dict[str, Any]:
    """Return the fields of the event ``item``."""
    return {
        "k": step.k,
        "kind": step.kind,
        "seat": step.seat,
        "action": step.action,
        "resigned": list(step.resigned),
        "dropped": list(step.dropped),
        "dice": list(step.dice),
        "choices": list(step.choices),
        "events": [event.to_json() for event in step.events],
        "hash": step.state_hash.hex(),
    }


def result_fields(result: Result) -> dict[str, Any]:
    """Return the fields of the event ``finished``; no winners and no reason where the match was aborted."""
    outcome = result.outcome
    return {
        "how": result.how,
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
    }
