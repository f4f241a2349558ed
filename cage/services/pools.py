"""The terms of promotional pools: drafted by one person, approved by one of another role, in force from then on."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.db import transaction

from cage.box_places import places_at
from cage.models import Holds, PoolFeed, PoolVersion, PromoPool
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
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a pool: shares in percent, amounts in minor units, the ids of the tables that feed it, and the games
    that may win it, in words."""

    reserve_percent: int = 0
    admin_percent: int = 0
    seed: int = 0
    primary_cap: int | None = None
    reserve_cap: int | None = None
    tables: Sequence[int] = field(default_factory=tuple)
    games: str = ""


@transaction.atomic
def post_pool(
    *, room: Room, name: str, terms: Terms, key: str, by: User, at: datetime, second: User | None = None
) -> PoolVersion:
    """Put terms of a pool in force, from now on, that `by` has drafted and a `second` person of another role approves;
    returns the version. A name that the room has not is a new pool.

    Earlier versions stay, and what was counted under them (25 CFR 543.12(c)(1)). Refuses percents above a hundred or
    amounts below nothing (`terms_uncountable`), a table that feeds another pool (`table_feeds_another`) or is none of
    the room's (`table_unknown`), one whose promo box holds something while it begins or ends to feed this pool
    (`promo_not_pulled`), the default pool (`pool_is_default`), an approver who holds a role of the drafter
    (`same_role`), and as `config.staff.second.refuse_alone`.
    """
    body = {"room": room.pk, "name": name, **asdict(terms), "tables": sorted(terms.tables)}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "post_pool", body, by=by, at=at):
        return PoolVersion.objects.get(pk=(earlier.answer or {})["version"])
    approver = signed_by(second, by, Permission.POOL_VIEW, room, "players’ money goes by these terms", at=at)
    refuse_same_role(approver, by, room)
    _refuse_uncountable(terms)
    pool = _pool(room, visible(name))
    tables = _feed(pool, terms, at)
    version = PoolVersion.objects.create(
        pool=pool, number=pool.versions.count() + 1, **(asdict(terms) | {"tables": sorted(tables)}), drafted_by=by,
        approved_by=approver, at=at, request_key=key,
    )  # fmt: skip
    after = {"name": pool.name, "number": version.number, "reserve_percent": terms.reserve_percent}
    after |= {"admin_percent": terms.admin_percent, "second": approver.pk}
    record("pool.posted", version, room=room, by=by, at=at, after=after)
    answered(key, {"version": version.pk})
    return version


def _refuse_uncountable(terms: Terms) -> None:
    percents = (terms.reserve_percent, terms.admin_percent)
    amounts = [each for each in (terms.seed, terms.primary_cap, terms.reserve_cap) if each is not None]
    if not all(0 <= each <= 100 for each in percents) or any(each < 0 for each in amounts):
        message = "Percents lie between 0 and 100, and amounts are not below nothing."
        raise DomainError("terms_uncountable", message, field="reserve_percent")


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
    if wanted - set(tables):
        raise DomainError(
            "table_unknown", "One of these tables is none of the room’s: reload the page.", field="tables"
        )
    for pk in sorted(wanted ^ set(open_feeds)):
        table = lock_table(tables[pk])
        _refuse_unpulled(table)
        if pk in wanted:
            _begin(pool, table, at)
        else:
            feed = open_feeds[pk]
            feed.until_at = at
            feed.save(update_fields=["until_at"])
    return sorted(wanted)


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
