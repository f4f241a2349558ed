"""What a run keeps of migrating does the same again, and only as long as nothing has changed that a migration reads."""

from pathlib import Path

import pytest
from django.db import connections

from tests.support import migrated

PROJECT = {
    "app/__init__.py": "",
    "app/migrations/0001_base.py": "from app import rules\n",
    "app/rules.py": "import app.words\n",
    "app/words.py": "WORD = 'a word'\n",
    "app/sql/guard.sql": "select 1\n",
    "app/unread.py": "NOBODY = 'reads this'\n",
    "requirements.txt": "Django==5.2\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one migration, which imports a module that imports another."""
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", sorted(PROJECT))
def test_what_is_kept_is_forgotten_when_a_file_changes_that_migrations_read(project: Path, name: str) -> None:
    before = migrated.fingerprint(project)
    (project / name).write_text(f"{PROJECT[name]}\n")
    assert (migrated.fingerprint(project) == before) is (name == "app/unread.py")


def test_this_project_s_migrations_read_what_they_import() -> None:
    read = {str(file.relative_to(migrated.ROOT)) for file in migrated.read_by_migrations(migrated.ROOT)}
    assert {"config/audit/database.py", "config/amounts.py", "config/settings.py"} <= read
    assert len(read) > 100


@pytest.mark.committed_db
def test_what_was_heard_can_be_said_again() -> None:
    with migrated.heard() as statements, connections["owner"].cursor() as cursor:
        cursor.execute("create table heard (word text)")
        cursor.execute("insert into heard values (%s)", ["it's 100%"])
        cursor.executemany("insert into heard values (%s)", [["two"], ["three"]])
        cursor.execute("select word from heard")
        before = cursor.fetchall()
    with connections["owner"].cursor() as cursor:
        cursor.execute("drop table heard")
    migrated.say(statements)
    with connections["owner"].cursor() as cursor:
        cursor.execute("select word from heard")
        assert cursor.fetchall() == before == [("it's 100%",), ("two",), ("three",)]


def test_the_oldest_of_many_sets_is_forgotten(tmp_path: Path) -> None:
    for number in range(migrated.KEPT + 1):
        migrated.keep(tmp_path / f"{number}.json", [f"select {number}"])
    assert len(list(tmp_path.iterdir())) == migrated.KEPT
    assert (tmp_path / f"{migrated.KEPT}.json").read_text() == f'["select {migrated.KEPT}"]'
