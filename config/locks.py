"""Locks in the database that belong to no row: each kind has numbers of its own, so that none waits for another's."""

from enum import IntEnum, unique

from django.db import connection


@unique
class LockKind(IntEnum):
    """The kind of what is locked. A number that was given once is never given to another kind."""

    PERSONS_DAY = 1
    """The chips that one person moves after the fact on a gaming day (`players.four_eyes`)."""
    REPORT_DAY = 2
    """The rebuilding of a gaming day's report (`rake.services`)."""
    IMPORT = 3
    """The import of hand files to a table (`games.importing`)."""
    BOOKS = 4
    """The audit of the books, one at a time (`config.audit.runs`)."""
    SEAL = 5
    """The sealing of the chain (`config.audit.chain`), the same for every room."""
    GAMING_DAY = 6
    """A gaming day: shared by whoever writes into it, alone with whoever locks it (`config/days/sql`)."""
    PUT_RIGHT = 7
    """The one slip of the window that puts a voided one right (`cage.services.window`)."""
    DESCRIPTIONS = 16
    """The numbers of the patrons described on a gaming day (`players.services.described`)."""
    PIECES = 20
    """The counts by denomination of a room, which are added up (`cage.services.more_than_issued`)."""
    PRINTS = 21
    """The prints of one receipt, or of the slips of chips of a room (`cage.services.prints`)."""
    TOKES = 31
    """The tokes of a room, counted for a day or shared (`cage.services.tokes`)."""
    ASSURANCE = 41
    """The reading of a room's boxes, pots and paces (`rake.assurance.services`), one at a time."""
    CHIP_SETS = 23
    """The sets of chips that are in use: shared by whoever hands chips out, alone with whoever retires a set
    (`cage.services.chip_sets`)."""
    WORKED_DRAWER = 24
    """The one drawer that a person works, in whatever room (`cage.services.one_drawer`)."""
    SCHEDULE = 42
    """Jobs that the schedule asks for in a room (`config.jobs.services`): none is asked for twice at once."""
    SLIP_NUMBERS = 22
    """The numbers of the fills, or of the credits, of a room in a year (`cage.services.transit`)."""


_ROOMS, _THINGS = 2**24, 2**32


def lock_number(kind: LockKind, room: int, thing: int) -> int:
    """The number of a lock: kind, room and thing beside each other in 63 bits; two locks never share one."""
    if not (0 <= room < _ROOMS and 0 <= thing < _THINGS):
        raise ValueError(f"room {room} and {thing} are no numbers of a lock")
    return (kind << 56) | (room << 32) | thing


def hold(kind: LockKind, *, room: int, thing: int) -> None:
    """Wait for the lock and hold it until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [lock_number(kind, room, thing)])


def hold_shared(kind: LockKind, *, room: int, thing: int) -> None:
    """Wait for the lock and share it with others of the same mind until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock_shared(%s)", [lock_number(kind, room, thing)])


def try_hold(kind: LockKind, *, room: int, thing: int) -> bool:
    """Hold the lock until the transaction ends if nobody else does; False, without waiting, where somebody does."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_try_advisory_xact_lock(%s)", [lock_number(kind, room, thing)])
        return cursor.fetchone() == (True,)


def hold_beyond(kind: LockKind, *, room: int, thing: int) -> None:
    """Wait for the lock and hold it beyond the transaction, until `let_go`."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_lock(%s)", [lock_number(kind, room, thing)])


def let_go(kind: LockKind, *, room: int, thing: int) -> None:
    """Give back a lock that was held beyond its transaction."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_unlock(%s)", [lock_number(kind, room, thing)])
