"""What a shared link says of itself where it is pasted: a sentence and a picture, of what its holder sees.

Who has a table's link may come into its lobby and watch its match, unless it is closed to watchers. So what
everybody sees there is told: who sits there, how far it is, how it ended. Every other address, and one that
no table has, gets the inn's own.
"""

from __future__ import annotations

import asyncio
from html import escape
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import PathParameter
from msgspec import Struct

from innkeeper.server.errors import NotFound, Unreadable
from innkeeper.server.inn import Inn
from innkeeper.server.pages import ASK_AGAIN, Page
from innkeeper.server.pictures import draw
from innkeeper.server.protocol import SeatInfo, TableInfo, whole
from innkeeper.server.seats import Caller

MARK = b"<title>Innkeeper</title>"
TableId = Annotated[
    str,
    PathParameter(
        pattern=whole("[A-Za-z0-9_-]{22}"), min_length=22, max_length=22, description="a table's id"
    ),
]
Asking = Request[Any, Any, Any]


class Told(Struct, frozen=True):
    """What is said of a link."""

    game: str
    title: str
    lines: tuple[str, ...]


INN = Told("", "Innkeeper", ("Games, lodging, fair dice.", "Somebody behind the bar who knows every rule."))


async def told(inn: Inn, id: str) -> Told:
    """What somebody may know who has the link of a table, and no seat there."""
    try:
        table = await inn.hall.open(id)
    except (NotFound, Unreadable):
        return INN
    return tell(table.info()) if Caller().may_look(table) else INN


def tell(table: TableInfo) -> Told:
    """A table in two lines."""
    names = [seat.name for seat in table.seats if seat.who != "open"]
    return Told(table.game, table.title, (_listed(names), _state(table)))


def _state(table: TableInfo) -> str:
    empty = sum(seat.who == "open" for seat in table.seats)
    if table.status == "open" and empty:
        chairs = "A chair is" if empty == 1 else f"{empty} chairs are"
        return f"{chairs} empty. Sit down!"
    if table.status == "over" and table.outcome is not None:
        return _ending(table.seats, table.outcome)
    if table.status == "playing":
        return f"They are playing: {table.seq} moves so far. Look in!"
    return "The table is set."


def _ending(seats: list[SeatInfo], outcome: dict[str, Any]) -> str:
    winners = [seats[seat].name for seat in outcome.get("winners", [])]
    if not winners:
        what = "A draw." if outcome.get("draw") else "Nobody won."
        return f"{what} Watch how it came to that."
    scores = outcome.get("scores")
    by = ""
    if isinstance(scores, list) and len(scores) == 2 and len(winners) == 1:
        by = f", {max(scores)} to {min(scores)}"
    return f"{_listed(winners)} won{by}. Watch how."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def _head(said: Told, address: str, picture: str) -> bytes:
    title = said.title if said == INN else f"{said.title}: {said.lines[0]}"
    text = " ".join(said.lines) if said == INN else said.lines[1]
    parts = {
        "og:site_name": "Innkeeper",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": address,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{title}. {text}",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in parts.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    return "\n    ".join([f"<title>{escape(title)}</title>", *tags]).encode()


@get(["/t/{table_id:str}", "/t/{table_id:str}/replay"], include_in_schema=False)
async def shared(table_id: TableId, request: Asking) -> Response[bytes]:
    """The page, with what is said of this link in its head."""
    inn: Inn = request.app.state.inn
    page: Page = request.app.state.pages["index.html"]
    said = await told(inn, table_id)
    base = str(request.base_url).rstrip("/")
    head = _head(said, f"{base}{request.url.path}", f"{base}/t/{table_id}/picture.png")
    headers = {"cache-control": ASK_AGAIN}
    return Response(page.body.replace(MARK, head, 1), headers=headers, media_type=page.kind)


@get("/t/{table_id:str}/picture.png", include_in_schema=False)
async def picture(table_id: TableId, request: Asking) -> Response[bytes]:
    """Drawn anew when what is said changes; the same words are the same picture."""
    said = await told(request.app.state.inn, table_id)
    body = await asyncio.to_thread(draw, said.game, said.title, said.lines)
    return Response(body, headers={"cache-control": "public, max-age=60"}, media_type="image/png")
