"""The pool that the promo of a table goes to: exactly one at each instant."""

from cage.models import PoolFeed, PoolVersion, PromoPool
from config.rooms.models import Room
from tables.models import Table

DEFAULT = "Players’ promotional pool"


def pool_fed_by(table: Table) -> PromoPool:
    """The pool that a table feeds now: the one whose terms name it, else the room's default pool."""
    feed = PoolFeed.objects.filter(table=table, until_at=None).select_related("pool").first()
    return feed.pool if feed else default_pool(table.room)


def default_pool(room: Room) -> PromoPool:
    """The pool of promo that no approved pool is fed with, made when it is first needed: no counted chip of the players
    waits for somebody to draft terms, and no day stays open for them. All of it is the players’."""
    pool, _ = PromoPool.objects.get_or_create(room=room, is_default=True, defaults={"name": DEFAULT})
    return pool


def terms_of(pool: PromoPool) -> PoolVersion | None:
    """The terms that a pool runs under now; None of the default pool."""
    return pool.versions.first()
