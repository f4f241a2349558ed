"""The record of who a person is: enough to name them in a report of currency, or not."""

from datetime import date

from players.models import Player


def missing_of(player: Player, day: date) -> tuple[str, ...]:
    """The words for what is not on record of a person on that gaming day; nothing where one of their records has a
    legal name, a date of birth and a document that hasn't expired. One query."""
    records = Player.objects.of(player)
    return min((_missing(record, day) for record in records), key=len)


def _missing(record: Player, day: date) -> tuple[str, ...]:
    expired = record.document_expires_on is not None and record.document_expires_on < day
    found = (
        (bool(record.legal_name), "the legal name"),
        (record.date_of_birth is not None, "the date of birth"),
        (bool(record.document_number) and not expired, "a valid document" if expired else "a document"),
    )
    return tuple(words for is_there, words in found if not is_there)
