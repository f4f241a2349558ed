"""`dev.py sbom [FILE]`: what the product is built of, as CycloneDX 1.6: each package that it is installed with, its
version and the digests of its files, out of requirements.txt. The same requirements give the same bytes."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from devkit.paths import ROOT

_PACKAGE = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+?)(?:\s*;\s*(?P<only>[^\\]+?))?\s*(?=--hash|$)")
_DIGEST = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def sbom(arguments: list[str]) -> int:
    """Write the bill of materials into the file that is named, or show it; the exit code."""
    text = json.dumps(bill(ROOT), indent=1) + "\n"
    if arguments:
        Path(arguments[0]).write_text(text)
    else:
        print(text, end="")
    return 0


def bill(root: Path) -> dict[str, Any]:
    """The bill of materials of the product at `root`, ready to be written as JSON."""
    version = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    product = {"type": "application", "bom-ref": "cardroom", "name": "cardroom", "version": version}
    packages = list(_packages((root / "requirements.txt").read_text()))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": packages,
        "dependencies": [{"ref": "cardroom", "dependsOn": [package["bom-ref"] for package in packages]}],
    }


def _packages(requirements: str) -> Iterator[dict[str, Any]]:
    """A component for each requirement; one that is installed on some systems only says on which."""
    for line in requirements.replace("\\\n", " ").splitlines():
        if found := _PACKAGE.match(line):
            name, version = re.sub(r"[-_.]+", "-", found["name"]).lower(), found["version"]
            purl = f"pkg:pypi/{name}@{version}"
            files = [{"alg": "SHA-256", "content": digest} for digest in sorted(_DIGEST.findall(line))]
            source = {"type": "distribution", "url": f"https://pypi.org/project/{name}/{version}/#files"}
            component = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
            component["externalReferences"] = [source | {"hashes": files}]
            if only := found["only"]:
                component["properties"] = [{"name": "cardroom:installed-where", "value": only}]
            yield component
