"""Awards whose hand was corrected or voided after they were declared, or after two people looked at them last."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from cage.models import AwardReview, AwardShare, PoolAward
from config.rooms.models import Room
from config.web.text import begun
from players.dealt import Changed, dealt


@dataclass(frozen=True, slots=True)
class ChangedAward:
    """An award, what became of the hand that won it, and the shares that stand, by whether they are paid."""

    award: PoolAward
    change: Changed
    paid: tuple[AwardShare, ...]
    owed: tuple[AwardShare, ...]

    @property
    def told(self) -> str:
        """The change in words: "Hand 12 of Table 3, version 2, was corrected by Bo on 3 March 2025 at 20:10:
        a wrong card"."""
        at = self.change.at.astimezone(self.award.room.zone)
        did = "voided" if self.change.is_void else "corrected"
        return (
            f"{begun(self.change.name)}, was {did} by {self.change.by} on {at:%-d %B %Y at %H:%M}: {self.change.reason}"
        )


def to_look_at(awards: QuerySet[PoolAward]) -> list[ChangedAward]:
    """The awards among these of which a share stands, paid or owed, and whose hand may have been won otherwise by its
    newest version than by the one that was looked at last; a fixed number of queries, one where no hand of them has a
    later version."""
    last = AwardReview.objects.filter(award=OuterRef("pk")).order_by("-pk").values("hand_id")[:1]
    of_hands = awards.filter(hand_id__isnull=False, shares__void=None).order_by()
    of_hands = of_hands.annotate(seen=Coalesce(Subquery(last), "hand_id")).filter(dealt().has_later("seen"))
    seen = dict(of_hands.values_list("pk", "seen").distinct())
    changes = dealt().changed(set(seen.values())) if seen else {}
    wanted = [pk for pk, hand in seen.items() if hand in changes]
    if not wanted:
        return []
    rows = PoolAward.objects.filter(pk__in=wanted).select_related("pool", "room").order_by("pk")
    return [_told(each, changes[seen[each.pk]]) for each in rows.prefetch_related(*_SHARES)]


_SHARES = ("shares__player", "shares__void", "shares__slips__void")


def _told(award: PoolAward, change: Changed) -> ChangedAward:
    paid, owed = _standing(award)
    return ChangedAward(award, change, paid, owed)


def _standing(award: PoolAward) -> tuple[tuple[AwardShare, ...], tuple[AwardShare, ...]]:
    """The shares of an award that were not taken back: those that are paid, and those that are owed."""
    standing = [each for each in award.shares.all() if not hasattr(each, "void")]
    return tuple(each for each in standing if each.paid), tuple(each for each in standing if not each.paid)


def reviews_of(room: Room, day: date) -> list[AwardReview]:
    """The decisions of a gaming day that awards stand; one query."""
    rows = AwardReview.objects.filter(room=room, gaming_day=day)
    return list(rows.select_related("award__pool", "by", "second").order_by("pk"))


def won_with(hand: int) -> list[str]:
    """The awards that a hand, by the id of any of its versions, won of pools and that stand, a sentence each."""
    awards = PoolAward.objects.filter(hand_id__in=dealt().as_dealt(hand).versions, shares__void=None).distinct()
    rows = awards.select_related("room", "pool").order_by("pk").prefetch_related(*_SHARES)
    return [_won(each) for each in rows]


def _won(award: PoolAward) -> str:
    money = award.room.money
    paid, owed = _standing(award)
    became = [f"paid to {_names(paid)}"] if paid else []
    became += [f"not paid yet to {_names(owed)}"] if owed else []
    amount = money(sum(each.amount for each in (*paid, *owed)))
    return (
        f"This hand won an award of {amount} from {award.pool}: {', '.join(became)}. If it is won otherwise after "
        "this, two people look at the award anew (Cage, Awards)."
    )


def _names(shares: Iterable[AwardShare]) -> str:
    return ", ".join(str(each.player) for each in shares)
