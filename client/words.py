"""Sentences for a person, made of stable codes and plain values; the only place with words about a match.

English; everything that is shown comes through here, so that a second language has one file to translate.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from protocol.errors import Code

__all__ = ["CODES", "EVENTS", "RESULTS", "dice_words", "event_words", "meaning", "result_words", "seat_words"]

CODES: dict[str, str] = {
    # streams and frames
    Code.FRAME_SIZE: "a message was longer than any honest one",
    Code.MALFORMED: "what came in is not written as the protocol wants it",
    Code.NOT_CANONICAL: "what came in is not in its one canonical form",
    Code.UNEXPECTED: "a message came that has no place here",
    Code.TIMEOUT: "there was no answer in time",
    Code.FLOOD: "too many messages came in",
    # links
    Code.LOST: "the connection was lost",
    Code.SLOW: "the other side does not read what it is sent",
    Code.BUSY: "the other side has too many connections",
    Code.UNREACHABLE: "nobody can be reached there",
    Code.ADDRESS: "that is no address",
    # identity and authentication
    Code.VERSION: "the two programs speak different versions of the protocol",
    Code.RULES_VERSION: "the two programs know different versions of the rules",
    Code.SMALL_ORDER_KEY: "that key proves nothing, as anybody could sign for it",
    Code.BAD_SIGNATURE: "a signature is wrong",
    Code.CHANNEL: "the secure channel could not be made",
    Code.WRONG_PEER: "somebody else answers at that address",
    Code.STRANGER: "this match is played without you",
    # room and contract
    Code.CONTRACT: "the terms of the match cannot be accepted",
    Code.SEAT_TAKEN: "that seat is taken",
    Code.ROOM_FULL: "no seat is free",
    Code.KICKED: "the host sent you away",
    Code.WRONG_MATCH: "another match is played there",
    # feeds and log
    Code.SEQUENCE: "an entry is out of sequence",
    Code.PREV: "an entry does not continue the one before it",
    Code.FORK: "somebody signed two stories",
    Code.STALE: "an entry came too late to count",
    Code.ILLEGAL: "the rules forbid what was signed",
    Code.WRONG_REVEAL: "dice were opened that do not fit the promise",
    Code.UNSUPPORTED: "that agreement is not known here",
    Code.LIMIT: "a limit of the protocol was exceeded",
    Code.DESYNC: "two peers compute different positions",
    # own side
    Code.NOT_YOUR_SEAT: "that seat is not yours",
    Code.NOT_YOUR_TURN: "it is not your turn",
    Code.FROZEN: "play is frozen while a difference is looked into",
    Code.RECOVERING: "the others have not yet told what they hold",
    Code.OVER: "it is over",
    # files
    Code.NOT_A_TRANSCRIPT: "that file is no match file",
    Code.DAMAGED: "the match file is damaged",
}
"""What each code of the protocol means, for a person, without a full stop."""

RESULTS: dict[str, str] = {
    "base": "the base was reached",
    "stuck": "the other side cannot move",
    "ply_limit": "the limit of moves was reached",
    "crown": "the crown was taken",
    "last_seat": "nobody else is left",
    "round_limit": "the last round is over",
    "resigned": "the others resigned",
    "adjudicated": "judged before the end",
    "draw": "a draw was agreed",
    "agreed": "it was agreed",
}
"""Why a game ended, by ``Outcome.reason``."""


_WHOLE = frozenset({Code.WRONG_PEER, Code.STRANGER, Code.KICKED, Code.WRONG_MATCH})
"""Codes whose own words say everything; what the program adds for its log would say the same again."""


def meaning(code: str, text: str = "") -> str:
    """Return a sentence for a code: its own words, then what is known about this case."""
    general = CODES.get(code, "")
    if code in _WHOLE:
        return general
    if general and text and general != text:
        return f"{general}: {text}"
    return text or general or code


def seat_words(seats: Sequence[int]) -> str:
    """Return ``seat 0``, or ``seats 0, 2 and 3``."""
    names = [str(seat) for seat in seats]
    if len(names) == 1:
        return f"seat {names[0]}"
    return f"seats {', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def dice_words(dice: Sequence[int], choices: Sequence[int] = ()) -> str:
    """Return ``, dice 6 5 3`` or nothing where nothing was rolled."""
    words = f", dice {' '.join(map(str, dice))}" if dice else ""
    return words + (f", chosen {' '.join(map(str, choices))}" if choices else "")


def result_words(how: str, winners: Sequence[int] | None, reason: str | None) -> str:
    """Return a sentence about how a match ended; ``winners`` None where it was aborted."""
    if winners is None:
        return "the match was called off by agreement"
    why = RESULTS.get(reason or how, reason or how)
    if not winners:
        return f"draw: {why}"
    verb = "wins" if len(winners) == 1 else "win"
    return f"{seat_words(winners)} {verb}: {why}"


def item_words(item: Mapping[str, Any]) -> str:
    """Return one applied item in words; keys as in the event ``item``."""
    seat, action = item["seat"], item["action"]
    gone = [n for n in item["resigned"] if item["kind"] != "resign" or n != seat]
    before = f"{seat_words(gone)} resigned; " if gone else ""
    match item["kind"]:
        case "resign":
            what = f"seat {seat} resigns"
        case "agree":
            what = f"all agree: {action}"
        case _:
            what = f"seat {seat}: {action}" if action else "nothing is left to play"
    return f"{item['k']}. {before}{what}{dice_words(item['dice'], item['choices'])}{_outcome_words(item['events'])}"


def _outcome_words(events: Sequence[Mapping[str, Any]]) -> str:
    """Return the results that a reader cannot see from action and dice: losses, and who is out."""
    words: list[str] = []
    for event in events:
        match event["kind"]:
            case "lost" | "starved":
                whose = "" if event.get("seat") is None else f" of seat {event['seat']}"
                verb = "lost" if event["kind"] == "lost" else "starved"
                words.append(f"{event.get('count', 1)} {event.get('piece', 'piece')}{whose} {verb}")
            case "captured":
                words.append(f"{event.get('cell', '')} taken".strip())
            case "eliminated":
                words.append(f"seat {event.get('seat')} is out")
    return f" ({', '.join(words)})" if words else ""


def _room_words(fields: Mapping[str, Any]) -> str:
    seats = []
    for seat in fields["seats"]:
        match seat["kind"]:
            case "human":
                who = (
                    seat["name"] + (", you" if seat["you"] else "") + ("" if seat["ready"] else ", not ready")
                )
            case "computer":
                who = f"computer, level {seat['level']}"
            case _:
                who = "free"
        seats.append(f"seat {seat['seat']}: {who}")
    return f"room, {fields['game']}: {'; '.join(seats)}"


def _options_words(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in options.items())


def _match_words(fields: Mapping[str, Any]) -> str:
    return (
        f"match {fields['match'][:16]} of {fields['game']} ({_options_words(fields['options'])}); "
        f"you hold {seat_words(fields['own'])}; saved in {fields['file']}"
    )


EVENTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "profile": lambda f: f"profile {f['profile']}, fingerprint {f['fingerprint']}, log file {f['log']}",
    "listening": lambda f: "listening on " + ", ".join(f["addresses"]),
    "invitation": lambda f: f"to join: wabe peer --join '{f['invitation']}'",
    "firewall": lambda f: f"if nobody can connect, let TCP port {f['port']} through your firewall and router",
    "first_contact": lambda f: (
        f"nothing vouches for whoever answers there; its fingerprint is {f['fingerprint']}"
    ),
    "link_up": lambda f: f"connected to {f['name'] or f['fingerprint']} at {f['remote']}",
    "link_down": lambda f: (
        f"connection to {f['name'] or f['fingerprint']} ended: {meaning(f['code'], f['text'])}"
    ),
    "dial_failed": lambda f: (
        f"cannot connect: {meaning(f['code'], f['text'])}"
        + ("" if f["retry_s"] is None else f"; trying again in {f['retry_s']} s")
    ),
    "room": _room_words,
    "agree": lambda f: (
        "this differs from the usual: " + _options_words(f["options"]) + "; type ready to agree, or quit"
    ),
    "match": _match_words,
    "rejoined": lambda f: (
        f"match {f['match'][:16]} goes on from this profile's file: {f['items']} items were on it"
    ),
    "resumed": lambda f: f"{f['items']} items and {f['entries']} entries were on file",
    "recovering": lambda f: f"waiting until enough of the {f['silent']} other peers have told what they hold",
    "recovered": lambda _: "the others agree on what was signed: play goes on",
    "turn": lambda f: (
        f"it is your turn with seat {f['seat']}" if f["yours"] else f"seat {f['seat']} is to act"
    ),
    "item": item_words,
    "offer": lambda f: f"seat {f['seat']} offers: {f['kind']}",
    "chat": lambda f: f"seat {f['seat']} says: {f['text']}",
    "recorded": lambda f: f"seat {f['seat']} signed something wrong: {meaning(f['code'], f['text'])}",
    "froze": lambda f: f"seat {f['seat']} computes another position after item {f['k']}; checking one's own",
    "reverted": lambda f: f"somebody signed two stories: the moves after item {f['k']} were taken back",
    "healed": lambda f: f"one's own position after item {f['k']} was wrong and is mended; play goes on",
    "stopped": lambda f: (
        f"the match cannot go on: {meaning(f['code'], f['text'])}; all about it is in {f['bundle']}"
    ),
    "forfeit": lambda f: f"seat {f['seat']} forfeits: {f['text']}",
    "finished": lambda f: result_words(f["how"], f["winners"], f["reason"]),
    "complete": lambda f: f"everybody has acknowledged the end; the match is saved in {f['file']}",
    "unfinished": lambda f: f"the match is saved; to go on: {f['resume']}",
    "unneeded": lambda f: (
        f"the match is over and nothing is owed any more; to look at it: wabe replay '{f['file']}'"
    ),
    "error": lambda f: f"error [{f['code']}]: {f['text']}",
    "reply": lambda f: str(f["text"]),
}
"""Each event that a peer reports, and its words; ``docs/command-line.md`` lists their fields."""


def event_words(event: str, fields: Mapping[str, Any]) -> str:
    """Return the sentence about an event."""
    return EVENTS[event](fields)
