"""Hands of one file recorded together: the same rows as hand by hand, in a handful of statements for all of them.

What one hand leaves the next one finds is kept in mind: the session's count of hands, its people and their stacks. The
session's row is locked meanwhile, and the chips are held against the books again before anything is written.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from config.audit.models import AuditEvent
from config.audit.services import record_all, told
from config.copying import copy_in, give_ids
from config.errors import KeyReused
from config.requests.services import Claim, claim_all
from config.staff.models import User
from games.models import Hand
from games.services.bookings import facts_of
from games.services.imports import (
    asked_body,
    brought_by_seat,
    called_by_seat,
    check_currency,
    entry_of,
    fact_of,
    reckon,
    source_of,
    stacks_key,
)
from games.services.recording import Entry, hand_row, results_of, seat_rows, settled
from players.ledger import Posting
from players.services.known_seats import KnownSeats, Stated
from rules.phh.values import PhhHand
from rules.play.settlement import Settlement
from tables.models import TableSession
from tables.services import count_hands, lock_session, must_be_free


@dataclass(frozen=True, slots=True)
class _Taken:
    """A hand that was taken into the chunk: its row without an id yet, and what is written with it."""

    hand: Hand
    entry: Entry
    settlement: Settlement
    claim: Claim
    stated: Stated
    played: Posting


class Chunk:
    """The hands that go on at one imported session, kept in mind until `write`; all in one transaction of the caller.

    Refuses a session that was closed (`table_closed`) or where a hand is being played (`hand_open`).
    """

    def __init__(self, session: TableSession, *, by: User | None) -> None:
        self.session, self.by = lock_session(session), by
        must_be_free(self.session)
        self._known = KnownSeats.of(self.session)
        self._taken: list[_Taken] = []

    def take(self, phh: PhhHand, *, digest: str, key: str, source_file: str, at: datetime) -> Hand | None:
        """The hand as `import_hand` records it, or None where it doesn't go on with the same people in the same seats:
        that one is recorded by itself. Refuses as `import_hand`, and is left out then."""
        check_currency(phh, self.session)
        fact = fact_of(source_file)
        reckoned = reckon(phh, self.session, fact)
        called = called_by_seat(phh, self.session, reckoned.setup)
        known = self._known
        if not known.are_those_of(called, source_of(phh)) or not known.have(rake=reckoned.rake, promo=reckoned.promo):
            return None
        entry = entry_of(phh, self.session, reckoned, known.sittings, fact, at=at)
        entry = replace(entry, number=entry.number + len(self._taken))
        settlement = settled(entry)
        stated = known.state(brought_by_seat(reckoned), key=stacks_key(key), by=self.by, at=at)
        results = results_of(entry, settlement)
        played = known.play(results, rake=entry.rake_taken, promo=entry.promo_taken, key=key, at=at)
        hand = hand_row(entry, settlement, key=key, by=self.by, at=at)
        claim = Claim(key, "hand", asked_body(self.session, phh, digest), at)
        self._taken.append(_Taken(hand, entry, settlement, claim, stated, played))
        return hand

    def write(self) -> None:
        """Write everything that was taken. Raises KeyReused where one of the hands was recorded meanwhile, and
        SeatsChangedError; the caller leaves its transaction then."""
        taken = self._taken
        if not taken:
            return
        if not claim_all([claim for each in taken for claim in (each.claim, each.stated.claim)], by=self.by):
            raise KeyReused
        hands = [each.hand for each in taken]
        give_ids(hands)
        copy_in(hands)
        copy_in([row for each in taken for row in seat_rows(each.hand, each.entry, each.settlement)])
        postings = (posting for each in taken for posting in (each.stated.posting, _of_hand(each)))
        self._known.write(list(postings), by=self.by)
        count_hands(session=self.session, hands=len(taken))
        record_all([event for each in taken for event in self._events(each)])

    def _events(self, taken: _Taken) -> list[AuditEvent]:
        hand = taken.hand
        recorded = told(
            "hand.recorded", hand, room=self.session.room, by=self.by, at=hand.recorded_at, after=facts_of(hand)
        )
        return [taken.stated.event, recorded] if taken.stated.event else [recorded]


def _of_hand(taken: _Taken) -> Posting:
    """The moves of the hand, which has its id now."""
    return replace(taken.played, hand_id=taken.hand.pk)
