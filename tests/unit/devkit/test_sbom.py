"""The bill of materials: each requirement once, by the name and the digests that it is installed with."""

import json
import re
from pathlib import Path

import pytest

from devkit.paths import ROOT
from devkit.sbom import bill, sbom

TEXT = (ROOT / "requirements.txt").read_text()


def test_each_requirement_stands_there_with_every_digest() -> None:
    components = bill(ROOT)["components"]
    named = {f"{each['name']}=={each['version']}" for each in components}
    assert len(components) > 50
    assert named == set(re.findall(r"^([a-z0-9-]+==[^\s;]+)", TEXT, re.MULTILINE))
    digests = [file["content"] for each in components for file in each["externalReferences"][0]["hashes"]]
    assert sorted(digests) == sorted(re.findall(r"sha256:([0-9a-f]{64})", TEXT))


def test_the_product_depends_on_all_of_them() -> None:
    told = bill(ROOT)
    (dependency,) = told["dependencies"]
    assert dependency["dependsOn"] == [each["purl"] for each in told["components"]]
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    assert told["metadata"]["component"]["version"] in (ROOT / "pyproject.toml").read_text()


def test_a_name_is_written_as_the_index_does_and_where_it_is_installed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.0"\n')
    digest = "0" * 64
    wanted = "# a comment\nFoo.Bar_baz==1.2.post1 ; sys_platform == 'win32' \\\n    --hash=sha256:{}\n    # via pip\n"
    (tmp_path / "requirements.txt").write_text(wanted.format(digest))
    (component,) = bill(tmp_path)["components"]
    assert component["purl"] == "pkg:pypi/foo-bar-baz@1.2.post1"
    assert component["properties"] == [{"name": "cardroom:installed-where", "value": "sys_platform == 'win32'"}]
    assert component["externalReferences"][0]["hashes"] == [{"alg": "SHA-256", "content": digest}]


def test_it_is_written_or_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sbom([str(tmp_path / "cardroom.cdx.json")]) == 0
    assert sbom([]) == 0
    shown = capsys.readouterr().out
    assert (tmp_path / "cardroom.cdx.json").read_text() == shown
    assert json.loads(shown) == bill(ROOT)
