"""The workshop's side of REST. Every door of it is the landlord's, and asks who is there now."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, delete, get, post
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.params import JSONBody, PathParameter

from innkeeper.lab.page import page
from innkeeper.server import protocol
from innkeeper.server.errors import NotFound
from innkeeper.server.inn import Inn
from innkeeper.server.rest import Asker, TheInn, give_caller, refusals
from innkeeper.server.seats import COOKIE, identify

StudyId = Annotated[
    str,
    PathParameter(
        pattern=protocol.whole("[A-Za-z0-9_-]{22}"), min_length=22, max_length=22, description="a study's id"
    ),
]


async def landlords_only(asking: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Before anything of a request is read: is it the landlord's?"""
    inn: Inn = asking.app.state.inn
    caller = await identify(inn.storage, asking.cookies.get(COOKIE), asking.headers.get("authorization"))
    caller.rule()
    if not inn.workshop.open:
        raise NotFound("the workshop of this inn is closed")


@get("/", responses=refusals(401, 403, 404))
async def show_workshop(inn: TheInn) -> protocol.WorkshopInfo:
    """All studies, the latest first, and the bounds of the workshop."""
    return await inn.workshop.shown()


@post("/check", responses=refusals(401, 403, 404, 409), status_code=200)
async def check(data: JSONBody[protocol.NewStudy], inn: TheInn) -> protocol.Checked:
    """What is wrong with cards and house rules: what `innkeeper check` says, before anything is played."""
    return await inn.workshop.check(data)


@post("/studies", responses=refusals(401, 403, 404, 409))
async def ask(data: JSONBody[protocol.NewStudy], inn: TheInn, caller: Asker) -> protocol.StudyInfo:
    """Ask for a study. It waits until those before it are done."""
    return await inn.workshop.ask(data, caller)


@get("/studies/{study_id:str}", responses=refusals(401, 403, 404))
async def show_study(study_id: StudyId, inn: TheInn) -> protocol.StudyInfo:
    """How far a study is, and its report when it is done. Ask again until then."""
    return await inn.workshop.study(study_id)


@get("/studies/{study_id:str}/page", media_type="text/html", include_in_schema=False)
async def show_report(study_id: StudyId, inn: TheInn) -> Response[str]:
    """The report as a page of its own, to keep."""
    found = await inn.workshop.study(study_id)
    if found.report is None:
        raise NotFound("there is no report")
    name = f'attachment; filename="{found.game}-{found.id[:8]}.html"'
    return Response(page(found.report), media_type="text/html", headers={"content-disposition": name})


@delete("/studies/{study_id:str}", responses=refusals(401, 403, 404))
async def drop(study_id: StudyId, inn: TheInn) -> None:
    """Give up a study that waits or is being made; throw one away that is over."""
    await inn.workshop.drop(study_id)


workshop = Router(
    path="/api/workshop",
    route_handlers=[show_workshop, check, ask, show_study, show_report, drop],
    guards=[landlords_only],
    dependencies={"caller": Provide(give_caller)},
    response_headers={"cache-control": "no-store"},
)
