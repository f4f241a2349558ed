"""Hashing as production does it, only cheaper: these tests sign in many times."""

from collections.abc import Iterator
from unittest import mock

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher


@pytest.fixture(autouse=True)
def cheap_hashing() -> Iterator[None]:
    """Argon2 with the least memory and time."""
    with mock.patch.multiple(Argon2PasswordHasher, time_cost=1, memory_cost=8, parallelism=1):
        yield
