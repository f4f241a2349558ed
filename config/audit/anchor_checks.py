"""Questions of the audit of the books about the anchors: that the chain still leads through every one of them (I-7).

Whoever owns the database can make the whole chain anew; what was written outside they can't. The first row that is
other than it was is named from the list of links that lies beside the anchor.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.audit.anchor_keys import KeyMissingError, PublicKey, public_keys
from config.audit.anchor_notes import BadNoteError, Note, parse_note, read_note
from config.audit.anchor_places import Place, note_name, places, rows_name
from config.audit.anchors import digest_of, links, newest_anchor
from config.audit.chain_checks import first_broken_seal
from config.audit.chain_words import row_in_words
from config.audit.checks import register
from config.audit.models import Anchor, ChainSeal


@register("I-7", "The chain is the one that was anchored outside, and the anchors all lie there")
def differs_from_anchors() -> Iterator[str]:
    for name, place in places().items():
        try:
            yield from _Walk(name, place, public_keys(Path(settings.ANCHOR_KEY))).faults()
        except OSError as error:
            yield f"{name} can't be read ({error}): the chain was not held against its anchors"
        except KeyMissingError as error:
            yield f"{error} The chain was not held against its anchors"


@register("I-7", "The anchors that pages show are those that were signed, each of a seal of the chain")
def altered_anchors() -> Iterator[str]:
    """Their notes follow from one another, so that the last, which lies outside, speaks for all before it."""
    seals = dict(
        ChainSeal.objects.filter(number__in=Anchor.objects.values("seal_number")).values_list("number", "hash")
    )
    before = "-"
    for anchor in Anchor.objects.order_by("number").iterator(chunk_size=2000):
        try:
            note = parse_note(anchor.note)
        except BadNoteError as error:
            yield f"anchor {anchor.number} was changed: {error}"
            return
        shown = (anchor.number, anchor.at, anchor.seal_number, anchor.last_link, anchor.head)
        if shown != (note.number, note.at, note.seal, note.last_link, note.head) or note.before != before:
            yield f"anchor {anchor.number} is not as it was signed, or one before it is gone"
            return
        if bytes(seals.get(note.seal, b"")).hex() != note.head:
            yield f"anchor {anchor.number} is of another chain: what was sealed before it was made anew"
            return
        before = hashlib.sha256(anchor.note.encode()).hexdigest()


class _Walk:
    """One place's anchors, held against the chain. Each is read once."""

    def __init__(self, name: str, place: Place, keys: list[PublicKey]) -> None:
        self.name, self.place, self.keys = name, place, keys
        self.notes: dict[int, Note | None] = {}
        self.broken = first_broken_seal()

    def faults(self) -> Iterator[str]:
        """Nothing where the last anchor that lies there is of this chain: then all before it are."""
        try:
            last = self._last()
            if last is None:
                if newest := newest_anchor():
                    yield f"{self.name} holds no anchor; {newest.number} were made"
                return
            late = _begun_at() - 2 * timedelta(minutes=settings.ANCHOR_MINUTES)
            if (newest := newest_anchor()) and newest.number > last and newest.at < late:
                yield f"{self.name} holds no anchor after {last}; {newest.number} were made"
            known = Anchor.objects.filter(number=last).first()
            if known and known.note.encode() != self.place.get(note_name(last)):
                yield f"anchor {last} is not the one that lies in {self.name}"
            if not self._holds(last):
                yield self._first_difference(self._first_unlike(last))
        except BadNoteError as error:
            yield f"{self.name}: {error}"

    def _last(self) -> int | None:
        """The last anchor that lies there, also one that the database doesn't know; not what came since we began."""
        newest = newest_anchor()
        number = newest.number if newest else 0
        while number and self._note(number) is None:
            number -= 1
        begun_at = _begun_at()
        while (note := self._note(number + 1)) and note.at < begun_at:
            number += 1
        return number or None

    def _note(self, number: int) -> Note | None:
        if number not in self.notes:
            content = self.place.get(note_name(number))
            try:
                self.notes[number] = read_note(content.decode(), self.keys) if content is not None else None
            except (BadNoteError, UnicodeDecodeError) as error:
                raise BadNoteError(f"anchor {number} is not believed: {error}") from error
        return self.notes[number]

    def _holds(self, number: int) -> bool:
        """Whether the chain still leads through this anchor."""
        note = self._note(number)
        if note is None:
            raise BadNoteError(f"anchor {number} is gone")
        if self.broken is not None and self.broken <= note.seal:
            return False
        seal = ChainSeal.objects.filter(number=note.seal).first()
        return seal is not None and bytes(seal.hash).hex() == note.head

    def _first_unlike(self, last: int) -> int:
        """The first anchor that the chain doesn't lead through; it leads through all before and none after."""
        low, high = 0, last
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._holds(middle) else (low, middle)
        return high

    def _first_difference(self, number: int) -> str:
        """A sentence that names the first row of an anchor's list that is no longer what it was."""
        note, before = self._note(number), self._note(number - 1) if number > 1 else None
        if note is None:
            raise BadNoteError(f"anchor {number} is gone")
        where = f"anchor {number} of {note.at:%d %b %Y %H:%M:%S} UTC"
        kept = self._rows(note)
        if kept is None:
            return f"the chain is not that of {where}; its list of rows is gone from {self.name}, or was changed"
        now = links(before.last_link if before else 0, note.last_link)
        for was, now_is in _pairs(kept, now):
            if was != now_is:
                return f"{_told(was, now_is)}; {where} says otherwise"
        return f"the chain's seals up to {note.seal} were made anew: {where} says otherwise"

    def _rows(self, note: Note) -> list[str] | None:
        content = self.place.get(rows_name(note.number, note.rows))
        if content is None:
            return None
        try:
            lines = gzip.decompress(content).decode("ascii").splitlines(keepends=True)
        except (OSError, EOFError, zlib.error, UnicodeDecodeError):
            return None
        return lines if digest_of(iter(lines)) == note.rows else None


def _pairs(kept: list[str], now: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Both lists by the numbers of their links; "" where one has none of that number."""
    was, present = iter(kept), now
    left, right = next(was, ""), next(present, "")
    while left or right:
        first, second = _number(left), _number(right)
        yield (left if first <= second else ""), (right if second <= first else "")
        left, right = (next(was, "") if first <= second else left), (next(present, "") if second <= first else right)


def _number(line: str) -> float:
    return int(line.split(" ", 1)[0]) if line else float("inf")


def _told(was: str, now_is: str) -> str:
    _, table, row, _ = (was or now_is).split()
    said = row_in_words(table, int(row))
    if not was:
        return f"{said} was put into the chain afterwards"
    if not now_is:
        return f"{said} was taken out of the chain"
    if was.split()[1:3] != now_is.split()[1:3]:
        return f"{said} stands in the chain no longer where it stood"
    return f"{said} was changed, and its link with it"


def _begun_at() -> datetime:
    """The time at which this transaction began: what was anchored since isn't in its picture of the database."""
    with connection.cursor() as cursor:
        cursor.execute("select now()")
        (at,) = cursor.fetchone() or (timezone.now(),)
    return at
