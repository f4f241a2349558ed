"""Open items of the cage of a gaming day, who worked its drawers, and the liability that is kept of it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from cage.models import BoxKeyTaking, Carried, DrawerVariance, FeltResidual, Holds, PoolAward, VaultCount, VaultVariance
from cage.selectors.changed_awards import to_look_at
from cage.selectors.chip_sets import open_alarms
from cage.selectors.currency_reports import undecided
from cage.selectors.drawers import left_among
from cage.selectors.drop import boxes_not_counted, boxes_not_pulled, drop_reports_of
from cage.selectors.holds import held_of_day
from cage.selectors.liability import Place, liability
from cage.selectors.linked_days import unanswered_days
from cage.selectors.of_day import drawer_people, investigations_still_open, sessions_still_running
from cage.selectors.pool_days import figures_of, reconciliation_of
from cage.selectors.pool_money import overdue
from cage.selectors.pools import pool_figures
from cage.selectors.regulator_notes import not_told, told_at, told_name
from cage.selectors.settlers import funders_of, nobody_settles
from cage.selectors.tokes import counted_on, split_of
from cage.selectors.transit import slips_until
from cage.selectors.trays import felts_not_settled, trays_not_counted, trays_not_settled
from cage.selectors.vault_counts import count_due, moved_after
from config.days.registry import OpenItem, Step, end_of, in_words, keeps_open, kept, worked_drawers
from config.rooms.models import Room
from players.models import Transfer

NAMED = 3
"""The most moves that a sentence names."""


@keeps_open(Step.COUNT)
def drawers_still_open(room: Room, day: date) -> Iterator[OpenItem]:
    """Drawers whose session began by the end of the day and was not closed."""
    running = sessions_still_running(room, end_of(room, day))
    left = left_among(room, running)
    for session in running:
        drawer, cashier, by = session.drawer, session.cashier, str(session.cashier)
        sentence = f"{drawer} is not closed: count it and close it."
        if session.pk in left:
            sentence = (
                f"{drawer} is not closed, and {cashier} may work it no more: count it in their place, and say why."
            )
            by = "whoever counts drawers"
        yield OpenItem("drawer_open", sentence, by, "drawer", (drawer.pk,))


@keeps_open(Step.SETTLE)
def variances_not_settled(room: Room, day: date) -> Iterator[OpenItem]:
    """Drawers and slips of the day, its counts of the vault, and the felts of tables that were closed on it, that were
    so much short or over that a manager has to explain or accept it."""
    investigations = investigations_still_open(room, day)
    funders = funders_of(room) if investigations else []
    for investigation in investigations:
        variance = investigation.about
        if isinstance(variance, Carried):
            what, who = str(variance.slip), str(variance.runner)
        elif isinstance(variance, DrawerVariance):
            what, who = str(variance.session.drawer), str(variance.cashier)
        elif isinstance(variance, VaultVariance | FeltResidual):
            what, who = str(variance), variance.names
        else:
            continue
        nobody = nobody_settles(variance, funders)
        sentence = " ".join(filter(None, [_to_settle(what, room, investigation.due_at), nobody]))
        yield OpenItem("variance_open", sentence, who, "variances")


def _to_settle(what: str, room: Room, due: datetime | None) -> str:
    """The sentence about a variance that is to be settled: by when, or that it is overdue."""
    if due is None:
        return f"{what} was counted short or over: explain the variance, or accept it."
    if timezone.now() > due:
        was_due = told_at(room, due)
        return f"{what} was counted short or over: explain the variance, or accept it. Due by {was_due}: overdue."
    return f"{what} was counted short or over: explain the variance, or accept it, by {told_at(room, due)}."


@keeps_open(Step.SETTLE)
def regulator_not_told(room: Room, day: date) -> Iterator[OpenItem]:
    """Variances of the day of which the regulator is told, and nobody has written down that it was (R28)."""
    for investigation in not_told(room, day):
        what, due = told_name(investigation), investigation.note_due_at
        sentence = f"{what} was counted short or over: tell the regulator by {told_at(room, due)}, and write it down."
        if due and timezone.now() > due:
            sentence = (
                f"{what} was counted short or over: the regulator was to be told by {told_at(room, due)}: overdue."
            )
        yield OpenItem("regulator_not_told", sentence, "a manager", "variances", asked="#regulator")


@keeps_open(Step.SETTLE)
def chips_nobody_issued(room: Room, day: date) -> Iterator[OpenItem]:
    """Alarms about more chips of a value than were issued that nobody has answered."""
    for alarm in open_alarms(room, end_of(room, day)):
        sentence = f"More chips of {room.money(alarm.value)} were counted than were issued: say what was found."
        yield OpenItem("chips_not_issued", sentence, "a manager", "chip_sets")


@keeps_open(Step.SETTLE)
def linked_days_not_answered(room: Room, day: date) -> Iterator[OpenItem]:
    """Gaming days whose cash links of records have brought together, and nobody has answered for (R51)."""
    for found in unanswered_days(room, end_of(room, day)):
        sentence = f"The cash of {found} is of one person: say what was done about it."
        yield OpenItem("linked_day_open", sentence, "a manager", "transaction_log", asked="#linked")


@keeps_open(Step.SETTLE)
def currency_not_decided(room: Room, day: date) -> Iterator[OpenItem]:
    """People whose cash of the day comes to what the room reports, until somebody has decided, or carries it on by name
    (C-6, R50); and those of locked days whose records were linked since."""
    for each in undecided(room, day):
        sums = f"{room.money(each.currency_in)} in and {room.money(each.currency_out)} out"
        sentence = f"{each.player}: {sums} on {in_words(each.of_day)}. Decide whether a currency report is filed."
        asked = f"?day={each.of_day.isoformat()}#patron-{each.player.pk}"
        yield OpenItem("currency_undecided", sentence, "a manager", "currency_reports", asked=asked)


@keeps_open(Step.SETTLE)
def tokes_not_shared(room: Room, day: date) -> Iterator[OpenItem]:
    """Tokes that were counted for the day, and are not shared (COMAR 36.03.10.49: at least once each gaming day)."""
    if counted_on(room, day) and split_of(room, day) is None:
        sentence = "Tokes were counted and are not shared: share them among those who dealt."
        yield OpenItem("tokes_not_split", sentence, "manager", "tokes", asked=f"?day={day.isoformat()}")


@keeps_open(Step.BRING)
def cash_outs_still_held(room: Room, day: date) -> Iterator[OpenItem]:
    """Cash-outs, prizes, shares and withdrawals of the day that are held for an identity or a decision."""
    for held in held_of_day(room, day):
        sentence = (
            f"{held.player}: a {held.name} of {room.money(held.amount)} is held: identify the patron, or decide it."
        )
        yield OpenItem("cash_out_held", sentence, str(held.by), "held_cash_outs")


@keeps_open(Step.BRING)
def boxes_still_hanging(room: Room, day: date) -> Iterator[OpenItem]:
    """Boxes that took something on the day and were not pulled since; of a table that plays through the first pull
    after the cut-off settles it."""
    for table, name, holds in boxes_not_pulled(room, day):
        sentence = f"The {Holds(holds).label} box of {name} was not pulled: pull it, and let it be counted."
        yield OpenItem("box_not_pulled", sentence, "the floor", "box_pull", (table,))


@keeps_open(Step.COUNT)
def boxes_still_uncounted(room: Room, day: date) -> Iterator[OpenItem]:
    """Boxes that were pulled on the day, or hold something of it, and are not counted (R41)."""
    for pull in boxes_not_counted(room, day):
        sentence = f"{pull} was pulled by {pull.puller}: two others count it."
        yield OpenItem("box_not_counted", sentence, "two who neither pulled it nor dealt", "box_count", (pull.pk,))


@keeps_open(Step.SETTLE)
def drop_variances_not_settled(room: Room, day: date) -> Iterator[OpenItem]:
    """Drop Variance Reports of the day that nobody has explained or accepted."""
    for report in drop_reports_of(room, day):
        sentence = _to_settle(str(report.about), room, report.due_at)
        yield OpenItem("drop_variance_open", sentence, "a manager who didn’t count it", "drop_reports")


@keeps_open(Step.SETTLE)
def keys_not_returned(room: Room, day: date) -> Iterator[OpenItem]:
    """Keys of the boxes that were taken by the end of the day and are still out."""
    out = BoxKeyTaking.objects.filter(room=room, returned_at=None, taken_at__lt=end_of(room, day))
    for taking in out.select_related("taken_by"):
        sentence = f"{taking.taken_by} has {taking.get_lock_display()}: let it be returned."
        yield OpenItem("box_key_out", sentence, str(taking.taken_by), "box_keys")


@keeps_open(Step.BRING)
def slips_still_open(room: Room, day: date) -> Iterator[OpenItem]:
    """Fills and credits that were asked for by the end of the day and have not ended."""
    for slip in slips_until(room, end_of(room, day)):
        sentence = f"{slip} for {slip.place} is {slip.get_state_display()}: receive, refuse or void it."
        yield OpenItem("slip_open", sentence, "the cage", "slip", (slip.pk,))


@keeps_open(Step.COUNT)
def trays_without_count(room: Room, day: date) -> Iterator[OpenItem]:
    """Trays that were not counted at the close of their table, nor after the cut-off where it plays on (R42), or took
    or gave a fill or a credit since."""
    for table, counted_at in trays_not_counted(room, room.start_of(day), end_of(room, day)):
        sentence = f"The tray of {table} is not counted: whoever deals counts it before a supervisor."
        if counted_at is not None:
            sentence = (
                f"The tray of {table} was counted at {counted_at.astimezone(room.zone):%H:%M}, and a fill or a credit "
                "moved there since: whoever deals counts it again before a supervisor."
            )
        yield OpenItem("tray_not_counted", sentence, "the floor", "tray", (table.pk,))


@keeps_open(Step.COUNT)
def vault_without_count(room: Room, day: date) -> Iterator[OpenItem]:
    """The vault, until two people have counted it for the day, or at the end of its shifts (R25), and again once people
    moved something there after it; none that nothing lay in or moved at."""
    if due := count_due(room, day, timezone.now()):
        is_shift = room.vault_counted == Room.VaultCounted.EACH_SHIFT
        shift = f" at the end of the shift, {due.astimezone(room.zone):%H:%M}" if is_shift else ""
        sentence = f"The vault is not counted{shift}: two people count it, one of them a supervisor."
        if again := moved_after(room, due):
            sentence = f"{_counted_before(room, *again)}: two people count it again, one of them a supervisor."
        yield OpenItem("vault_not_counted", sentence, "a supervisor", "vault_count")


def _counted_before(room: Room, count: VaultCount, moves: Sequence[Transfer]) -> str:
    """The words about a count of the vault that no longer says what lies there, and what moved since."""
    moved = [
        f"{row.get_kind_display()} at {row.at.astimezone(room.zone):%H:%M} by {row.by or 'the system'}"
        for row in moves[:NAMED]
    ]
    moved += [f"{len(moves) - NAMED} more"] if len(moves) > NAMED else []
    counted = f"{count.ended_at.astimezone(room.zone):%H:%M}" if count.ended_at else "–"
    return f"The vault was counted at {counted}, and moves followed ({', '.join(moved)})"


@keeps_open(Step.SETTLE)
def tray_variances_not_settled(room: Room, day: date) -> Iterator[OpenItem]:
    """Trays of which a count of the day was short or over beyond the room's notice, and nobody has explained or
    accepted it."""
    for investigation in trays_not_settled(room, day):
        sentence = _to_settle(str(investigation.about), room, investigation.due_at)
        yield OpenItem("tray_off", sentence, "a manager who didn’t count", "variances")


@keeps_open(Step.SETTLE)
def felts_of_closed_tables(room: Room, day: date) -> Iterator[OpenItem]:
    """Closed tables whose felt holds chips, or lacks some: they were closed before a close settled it."""
    for session in felts_not_settled(room, end_of(room, day)):
        sentence = f"The felt of {session.table} is not empty after its close: settle it."
        yield OpenItem("felt_not_settled", sentence, "the floor", "felt_settle", (session.pk,))


@keeps_open(Step.SETTLE)
def pools_still_unsigned(room: Room, day: date) -> Iterator[OpenItem]:
    """The pools of the day, in a room that asks for their reconciliation, until somebody independent has signed it
    (R45); none on which no pool moved or held anything."""
    if room.pools_signed and reconciliation_of(room, day) is None and figures_of(room, day)["pools"]:
        sentence = "The pools are not reconciled: somebody independent of the card room compares them, and signs."
        yield OpenItem("pools_not_reconciled", sentence, "an auditor", "pool_day", (day,))


@keeps_open(Step.SETTLE)
def pools_not_deposited(room: Room, day: date) -> Iterator[OpenItem]:
    """Pools whose money was to be in their bank accounts by the end of the day and isn't, in a room where awards need
    a deposit and that says within how many days (WAC 230-15-400(3))."""
    for pool, amount in overdue(room, day):
        sentence = f"{room.money(amount)} of {pool} is not deposited in its bank account: let two people deposit it."
        yield OpenItem("pool_not_deposited", sentence, "a manager", "pool", (pool.pk,))


@keeps_open(Step.SETTLE)
def awards_of_changed_hands(room: Room, day: date) -> Iterator[OpenItem]:
    """Awards whose hand was corrected or voided by the end of the day so that somebody else may have won, until two
    people let them stand or take them back; nothing keeps open what is taken back whole."""
    ends_at = end_of(room, day)
    for each in to_look_at(PoolAward.objects.filter(room=room)):
        if each.change.at < ends_at:
            paid = ", ".join(str(share.player) for share in each.paid)
            became = f"It was paid to {paid}" if paid else "It isn’t paid"
            sentence = f"{each.told}. It won the {each.award}. {became}: say why it stands, or take it back."
            yield OpenItem("award_hand_changed", sentence, "two people of two roles", "award", (each.award.pk,))


@worked_drawers
def people_at_drawers(room: Room, day: date) -> dict[int, str]:
    """The people who worked or counted a drawer on the day."""
    return drawer_people(room, end_of(room, day - timedelta(days=1)), end_of(room, day))


@kept("liability")
def liability_of_the_day(room: Room, day: date) -> dict[str, Any]:
    """Chips in use and what covered them when the day was cut off, minor units (11 CCR 2053(b))."""
    found = liability(room, at=end_of(room, day) - timedelta(microseconds=1))
    amounts = {"issued": found.issued, "chips_in_use": found.chips_in_use, "promo": found.promo, "cover": found.cover}
    amounts["deposits"] = found.deposits
    return amounts | {
        "house": _amounts(found.house),
        "in_use": _amounts(found.in_use),
        "cash": _amounts(found.cash),
        "statements": [[each.account, each.stated_on.isoformat(), each.amount] for each in found.statements],
        "asked": found.asked,
    }


def _amounts(places: tuple[Place, ...]) -> dict[str, int]:
    return {place.code: place.amount for place in places}


@kept("pools")
def pools_of_the_day(room: Room, day: date) -> list[dict[str, Any]]:
    """The promotional pools: what each held when the day ended, and what the day brought it, minor units (R44)."""
    return pool_figures(room, day)


@kept("pools_reconciled")
def signature_of_the_day(room: Room, day: date) -> dict[str, Any] | None:
    """The signature under the day's pools when the day was locked, and the digest of its figures; None where nobody had
    signed (R45)."""
    signed = reconciliation_of(room, day)
    if signed is None:
        return None
    by = {"name": signed.signed_by.display_name, "badge": signed.signed_by.badge_number, "at": signed.at.isoformat()}
    return by | {"digest": signed.digest, "differs": signed.is_off, "explanation": signed.explanation}
