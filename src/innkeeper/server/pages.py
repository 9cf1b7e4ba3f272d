"""The files of the browser client: kept in memory, compressed once, cached for as long as is safe.

What is written for everybody (the games, their rulebooks and cards) is sent the same way. What only some
may see is never compressed: a size that depends on it would tell of it.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from base64 import b64encode
from functools import lru_cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.params import FromPath
from msgspec import Struct
from msgspec.json import encode

STATIC = Path(__file__).parents[1] / "static"
SMALLEST = 512  # bytes worth compressing
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # kept, but used only while its tag still fits
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
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


def write_into(page: Page, id: str, value: object) -> Page:
    """A page with something in it to read. No text there can end its element."""
    text = encode(value).replace(b"<", b"\\u003c")
    data = b'<script type="application/json" id="%s">%s</script>\n' % (id.encode(), text)
    return _page("index.html", page.body.replace(b"</body>", data + b"</body>"))


def allowed(page: Page) -> dict[str, list[str]]:
    """The script and style inside a page, by their hashes: nothing else inline may run."""
    found: dict[str, list[str]] = {"script": [], "style": []}
    for what, text in INLINE.findall(page.body):
        found[what.decode()].append(f"'sha256-{b64encode(sha256(text).digest()).decode()}'")
    return found


def _page(name: str, body: bytes) -> Page:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind == "text/javascript":
        kind = "application/javascript"
    # what is built into assets/ carries its hash in its name
    return _ready(body, kind, FOREVER if name.startswith("assets/") else ASK_AGAIN)


def _ready(body: bytes, kind: str, cache: str) -> Page:
    packed = None
    if len(body) >= SMALLEST and kind.startswith(COMPRESSED):
        packed = gzip.compress(body, 9, mtime=0)
        if len(packed) >= len(body):
            packed = None
    if kind == "application/javascript":
        kind += "; charset=utf-8"
    return Page(body, packed, kind, f'"{blake2b(body, digest_size=12).hexdigest()}"', cache)


@lru_cache(maxsize=64)
def _printed(body: bytes, cache: str) -> Page:
    return _ready(body, "application/json", cache)


def print_out(request: Request[Any, Any, Any], value: object, cache: str = ASK_AGAIN) -> Response[Any]:
    """The answer of an API that everybody gets alike."""
    return _send(request, _printed(encode(value), cache))


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
    return _send(request, page)


def _send(request: Request[Any, Any, Any], page: Page) -> Response[bytes]:
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
