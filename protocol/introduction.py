"""For who knows only a match id: its contract and the signatures under it, from any peer of the match (N3).

A late joiner or spectator asks for nothing; a peer of a match tells its contract on every new link. Once all is
there the joiner makes a ``Match`` and a ``Gossip``, brings up the links there and hands on what each had said to hold.
"""

from protocol.contract import Contract, decode_contract, match_id, signed_bytes
from protocol.errors import Code, RemoteError
from protocol.identity import verify
from protocol.messages import AnyMessage, ContractMessage, Have, SignatureMessage

__all__ = ["Introduction"]


class Introduction:
    """Collects contract and signatures of the match ``wanted``.

    Attributes:
        contract: The checked contract, or None so far.
        signatures: Checked contract signatures by human seat.
    """

    def __init__(self, wanted: bytes) -> None:
        self.contract: Contract | None = None
        self.signatures: dict[int, bytes] = {}
        self._wanted = wanted
        self._packed = b""
        self._said: dict[int, Have] = {}

    @property
    def complete(self) -> bool:
        """Whether the match can be made: the contract and a signature of each human seat are there."""
        return self.contract is not None and self.signatures.keys() == set(self.contract.humans)

    def receive(self, link: int, message: AnyMessage) -> None:
        """Take what came over ``link`` before the match is known here.

        Raises:
            RemoteError: The link is at fault: WRONG_MATCH, BAD_SIGNATURE, UNEXPECTED, or as ``decode_contract`` and
                ``Contract.check`` (RULES_VERSION: this program cannot show the match).
        """
        match message:
            case ContractMessage():
                self._take_contract(message)
            case SignatureMessage():
                self._check_match(message.match)
                self._take_signature(message)
            case Have():
                self._check_match(message.match)
                self._said[link] = message
            case _:
                kind = type(message).__struct_config__.tag
                raise RemoteError(Code.UNEXPECTED, f"{kind!r} is not expected before this side's 'have'")

    def said(self, link: int) -> Have | None:
        """Return what ``link`` said to hold: for ``Gossip.receive`` after ``Gossip.link_up``."""
        return self._said.get(link)

    def link_down(self, link: int) -> None:
        """A link is gone."""
        self._said.pop(link, None)

    def _check_match(self, named: bytes) -> None:
        if named != self._wanted:
            raise RemoteError(Code.WRONG_MATCH, "this message is about another match", "match")

    def _take_contract(self, message: ContractMessage) -> None:
        self._check_match(match_id(message.packed))
        if self.contract is None:
            contract = decode_contract(message.packed)
            contract.check()
            self.contract, self._packed = contract, message.packed

    def _take_signature(self, message: SignatureMessage) -> None:
        if self.contract is None or message.seat not in self.contract.humans:
            raise RemoteError(
                Code.UNEXPECTED, "a signature under nothing that this link told", f"seat {message.seat}"
            )
        identity = self.contract.human(message.seat).identity
        if not verify(identity, message.signature, signed_bytes(self._packed)):
            raise RemoteError(
                Code.BAD_SIGNATURE, "a seat has not signed this contract", f"seat {message.seat}"
            )
        self.signatures.setdefault(message.seat, message.signature)
