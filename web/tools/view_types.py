"""Write what follows from the declared views: the page's types and the tables of docs/PROTOCOL.md.

python web/tools/view_types.py [--check]

`--check` only compares, and names what is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
from protocol_types import declare, spell

from innkeeper.engine import shapes
from innkeeper.engine.game import Game, get_game

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "web" / "src"
DOCUMENT = ROOT / "docs" / "PROTOCOL.md"
SECTION = re.compile(r"(?<=<!-- views -->\n).*?(?=<!-- end of views -->)", re.S)
HEAD = "// Written by web/tools/view_types.py from {source}. Do not edit."
GAMES = ["magicduel", "echo", "mazerunner", "adventurer", "micah"]
SHARED = {"TableView", "Result"}


def parts_of(game: Game) -> dict[str, Any]:
    """The structures of a game's view, those of all games left out."""
    return {name: part for name, part in game.schema["$defs"].items() if name not in SHARED}


def interface(name: str, part: dict[str, Any]) -> str:
    """One structure in TypeScript; a field is always there unless the declaration says otherwise."""
    return declare(name, part, set(part["required"]))


SHELL = """\
/** What the shell looks for in a seat of any game. */
export interface AnyRow {
  seat: number;
  score?: number;
  alive?: boolean;
  committed?: boolean;
}

/** What the shell looks for on the table of any game. */
export interface AnyBoard {
  options: { preset: string };
  result: (Result & { scores?: number[] }) | null;
  round?: number;
}

/** A view of any game. */
export type AnyView = TableView<AnyRow, AnyBoard>;

/** A part of the schema of a view, with the hint that says what it is. */
export interface Shape {
  is?: HINTS;
  /** the domains of actions' arguments that mean it */
  of?: string[];
  most?: string;
  sides?: number;
  by?: string;
  $ref?: string;
  type?: string;
  description?: string;
  items?: Shape;
  anyOf?: Shape[];
  additionalProperties?: Shape;
  properties?: Record<string, Shape>;
}
"""


def shared_types() -> str:
    """What all views share, what the shell looks for in them, and the vocabulary of hints."""
    known = shapes.schema(shapes.TableView[dict[str, Any], shapes.Result])["$defs"]
    top = interface("TableView", known["TableView"])
    top = top.replace("interface TableView ", "interface TableView<Row, Board> ")
    top = re.sub(r"seats: .*;", "seats: Row[];", re.sub(r"table: .*;", "table: Board;", top))
    hints = SHELL.replace("HINTS", " | ".join(repr(word) for word in shapes.HINTS))
    head = HEAD.format(source="innkeeper.engine.shapes")
    return "\n\n".join([head, top, interface("Result", known["Result"]), hints])


def types_of(game: Game) -> str:
    """The types of one game's views."""
    (_,), options = msgspec.json.schema_components([game.options], ref_template="#/{name}")
    name = game.options.__name__
    view = game.schema["$defs"]["TableView"]["properties"]
    row, board = spell(view["seats"]["items"]), spell(view["table"])
    own = [interface(part, schema) for part, schema in parts_of(game).items()]
    found = "\n\n".join(own)
    used = [one for one in ("Result", "TableView") if one == "TableView" or re.search(rf"\b{one}\b", found)]
    return (
        "\n\n".join(
            [
                HEAD.format(source=f"innkeeper.games.{game.id}.view_types"),
                f"import type {{ {', '.join(used)} }} from '../../lib/views';",
                declare("Options", options[name], set(options[name]["properties"])),
                found,
                f"export type View = TableView<{row}, {board}>;",
            ]
        )
        + "\n"
    )


def tables() -> str:
    """The section of the document: a table for each structure of each game."""
    lines: list[str] = []
    for game in map(get_game, GAMES):
        lines += ["", f"### {game.title}"]
        top = game.schema["$defs"]["TableView"]["properties"]
        rows, board = spell(top["seats"]["items"]), spell(top["table"])
        lines += ["", f"Each of `seats` is a `{rows}`, `table` a `{board}`."]
        for name, part in parts_of(game).items():
            about = part.get("description", "")
            lines += [
                "",
                f"**{name}.** {about}".rstrip(),
                "",
                "| field | value | what it is |",
                "|---|---|---|",
            ]
            for field, inner in part["properties"].items():
                value = "options" if _hint(inner).get("is") == "options" else spell(inner)
                lines.append(f"| `{field}` | {value.replace('|', 'or')} | {_said(_hint(inner))} |")
    return "\n".join(lines[1:]) + "\n"


def _hint(schema: dict[str, Any]) -> dict[str, Any]:
    """The hint of a field, or of what it holds."""
    if "is" in schema:
        return schema
    inner = [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]
    return next((found for part in inner if isinstance(part, dict) and (found := _hint(part))), {})


def _said(hint: dict[str, Any]) -> str:
    if not hint:
        return ""
    words = [hint["is"]]
    if hint.get("of") and hint["of"] != [hint["is"]]:
        words.append("of " + ", ".join(f"`{one}`" for one in hint["of"]))
    words += [f"at most `{hint['most']}`"] if "most" in hint else []
    words += [f"sized by `{hint['by']}`"] if "by" in hint else []
    return " ".join(words)


def main() -> int:
    """Write, or compare."""
    wanted = {PAGE / "lib" / "views.ts": shared_types()}
    wanted |= {PAGE / "tables" / id / "view.ts": types_of(get_game(id)) for id in GAMES}
    document = DOCUMENT.read_text(encoding="utf-8")
    wanted[DOCUMENT] = SECTION.sub(lambda _: tables(), document)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is stale: run make page-types")
        else:
            path.write_text(wanted[path], encoding="utf-8")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
