"""The manifest: what this release's migrations and grants make of an empty database, kept in a file beside this one.

`python3 dev.py manifest` makes the file anew, on a database of its own; the audit of the books compares a room's
database with it and names every difference in a sentence.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from config.audit.catalogue import Facts, facts
from config.audit.rights import APPLICATION, EVERYBODY, Rights, owner_and_application, rights, roles

FILE = Path(__file__).with_name("manifest.json")
REMEDY = "run: python3 dev.py manifest"


def made() -> dict[str, Any]:
    """The parts that the database of this connection is made of, as the file keeps it."""
    return {"facts": facts(), "rights": rights()}


def written(manifest: dict[str, Any]) -> str:
    """The manifest as text: sorted, a line for each fact, so that a change is read line by line."""
    return json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def kept() -> dict[str, Any]:
    """The manifest of this release."""
    manifest: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return manifest


def differences() -> Iterator[str]:
    """A sentence for each thing in which this database is not what this release makes."""
    release = kept()
    yield from different_facts(release["facts"], facts())
    _, application = owner_and_application()
    yield from different_rights(release["rights"], rights(), is_one_role=not application)
    yield from powerful_roles()


def different_facts(release: Facts, here: Facts) -> Iterator[str]:
    """A sentence for each fact that is missing, is not of this release, or says something else."""
    for kind, stands in here.items():
        due = release.get(kind, {})
        for name in sorted(due.keys() - stands.keys()):
            yield f"{kind} {name} is missing: {_MISSING.get(kind, 'this release makes it')}"
        for name in sorted(stands.keys() - due.keys()):
            told = f" ({stands[name]})" if stands[name] and kind in _TOLD else ""
            yield f"{kind} {name} is not of this release{told}"
        for name in sorted(due.keys() & stands.keys()):
            if _plain(due[name]) != _plain(stands[name]):
                yield _changed(kind, name, due[name], stands[name])


def _plain(fact: str) -> str:
    """A fact without casts that PostgreSQL writes one way where a statement made it, and another where it was read back
    from what PostgreSQL itself had written: by pg_upgrade, or from a dump."""
    return _CAST_LIST.sub(r"(\1)", _CAST_WORD.sub(r"\1", fact))


_CAST_WORD = re.compile(r"\(('[^']*'::character varying)\)::text")
_CAST_LIST = re.compile(r"\(\((ARRAY\[[^\]]*\])\)::text\[\]\)")

_MISSING = {
    "migration": "run manage.py migrate --database owner, then grant_application_role",
    "trigger": "what it refused is taken",
    "constraint": "what it refused is taken",
    "unique index": "what is there once may be there twice",
}
_TOLD = ("default right", "event trigger", "rule", "table", "switched-off check of foreign keys", "trigger")


def _changed(kind: str, name: str, due: str, now: str) -> str:
    if kind == "function":
        return f"function {name} was changed: what it does is not what this release made"
    if now.startswith(f"{due}, "):
        return f"{kind} {name} is {now.removeprefix(f'{due}, ')}"
    return f"{kind} {name} was changed: it is “{now}”, this release made “{due}”"


def different_rights(release: Rights, here: Rights, *, is_one_role: bool) -> Iterator[str]:
    """A sentence for each right that somebody has beyond this release's, and for each that the application lacks.

    Where the owner's role is the application's too (`is_one_role`), only other roles' rights say anything.
    """
    for whose in sorted(here.keys() | release.keys()):
        if is_one_role and whose in (APPLICATION, EVERYBODY):
            continue
        has, due = here.get(whose, {}), release.get(whose, {})
        for what in sorted(has.keys() | due.keys()):
            may, should = _words(has.get(what, "")), _words(due.get(what, ""))
            if beyond := ", ".join(word for word in may if word not in should):
                yield f"{whose} was given {beyond} on {what}: run grant_application_role, or revoke it"
            if lacking := ", ".join(word for word in should if word not in may):
                yield f"{whose} lacks {lacking} on {what}: run grant_application_role"


def _words(rights: str) -> list[str]:
    return [word for word in rights.split(", ") if word]


def powerful_roles() -> Iterator[str]:
    """A sentence for each power over the server that the two roles shouldn't have."""
    owner, application = owner_and_application()
    if not application:
        return
    known = roles([owner, application])
    yield from known[application].faults(is_owner=False)
    yield from known[owner].faults(is_owner=True)
