"""Hatchling's way in: what `hatch_build.py` builds goes into every wheel, and the page into an sdist."""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # a build backend is started from anywhere

from hatch_build import (  # noqa: E402
    build_web,
    check_compiling,
    compile_kernel,
    has_node,
    one_at_a_time,
    wants_web,
)
from innkeeper.compiling import CannotBuild  # noqa: E402


class BuildHook(BuildHookInterface[BuilderConfig]):
    """Adds the compiled kernel and the browser client to a wheel, and the client to an sdist."""

    def dependencies(self) -> list[str]:
        """Asks for the tools of a step only where that step will be taken."""
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
        needed: list[str] = []
        if wants_web() and not has_node():
            needed += groups["node"]
        if self.target_name == "wheel":
            try:
                check_compiling()
            except CannotBuild:
                return needed
            needed += groups["build"]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        with one_at_a_time(self.app.display_info):
            build_web(self.app.display_info)
            if self.target_name != "wheel":
                return
            build = compile_kernel(self.app.display_info)
        if not build.report.compiled:
            self.app.display_warning(f"plain Python, not compiled: {build.report.reason}")
        self._scratch = tempfile.TemporaryDirectory()
        report = Path(self._scratch.name, "build.json")
        report.write_text(build.report.json())
        build_data["force_include"][str(report)] = "innkeeper/build.json"
        for name, path in build.extensions.items():
            build_data["force_include"][str(path)] = name
        if build.extensions:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()
