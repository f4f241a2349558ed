"""The people who may win an award, and with what: those who work here by the pool's terms, those who were dealt in and
stayed in, in one of the games of the terms, with cards that somebody showed, and with one hand once."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Sum

from cage.models import AwardShare, PoolAward, PoolVersion, PromoPool
from cage.selectors.on_duty import on_duty
from config.errors import DomainError
from config.web.text import begun
from players.dealt import AsDealt, dealt
from players.models import Player
from players.works_here import employed_at
from rules.house.variants import SHEETS
from tables.models import Table
from tables.services.plaques import newest_plaque

_KIND, _STAFF = PoolAward.Kind, PoolVersion.Employees
AT_A_TABLE: Final = (_KIND.BAD_BEAT, _KIND.HIGH_HAND)
"""Kinds that are won with a hand at a table."""
NOT_DEALT_IN: Final = "not_dealt_in"
"""The question about a share of somebody to whom the hand wasn't dealt: the terms may give the whole table one."""
CARDS_UNKNOWN: Final = "cards_unknown"
"""The question about what was won with cards, where no card of the hand is on record."""
NO_SHOWDOWN: Final = "no_showdown"
"""The question about a bad beat of a hand without a showdown: all but one folded, or mucked at it."""
NONE_SHOWED: Final = "none_showed"
"""The question about what was won with cards, where all who are named had folded, or weren't dealt in."""
WON_BEFORE: Final = "hand_won_before"
"""The question about a hand that won something else of the pool already: one hand wins once, but by terms that say
otherwise."""
ASKED: Final = (WON_BEFORE, CARDS_UNKNOWN, NOT_DEALT_IN, NO_SHOWDOWN, NONE_SHOWED)
"""The questions about an award, in the order in which they are asked; two people answer each with yes."""


def refuse_winners(
    pool: PromoPool,
    kind: PoolAward.Kind,
    amount: int,
    hand: int | None,
    people: Sequence[Player],
    *,
    table: Table | None,
    at: datetime,
    confirmed: Collection[str],
) -> None:
    """Refuse an award that this hand or these people don't win; pool and people are locked.

    Refuses a hand that won the same of the pool already (`hand_awarded`), and who works here by the terms in force when
    it was dealt (`staff_may_not_win`; without a hand, at the award's instant), and a hand of a game that doesn't win it
    by these terms (`game_may_not_win`; without a hand, the game of the table). Asks, one question after another, unless
    `confirmed` holds its code: about a hand that won something else of the pool (`hand_won_before`), cards that nobody
    recorded (`cards_unknown`), people who weren't dealt in, or by a quick hand had no seat then (`not_dealt_in`), a bad
    beat without a showdown (`no_showdown`), and a bad beat or high hand of which all who are named had folded
    (`none_showed`): of those who fold some may have a table's share, not all.
    """
    facts = dealt().as_dealt(hand) if hand is not None else None
    if facts is not None and hand is not None:
        _refuse_awarded(pool, kind, amount, hand, facts)
    _refuse_staff(pool, people, facts.at if facts else at)
    if kind in AT_A_TABLE:
        _refuse_game(pool, table, hand, facts, at)
    if facts is not None and hand is not None:
        _ask_about_another_win(pool, kind, hand, facts, confirmed)
    if kind in AT_A_TABLE:
        _ask_about_cards(facts, hand, confirmed)
    if facts is not None and hand is not None:
        _ask_who_was_dealt_in(hand, facts, people, confirmed)
        if kind in AT_A_TABLE:
            _ask_about_its_end(kind, hand, people, confirmed)


def _refuse_awarded(pool: PromoPool, kind: PoolAward.Kind, amount: int, hand: int, facts: AsDealt) -> None:
    """Refuse the same award again. As much as was taken back of the first one of which a share stands may be declared
    anew: a wrong name was put right. One that went back whole never was."""
    awards = PoolAward.objects.filter(pool=pool, kind=kind, hand_id__in=facts.versions)
    standing = AwardShare.objects.filter(award__in=awards, void=None)
    first = awards.filter(pk__in=standing.values("award")).order_by("pk").first()
    stands = standing.aggregate(sum=Sum("amount", default=0))["sum"]
    if first is None or stands + amount <= first.amount:
        return
    name = begun(dealt().names([hand])[hand])
    message = f"{name} won this already: {first}, of {pool.room.money(first.amount)}. Look at that award; "
    message += "if it was wrong, let two people take it back first (Cage, Awards)."
    raise DomainError("hand_awarded", message, allowed={"award": first.pk}, field="hand")


def _terms_at(pool: PromoPool, at: datetime) -> PoolVersion | None:
    """The terms in force at that instant, or the first that came after it; None for a pool without any."""
    versions = pool.versions.order_by("number")
    return versions.filter(at__lte=at).last() or versions.first()


def _refuse_staff(pool: PromoPool, people: Sequence[Player], at: datetime) -> None:
    terms = _terms_at(pool, at)
    if terms is None or terms.employees == _STAFF.YES:
        return
    for row in employed_at({each.person_id for each in people}, pool.room, at).select_related("room"):
        duty = "works here" if terms.employees == _STAFF.NEVER else on_duty(row, at)
        if duty:
            rule = terms.of_employees.rstrip(".").lower()
            message = f"{row.player} is {row.who}, badge {row.who.badge_number}, who {duty}: by the terms of {pool} "
            message += f"(number {terms.number}) {rule}. Name somebody else, or divide it among the others."
            raise DomainError("staff_may_not_win", message, allowed={"player": row.player_id}, field="shares")


def _refuse_game(pool: PromoPool, table: Table | None, hand: int | None, facts: AsDealt | None, at: datetime) -> None:
    """Refuse a hand of another game than those of the terms that held when it was dealt; where none is named, a table
    that plays another one."""
    terms = _terms_at(pool, facts.at if facts else at)
    if terms is None or not terms.won_in or table is None:
        return
    plaque = newest_plaque(table, at) if facts is None else None
    game = facts.game if facts else plaque.game if plaque else ""
    if game in terms.won_in:
        return
    what = begun(dealt().names([hand])[hand]) if hand is not None else str(table)
    name = SHEETS[game].name if game in SHEETS else "another game"
    message = f"{what} was {name}: by the terms of {pool} (number {terms.number}) it is won in {terms.in_games} alone. "
    message += "Look the hand up again, or award it from the pool of that game."
    raise DomainError("game_may_not_win", message, allowed={"games": list(terms.won_in)}, field="hand")


def _ask_about_cards(facts: AsDealt | None, hand: int | None, confirmed: Collection[str]) -> None:
    """Ask about a hand at a table that nobody can look at: a quick one, or none."""
    if (facts is not None and facts.persons is not None) or CARDS_UNKNOWN in confirmed:
        return
    told = "No hand is named" if hand is None else f"{begun(dealt().names([hand])[hand])} was counted only"
    message = f"{told}, so no card of what won it is on record: name the hand that was entered in full, or say that "
    message += "you have both looked at the cards."
    raise DomainError(CARDS_UNKNOWN, message, allowed={"confirm": CARDS_UNKNOWN})


def _ask_who_was_dealt_in(hand: int, facts: AsDealt, people: Sequence[Player], confirmed: Collection[str]) -> None:
    """Ask about a share of somebody who got no cards in that hand; of a quick one, who wasn't in a seat then."""
    dealt_in = dealt().seated(hand) if facts.persons is None else facts.persons
    away = [str(each) for each in people if each.person_id not in dealt_in]
    if away and NOT_DEALT_IN not in confirmed:
        name = dealt().names([hand])[hand]
        told = f"Not in a seat at {name}" if facts.persons is None else "Not dealt in to that hand"
        message = f"{told}: {', '.join(away)}. Leave them out, or say that the terms give a share "
        message += "to whoever had a seat there."
        raise DomainError(NOT_DEALT_IN, message, allowed={"confirm": NOT_DEALT_IN})


def _ask_about_its_end(kind: PoolAward.Kind, hand: int, people: Sequence[Player], confirmed: Collection[str]) -> None:
    """Ask about a bad beat of a hand without a showdown, and about people of whom none was in to the end."""
    end = dealt().at_its_end(hand)
    if end is None:
        return
    name = dealt().names([hand])[hand]
    if kind == _KIND.BAD_BEAT and not end.has_showdown and NO_SHOWDOWN not in confirmed:
        message = (
            f"{begun(name)} has no showdown, for all but one folded or mucked, and a bad beat is two hands that are "
        )
        message += "shown: look its number up again, or say that you have both seen the cards that won it."
        raise DomainError(NO_SHOWDOWN, message, allowed={"confirm": NO_SHOWDOWN})
    if NONE_SHOWED not in confirmed and not any(each.person_id in end.stayed for each in people):
        who = ", ".join(str(each) for each in people)
        message = f"None of those named was in {name} to its end: {who}. Name who won it too, or look its number up "
        message += "again; or say that it is theirs all the same."
        raise DomainError(NONE_SHOWED, message, allowed={"confirm": NONE_SHOWED})


def _ask_about_another_win(
    pool: PromoPool, kind: PoolAward.Kind, hand: int, facts: AsDealt, confirmed: Collection[str]
) -> None:
    """Ask about a hand that won something else of the pool, of which a share stands: a hand wins once (R43)."""
    if WON_BEFORE in confirmed:
        return
    of_hand = PoolAward.objects.filter(pool=pool, hand_id__in=facts.versions, shares__void=None)
    if (other := of_hand.exclude(kind=kind).select_related("pool").order_by("pk").first()) is None:
        return
    name = begun(dealt().names([hand])[hand])
    message = f"{name} won something of {pool} already: {other}, of {pool.room.money(other.amount)}. A hand wins once: "
    message += "look at that award, or say that the terms give both for one hand."
    raise DomainError(WON_BEFORE, message, allowed={"confirm": WON_BEFORE, "award": other.pk})
