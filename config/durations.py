"""Lengths of time in words, as people say them."""


def in_words(minutes: int) -> str:
    """Whole minutes as hours and minutes: "45 min", "2 h", "4 h 25 min"."""
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} h"] if hours else []
    parts += [f"{rest} min"] if rest or not hours else []
    return " ".join(parts)
