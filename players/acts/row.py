"""A row of the table of acts: who may do it, whether the PIN is asked again, and from where on two people do it."""

from dataclasses import dataclass
from typing import Literal

from config.staff.roles import Permission
from players.four_eyes import Act

Second = Literal["always", "limit", "sometimes", "never"]
"""The times when a second person confirms: always, above what one person moves alone a day, as `when` says, or
never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One act. `services` are its functions, `addresses` the names of the pages on which it is done; none where it is
    done on the server alone. `second_is` names their parameter for the second person."""

    name: str
    who: Permission
    services: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    asks_pin: bool = False
    second: Second = "never"
    when: str = ""
    alarm: str = ""
    act: Act | None = None
    second_is: str = "second"

    @property
    def second_in_words(self) -> str:
        """From where on a second person confirms it, for people."""
        words = {"always": "always", "limit": "above what one person moves alone a day", "never": "never"}
        return " ".join(filter(None, [words.get(self.second, ""), self.when]))


def money_row(
    act: Act,
    *,
    who: Permission,
    services: tuple[str, ...],
    addresses: tuple[str, ...] = (),
    when: str = "",
    alarm: str = "",
) -> Row:
    """A row of `players.four_eyes`, which knows whether two people always do it."""
    second: Second = "always" if act.always else "limit"
    return Row(
        name=act.name, who=who, services=services, addresses=addresses, second=second, when=when, alarm=alarm, act=act
    )
