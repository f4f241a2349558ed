"""The one rule for reasons in own words, wherever an act asks for one."""

from config.errors import DomainError


def is_reason(text: str) -> bool:
    """Whether words can be a reason: they hold two different letters or digits at least. An "x", a dot or a row of
    dashes says nothing to whoever reads it later; more than that nobody can judge but them."""
    return len({sign for sign in text.casefold() if sign.isalnum()}) > 1


def in_own_words(text: str, about: str, *, field: str = "reason") -> str:
    """The words without spaces around them. Refuses (`reason_missing`) what is no reason, and says what they are to be
    `about`: "why it comes back"."""
    if not is_reason(text):
        raise DomainError("reason_missing", f"Say {about}, in words.", field=field)
    return text.strip()
