"""The seats of an imported session in memory: who sits there with what, so that hand after hand needs no question."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from config.audit.models import AuditEvent
from config.audit.services import told
from config.requests.services import Claim
from config.staff.models import User
from players.ledger import Posting, import_issue, lock, post_all
from players.models import Account, AccountKind, Sitting
from players.services.imports import BY_A_FILE, differences, stated_body
from players.services.table_money import SeatResult, boxes_of, hand_moves, require_cleared
from tables.models import TableSession


class SeatsChangedError(Exception):
    """The books of the session are not those that were remembered."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The stacks of one hand as they were stated: the request, its moves, and the event where something changed."""

    claim: Claim
    posting: Posting
    event: AuditEvent | None


@dataclass(frozen=True, slots=True)
class KnownSeats:
    """The people and chips at an imported session while its row is locked; what is stated and played there is kept in
    mind, and written together by `write`."""

    session: TableSession
    sittings: Mapping[int, Sitting]
    """By seat."""
    seats: Mapping[int, Account]
    """By sitting; the balance is the one behind what is in mind."""
    places: Mapping[AccountKind, Account]
    issue: Account
    found: Mapping[int, int]
    """The balances in the books, by account."""

    @classmethod
    def of(cls, session: TableSession) -> Self:
        """The seats as the books have them; the caller has locked the session's row. Four queries."""
        sitting = session.sittings.filter(left_at=None).select_related("player", "account")
        sittings = {each.seat: each for each in sitting}
        seats = {each.pk: each.account for each in sittings.values() if hasattr(each, "account")}
        own = Account.objects.filter(session=session, sitting=None)
        places = {AccountKind(account.kind): account for account in own}
        found = {account.pk: account.balance for account in (*seats.values(), *places.values())}
        return cls(session, sittings, seats, places, import_issue(session.room), found)

    def are_those_of(self, called: Mapping[int, str], source: str) -> bool:
        """Whether exactly these guests of `source` sit here, by seat, each with chips that were stated before."""
        return called.keys() == self.sittings.keys() and all(
            sits.pk in self.seats and _is_guest(sits, called[seat], source) for seat, sits in self.sittings.items()
        )

    def have(self, *, rake: int, promo: int) -> bool:
        """Whether the places that a hand with these takings needs are there."""
        return {AccountKind.POT, AccountKind.FELT, *boxes_of(rake, promo)} <= self.places.keys()

    def state(self, stacks: Mapping[int, int], *, key: str, by: User | None, at: datetime) -> Stated:
        """Bring the seats to exactly these stacks, as `state_stacks` does where nobody comes or goes; in minor units,
        by seat."""
        whole = {seat: (self.sittings[seat].player, amount) for seat, amount in stacks.items()}
        accounts, held = self.seats, {account.pk: account for account in self.seats.values()}
        moves = differences(
            {self.sittings[seat].pk: stack for seat, stack in stacks.items()}, accounts, held, self.issue
        )
        answer = {"sittings": [sitting.pk for sitting in self.sittings.values()]}
        claim = Claim(key, "state_stacks", stated_body(self.session, whole), at, answer)
        after = {str(seat): {"player": player.pk, "stack": stack} for seat, (player, stack) in whole.items()}
        facts: dict[str, Any] = {"room": self.session.room, "by": by, "at": at, "after": after}
        for seat, stack in stacks.items():
            self.seats[self.sittings[seat].pk].balance = stack
        event = told("stacks.stated", self.session, **facts) if moves else None
        return Stated(claim, Posting(key=key, moves=moves, at=at, reason=BY_A_FILE), event)

    def play(self, results: list[SeatResult], *, rake: int, promo: int, key: str, at: datetime) -> Posting:
        """Move what each put in and took out, as `book_hand` does for a hand whose stacks were just stated."""
        require_cleared(results, rake, promo)
        for result in results:
            self.seats[result.sitting.pk].balance += result.took_out - result.put_in
        return Posting(key=key, moves=hand_moves(results, self.seats, self.places, boxes_of(rake, promo)), at=at)

    def write(self, postings: list[Posting], *, by: User | None) -> None:
        """Post what was kept in mind. Raises SeatsChangedError where somebody moved chips here meanwhile, and as
        `post`."""
        held = lock([self.issue, *self.seats.values(), *self.places.values()])
        if any(held[pk].balance != balance for pk, balance in self.found.items()):
            raise SeatsChangedError(self.session)
        post_all(postings, room=self.session.room, held=held, by=by)


def _is_guest(sits: Sitting, name: str, source: str) -> bool:
    player = sits.player
    return player.is_guest and player.guest_of == source[:80] and player.display_name == name[:60]
