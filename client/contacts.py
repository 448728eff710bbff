"""Which news about connections a person is told: one sentence for each outage, however often a dial is repeated."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

__all__ = ["Contacts"]


class Contacts:
    """What the person at a terminal knows about who is linked."""

    def __init__(self) -> None:
        self._links: Counter[str] = Counter()
        self._unreachable: set[str] = set()
        self._over = False

    def is_news(self, event: str, fields: Mapping[str, Any]) -> bool:
        """Return whether an event is to be told; any that is not about connections is.

        Args:
            event: Its name.
            fields: Its fields.
        """
        match event:
            case "complete":
                self._over = True
            case "link_up":
                self._links[fields["fingerprint"]] += 1
                self._unreachable.clear()
                return self._links[fields["fingerprint"]] == 1
            case "link_down":
                self._links[fields["fingerprint"]] -= 1
                self._unreachable.add(fields["fingerprint"])
                return self._links[fields["fingerprint"]] == 0 and not self._over
            case "dial_failed":
                whom = fields["fingerprint"] or " ".join(fields["addresses"])
                known = whom in self._unreachable or self._links[whom] > 0
                self._unreachable.add(whom)
                return not known and not self._over
        return True
