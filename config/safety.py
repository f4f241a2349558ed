"""The faults of settings and database with which nobody should be served: production refuses to start with any.

`CARDROOM_PRODUCTION=1` says that people's money is kept here; the units and the container of `deploy/` say it. The same
faults are errors of `manage.py check --deploy`, with `--database default` also those of the database.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection

from config import replica
from config.audit.promises import broken_promises
from config.lines import faults_of_lines

log = logging.getLogger(__name__)

LEAST_SECRET, LEAST_DIFFERENT = 50, 5
"""Characters of SECRET_KEY, and how many of them are different ones; Django's own measure (security.W009)."""
PLACEHOLDERS = ("only-for-a-machine", "unused-by-this-command", "django-insecure", "change-me")
YEAR = 31_536_000

_SERVER = """
select current_setting('fsync'), current_setting('full_page_writes'), current_user,
    (select rolsuper from pg_catalog.pg_roles where rolname = current_user),
    exists (
        select 1 from pg_catalog.pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and pg_has_role(current_user, c.relowner, 'member'))
"""


def faults_of_settings(given: Any = settings) -> Iterator[str]:
    """A sentence for each setting with which nobody should be served, and what to say instead."""
    if given.DEBUG:
        yield "DEBUG is on: whoever meets an error reads the program. Leave DEBUG out."
    if _is_weak(given.SECRET_KEY):
        yield (
            "SECRET_KEY is missing, short or an example: sessions and authenticators are made of it. Make one: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
        )
    if not given.ALLOWED_HOSTS or "*" in given.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS names every host or none: name the one under which the room is served."
    if given.DEMO:
        yield "The demo is on: its people share one password. Leave CARDROOM_DEMO out."
    yield from _faults_of_transport(given)
    yield from faults_of_lines(given)
    if given.BROKER_URL.startswith("memory:"):
        yield "BROKER_URL is memory://: no other process gets the jobs. Name redis, amqp or a folder."
    if not given.CLOCK_BOUND:
        yield "CARDROOM_CLOCK_BOUND is 0: a clock that is wrong would be believed. Leave it out, or say some seconds."


def faults_of_database() -> Iterator[str]:
    """A sentence for each thing by which the database would lose what was acknowledged, or the application's role could
    change what is only added. Raises DatabaseError where it doesn't answer."""
    yield from (f"{said}." for said in broken_promises())
    with connection.cursor() as cursor:
        cursor.execute(_SERVER)
        fsync, full_pages, role, is_superuser, owns = cursor.fetchone()
    if fsync != "on":
        yield "fsync is off: a crash destroys the books. Set fsync = on in postgresql.conf and start PostgreSQL again."
    if full_pages != "on":
        yield "full_page_writes is off: a crash may leave torn pages. Set full_page_writes = on in postgresql.conf."
    if is_superuser:
        yield f"{role} is a superuser: nothing that the database refuses is refused to it. See deploy/sql/roles.sql."
    elif owns:
        yield f"{role} owns tables, or may become who owns them: DATABASE_URL names the application's role instead."


def refuse_unsafe(**_: object) -> None:
    """End at once where this is production and unsafe, with every reason. A database that is away is asked no more:
    it may come back, and what is served until then changes nothing."""
    if not settings.PRODUCTION:
        return
    faults = list(faults_of_settings())
    try:
        faults += faults_of_database()
    except DatabaseError as error:
        log.warning("the database could not be asked whether it is safe: %s", error)
    finally:
        connection.close()
    if faults:
        raise SystemExit(
            "Cardroom does not start, for this is production (CARDROOM_PRODUCTION):\n- " + "\n- ".join(faults)
        )


@checks.register(checks.Tags.security, deploy=True)
def unsafe_settings(**_: Any) -> list[checks.CheckMessage]:
    """The faults of the settings, for `check --deploy`."""
    return [checks.Error(fault, id="cardroom.E001") for fault in faults_of_settings()]


@checks.register(checks.Tags.database, deploy=True)
def unsafe_database(*, databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The faults of the database, for `check --deploy --database default`."""
    if "default" not in (databases or []):
        return []
    try:
        return [checks.Error(fault, id="cardroom.E002") for fault in faults_of_database()]
    except DatabaseError as error:
        return [checks.Error(f"The database does not answer: {error}", id="cardroom.E003")]


@checks.register(checks.Tags.database, deploy=True)
def useless_replica(*, databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """The faults of the replica that reports should be read from. Nothing that serves waits for it, so these are
    warnings."""
    if "default" not in (databases or []) or not replica.is_named():
        return []
    try:
        return [checks.Warning(fault, id="cardroom.W004") for fault in replica.faults_of_replica()]
    except DatabaseError as error:
        return [checks.Warning(f"The replica for reports does not answer: {error}", id="cardroom.W005")]


def _faults_of_transport(given: Any) -> Iterator[str]:
    cookies = given.SESSION_COOKIE_SECURE and given.CSRF_COOKIE_SECURE
    named = given.SESSION_COOKIE_NAME.startswith("__Host-") and given.CSRF_COOKIE_NAME.startswith("__Host-")
    if not (given.SERVED_OVER_TLS and cookies and named and given.SECURE_HSTS_SECONDS >= YEAR):
        yield "Cookies travel without TLS: set CARDROOM_TLS=1 and let a proxy in front speak it."
    if given.SERVED_OVER_TLS and not given.PROXIES:
        yield "CARDROOM_PROXIES is 0 with CARDROOM_TLS: every page would send on to itself. Say how many there are."


def _is_weak(secret: str) -> bool:
    is_example = any(placeholder in secret for placeholder in PLACEHOLDERS)
    return len(secret) < LEAST_SECRET or len(set(secret)) < LEAST_DIFFERENT or is_example
