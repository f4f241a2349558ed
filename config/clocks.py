"""The time of a clock on a wall on the two days a year when it is changed."""

from datetime import datetime


def comes_twice(local: datetime) -> bool:
    """Whether the clocks of its time zone show this time twice, as they do for an hour in autumn."""
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
