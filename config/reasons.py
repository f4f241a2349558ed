"""The one rule for reasons in own words, wherever an act asks for one."""


def is_reason(text: str) -> bool:
    """Whether words can be a reason: they hold two different letters or digits at least. An "x", a dot or a row of
    dashes says nothing to whoever reads it later; more than that nobody can judge but them."""
    return len({sign for sign in text.casefold() if sign.isalnum()}) > 1
