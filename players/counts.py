"""Stacks that were counted and aren't what the books say: a difference is explained, or it is refused.

What quick hands dropped is missing from the stacks until they are counted, and that and what their pots can have
carried from stack to stack is all that they explain. Everything else that a count finds is bound to what one person may
move alone a day (`players.four_eyes`), and stands as an alarm at the table until somebody has looked at it; where it
isn't put down to quick hands it has a reason in words.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import models

from config.errors import DomainError
from config.reasons import is_reason
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.web.text import how_many
from players.models import Player
from players.quick_hands import Carried
from tables.models import TableSession

LONGEST_REASON = 200
"""Characters of what is said besides the usual reason."""


class CountReason(models.TextChoices):
    """The reason why a stack was found to be another than the books say. Bought chips are none: they come by the
    cage."""

    TICKS = "ticks", "counted after ticks"
    PLAYED = "played", "won or lost in ticked hands"
    MISCOUNTED = "miscounted", "an earlier count was wrong"
    LEFT_LYING = "left_lying", "a chip fell, or was left on the table"
    OTHER = "other", "something else"


@dataclass(frozen=True, slots=True)
class Counted:
    """A stack as counted at a seat, against what the books say; minor units."""

    sitting: int
    """By its id: where somebody plays over, two sittings have one seat."""
    seat: int
    player: Player
    booked: int
    counted: int

    @property
    def found(self) -> int:
        """The chips that the count found above the books, negative below them."""
        return self.counted - self.booked

    def in_words(self, room: Room) -> str:
        """Seat, player and both figures: "Seat 3, Ana: 200 by the books, 195 counted"."""
        booked, counted = room.money(self.booked), room.money(self.counted)
        return f"Seat {self.seat}, {self.player}: {booked} by the books, {counted} counted"


@dataclass(frozen=True, slots=True)
class StackCount:
    """The chips that the count before a hand `found` above the books, by seat in minor units, below them negative; why,
    who counted, and the second person who confirmed it."""

    found: Mapping[int, int]
    reason: str
    by: User | None = None
    second: User | None = None


NOTHING_FOUND = StackCount({}, "")


@dataclass(frozen=True, slots=True)
class Explained:
    """The reason for counts as it stands in the books; the chips that they move `beyond` what quick hands explain,
    minor units; and how these fall short of it, in a sentence, where they are the reason."""

    reason: str
    beyond: int = 0
    about: str = ""


def reason_words(reason: str, words: str = "") -> str:
    """The reason as it stands in the books: the usual one, and what was said besides."""
    usual = CountReason(reason).label if reason not in ("", CountReason.OTHER) else ""
    return ": ".join(filter(None, [usual, words.strip()]))


def stated_reason(reason: str) -> str:
    """The reason that a caller gave, as it stands in the books: a usual one by its code or in its words, or own
    words."""
    reason = reason.strip()
    return reason_words(reason) if reason in CountReason.values else reason


def is_by_ticks(reason: str) -> bool:
    """Whether a reason of the books is that ticks were not counted yet."""
    return reason.startswith(CountReason.TICKS.label)


def refuse_unexplained(
    session: TableSession,
    counted: Iterable[Counted],
    reason: str,
    *,
    dropped: int | None,
    unmoved: Collection[int] = (),
    moved: Carried | None = None,
    by: User | None,
) -> None:
    """Refuse stacks that differ from the books without a reason that covers them; `reason` as it stands in the books.

    `dropped` is what quick hands dropped and no count has found yet, minor units, None where there were none: that
    reason explains at most so much less on the table, to the unit, and never more; and nothing of the sittings that
    they left `unmoved`, whose players sat in none of them. `moved` bounds what they can have made of each stack.
    Refusals: `count_not_yours` for who may not count, `count_reason_missing`, `count_above_ticks`.
    """
    different = [each for each in counted if each.found]
    if not different:
        return
    _refuse_host(session.room, by)
    if not is_reason(reason):
        raise _missing(session.room, different)
    found = sum(each.found for each in different)
    if is_by_ticks(reason) and (dropped is None or not -dropped <= found <= 0):
        raise _above_ticks(session.room, different, found, dropped or 0)
    if is_by_ticks(reason) and (strange := [each for each in different if each.sitting in unmoved]):
        raise _no_ticks_since(session.room, strange)
    if is_by_ticks(reason) and moved is not None:
        _refuse_carried(session.room, different, moved)


def refuse_uncounted(session: TableSession, player: Player, seat: int, hands: int) -> None:
    """Refuse (`count_missing`) a stack that nobody counted after so many quick hands: the books know nothing of what
    they moved, and whoever leaves last would lack it all."""
    if hands:
        ticked = "a quick hand was" if hands == 1 else f"{hands} quick hands were"
        raise DomainError(
            "count_missing",
            f"Since the stack of seat {seat}, {player}, was counted {ticked} recorded, so the books don’t know it: "
            "count the stack, and enter it.",
            field="counted",
        )


def pots_in_words(room: Room, different: Collection[Counted], moved: Carried) -> str:
    """The sentence of who counts more from stack to stack than the pots of quick hands come to, or more to or from one
    stack than those that can have moved it."""
    gained = sum(max(each.found, 0) for each in different)
    if moved.gains is not None and gained > moved.gains:
        went, most = room.money(gained), room.money(moved.gains)
        return f"{went} went from stack to stack; the quick hands since carried {most} at most by their rake."
    for each in different:
        if moved.beyond_wins(each.sitting, each.found):
            most = room.money(moved.wins[each.sitting] or 0)
            return f"{each.in_words(room)}; the quick hands since that can have gone there carried {most} at most."
        if moved.beyond_losses(each.sitting, each.found):
            most = room.money(moved.loses[each.sitting] or 0)
            return f"{each.in_words(room)}; the quick hands since that this player was in carried {most} at most."
    return ""


def beyond_ticks(found: Mapping[int, int], reason: str, moved: Carried | None = None) -> int:
    """Return how many chips counts move that no quick hand explains, of what was `found` above the books of each
    sitting; minor units.

    Where ticks are the reason that is what was found beyond the pots of those that `moved` it; otherwise what was
    found, or what was missed, whichever is more.
    """
    if is_by_ticks(reason):
        return moved.beyond(found) if moved else 0
    gained = sum(each for each in found.values() if each > 0)
    return max(gained, gained - sum(found.values()))


_RULE = "Only what was brought to the table, won and lost there lies before a player: another stack is explained."
_TICKS_RULE = "Quick hands explain what they dropped, to the chip; whatever else a count finds has its own reason."
_CITATION = "000:L74 · 004:L52, L334"


def _refuse_host(room: Room, by: User | None) -> None:
    if by is not None and not by.may(Permission.COUNT, room):
        raise DomainError(
            "count_not_yours",
            "This is not the stack of the books: a floor supervisor counts it, and says why.",
            rule=_RULE,
            citation=_CITATION,
            field="counted",
        )


def _missing(room: Room, different: Collection[Counted]) -> DomainError:
    said = "; ".join(each.in_words(room) for each in different)
    return DomainError(
        "count_reason_missing",
        f"{said}. Say why, or take the figure of the books; chips that were bought come by Add on.",
        rule=_RULE,
        citation=_CITATION,
        allowed={"stack": [each.booked for each in different], "count_reason": CountReason.values},
        field="count_reason",
    )


def _above_ticks(room: Room, different: Collection[Counted], found: int, dropped: int) -> DomainError:
    said = "; ".join(each.in_words(room) for each in different)
    explains = f"{room.money(dropped)} less on the table" if dropped else "no other stack"
    whole = f"{room.money(abs(found))} {'more' if found > 0 else 'less'}"
    return DomainError(
        "count_above_ticks",
        f"{said}: {whole} in all, but the ticks since the last count explain {explains}. Give another reason.",
        rule=_TICKS_RULE,
        citation=_CITATION,
        allowed={"dropped": dropped},
        field="count_reason",
    )


def _refuse_carried(room: Room, different: Collection[Counted], moved: Carried) -> None:
    """Refuse a stack that no quick hand can have made: table stakes let it win no more."""
    for each in different:
        if each.counted > (most := moved.stacks.get(each.sitting, each.counted)):
            hands = how_many(moved.hands[each.sitting], "quick hand")
            said = f"{each.in_words(room)}: {hands} since can have made {room.money(most)} of it at most"
            raise DomainError(
                "count_above_ticks",
                f"{said}, for a stack wins no more of another than it holds. Give another reason.",
                rule=_TICKS_RULE,
                citation=_CITATION,
                allowed={"most": most},
                field="count_reason",
            )


def _no_ticks_since(room: Room, unmoved: Collection[Counted]) -> DomainError:
    said = "; ".join(each.in_words(room) for each in unmoved)
    return DomainError(
        "count_above_ticks",
        f"{said}: no quick hand moved it, for this player came after them or was away in all of them. Give another "
        "reason.",
        rule=_TICKS_RULE,
        citation=_CITATION,
        allowed={"dropped": 0},
        field="count_reason",
    )
