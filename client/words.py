"""Sentences for a person about rooms, links and matches, made of stable codes and plain values.

What a window shows too is told in the language in use: codes, and the events that are news there. The rest is
for the terminal, which speaks English, as does ``client.terminal.sentences`` about what games do.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.i18n import SOURCE_LANGUAGE, language, mark, ntr, tr
from client.names import Names
from client.terminal.sentences import happened
from protocol.errors import Code

__all__ = [
    "CODES",
    "EVENTS",
    "RESULTS",
    "RULES",
    "count_words",
    "dial_meaning",
    "event_words",
    "in_own_words",
    "item_words",
    "meaning",
    "result_words",
]

CODES: dict[str, str] = {
    # streams and frames
    Code.FRAME_SIZE: mark("a message was longer than any honest one"),
    Code.MALFORMED: mark("what came in is not written as the protocol wants it"),
    Code.NOT_CANONICAL: mark("what came in is not in its one canonical form"),
    Code.UNEXPECTED: mark("a message came that has no place here"),
    Code.TIMEOUT: mark("there was no answer in time"),
    Code.FLOOD: mark("too many messages came in"),
    # links
    Code.LOST: mark("the connection was lost"),
    Code.SLOW: mark("the other side does not read what it is sent"),
    Code.BUSY: mark("the other side has too many connections"),
    Code.UNREACHABLE: mark("nobody can be reached there"),
    Code.ADDRESS: mark("that is no address"),
    # identity and authentication
    Code.VERSION: mark("the two programs speak different versions of the protocol"),
    Code.RULES_VERSION: mark("the two programs know different versions of the rules"),
    Code.SMALL_ORDER_KEY: mark("that key proves nothing, as anybody could sign for it"),
    Code.BAD_SIGNATURE: mark("a signature is wrong"),
    Code.CHANNEL: mark("the secure channel could not be made"),
    Code.WRONG_PEER: mark("somebody else answers at that address"),
    Code.STRANGER: mark("this match is played without you"),
    # room and contract
    Code.CONTRACT: mark("the terms of the match cannot be accepted"),
    Code.SEAT_TAKEN: mark("that seat is taken"),
    Code.ROOM_FULL: mark("no seat is free"),
    Code.KICKED: mark("the host sent you away"),
    Code.WRONG_MATCH: mark("another match is played there"),
    # feeds and log
    Code.SEQUENCE: mark("an entry is out of sequence"),
    Code.PREV: mark("an entry does not continue the one before it"),
    Code.FORK: mark("somebody signed two stories"),
    Code.STALE: mark("an entry came too late to count"),
    Code.ILLEGAL: mark("the rules forbid what was signed"),
    Code.WRONG_REVEAL: mark("dice were opened that do not fit the promise"),
    Code.UNSUPPORTED: mark("that agreement is not known here"),
    Code.LIMIT: mark("a limit of the protocol was exceeded"),
    Code.DESYNC: mark("two peers compute different positions"),
    # own side
    Code.NOT_YOUR_SEAT: mark("that seat is not yours"),
    Code.NOT_YOUR_TURN: mark("it is not your turn"),
    Code.FROZEN: mark("play is frozen while a difference is looked into"),
    Code.RECOVERING: mark("the others have not yet told what they hold"),
    Code.OVER: mark("it is over"),
    # files
    Code.NOT_A_TRANSCRIPT: mark("that file is no match file"),
    Code.DAMAGED: mark("the match file is damaged"),
}
"""What each code of the protocol means, for a person, without a full stop."""

RULES: dict[str, str] = {
    "setup": mark("these options do not go together"),
    "syntax": mark("what is written there makes no sense"),
    "dice": mark("these dice do not fit what was done"),
    "record": mark("that is no record of a match"),
    "replay": mark("what is recorded does not follow from the rules"),
    "engine": mark("the rules know no answer"),
}
"""What the codes of the rules mean that the protocol has not, for ``in_own_words``."""

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


_NAMELESS = Names()

_SHORT_FINGERPRINT = len("a4b7-qw74")
"""Characters of a fingerprint that tell one stranger from another on a screen; nothing is decided by them."""

_WHOLE = frozenset({Code.WRONG_PEER, Code.STRANGER, Code.KICKED, Code.WRONG_MATCH})
"""Codes whose own words say everything; what the program adds for its log would say the same again."""


_PARTICULAR = frozenset({Code.UNREACHABLE, Code.TIMEOUT})
"""Codes whose own words say no more than what is known of the case."""

_NO_WABE = frozenset({Code.FRAME_SIZE, Code.MALFORMED, Code.NOT_CANONICAL, Code.UNEXPECTED, Code.CHANNEL})
"""What another kind of server looks like to somebody who dials it."""


def in_own_words(code: str, text: str) -> str:
    """Return what an error of protocol or rules is told with.

    They write ``text`` in English, at the place where something is wrong. In another language the words of the
    code have to do, which say less of the case; ``text`` is in the log.
    """
    words = "" if language() == SOURCE_LANGUAGE else CODES.get(code) or RULES.get(code, "")
    return tr(words) if words else text


def dial_meaning(code: str, text: str = "") -> str:
    """Return a sentence about a dial that failed."""
    return tr("no Wabe answers there") if code in _NO_WABE else meaning(code, text)


def meaning(code: str, text: str = "") -> str:
    """Return a sentence for a code: its own words, then what is known about this case."""
    general = tr(CODES[code]) if code in CODES else ""
    text = in_own_words(code, text)
    if code in _WHOLE:
        return general
    if code in _PARTICULAR:
        return text or general
    if general and text and general != text:
        return f"{general}: {text}"
    return text or general or code


def count_words(count: int, noun: str) -> str:
    """Return ``1 item``, ``2 items``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def result_words(how: str, winners: Sequence[int] | None, reason: str | None, who: Names = _NAMELESS) -> str:
    """Return a sentence about how a match ended; ``winners`` None where it was aborted."""
    if winners is None:
        return "the match was called off by agreement"
    why = RESULTS.get(reason or how, reason or how)
    if not winners:
        return f"draw: {why}"
    verb = "wins" if len(winners) == 1 else "win"
    if who.own and who.own <= set(winners):
        others = [seat for seat in winners if seat not in who.own]
        return f"you win{f', and so does {who.several(others)}' if others else ''}: {why}"
    lost = "you lose; " if who.own and not who.own & set(winners) else ""
    return f"{lost}{who.several(winners)} {verb}: {why}"


def item_words(item: Mapping[str, Any], who: Names = _NAMELESS) -> str:
    """Return one applied item in words; keys as in the event ``item``."""
    seat, action = item["seat"], item["action"]
    parts = [f"{who(n)} resigned" for n in item["resigned"] if item["kind"] != "resign" or n != seat]
    match item["kind"]:
        case "resign":
            parts.append(f"{who(seat)} resigns")
        case "agree":
            parts.append(f"all agree: {action}")
        case _ if action:
            parts.append(f"{who(seat)}: {action}")
    known = [*item["resigned"], *((seat,) if item["kind"] == "resign" else ())]
    events = [e for e in item["events"] if e["kind"] != "eliminated" or e["seat"] not in known]
    told = [*parts, *happened(events, seat, who.short)] or ["nothing is left to play"]
    return f"{item['k']}. {'; '.join(told)}"


def _room_words(fields: Mapping[str, Any], _: Names) -> str:
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


def _match_words(fields: Mapping[str, Any], who: Names) -> str:
    seats = [f"{who(seat['seat'])}{', you' if seat['seat'] in who.own else ''}" for seat in fields["seats"]]
    return (
        f"match {fields['match'][:16]} of {fields['game']} ({_options_words(fields['options'])}): "
        f"{'; '.join(seats)}"
    )


_OFFERS = {"draw": "a draw", "abort": "to call the match off"}

_KINDS = {"draw": mark("draw"), "abort": mark("abort")}


def _offer_words(fields: Mapping[str, Any], who: Names) -> str:
    what = _OFFERS.get(fields["kind"], fields["kind"])
    if fields["seat"] in who.own:
        return f"you offer {what}; that stands until something is played"
    return f"{who(fields['seat'])} offers {what}: type accept to agree"


def _turn_words(fields: Mapping[str, Any], who: Names) -> str:
    if not fields["yours"]:
        return f"{who(fields['seat'])} is to act"
    return "it is your turn" + (f" with seat {fields['seat']}" if len(who.own) > 1 else "")


def _whom(fields: Mapping[str, Any]) -> str:
    """Return whom a link leads to: its name, else the beginning of its fingerprint or where it was looked for."""
    known = fields["name"] or fields["fingerprint"][:_SHORT_FINGERPRINT]
    return str(known or ", ".join(fields.get("addresses", ())))


def _link_down_words(fields: Mapping[str, Any], _: Names) -> str:
    whom = _whom(fields)
    if fields["culprit"] == "network":
        return tr("connection to {name} lost; waiting for it to come back", name=whom)
    if fields["code"] == "done":
        return tr("{name} has left", name=whom)
    why = meaning(fields["code"], fields["text"])
    return tr("connection to {name} ended: {reason}", name=whom, reason=why)


def _link_up_words(fields: Mapping[str, Any], _: Names) -> str:
    if fields["back"]:
        return tr("{name} is back", name=_whom(fields))
    return tr("connected to {name}", name=_whom(fields))


def _dial_failed_words(fields: Mapping[str, Any], _: Names) -> str:
    if fields["retry_s"] is None:
        return tr("cannot reach {name}", name=_whom(fields))
    return tr("cannot reach {name}; trying again", name=_whom(fields))


def _rejoined_words(fields: Mapping[str, Any], _: Names) -> str:
    return ntr(
        "match {match} goes on from this profile's file: {count} item had been played",
        "match {match} goes on from this profile's file: {count} items had been played",
        fields["items"],
        match=fields["match"][:16],
    )


def _recovering_words(fields: Mapping[str, Any], _: Names) -> str:
    if fields["silent"] == 1:
        return tr("waiting until the other player has told what it holds")
    return tr("waiting until the others have told what they hold")


def _lapsed_words(fields: Mapping[str, Any], who: Names) -> str:
    kind = tr(_KINDS[fields["kind"]]) if fields["kind"] in _KINDS else fields["kind"]
    if fields["seat"] in who.own:
        return tr("your offer ({kind}) does not stand any more", kind=kind)
    return tr("the offer of {name} ({kind}) does not stand any more", name=who(fields["seat"]), kind=kind)


def _recorded_words(fields: Mapping[str, Any], who: Names) -> str:
    why = meaning(fields["code"], fields["text"])
    return tr("{name} signed something wrong: {reason}", name=who(fields["seat"]), reason=why)


def _froze_words(fields: Mapping[str, Any], who: Names) -> str:
    return tr(
        "{name} computes another position after item {item}; checking one's own",
        name=who(fields["seat"]),
        item=fields["k"],
    )


def _reverted_words(fields: Mapping[str, Any], _: Names) -> str:
    return tr("somebody signed two stories: the moves after item {item} were taken back", item=fields["k"])


def _healed_words(fields: Mapping[str, Any], _: Names) -> str:
    return tr("one's own position after item {item} was wrong and is mended; play goes on", item=fields["k"])


def _stopped_words(fields: Mapping[str, Any], _: Names) -> str:
    why = meaning(fields["code"], fields["text"])
    return tr(
        "the match cannot go on: {reason}; all about it is in {path}", reason=why, path=fields["bundle"]
    )


EVENTS: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "profile": lambda f, _: f"profile {f['profile']}, fingerprint {f['fingerprint']}, log file {f['log']}",
    "listening": lambda f, _: "listening on " + ", ".join(f["addresses"]),
    "invitation": lambda f, _: f"to join: wabe peer --join '{f['invitation']}'",
    "firewall": lambda f, _: (
        f"if nobody can connect, let TCP port {f['port']} through your firewall and router"
    ),
    "first_contact": lambda f, _: tr(
        "nothing vouches for whoever answers there; its fingerprint is {fingerprint}",
        fingerprint=f["fingerprint"],
    ),
    "link_up": _link_up_words,
    "link_down": _link_down_words,
    "dial_failed": _dial_failed_words,
    "room": _room_words,
    "agree": lambda f, _: (
        "this differs from the usual: " + _options_words(f["options"]) + "; type ready to agree, or quit"
    ),
    "claim_refused": lambda *_: tr("the host did not give you that seat"),
    "terms_changed": lambda *_: tr("the host has changed what is played: please agree again"),
    "match": _match_words,
    "rejoined": _rejoined_words,
    "resumed": lambda f, _: (
        f"{count_words(f['items'], 'item')} and {count_words(f['entries'], 'signed message')} were on file"
    ),
    "recovering": _recovering_words,
    "recovered": lambda *_: tr("everybody is back; the match goes on"),
    "turn": _turn_words,
    "item": item_words,
    "offer": _offer_words,
    "lapsed": _lapsed_words,
    "chat": lambda f, who: f"{who(f['seat'])} says: {f['text']}",
    "recorded": _recorded_words,
    "froze": _froze_words,
    "reverted": _reverted_words,
    "healed": _healed_words,
    "stopped": _stopped_words,
    "forfeit": lambda f, who: tr("{name} forfeits: {reason}", name=who(f["seat"]), reason=f["text"]),
    "finished": lambda f, who: result_words(f["how"], f["winners"], f["reason"], who),
    "complete": lambda f, _: f"everybody has acknowledged the end; to look at it: wabe replay '{f['file']}'",
    "unfinished": lambda f, _: f"the match is saved; to go on: {f['resume']}",
    "unneeded": lambda f, _: (
        f"the match is over and nothing is owed any more; to look at it: wabe replay '{f['file']}'"
    ),
    "error": lambda f, _: f"error [{f['code']}]: {f['text']}",
    "reply": lambda f, _: str(f["text"]),
}
"""Each event that a peer reports, and its words; ``docs/command-line.md`` lists their fields."""


def event_words(event: str, fields: Mapping[str, Any], who: Names = _NAMELESS) -> str:
    """Return the sentence about an event."""
    return EVENTS[event](fields, who)
