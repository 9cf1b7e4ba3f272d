"""The files of the browser client: kept in memory, compressed once, cached for as long as is safe."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.params import FromPath
from msgspec import Struct

STATIC = Path(__file__).parents[1] / "static"
SMALLEST = 512  # bytes worth compressing
COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest")

MINIMAL = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Innkeeper</title>
<h1>The inn is open.</h1>
<p>This server has no browser client inside. Programs can play:
see <a href="/api/schema/openapi.json">the API</a> and <a href="/api/games">the games</a>.</p>
"""


class Page(Struct, frozen=True):
    """One file, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    cache: str


def load_pages(folder: Path = STATIC) -> dict[str, Page]:
    """All files of a folder by their path; a minimal page when there is none."""
    pages: dict[str, Page] = {}
    if folder.is_dir():
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                pages[name] = _page(name, path.read_bytes())
    pages.setdefault("index.html", _page("index.html", MINIMAL.encode()))
    return pages


def _page(name: str, body: bytes) -> Page:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind == "text/javascript":
        kind = "application/javascript"
    packed = None
    if len(body) >= SMALLEST and kind.startswith(COMPRESSED):
        packed = gzip.compress(body, 9, mtime=0)
        if len(packed) >= len(body):
            packed = None
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    # what is built into assets/ carries its hash in its name
    hashed = name.startswith("assets/")
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return Page(body, packed, kind, f'"{blake2b(body, digest_size=12).hexdigest()}"', cache)


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    name="pages",
)
async def show_page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """A file of the client; any other address that is no file is the client's own business."""
    pages: dict[str, Page] = request.app.state.pages
    name = path.strip("/")
    page = pages.get(name)
    if page is None:
        if name.startswith("api/") or "." in name.rpartition("/")[2]:
            return Response(b"", status_code=404, media_type="text/plain")
        page = pages["index.html"]
    headers = {"etag": page.tag, "cache-control": page.cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers)
    body = page.body
    if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = page.packed
        headers["content-encoding"] = "gzip"
    if request.method == "HEAD":
        headers["content-length"] = str(len(body))
        body = b""
    return Response(body, headers=headers, media_type=page.kind)
