"""docs/operating.md and the deploy files name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from click.testing import CliRunner

from innkeeper.cli import main
from innkeeper.folders import data_folder
from innkeeper.server.config import PREFIX, Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


def test_every_setting_is_documented_with_its_default() -> None:
    rows = dict(re.findall(r"^\| .*? \| `(INNKEEPER_\w+)` \| (.*?) \|", TEXT, re.M))
    fields = {PREFIX + field.name.upper(): field for field in msgspec.structs.fields(Settings)}
    assert rows.keys() == fields.keys()
    for name, shown in rows.items():
        default = fields[name].default
        if default in ("", [], msgspec.NODEFAULT):
            continue
        told = (
            str(default).lower()
            if isinstance(default, bool)
            else f"{default:g}"
            if isinstance(default, float)
            else str(default)
        )
        assert shown.strip("`") == told, name
    assert data_folder().parts[-1] == "innkeeper"


def test_every_flag_exists() -> None:
    told = set(re.findall(r"`(--[a-z]+)`", TEXT))
    offered = CliRunner().invoke(main, ["serve", "--help"]).output
    for flag in told:
        assert flag in offered
    for file in ("innkeeper.service", "Containerfile"):
        for flag in re.findall(r"serve.*?(--[a-z-]+)", (ROOT / "deploy" / file).read_text()):
            assert flag in offered
