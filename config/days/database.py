"""Migration operations for tables whose rows belong to a gaming day: a locked day takes none of them any more."""

from collections.abc import Sequence

from django.db.migrations.operations import RunSQL


def locked_with_its_day(table: str, *, through: tuple[str, str] | None = None, stays: Sequence[str] = ()) -> RunSQL:
    """A migration operation: from now on `table` refuses rows of a locked gaming day, whoever writes them (C-6).

    The table has a column `gaming_day`, and `room_id`, or `through` names the table and the column by which its room is
    found. With `stays`, only these columns belong to the day: what else stands in a row may change after it. The
    migration depends on `("days", "0002_guards")`.
    """
    name = f"{table}_day"
    call = "days_refuse_locked_through('{}', '{}')".format(*through) if through else "days_refuse_locked_row()"
    each = f'on "{table}" for each row'
    if not stays:
        made = f"create trigger {name} before insert or update or delete {each} execute function {call};"
    else:
        changed = " or ".join(f"old.{column} is distinct from new.{column}" for column in ("gaming_day", *stays))
        made = (
            f"create trigger {name} before insert or delete {each} execute function {call};"
            f"create trigger {name}_stays before update {each} when ({changed}) execute function {call};"
        )
    return RunSQL(made, f'drop trigger {name} on "{table}"; drop trigger if exists {name}_stays on "{table}";')


def trigger_of(table: str) -> str:
    """The name of the trigger."""
    return f"{table}_day"
