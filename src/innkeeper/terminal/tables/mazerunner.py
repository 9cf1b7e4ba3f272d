"""The table of Mazerunner: the maze in box characters, where one can go for how much, the dice tray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from innkeeper.server.protocol import Choice
from innkeeper.terminal.lore import Lore
from innkeeper.terminal.table import Moment
from innkeeper.terminal.tables.brush import bar, beside, clipped, listed, marker, pips

BESIDE = 42  # columns that the rest needs beside the map
CELL = 5  # characters across a block; three lines down
ROADS = {
    "": " ",
    "e": "╶",
    "n": "╵",
    "s": "╷",
    "w": "╴",
    "en": "└",
    "es": "┌",
    "ew": "─",
    "ns": "│",
    "nw": "┘",
    "sw": "┐",
    "ens": "├",
    "enw": "┴",
    "esw": "┬",
    "nsw": "┤",
    "ensw": "┼",
}
Place = tuple[int, int]
Piece = tuple[str, str]  # some characters and their style


def draw(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The map beside runners and dice where there is room, otherwise above them."""
    plan, _ = chart(now)
    wide = plan[0].cell_len
    if wide + BESIDE <= width:
        return beside(plan, facts(now, lore, width - wide - 3), wide, 3)
    return [*plan, *facts(now, lore, width)]


def chart(now: Moment) -> tuple[list[Text], Place]:
    """The map alone, which can be panned, and where on it the runner is, as column and line."""
    run = now.view["table"]["runner"]
    frame = _frame(now.view["table"])
    where = (run["x"] - frame[0]) * CELL + CELL // 2, (run["y"] - frame[2]) * 3 + 1
    return _map(now, frame), where


def facts(now: Moment, lore: Lore, width: int) -> list[Text]:
    """All that lies beside the map."""
    return [*_turn(now, lore, width), *_runners(now, lore, width), *_rest(now, lore, width)]


def _runners(now: Moment, lore: Lore, width: int) -> list[Text]:
    return clipped([line for one in now.view["seats"] for line in _runner(one, now, lore, width)], width)


def _rest(now: Moment, lore: Lore, width: int) -> list[Text]:
    """The shop, the monsters that were seen, and the decks."""
    table = now.view["table"]
    lines = listed("Shop", [lore.name(item) if item else "an empty place" for item in table["shop"]], width)
    for monster in table["monsters"]:
        hunting = ", hunting" if monster["hunting"] else ""
        where = f"({monster['x']}, {monster['y']})"
        lines.append(Text(f"! {lore.name(monster['card'])} at {where}, health {monster['health']}{hunting}"))
    decks = [f"{lore.phrases.word(name)} {count}" for name, count in table["decks"].items()]
    return clipped([*lines, *listed("Cards left", decks, width)], width)


def _runner(runner: Mapping[str, Any], now: Moment, lore: Lore, width: int) -> list[Text]:
    seat = runner["seat"]
    you = " (you)" if seat == now.you else ""
    title = f"{marker(seat, now.view['to_act'])} {seat} {now.names.get(seat, '')}{you} "
    name = Text.assemble((title, "bold"))
    if not runner["alive"]:
        return [name.append(f"is out ({lore.phrases.word(runner['out_reason'] or 'gone')})")]
    name.append_text(bar(runner["hp"], runner["max_hp"], 10, "red"))
    goal = now.view["table"]["options"]["map_goal"]
    told = Text("  Map ").append_text(pips(runner["map_pieces"], goal, "▮", "▯"))
    told.append(f" {runner['map_pieces']}/{goal}")
    stores = [f"{lore.phrases.word(kind)} {count}" for kind, count in runner["resources"].items()]
    return [
        name,
        told,
        *listed("  Has", stores, width),
        *listed("  Items", map(lore.name, runner["items"]), width),
    ]


def _turn(now: Moment, lore: Lore, width: int) -> list[Text]:
    run = now.view["table"]["runner"]
    told = Text("")
    steps = run["half_steps"]
    if run["mode"] is not None or steps:
        half = " ½" if steps % 2 else ""
        told.append(f"{steps // 2}{half} steps left", style="bold")
    if run["strolls"]:
        told.append(f" · {run['strolls']} free strolls")
    if run["power"] is not None:
        told.append(f" · power {run['power']}")
    if run["yield"]:
        finds = [f"{count} {lore.phrases.word(kind)}" for kind, count in run["yield"].items() if count]
        told.append(f" · finds {', '.join(finds) or 'nothing'}")
    if run["chase"]:
        told.append(f" · footprints behind: {run['chase']}")
    lines = [told] if told.plain else []
    if run["dice"]:
        tray = [f"{die['index']}:{lore.phrases.word(die['kind'])} [{die['face']}]" for die in run["dice"]]
        lines += listed("Dice", tray, width, "  ")
    if run["bonus_dice"]:
        more = [f"{lore.phrases.word(die['kind'])} [{die['face']}]" for die in run["bonus_dice"]]
        lines += listed("Bonus dice", more, width, "  ")
    return lines


def _frame(table: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """The part of the grid that has been seen, and a cell around it: west, east, north, south."""
    xs = [block["x"] for block in table["blocks"]] + [table["base"][0]]
    ys = [block["y"] for block in table["blocks"]] + [table["base"][1]]
    last = table["grid_size"] - 1
    return max(0, min(xs) - 1), min(last, max(xs) + 1), max(0, min(ys) - 1), min(last, max(ys) + 1)


def _targets(choices: Sequence[Choice], table: Mapping[str, Any]) -> dict[Place, int]:
    """Where a choice leads, by its number."""
    base = tuple(table["base"])
    doors = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    found: dict[Place, int] = {}
    for number, choice in enumerate(choices, 1):
        parts = choice.id.split(":")
        if choice.of == ["x", "y"]:
            found[int(parts[1]), int(parts[2])] = number
        elif choice.of == ["side"] and parts[-1] in doors:
            across, down = doors[parts[-1]]
            found[base[0] + across, base[1] + down] = number
    return found


def _map(now: Moment, frame: tuple[int, int, int, int]) -> list[Text]:
    """Three lines for each row of blocks: roads, who is there, and the choice that leads there."""
    table = now.view["table"]
    west, east, north, south = frame
    blocks = {(block["x"], block["y"]): block["open"] for block in table["blocks"]}
    monsters = {(one["x"], one["y"]): one for one in table["monsters"]}
    portals = {}
    for letter, pair in zip("ABCDEFGHIJ", table["portals"]):
        portals[pair[0], pair[1]] = portals[pair[2], pair[3]] = letter
    targets = _targets(now.decision.actions, table) if now.decision else {}
    lines = []
    for y in range(north, south + 1):
        rows: list[list[Piece]] = [[], [], []]
        for x in range(west, east + 1):
            where = (x, y)
            top, middle, bottom = _cell(
                where, blocks.get(where), table, monsters.get(where), portals.get(where, "")
            )
            rows[0].append((top, ""))
            rows[1].append(middle)
            if where in targets:
                number, cost = str(targets[where]), "½" if where in blocks else "1"
                rest = f":{cost}"[: CELL - 1 - len(number)].ljust(CELL - 1 - len(number))
                rows[2] += [(bottom[0], ""), (number, "bold reverse"), (rest, "")]
            else:
                rows[2].append((bottom, ""))
        lines += [_joined(row) for row in rows]
    return lines


def _joined(row: Sequence[Piece]) -> Text:
    """A line; neighbours of one style are one piece, for a map has hundreds of them."""
    found: list[Piece] = []
    for text, style in row:
        if found and found[-1][1] == style:
            found[-1] = (found[-1][0] + text, style)
        else:
            found.append((text, style))
    return Text.assemble(*found)


def _cell(
    where: Place, sides: Sequence[str] | None, table: Mapping[str, Any], monster: Any, portal: str
) -> tuple[str, Piece, str]:
    """A block in three lines, the middle one with its style."""
    run = table["runner"]
    if where == tuple(table["base"]):
        mark = f"@{run['seat']}" if run["in_base"] else "⌂ "
        return "╔═══╗", (f"║{mark:<3}║", "bold"), "╚═══╝"
    if sides is None:
        return "     ", ("  ·  ", ""), "     "
    here = not run["in_base"] and where == (run["x"], run["y"])
    open_ = "".join(sorted(side[0] for side in sides))
    up, down = ("│" if "n" in open_ else " "), ("│" if "s" in open_ else " ")
    left, right = ("──" if "w" in open_ else "  "), ("──" if "e" in open_ else "  ")
    middle = ROADS[open_]
    if here:
        left, middle = left[0], f"@{run['seat']}"
    elif portal:
        middle = portal
    if monster is not None:
        right = f"!{monster['health']}"[:2].ljust(2, right[-1])
    style = "bold" if here or monster is not None else ""
    return f"  {up}  ", (f"{left}{middle}{right}"[:CELL], style), f"  {down}  "
