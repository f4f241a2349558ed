"""Notes about a gaming day at the cage: that chips in use aren't covered, what became of pools and awards, who signed
for them with which words, whose banks got a new PIN, which prizes no entries paid for, and what limits were changed."""

from collections.abc import Iterator
from datetime import date
from urllib.parse import urlencode

from django.utils import timezone

from cage.models import AwardVoid
from cage.selectors.banks import pins_set_anew, taken_out_since
from cage.selectors.changed_awards import reviews_of
from cage.selectors.exchanges import nameless_windows
from cage.selectors.liability import COVER_IN_WORDS, liability
from cage.selectors.logs import beyond_what_was_out
from cage.selectors.pool_days import reconciliation_of
from cage.selectors.pool_money import deposit_voids, seeds_on
from cage.selectors.pools import dispositions_of, recipients, versions_of
from cage.selectors.tournaments import prizes_on
from cage.selectors.undone import explained_by_voided
from config.audit.models import AuditEvent
from config.days.registry import Note, corrects, end_of, in_words, noted
from config.rooms.forms import SettingsForm
from config.rooms.models import Room
from config.rooms.services import AMOUNTS
from config.staff.models import User
from config.web.text import ended, how_many
from players.models import TransferKind


@noted
def terms_posted(room: Room, day: date) -> Iterator[Note]:
    """The terms of pools that were put in force on the day, and whose players' money went by them; one query."""
    for version in versions_of(room, day):
        at = f"{version.at.astimezone(room.zone):%H:%M}"
        feeds = (
            "fed by no table: the pool ends"
            if not version.tables
            else f"fed by {how_many(len(version.tables), 'table')}"
        )
        shares = f"reserve {version.reserve_percent} %, administration {version.admin_percent} %"
        sentence = f"{version.drafted_by} put terms {version.number} of {version.pool} in force at {at}, approved by "
        yield Note(f"{sentence}{version.approved_by}: {shares}, {feeds}.", "pools")


@noted
def pools_given_away(room: Room, day: date) -> Iterator[Note]:
    """The pools that ended and went whole to somebody on the day: who had what, by whose word and why; a fixed number
    of queries."""
    for award in dispositions_of(room, day):
        sentence = f"{award.declared_by} gave the whole of {award.pool}, {room.money(award.amount)}, to "
        sentence += f"{recipients(award)}, approved by {award.approved_by}: {award.what}"
        yield Note(ended(sentence), "award", (award.pk,))


@noted
def pools_seeded(room: Room, day: date) -> Iterator[Note]:
    """The house's seed that went into pools on the day, and came back from them, by whose word and why; one query."""
    for seed in seeds_on(room, day):
        amount, went_in = room.money(seed.amount), seed.kind == seed.Kind.PUT_IN
        did = f"put {amount} of the house’s chips into" if went_in else f"took {amount} of the house’s seed out of"
        sentence = f"{seed.by} {did} {seed.pool}, approved by {seed.second}: {seed.reason}"
        yield Note(ended(sentence), "pool", (seed.pool_id,))


@noted
def deposits_taken_back(room: Room, day: date) -> Iterator[Note]:
    """The deposits of pools that were taken back on the day, by whom and why; one query."""
    for void in deposit_voids(room, day):
        deposit = void.deposit
        what = f"the deposit of {room.money(deposit.amount)} of {deposit.pool}, slip {deposit.reference}"
        sentence = f"{void.by} and {void.second} took {what}, back: {void.reason}"
        yield Note(ended(sentence), "pool", (deposit.pool_id,))


@corrects
def deposits_of_the_day_taken_back(room: Room, day: date) -> Iterator[Note]:
    """The day's deposits of pools that were taken back on a later day, by whom and why; one query."""
    for void in deposit_voids(room, day, later=True):
        deposit = void.deposit
        back = f"{room.money(deposit.amount)} taken back on the gaming day {in_words(void.gaming_day)}"
        sentence = f"The deposit of {deposit.pool}, slip {deposit.reference}: {back} by {void.by} and {void.second}, "
        yield Note(ended(sentence + void.reason), "pool", (deposit.pool_id,))


@noted
def cover_lacking(room: Room, day: date) -> Iterator[Note]:
    """That the house's money covers less of the chips in use than the room asks, on the day that runs, as long as it is
    so; two queries on that day alone."""
    now = timezone.now()
    if day == room.gaming_day(now) and liability(room, at=now, now=True).lacking:
        way_on = "bring cash into the vault, or enter the newest bank statement."
        yield Note(f"{COVER_IN_WORDS}: {way_on}", "liability")


@noted
def awards_that_stand(room: Room, day: date) -> Iterator[Note]:
    """The awards that two people let stand on the day, though their hand was corrected or voided; one query."""
    for review in reviews_of(room, day):
        sentence = f"{review.by} and {review.second} let the {review.award} stand, after its hand was changed"
        yield Note(ended(f"{sentence}: {review.reason}"), "award", (review.award_id,))


@noted
def pools_reconciled(room: Room, day: date) -> Iterator[Note]:
    """The signature under the pools of the day, given before its lock or after it; one query."""
    if signed := reconciliation_of(room, day):
        at = f"{signed.at.astimezone(room.zone):%-d %B %Y at %H:%M}"
        found = "the ledger is as it was counted and signed"
        if signed.is_off:
            found = f"the ledger differs from what was counted and signed: {signed.explanation}"
        sentence = f"{signed.signed_by} reconciled the pools on {at}: {found}"
        yield Note(ended(sentence), "pool_day", (day,))


@corrects
def awards_taken_back(room: Room, day: date) -> Iterator[Note]:
    """The shares of the day's awards that were taken back on a later day, by whom and why; one query."""
    voids = AwardVoid.objects.filter(room=room, share__award__gaming_day=day, gaming_day__gt=day)
    for void in voids.select_related("share__award__pool", "share__player", "by", "second").order_by("pk"):
        share = f"The share of {void.share.player} of {void.share.award.pool}"
        back = f"{room.money(void.primary + void.reserve)} taken back on the gaming day {in_words(void.gaming_day)}"
        said = f"{share}: {back} by {void.by} and {void.second}, {void.reason}"
        yield Note(ended(said), "award", (void.share.award_id,))


@noted
def pins_of_banks(room: Room, day: date) -> Iterator[Note]:
    """Every player's bank whose PIN was set anew on the day, by whom and who confirmed it, and what was taken out of it
    afterwards that day; four queries at most."""
    resets = pins_set_anew(room, day, day)
    taken = taken_out_since(room, day, resets) if resets else {}
    for reset in resets:
        at = f"{reset.at.astimezone(room.zone):%H:%M}"
        said = f"{reset.by} set the PIN of {reset.bank.player}’s bank anew at {at}, confirmed by {reset.second}"
        amount = taken.get(reset.bank.pk, 0)
        then = f"; {room.money(amount)} was taken out of it with the new PIN that day" if amount else ""
        yield Note(f"{said}{then}.", "bank_account_statement", (reset.bank.player_id,))


@noted
def nameless_cash(room: Room, day: date) -> Iterator[Note]:
    """The windows whose exchanges of cash with nobody by name come together to what the room logs: cashier, window, how
    many and how much, and how often different people were said; two queries at most (R50)."""
    for each in nameless_windows(room, day):
        said = f"{each.cashier} exchanged {room.money(each.amount)} of cash at {each.drawer} for nobody by name, in "
        said += f"{each.times} exchanges that together come to what is in the log"
        told = f"; {how_many(each.told, 'time')} these were said to be different people" if each.told else ""
        yield Note(f"{said}{told}.", "drawer", (each.drawer_id,))


@noted
def chips_beyond_what_was_out(room: Room, day: date) -> Iterator[Note]:
    """The chips that were bought back on the day beyond those that were out of the house by the books: of whom, how
    many, who paid them and who confirmed it; two queries at most (C-2)."""
    for slip, more in beyond_what_was_out(room, day):
        at = f"{slip.at.astimezone(room.zone):%H:%M}"
        said = f"{slip.player} was paid {room.money(slip.amount)} at {at} for chips that the books don’t know, "
        said += f"{room.money(more)} more than was out of the house by them: by {slip.by}, confirmed by {slip.second}"
        yield Note(f"{said}.", "presented_chips", asked=f"?{urlencode({'day': day})}")


@noted
def prizes_beyond_entries(room: Room, day: date) -> Iterator[Note]:
    """The prizes of tournaments of the day, by whoever paid them, where all prizes by then are more than all entries;
    three queries at most. Entries and prizes are no chips, and the sheet of a tournament is kept outside."""
    prizes = prizes_on(room, day)
    if prizes is None or prizes.beyond_entries <= 0:
        return
    said = f"Tournaments paid {room.money(prizes.paid)} in prizes, by {' and '.join(prizes.by)}, and by the end of "
    said += f"the day {room.money(prizes.beyond_entries)} more than all entries brought: hold them to the tournaments’ "
    said += "sheets"
    asked = {"kind": TransferKind.TOURNAMENT_PAID.value, "since": day, "until": day}
    yield Note(f"{said}.", "ledger", asked=f"?{urlencode(asked)}")


@noted
def explanations_taken_back(room: Room, day: date) -> Iterator[Note]:
    """The rows of the ledger that explained something that was short or over, and were taken back on the day after
    that: by whom, and of what; three queries at most. What was settled stays as it was settled."""
    for found, back in explained_by_voided(room, day):
        at = f"{back.at.astimezone(room.zone):%H:%M}"
        row = back.reverses.chain_number if back.reverses else 0
        said = f"Row {row}, which explained {found.about}, was taken back at {at} by {back.by or 'the system'}, row "
        said += f"{back.chain_number}, after it was settled by {found.settled_by}: look at it again"
        yield Note(f"{said}.", "drop_reports" if found.box_variance_id else "variances")


@noted
def limits_changed(room: Room, day: date) -> Iterator[Note]:
    """Every setting of the room that is an amount and was changed on the day, by whom, from what to what, and who
    confirmed it, also one that was changed back; two queries at most."""
    since, until = room.start_of(day), end_of(room, day)
    changed = AuditEvent.objects.filter(room=room, verb="room.changed", at__gte=since, at__lt=until)
    events = list(changed.select_related("by").order_by("id"))
    confirmed = {(event.after or {}).get("second") for event in events} - {None}
    people = User.objects.in_bulk(confirmed) if confirmed else {}
    for event in events:
        before, after = event.before or {}, event.after or {}
        second = people.get(after.get("second"))
        at = f"{event.at.astimezone(room.zone):%H:%M}"
        for field in AMOUNTS:
            if field in before and field in after:
                was, now = (f"{room.currency_symbol}{room.money(each[field])}" for each in (before, after))
                said = f"{event.by} changed “{SettingsForm.base_fields[field].label}” from {was} to {now} at {at}"
                yield Note(f"{said}{f', confirmed by {second}' if second else ''}.", "room_settings")
