"""Decide about currency reports: of whose cash of a gaming day one is filed, of whose not, or who goes on with it."""

from datetime import date, datetime

from django.db import transaction

from cage.models import CurrencyDecision
from cage.selectors.currency_reports import Candidate, candidate_of
from config.audit.services import record
from config.days.registry import in_words
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from players.models import Player
from players.services.people import lock_player

_O = CurrencyDecision.Outcome


@transaction.atomic
def decide_currency(
    *, room: Room, player: Player, day: date, outcome: str, words: str, seen: str, key: str, by: User, at: datetime
) -> CurrencyDecision:
    """Decide about the cash of a person's gaming day that comes to what the room reports; returns the decision, dated
    now, with the sums of all records of the person.

    `words` say why no report is due (`not`), or name who goes on with it (`file`, `carried`); `seen` is the sums that
    were shown (`Candidate.seen`). It belongs to no open day: a locked one takes it too. What is carried is ended by one
    more decision. Refuses a day that doesn't come to that (`not_reported`), whoever served the patron on it
    (`served_the_patron`), other sums than were shown (`sums_changed`), sums that were decided, or are carried already
    (`currency_decided`), and missing words (`reason_missing`, `name_missing`). Source: 31 CFR 1021.311.
    """
    body = {"room": room.pk, "player": player.pk, "day": day, "outcome": outcome, "words": words}
    if claim(key, "decide_currency", body, by=by, at=at):
        return CurrencyDecision.objects.get(request_key=key)
    found = candidate_of(room, lock_player(player), day)
    if found is None:
        message = f"{player}’s cash of {in_words(day)} doesn’t come to what is reported: there is nothing to decide."
        raise DomainError("not_reported", message)
    _refuse(found, outcome, seen, by)
    _refuse_without_words(outcome, words)
    sums = {"currency_in": found.currency_in, "currency_out": found.currency_out}
    facts = {"outcome": outcome, "words": words.strip(), "report_from": room.report_from, **sums}
    decision = CurrencyDecision.objects.create(
        room=room, player_id=found.player.person_id, of_day=day, by=by, at=at, request_key=key, **facts
    )
    after = {"of_day": day.isoformat(), "player": decision.player_id, "outcome": outcome, **sums}
    record("currency.decided", decision, room=room, by=by, at=at, after=after, reason=decision.words)
    return decision


def _refuse(found: Candidate, outcome: str, seen: str, by: User) -> None:
    """Refuse whoever served the patron, sums that nobody was shown, and a second decision about the same sums."""
    if by.pk in found.served_by:
        cash = f"{found.player}’s cash on {in_words(found.of_day)}"
        message = f"{by} took, paid or confirmed {cash}: ask another manager to decide."
        raise DomainError("served_the_patron", message)
    if seen != found.seen:
        message = f"{found.player}’s cash of that day is another than this page showed: reload it, look, and decide."
        raise DomainError("sums_changed", message)
    if found.is_final or (outcome == _O.CARRIED and not found.is_undecided):
        last = found.of_these_sums[-1]
        message = f"{last.by} decided about these sums already: {last.get_outcome_display()}. Each is decided once."
        raise DomainError("currency_decided", message)


def _refuse_without_words(outcome: str, words: str) -> None:
    if outcome != _O.NOT and not is_reason(words):
        raise DomainError("name_missing", "Write the name of the person who goes on with it.", field="words")
    if not is_reason(words):
        raise DomainError("reason_missing", "Say why no report is due: who reads it later must follow.", field="words")
