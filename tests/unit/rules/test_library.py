"""The engine as a library of its own: what its README shows, and what it is at a terminal."""

import re
import subprocess
import sys
from pathlib import Path

from tests.support.source import ROOT

README = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
"""
REFUSED = HAND.replace("p2 f", "p2 cbr 3")


def python(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def checked(file: Path, text: str) -> subprocess.CompletedProcess[str]:
    file.write_text(text, encoding="utf-8")
    return python("-m", "rules", "check", file)


def test_the_readme_shows_what_the_engine_does() -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = python("-c", shown)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_a_file_is_checked_at_a_terminal(tmp_path: Path) -> None:
    settled, refused = checked(tmp_path / "a.phh", HAND), checked(tmp_path / "b.phh", REFUSED)
    assert (settled.returncode, settled.stderr) == (0, "")
    assert "1 hand: 1 settled" in settled.stdout
    assert (refused.returncode, refused.stderr) == (1, "")
    assert "below_min_raise" in refused.stdout


def test_a_wrong_call_is_told_how_it_is_done() -> None:
    assert [python("-m", "rules", *words).returncode for words in ((), ("check",), ("checks", "x"))] == [1, 2, 1]
    assert "python -m rules check PATH" in python("-m", "rules").stderr


def test_the_checker_starts_without_a_framework() -> None:
    loaded = python(
        "-c", "import sys, rules.check.command; print(sorted({name.split('.')[0] for name in sys.modules}))"
    )
    assert not {"django", "config", "games", "rest_framework"} & set(re.findall(r"\w+", loaded.stdout))


def test_a_plain_file_is_checked_without_what_few_files_need(tmp_path: Path) -> None:
    plain = tmp_path / "a.phh"
    plain.write_text(HAND.replace('"', "'"), encoding="utf-8")
    program = f"import sys, rules.check.command as command; command.main([{str(plain)!r}]); print(sorted(sys.modules))"
    done = python("-c", program)
    assert "1 hand: 1 settled" in done.stdout
    seldom = ("tomllib", "rules.partial.reconstruct", "rules.house.plaque_check", "rules.house.fee_written")
    assert not [module for module in seldom if f"'{module}'" in done.stdout]
