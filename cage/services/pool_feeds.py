"""The pool that the promo of a table goes to: exactly one at each instant."""

from datetime import datetime

from django.db.models import Q

from cage.models import PoolFeed, PoolVersion, PromoPool
from config.rooms.models import Room
from tables.models import Table

DEFAULT = "Players’ promotional pool"


def pool_fed_by(table: Table, at: datetime | None = None) -> PromoPool:
    """The pool that a table feeds now, or fed at an instant: the one whose terms named it, else the room's default
    pool."""
    feeds = PoolFeed.objects.filter(table=table)
    of_then = Q(until_at=None) if at is None else Q(from_at__lte=at) & (Q(until_at=None) | Q(until_at__gt=at))
    feed = feeds.filter(of_then).select_related("pool").last()
    return feed.pool if feed else default_pool(table.room)


def default_pool(room: Room) -> PromoPool:
    """The pool of promo that no approved pool is fed with, made when it is first needed: no counted chip of the players
    waits for somebody to draft terms, and no day stays open for them. All of it is the players’."""
    pool, _ = PromoPool.objects.get_or_create(room=room, is_default=True, defaults={"name": DEFAULT})
    return pool


def locked_pool(pool: PromoPool) -> PromoPool:
    """A pool, locked: what is awarded of it, seeded and deposited happens one after the other."""
    return PromoPool.objects.select_for_update(no_key=True, of=("self",)).select_related("room").get(pk=pool.pk)


def terms_of(pool: PromoPool) -> PoolVersion | None:
    """The terms that a pool runs under now; None of the default pool."""
    return pool.versions.first()


def has_ended(pool: PromoPool) -> bool:
    """Whether a pool has ended: no table feeds it by its terms. The default pool never ends."""
    return not pool.is_default and not pool.feeds.filter(until_at=None).exists()
