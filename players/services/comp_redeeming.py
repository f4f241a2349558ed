"""Redeem points, and take a redemption back. A comp is a comp: what is given for it is named, and no chip moves."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from players.four_eyes import lock_day
from players.models import CompEntry, CompRules, Player
from players.selectors.comps import account_of, redeemed_by, redeemed_on, rules_on, why_not
from players.services.admission import refuse_unfit
from players.services.comp_expiry import expire_account
from players.services.comp_posting import add_entry
from players.services.people import lock_player
from players.works_here import refuse_oneself


@transaction.atomic
def redeem_points(
    *,
    room: Room,
    player: Player,
    points: int,
    what: str,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
) -> CompEntry:
    """Redeem points of a player for something that is no money, and say for what; returns the entry.

    Points that are gone by then are taken off first. Above what one of the staff redeems alone on a gaming day a
    `second` person confirms with their PIN. Refuses `what_missing`, `points_missing`, who may not play
    (`player_barred`, `under_age`, `who_is_it`), who doesn't qualify by the room's rules (as `comps.why_not`), more than
    the account has (`points_short`), than a person redeems on a day (`player_day_most`), than one of the staff does
    (`cashier_day_most`), and as `refuse_alone`.
    """
    body = {"room": room.pk, "player": player.pk, "points": points, "what": what, "second": second.pk if second else 0}
    if earlier := claim(key, "redeem_points", body, by=by, at=at):
        return CompEntry.objects.get(pk=(earlier.answer or {})["entry"])
    if not what.strip():
        raise DomainError("what_missing", "Say what is given for the points: a meal, a room, a shirt.", field="what")
    entry = take_points(
        room=room, player=lock_player(player), points=points, what=what, key=key, by=by, at=at, second=second
    )
    answered(key, {"entry": entry.pk})
    return entry


def take_points(
    *,
    room: Room,
    player: Player,
    points: int,
    what: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None,
    is_cash: bool = False,
) -> CompEntry:
    """Take points of a player whose records the caller has locked, for what is given or, with `is_cash`, for cash that
    the window pays in the same transaction; returns the entry. Refuses as `redeem_points`, and cash that the room's
    rules don't allow (`comp_is_no_cash`)."""
    refuse_oneself(player, by, second, what="redeems their own points")
    refuse_unfit(player, room=room, at=at)
    if reason := next(why_not(room, player, at), None):
        raise reason
    day = room.gaming_day(at)
    rules = rules_on(room, day)
    assert rules is not None  # noqa: S101 - why_not asks
    if is_cash and not rules.cash_allowed:
        raise no_cash(room)
    lock_day(room, by)
    expire_account(room, player, key=f"{key}:expired", at=at)
    _refuse_beyond_account(room, player, points, at)
    _refuse_beyond_day(room, rules, player, points, by=by, second=second, at=at)
    entry = add_entry(
        room=room, player=player, kind=CompEntry.Kind.REDEEMED, points=-points, rules=rules, what=what.strip(),
        is_cash=is_cash, second=second, key=f"{key}:points", by=by, at=at,
    )  # fmt: skip
    after = {"points": points, "value": -entry.value, "what": entry.what, "balance": entry.balance}
    after |= {"player": player.pk, "confirmed_by": second.pk if second else None}
    record("comps.redeemed", entry, room=room, by=by, at=at, after=after)
    return entry


def no_cash(room: Room) -> DomainError:
    """The refusal of cash for points in a room that gives none."""
    message = f"Points of {room} are never paid in cash: redeem them on the player’s page, for what the room gives."
    return DomainError("comp_is_no_cash", message)


def _refuse_beyond_account(room: Room, player: Player, points: int, at: datetime) -> None:
    if points < 1:
        raise DomainError("points_missing", "Enter how many points are redeemed: one at least.", field="points")
    has = account_of(room, player, room.gaming_day(at)).available
    if points > has:
        message = f"{player} has {has:,} points: redeem no more than these."
        raise DomainError("points_short", message, allowed={"most": has}, field="points")


def _refuse_beyond_day(
    room: Room, rules: CompRules, player: Player, points: int, *, by: User | None, second: User | None, at: datetime
) -> None:
    """Refuse what goes beyond a person's day or one of the staff's, and without a second person beyond what they do
    alone. The person's day at work is locked: two redemptions can't both be the last below a limit."""
    day = room.gaming_day(at)
    left = rules.player_day_points - redeemed_on(room, player, day)
    if points > left:
        message = f"{player} may redeem {left:,} points more today, of {rules.player_day_points:,} a gaming day."
        raise DomainError("player_day_most", message, allowed={"most": left}, field="points")
    left = rules.cashier_day_points - redeemed_by(room, by, day)
    if points > left:
        message = (
            f"{by} may redeem {max(left, 0):,} points more today, of {rules.cashier_day_points:,} a gaming day: "
            "let somebody else do it."
        )
        raise DomainError("cashier_day_most", message, allowed={"most": max(left, 0)}, field="points")
    alone = redeemed_by(room, by, day, alone=True)
    if second is not None or alone + points > rules.alone_points:
        _refuse_alone(room, rules, alone, second=second, by=by, at=at)


def _refuse_alone(
    room: Room, rules: CompRules, alone: int, *, second: User | None, by: User | None, at: datetime
) -> None:
    if second is None:
        message = (
            f"A second person confirms this with badge and PIN: one person redeems {rules.alone_points:,} points a "
            f"gaming day alone, and {by} has redeemed {alone:,}."
        )
        raise DomainError("second_needed", message, field="badge")
    refuse_alone(second, by, Permission.COMP_REDEEM, room, "points are redeemed above the limit", at=at)


@transaction.atomic
def reverse_redemption(
    *, entry: CompEntry, reason: str, key: str, by: User, at: datetime, second: User | None = None
) -> CompEntry:
    """Give back the points of a redemption that didn't happen, for a reason and by two people; returns the entry.

    They come back to where they were taken of, and are gone when they would have been. Refuses `reason_missing`, what
    is no redemption (`not_a_redemption`) or was taken back (`redemption_taken_back`), what the window paid in cash
    (`redemption_in_cash`: its slip is voided there), and as `refuse_alone`.
    """
    body = {"entry": entry.pk, "reason": reason, "second": second.pk if second else None}
    if earlier := claim(key, "reverse_redemption", body, by=by, at=at):
        return CompEntry.objects.get(pk=(earlier.answer or {})["entry"])
    if entry.is_cash:
        message = "The window paid these points in cash: void its receipt, and they come back."
        raise DomainError("redemption_in_cash", message)
    back = give_back(entry=entry, reason=reason, key=key, by=by, at=at, second=second)
    answered(key, {"entry": back.pk})
    return back


def give_back(
    *, entry: CompEntry, reason: str, key: str, by: User | None, at: datetime, second: User | None
) -> CompEntry:
    """Give back the points of a redemption; the caller has claimed the key. Refuses as `reverse_redemption`."""
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why it is taken back.", field="reason")
    player = lock_player(entry.player)
    refuse_oneself(player, by, second, what="redeems their own points")
    entry = CompEntry.objects.select_related("room", "rules").get(pk=entry.pk)
    if entry.kind != CompEntry.Kind.REDEEMED:
        raise DomainError("not_a_redemption", "Only a redemption is taken back: choose one.")
    if CompEntry.objects.filter(reverses=entry).exists():
        raise DomainError("redemption_taken_back", "That redemption was taken back already: reload the page.")
    refuse_alone(second, by, Permission.COMP_REDEEM, entry.room, "a redemption of points is taken back", at=at)
    back = add_entry(
        room=entry.room, player=player, kind=CompEntry.Kind.REVERSED, points=-entry.points, rules=entry.rules,
        value=-entry.value, reverses=entry, reason=reason.strip(), second=second, key=f"{key}:points", by=by, at=at,
    )  # fmt: skip
    after: dict[str, int | None] = {
        "points": back.points,
        "value": back.value,
        "player": player.pk,
        "balance": back.balance,
    }
    after |= {"confirmed_by": second.pk if second else None}
    record("comps.reversed", back, room=entry.room, by=by, at=at, after=after, reason=reason)
    return back
