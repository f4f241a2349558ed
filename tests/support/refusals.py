"""Expect a refusal of the domain."""

from collections.abc import Callable

import pytest

from config.errors import DomainError


def refused(code: str, act: Callable[[], object], **allowed: object) -> DomainError:
    """Run `act`, expect a refusal with that code and these allowed values, and return it."""
    with pytest.raises(DomainError) as caught:
        act()
    assert caught.value.code == code, caught.value.message
    for name, value in allowed.items():
        assert caught.value.allowed[name] == value
    return caught.value
