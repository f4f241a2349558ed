"""Must-move: a newer game that feeds the main game of the same kind (004:L48; WSOP 83-99)."""

from datetime import datetime

from django.db import transaction

from config.audit.services import record
from config.errors import DomainError
from config.staff.models import User
from rules.text.rules_of_floor import EXTENSION
from tables.models import TableSession
from tables.services.sessions import lock_session, must_be_open, touch

RULE = EXTENSION
CITATION = "004:L48 · WSOP 83-99"


@transaction.atomic
def link_feeder(*, feeder: TableSession, main: TableSession, by: User | None, at: datetime) -> TableSession:
    """Let `feeder` feed `main` from now on; returns the feeder.

    Refuses a closed table (`table_closed`), another game or other limits (`other_game`), a table that feeds already
    (`feeds_already`), and one that would feed itself in the end (`feeds_itself`).
    """
    feeder, main = _lock_both(feeder, main)
    for session in (feeder, main):
        must_be_open(session)
    if feeder.feeds_id:
        raise DomainError("feeds_already", f"{feeder.table} feeds another game already: end that first.")
    if feeder in _fed_from(main):
        raise DomainError("feeds_itself", f"{feeder.table} is fed by {main.table}: choose the other way round.")
    if feeder.plaque.short_name != main.plaque.short_name:
        message = (
            f"{feeder.table} plays {feeder.plaque.short_name} and {main.table} {main.plaque.short_name}: "
            "choose a main game with the same plaque."
        )
        raise DomainError("other_game", message, rule=RULE, citation=CITATION)
    feeder.feeds = main
    feeder.save(update_fields=["feeds"])
    for session in (feeder, main):
        touch(session)
    record("must_move.linked", feeder, room=feeder.room, by=by, at=at, after={"main": main.table.name})
    return feeder


@transaction.atomic
def unlink_feeder(*, feeder: TableSession, by: User | None, at: datetime) -> TableSession:
    """Let `feeder` be a game of its own. Refuses one that feeds no other (`feeds_nothing`)."""
    main = TableSession.objects.filter(feeders=feeder).first()
    if main:
        feeder, main = _lock_both(feeder, main)
    if main is None or feeder.feeds_id != main.pk:
        raise DomainError("feeds_nothing", f"{feeder.table} is a game of its own already.")
    feeder.feeds = None
    feeder.save(update_fields=["feeds"])
    for session in (feeder, main):
        touch(session)
    record("must_move.ended", feeder, room=feeder.room, by=by, at=at, before={"main": main.table.name})
    return feeder


def _lock_both(feeder: TableSession, main: TableSession) -> tuple[TableSession, TableSession]:
    """Both sessions, locked in the order of their ids."""
    if feeder.pk == main.pk:
        raise DomainError("feeds_itself", f"{feeder.table} can't feed itself: choose another main game.")
    locked = {session.pk: lock_session(session) for session in sorted((feeder, main), key=lambda end: end.pk)}
    return locked[feeder.pk], locked[main.pk]


def _fed_from(session: TableSession) -> list[TableSession]:
    """The games that `session` feeds, one after another."""
    chain = []
    while session.feeds is not None:
        session = session.feeds
        chain.append(session)
    return chain
