"""The terms of promotional pools: drafted by one person, approved by one of another role, in force from then on."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Final

from django.db import transaction

from cage.box_places import places_at
from cage.models import BoxPull, Holds, PoolFeed, PoolVersion, PromoPool
from cage.services.boxes import lock_table
from cage.services.two_people import signed_by
from config.audit.services import record
from config.errors import DomainError
from config.requests.services import answered, claim
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from config.staff.second import refuse_same_role
from players.likeness import visible
from rules.house.variants import SHEETS
from tables.models import Table
from tables.services.plaques import newest_plaque

POOL_ENDS: Final = "pool_ends"
"""The question about terms by which no table feeds a pool any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a pool: shares in percent, amounts in minor units, the ids of the tables that feed it, the games
    that may win it, in words and by their codes (`won_in`; none: any), and whether who works in the room has a share
    (`PoolVersion.Employees`)."""

    employees: str
    reserve_percent: int = 0
    admin_percent: int = 0
    seed: int = 0
    primary_cap: int | None = None
    reserve_cap: int | None = None
    tables: Sequence[int] = field(default_factory=tuple)
    games: str = ""
    won_in: Sequence[str] = field(default_factory=tuple)


@transaction.atomic
def post_pool(
    *,
    room: Room,
    name: str,
    terms: Terms,
    key: str,
    by: User,
    at: datetime,
    second: User | None = None,
    confirmed: Collection[str] = (),
) -> PoolVersion:
    """Put terms of a pool in force, from now on, that `by` has drafted and a `second` person of another role approves;
    returns the version. A name that the room has not is a new pool.

    Earlier versions stay, and what was counted under them (25 CFR 543.12(c)(1)). Refuses terms that don't say whether
    who works here has a share (`employees_unsaid`, C-12), percents above a hundred or amounts below nothing
    (`terms_uncountable`), a seed above the pool's cap (`seed_above_cap`), a table that feeds another pool
    (`table_feeds_another`) or is none of the room's (`table_unknown`), one whose promo box holds something while it
    begins or ends to feed this pool (`promo_not_pulled`), other shares or caps while something that was dropped for it
    hangs or waits to be counted (`promo_not_pulled`, `promo_not_counted`), a game that nobody knows (`game_unknown`)
    and a table whose plaque is of a game that never wins it (`table_plays_another`), the default pool
    (`pool_is_default`), an approver who holds a role of the drafter (`same_role`), and as
    `config.staff.second.refuse_alone`. Of terms by which no table feeds a pool any more it refuses while a box that was
    pulled for it isn't counted (`promo_not_counted`), and asks (`pool_ends`) unless `confirmed` holds that code: its
    money then goes whole to whom two people name.
    """
    body = {"room": room.pk, "name": name, **asdict(terms), "tables": sorted(terms.tables)}
    body["won_in"] = sorted(terms.won_in)
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "post_pool", body, by=by, at=at):
        return PoolVersion.objects.get(pk=(earlier.answer or {})["version"])
    approver = signed_by(second, by, Permission.POOL_VIEW, room, "players’ money goes by these terms", at=at)
    refuse_same_role(approver, by, room)
    _refuse_uncountable(terms)
    pool = _pool(room, visible(name))
    _ask_whether_it_ends(pool, terms, confirmed)
    tables = _feed(pool, terms, at)
    _refuse_games(terms, tables, at)
    version = PoolVersion.objects.create(
        pool=pool, number=pool.versions.count() + 1, drafted_by=by,
        **(asdict(terms) | {"tables": sorted(tables), "won_in": sorted(set(terms.won_in))}),
        approved_by=approver, at=at, request_key=key,
    )  # fmt: skip
    after = {"name": pool.name, "number": version.number, "reserve_percent": terms.reserve_percent}
    after |= {"admin_percent": terms.admin_percent, "employees": terms.employees, "second": approver.pk}
    record("pool.posted", version, room=room, by=by, at=at, after=after)
    answered(key, {"version": version.pk})
    return version


def _refuse_uncountable(terms: Terms) -> None:
    if terms.employees not in PoolVersion.Employees.values:
        message = "Say whether who works here has a share: never, while off duty, or as everybody else."
        raise DomainError("employees_unsaid", message, field="employees")
    percents = (terms.reserve_percent, terms.admin_percent)
    amounts = [each for each in (terms.seed, terms.primary_cap, terms.reserve_cap) if each is not None]
    if not all(0 <= each <= 100 for each in percents) or any(each < 0 for each in amounts):
        message = "Percents lie between 0 and 100, and amounts are not below nothing."
        raise DomainError("terms_uncountable", message, field="reserve_percent")
    if terms.primary_cap is not None and terms.seed > terms.primary_cap:
        message = "The seed is more than the most in the pool: announce less, or let the pool hold more."
        raise DomainError("seed_above_cap", message, field="seed")


def _refuse_games(terms: Terms, tables: Sequence[int], at: datetime) -> None:
    """Refuse games that nobody knows, and tables whose players would feed a pool that their game never wins."""
    if strange := [game for game in terms.won_in if game not in SHEETS]:
        raise DomainError("game_unknown", f"There is no game “{strange[0]}”: choose one of the list.", field="won_in")
    for table in Table.objects.filter(pk__in=tables).order_by("pk") if terms.won_in else ():
        plaque = newest_plaque(table, at)
        if plaque is not None and plaque.game not in terms.won_in:
            name = SHEETS[plaque.game].name
            message = f"{table} plays {name}, which never wins this pool: leave the table out, or let {name} win it."
            raise DomainError("table_plays_another", message, field="tables")


def _pool(room: Room, name: str) -> PromoPool:
    """The pool of that name, locked; a new one where there is none."""
    pool, _ = PromoPool.objects.get_or_create(room=room, name__iexact=name, defaults={"name": name})
    pool = PromoPool.objects.select_for_update(no_key=True).get(pk=pool.pk)
    if pool.is_default:
        message = f"{pool} takes what no other pool is fed with, and keeps all of it: name another pool."
        raise DomainError("pool_is_default", message, field="name")
    return pool


def _feed(pool: PromoPool, terms: Terms, at: datetime) -> list[int]:
    """Let the tables of the terms feed a pool, and no others; returns their ids."""
    wanted = set(terms.tables)
    open_feeds = {feed.table_id: feed for feed in pool.feeds.filter(until_at=None)}
    tables = {table.pk: table for table in Table.objects.filter(pk__in=wanted | set(open_feeds), room=pool.room_id)}
    to_lock = wanted ^ set(open_feeds)
    if _divides_otherwise(pool, terms):
        _refuse_uncounted(pool)
        to_lock |= set(open_feeds)
    if wanted - set(tables):
        raise DomainError(
            "table_unknown", "One of these tables is none of the room’s: reload the page.", field="tables"
        )
    for pk in sorted(to_lock):
        table = lock_table(tables[pk])
        _refuse_unpulled(table)
        if pk in wanted - set(open_feeds):
            _begin(pool, table, at)
        elif pk not in wanted:
            feed = open_feeds[pk]
            feed.until_at = at
            feed.save(update_fields=["until_at"])
    return sorted(wanted)


def _ask_whether_it_ends(pool: PromoPool, terms: Terms, confirmed: Collection[str]) -> None:
    """Ask before no table feeds a pool any more, which lets all of it go to whom two people name; refuse it while a box
    of it waits to be counted."""
    feeding = [feed.table for feed in pool.feeds.filter(until_at=None).select_related("table").order_by("table")]
    if terms.tables or not feeding:
        return
    _refuse_uncounted(pool, "tables")
    for table in feeding:
        _refuse_unpulled(table)
    if POOL_ENDS in confirmed:
        return
    tables = ", ".join(str(table) for table in feeding)
    message = f"By these terms no table feeds {pool}: it ends, and all of it goes to whom two people name by a "
    message += f"disposition. The promo boxes of {tables} take promo on, for the players’ pool without terms: take "
    message += "them off where nobody drops promo any more. Tick the tables that feed it, or say that it ends."
    raise DomainError(POOL_ENDS, message, allowed={"confirm": POOL_ENDS}, field="tables")


def _divides_otherwise(pool: PromoPool, terms: Terms) -> bool:
    """Whether these terms divide what is counted otherwise than those in force."""
    held = pool.versions.order_by("-number").first()
    shares = [(of.reserve_percent, of.admin_percent, of.primary_cap, of.reserve_cap) for of in (held, terms) if of]
    return len(set(shares)) > 1


def _refuse_uncounted(pool: PromoPool, where: str = "reserve_percent") -> None:
    """Refuse to divide otherwise what was pulled under the terms in force and isn't counted: whoever dropped it gave it
    by these."""
    waiting = BoxPull.objects.filter(pool=pool).exclude(state=BoxPull.State.COUNTED).order_by("pk")
    if boxes := ", ".join(str(pull) for pull in waiting):
        message = f"Not counted yet: {boxes}. It was dropped under the terms in force: let it be counted first."
        raise DomainError("promo_not_counted", message, field=where)


def _begin(pool: PromoPool, table: Table, at: datetime) -> None:
    other = PoolFeed.objects.filter(table=table, until_at=None).select_related("pool").first()
    if other is not None:
        message = f"{table} feeds {other.pool}: a table feeds one pool. Take it out of that one first."
        raise DomainError("table_feeds_another", message, field="tables")
    PoolFeed.objects.create(table=table, pool=pool, from_at=at)


def _refuse_unpulled(table: Table) -> None:
    """Refuse to change the pool of a table whose promo box holds something: that was dropped for the pool before."""
    if places_at(table, Holds.PROMO).exclude(balance=0).exists():
        message = f"The promo box of {table} holds something that was dropped for the pool so far: pull it first."
        raise DomainError("promo_not_pulled", message, field="tables")
