"""Fixtures that every test may use: databases that behave like production's, and what this machine may or may not
have."""

from hypothesis import settings

pytest_plugins = ["tests.support.databases", "tests.support.machine"]

# a property fails because it is false, never because the machine was busy
settings.register_profile("cardroom", deadline=None)
settings.load_profile("cardroom")
