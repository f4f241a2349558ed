"""The note that an anchor is: a few lines that people and programs read, with their signature below them.

A signed note as C2SP describes it: the text, an empty line, and a line of "— name base64(key hash, signature)".
"""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from config.audit.anchor_keys import PublicKey, SigningKey

ORIGIN = "cardroom/anchor"
_DASH = "\N{EM DASH}"


class BadNoteError(Exception):
    """This is no note of ours, or nobody whom we know has signed it."""


@dataclass(frozen=True, slots=True)
class Note:
    """The content of an anchor: seal `seal` with the hash `head`, the links up to `last_link`, and the file that lists
    them."""

    number: int
    at: datetime
    seal: int
    last_link: int
    head: str
    rows: str
    """sha256 of the list of links since the anchor before, as text."""
    before: str
    """sha256 of the note before with its signature; "-" for the first."""

    @property
    def text(self) -> str:
        """The lines that are signed."""
        facts = {
            "number": self.number,
            "at": self.at.astimezone(UTC).isoformat(),
            "seal": self.seal,
            "last-link": self.last_link,
            "head": self.head,
            "rows": self.rows,
            "before": self.before,
        }
        return f"{ORIGIN}\n" + "".join(f"{name} {value}\n" for name, value in facts.items())

    def signed(self, key: SigningKey) -> str:
        """The note as it is written outside."""
        signature = base64.b64encode(key.public.hash + key.sign(self.text)).decode()
        return f"{self.text}\n{_DASH} {key.public.name} {signature}\n"


def read_note(signed: str, keys: Iterable[PublicKey]) -> Note:
    """The note, if one of the keys has signed it. Raises BadNoteError."""
    text, _, signatures = signed.rpartition("\n\n")
    if not any(_signs(line, f"{text}\n", key) for line in signatures.splitlines() for key in keys):
        raise BadNoteError("it is not signed by the room's key, nor by one of before")
    return parse_note(signed)


def parse_note(signed: str) -> Note:
    """Read what the note says, whoever signed it. Raises BadNoteError."""
    origin, *lines = signed.rpartition("\n\n")[0].splitlines() or [""]
    try:
        facts = dict(line.split(" ", 1) for line in lines)
        if origin != ORIGIN:
            raise BadNoteError(f"it is a note of {origin or 'nobody'}")
        return Note(
            number=int(facts["number"]),
            at=datetime.fromisoformat(facts["at"]),
            seal=int(facts["seal"]),
            last_link=int(facts["last-link"]),
            head=facts["head"],
            rows=facts["rows"],
            before=facts["before"],
        )
    except (KeyError, ValueError) as error:
        raise BadNoteError(f"its lines are not those of an anchor ({error})") from error


def _signs(line: str, text: str, key: PublicKey) -> bool:
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    try:
        signature = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        return False
    return (dash, name, signature[:4]) == (_DASH, key.name, key.hash) and key.verifies(signature[4:], text)
