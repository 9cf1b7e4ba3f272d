"""What keeps a game honest, for every game: `innkeeper[testing]` brings the tools that it needs.

    from innkeeper.testing import Conformance

    class TestRace(Conformance):
        game = "race"

is the whole test of what every game promises. `rule` marks the tests of a game's own clauses, `Table` sets a
table with scripted dice, `explore` plays until everything has happened.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from innkeeper.testing.conformance import Conformance, Promises
    from innkeeper.testing.exhaustive import explore
    from innkeeper.testing.table import Table, kinds, only, rule

__all__ = ["Conformance", "Promises", "Table", "explore", "kinds", "only", "rule"]

_HOMES = {"Conformance": "conformance", "Promises": "conformance", "explore": "exhaustive"}


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(f"innkeeper.testing.{_HOMES.get(name, 'table')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
