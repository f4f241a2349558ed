"""The acts of revenue: a definition gets a new version, a room says how its books call its places, a locked day's
journal is exported."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from config.audit.services import record
from config.days.models import DayLock
from config.days.registry import in_words
from config.days.selectors import first_day
from config.days.services import day_it_belongs_to
from config.errors import DomainError
from config.reasons import is_reason
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_alone
from rake.revenue.definitions import supplied, versions_of
from rake.revenue.journal import accounts_in_force, by_side, csv_of, journal_of, kept_lines
from rake.revenue.sums import BY_CODE, SUMS
from rake.revenue_models import LONGEST_NAME, LONGEST_NUMBER, DayJournal, JournalAccounts, RevenueVersion

LONGEST_CODE = 40


@transaction.atomic
def post_revenue_version(
    *,
    room: Room,
    code: str,
    title: str,
    terms: Mapping[str, int],
    source: str,
    from_day: date,
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
    second: User | None = None,
) -> RevenueVersion:
    """Let a definition of revenue be reckoned by another formula from a gaming day on; returns the version.

    `terms` has 1 or -1 for each named sum of the formula, by its code. Without a `code` it is a new definition, whose
    code is made of its title. Earlier versions stay, and with them what they were in force for.

    A version that reckons anew what was played before today takes two: a `second` person who reads the reports, and has
    shown their own PIN, confirms it (`second_needed`, `second_is_first`, `second_may_not`); the trail keeps who. A
    first version changes nothing that was reckoned.

    Refusals: `definition_unknown`, `definition_exists`, `title_missing`, `source_missing`, `reason_missing`,
    `formula_empty`, `sum_unknown`, `nothing_changed`, `version_backwards` (before the version in force begins),
    `version_too_early` (a day that is locked).
    """
    body = {"room": room.pk, "code": code, "title": title, "terms": dict(terms), "source": source}
    body |= {"from_day": from_day, "reason": reason} | ({"second": second.pk} if second else {})
    if claim(key, "revenue_version", body, by=by, at=at):
        return RevenueVersion.objects.get(request_key=key)
    room = Room.objects.select_for_update().get(pk=room.pk)
    _refuse_without_words(title=title, source=source, reason=reason)
    texts = _formula(terms)
    known = versions_of(room)
    before = _before(known, code, title)
    if before is None:
        code = slugify(title)[:LONGEST_CODE]
    else:
        _refuse_early(room, before, from_day)
        _refuse_same(before, title, texts, source)
        _refuse_back_alone(room, from_day, second, by, at)
        _keep_supplied(room, before, key=key, at=at)
    number = before.number + 1 if before else 1
    facts: dict[str, Any] = {"title": title, "terms": texts, "source": source, "from_day": from_day}
    version = RevenueVersion.objects.create(
        room=room, code=code, number=number, reason=reason, made_by=by, made_at=at, request_key=key, **facts
    )
    was = {"formula": before.terms, "number": before.number} if before else None
    after = {"formula": texts, "number": number, "from_day": from_day.isoformat()}
    after |= {"second": second.badge_number} if second else {}
    record("revenue.version", version, room=room, by=by, at=at, before=was, after=after, reason=reason)
    return version


def _refuse_back_alone(room: Room, from_day: date, second: User | None, by: User | None, at: datetime) -> None:
    """Refuse one person alone who changes how days that have ended are reckoned, and a second one who may not."""
    if second is not None or from_day < room.gaming_day(at):
        what = f"the revenue of gaming days that have ended, from {in_words(from_day)} on, is reckoned anew"
        refuse_alone(second, by, Permission.REPORT_VIEW, room, what, at=at)


def _refuse_same(before: RevenueVersion, title: str, terms: list[str], source: str) -> None:
    if (before.title, list(before.terms), before.source) == (title, terms, source):
        message = "This is the version that stands there: change its formula, its title or its source."
        raise DomainError("nothing_changed", message)


@transaction.atomic
def set_journal_accounts(
    *,
    room: Room,
    accounts: Mapping[str, tuple[str, str]],
    reason: str,
    key: str,
    by: User | None,
    at: datetime,
) -> JournalAccounts:
    """Say which account of the room's books each kind of place is, by number and name; returns the version.

    It holds for journals that are exported from now on. Several places may be one account, which then has one name.
    Refusals: `reason_missing`, `account_missing` (a place without number or name), `account_two_names`,
    `nothing_changed`.
    """
    body = {"room": room.pk, "accounts": {side: list(account) for side, account in accounts.items()}, "reason": reason}
    if claim(key, "journal_accounts", body, by=by, at=at):
        return JournalAccounts.objects.get(request_key=key)
    room = Room.objects.select_for_update().get(pk=room.pk)
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why the accounts change.", field="reason")
    before = accounts_in_force(room)
    was = by_side(before)
    wanted = was | dict(accounts)
    _refuse_odd_accounts(wanted, was)
    if before is not None and wanted == was:
        raise DomainError("nothing_changed", "These are the accounts that stand there: change one, or leave it so.")
    facts: dict[str, Any] = {"number": before.number + 1 if before else 1, "reason": reason, "request_key": key}
    version = JournalAccounts.objects.create(
        room=room, accounts={side: list(account) for side, account in wanted.items()}, set_by=by, set_at=at, **facts
    )
    changed = {side: " ".join(account) for side, account in wanted.items() if account != was[side]}
    told = {side: " ".join(was[side]) for side in changed}
    after = {"number": version.number, "journal_accounts": changed}
    record(
        "journal.accounts",
        version,
        room=room,
        by=by,
        at=at,
        before={"journal_accounts": told},
        after=after,
        reason=reason,
    )
    return version


@transaction.atomic
def export_journal(*, room: Room, day: date, key: str, by: User | None, at: datetime) -> DayJournal:
    """Export the journal of a locked gaming day: kept at the first time, with the accounts of then, and the same for
    ever; returns it.

    Refusals: `no_such_day`, `day_not_locked`.
    """
    if claim(key, "export_journal", {"room": room.pk, "day": day}, by=by, at=at):
        return DayJournal.objects.get(lock__room=room, lock__gaming_day=day)
    lock = locked_day(room, day)
    journal = journal_of(lock)
    text = csv_of(room, day, journal.lines)
    facts: dict[str, Any] = {"lines": kept_lines(journal.lines), "csv": text, "digest": digest_of(text)}
    facts |= {"accounts": accounts_in_force(room), "exported_by": by, "exported_at": at, "request_key": key}
    kept, is_new = DayJournal.objects.get_or_create(lock=lock, defaults=facts)
    if is_new:
        after = {"gaming_day": day.isoformat(), "digest": kept.digest}
        record("journal.exported", kept, room=room, by=by, at=at, after=after)
    answered(key, {})
    return kept


def locked_day(room: Room, day: date) -> DayLock:
    """The lock of a gaming day. Refuses a day that has none yet (`day_not_locked`, `no_such_day`)."""
    lock = DayLock.objects.filter(room=room, gaming_day=day).select_related("room").first()
    if lock:
        return lock
    first = first_day(room)
    if first is None or day < first:
        raise DomainError("no_such_day", f"{room} has no gaming day {in_words(day)} in its books: choose another.")
    message = (
        f"{in_words(day)} is not locked yet: a day has its journal once nothing enters it any more. Lock it first."
    )
    raise DomainError("day_not_locked", message)


def exported(room: Room, day: date) -> DayJournal:
    """The journal of a day as it was exported. Refuses as `locked_day` does, and `journal_not_exported`."""
    lock = locked_day(room, day)
    kept = DayJournal.objects.filter(lock=lock).select_related("lock", "accounts").first()
    if kept is None:
        message = f"The journal of {in_words(day)} was not exported yet: a manager exports it on its page."
        raise DomainError("journal_not_exported", message)
    return kept


def digest_of(text: str) -> str:
    """sha256 of a file, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def _refuse_without_words(*, title: str, source: str, reason: str) -> None:
    if not slugify(title):
        raise DomainError("title_missing", "Give the definition a title of letters and digits.", field="title")
    if not source.strip():
        raise DomainError("source_missing", "Say which rule or which book the formula follows.", field="source")
    if not is_reason(reason):
        raise DomainError("reason_missing", "Say why it is reckoned so.", field="reason")


def _formula(terms: Mapping[str, int]) -> list[str]:
    """The formula as it is stored, in the order of the list of sums."""
    if unknown := sorted(set(terms) - set(BY_CODE)):
        raise DomainError("sum_unknown", f"There is no sum called {unknown[0]}: choose from the list.")
    texts = [f"{'+' if terms[each.code] > 0 else '-'}{each.code}" for each in SUMS if terms.get(each.code)]
    if not texts:
        raise DomainError("formula_empty", "Add one sum at least: an empty formula comes to nothing.")
    return texts


def _before(known: Mapping[str, Any], code: str, title: str) -> RevenueVersion | None:
    """The newest version of the definition; None where it is a new one."""
    if code and code not in known:
        raise DomainError("definition_unknown", "There is no such definition in this room: choose one from the list.")
    if code:
        newest: RevenueVersion = known[code][-1]
        return newest
    made, titles = slugify(title)[:LONGEST_CODE], {versions[-1].title.casefold() for versions in known.values()}
    if made in known or title.casefold() in titles:
        message = f"There is a definition called {title} already: make a new version of it, or choose another title."
        raise DomainError("definition_exists", message, field="title")
    return None


def _refuse_early(room: Room, before: RevenueVersion, from_day: date) -> None:
    """Refuse a version that would change what was reckoned: of a locked day, or before the last one begins."""
    if before.from_day and from_day < before.from_day:
        message = f"Version {before.number} begins on {in_words(before.from_day)}: let the new one begin then or later."
        least = {"from": before.from_day.isoformat()}
        raise DomainError("version_backwards", message, allowed=least, field="from_day")
    if day_it_belongs_to(room, from_day):
        message = f"{in_words(from_day)} is locked, and its revenue stays: let the version begin on a day that is open."
        raise DomainError("version_too_early", message, field="from_day")


def _keep_supplied(room: Room, before: RevenueVersion, *, key: str, at: datetime) -> None:
    """Keep the version that Cardroom brings as a row, before one of the room's own follows it."""
    first = supplied(room, before.code)
    if before._state.adding and first is not None:
        first.made_at, first.request_key = at, f"{key}:supplied"
        first.save()


def _refuse_odd_accounts(wanted: Mapping[str, tuple[str, str]], known: Mapping[str, object]) -> None:
    names: dict[str, str] = {}
    for side, (number, name) in wanted.items():
        is_whole = 0 < len(number.strip()) <= LONGEST_NUMBER and 0 < len(name.strip()) <= LONGEST_NAME
        if side not in known or not is_whole:
            message = "Every place has an account: enter its number and its name."
            raise DomainError("account_missing", message, field=f"number_{side}")
        if names.setdefault(number, name) != name:
            message = f"Account {number} is called {names[number]} above: an account has one name."
            raise DomainError("account_two_names", message, field=f"name_{side}")
