"""Anchors: the head of the chain, signed and written outside the database's machine, beside the links since the last.

The row comes first, then the places: one that was away gets what it lacks the next time.
"""

import hashlib
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.audit import anchor_places, chain
from config.audit.anchor_keys import signing_key
from config.audit.anchor_notes import Note
from config.audit.models import Anchor, AnchorPlace, ChainSeal
from config.rooms.models import Room

log = logging.getLogger(__name__)
AT_ONCE = 500
"""The most anchors that a place which lacks some is given in one go."""

_LINKS = """
select link.id, form.table_name, link.row_id, encode(link.digest, 'hex')
from audit_chainlink link join audit_chainform form on form.id = link.form_id
where link.id > %s and link.id <= %s order by link.id limit 10000
"""


def keep_anchored(*, at: datetime) -> Anchor | None:
    """Seal; anchor where one is due; give every place what it lacks. Returns the anchor that was made, if any.

    Raises KeyMissingError where an anchor is due and there is no key to sign it.
    """
    seal = chain.seal_all()
    if not settings.ANCHORS or seal is None:
        return None
    made = make_anchor(seal) if is_due(seal, at=at) else None
    for name, place in anchor_places.places().items():
        fill(name, place, at=at)
    return made


def is_due(seal: ChainSeal, *, at: datetime) -> bool:
    """Whether to anchor now: something was sealed since and the pause is over, or a room's gaming day has ended."""
    last = newest_anchor()
    if last is None:
        return True
    if seal.number != last.seal_number and at - last.at >= timedelta(minutes=settings.ANCHOR_MINUTES):
        return True
    return any(last.at < room.start_of(room.gaming_day(at)) <= at for room in Room.objects.all())


def make_anchor(seal: ChainSeal) -> Anchor:
    """Sign the head of the chain behind the anchor before."""
    last = newest_anchor()
    note = Note(
        number=last.number + 1 if last else 1,
        at=_clock(),
        seal=seal.number,
        last_link=seal.last_link,
        head=bytes(seal.hash).hex(),
        rows=digest_of(links(last.last_link if last else 0, seal.last_link)),
        before=hashlib.sha256(last.note.encode()).hexdigest() if last else "-",
    )
    return Anchor.objects.create(
        number=note.number,
        at=note.at,
        seal_number=note.seal,
        last_link=note.last_link,
        head=note.head,
        note=note.signed(signing_key(Path(settings.ANCHOR_KEY))),
    )


def fill(name: str, place: anchor_places.Place, *, at: datetime) -> None:
    """Write to a place the anchors that it lacks; what stands in the way is logged and kept for the page."""
    state, _ = AnchorPlace.objects.get_or_create(name=name, defaults={"tried_at": at})
    state.tried_at, state.trouble = at, ""
    try:
        for anchor in Anchor.objects.filter(number__gt=state.number).order_by("number")[:AT_ONCE]:
            _write(place, anchor)
            state.number, state.written_at = anchor.number, at
    except OSError as error:
        state.trouble = str(error)[:400]
        log.error("anchors can't be written to %s: %s", name, error)
    state.save()


def newest_anchor() -> Anchor | None:
    """The anchor that was made last."""
    return Anchor.objects.order_by("-number").first()


def links(after: int, upto: int) -> Iterator[str]:
    """A line for each link of these numbers: "link table row digest"."""
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_LINKS, [after, upto])
            found = cursor.fetchall()
        yield from (f"{link} {table} {row} {digest}\n" for link, table, row, digest in found)
        if not found:
            return
        after = found[-1][0]


def digest_of(lines: Iterator[str]) -> str:
    """sha256 of a list of links."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("ascii"))
    return digest.hexdigest()


def _write(place: anchor_places.Place, anchor: Anchor) -> None:
    before = Anchor.objects.filter(number=anchor.number - 1).first()
    lines = list(links(before.last_link if before else 0, anchor.last_link))
    rows = anchor_places.rows_name(anchor.number, digest_of(iter(lines)))
    if place.get(rows) is None:
        place.put(rows, anchor_places.packed(iter(lines)))
    place.put(anchor_places.note_name(anchor.number), anchor.note.encode())


def _clock() -> datetime:
    """The database's clock, by which seals are dated too."""
    with connection.cursor() as cursor:
        cursor.execute("select date_trunc('milliseconds', clock_timestamp())")
        (at,) = cursor.fetchone() or (timezone.now(),)
    return at
