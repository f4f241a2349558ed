"""The places where PostgreSQL's programs are looked for, and in what order."""

from pathlib import Path

import pytest

from devkit import binaries
from devkit.trouble import TroubleError


@pytest.fixture
def site_packages(tmp_path: Path) -> Path:
    """Packages with a wheel that holds two major versions and would fail if it were imported."""
    package = tmp_path / "site" / binaries.WHEEL
    for install in ("pginstall", "pginstall18"):
        fake_programs(package / install / "bin", install.removeprefix("pginstall") or "16")
    (package / "__init__.py").write_text("raise AssertionError('the package must not be imported')")
    return tmp_path / "site"


def fake_programs(folder: Path, version: str) -> Path:
    """Programs that only tell their version."""
    folder.mkdir(parents=True)
    for name in ("postgres", "initdb"):
        (folder / name).write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}.1'\n")
        (folder / name).chmod(0o755)
    return folder


def test_a_named_folder_alone_counts(site_packages: Path) -> None:
    named = {"PG_BIN": "/opt/pg/bin", "PATH": "/usr/bin"}
    assert list(binaries.candidates(site_packages, named)) == [Path("/opt/pg/bin")]


def test_path_goes_before_usual_folders_before_the_wheel(
    site_packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path = fake_programs(tmp_path / "path", "15")
    usual = [fake_programs(tmp_path / "usual" / version / "bin", version) for version in ("9", "17")]
    monkeypatch.setattr(binaries, "USUAL_FOLDERS", (f"{tmp_path}/usual/*/bin",))
    wheel = [site_packages / binaries.WHEEL / install / "bin" for install in ("pginstall18", "pginstall")]
    assert list(binaries.candidates(site_packages, {"PATH": str(on_path)})) == [on_path, usual[1], usual[0], *wheel]


def test_the_system_can_be_passed_over_for_the_wheel(site_packages: Path) -> None:
    found = list(binaries.candidates(site_packages, {"CARDROOM_WHEEL_POSTGRES": "1", "PATH": "/usr/bin"}))
    assert [folder.parent.name for folder in found] == ["pginstall18", "pginstall"]


def test_the_first_usable_programs_are_chosen(tmp_path: Path) -> None:
    too_old = fake_programs(tmp_path / "old", "13")
    good = fake_programs(tmp_path / "good", "15")
    assert binaries.choose(iter([tmp_path / "missing", too_old, good]), None) == binaries.Programs(good, 15)


def test_data_is_opened_by_the_version_that_made_it(tmp_path: Path) -> None:
    first, second = fake_programs(tmp_path / "a", "15"), fake_programs(tmp_path / "b", "18")
    assert binaries.choose(iter([first, second]), 18).folder == second


def test_data_of_a_version_that_is_not_here_is_refused_by_name(tmp_path: Path) -> None:
    here = fake_programs(tmp_path / "a", "15")
    with pytest.raises(TroubleError, match=r"made by PostgreSQL 17; found here: 15") as refused:
        binaries.choose(iter([here]), 17)
    assert "PG_BIN=/usr/lib/postgresql/17/bin" in refused.value.remedy


def test_without_any_programs_the_remedy_is_named() -> None:
    with pytest.raises(TroubleError, match="No PostgreSQL programs") as refused:
        binaries.choose(iter([]), None)
    assert "DATABASE_URL=" in refused.value.remedy
