"""What a landlord brings to the workshop: files of cards, by name or in a zip file.

Nothing of it is ever written to a disk, so a name leads nowhere; it is refused all the same if it tries to.
A zip file is unpacked as far as it is allowed to be large and no further, whatever it says of itself.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping

from innkeeper.engine.content import decoded
from innkeeper.engine.doubts import is_read
from innkeeper.engine.errors import InvalidContent

MOST_BYTES = 1 << 20  # of all files together
MOST_FILES = 100
ENCRYPTED = 0x1
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}")


def opened(files: Mapping[str, str], archive: str) -> dict[str, str]:
    """All files of a parcel; those that nobody reads are there without their text."""
    if files and archive:
        raise InvalidContent("bring files or a zip file, not both")
    found = _unzipped(archive) if archive else dict(files)
    for name in found:
        if not _NAME.fullmatch(name) or ".." in name:
            raise InvalidContent(f"{name[:64]!r} is no name of a file of cards")
    if sum(len(text.encode(errors="replace")) for text in found.values()) > MOST_BYTES:
        raise InvalidContent(f"all files together have at most {MOST_BYTES >> 10} KiB")
    return {name: text if is_read(name) else "" for name, text in sorted(found.items())}


def _unzipped(archive: str) -> dict[str, str]:
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(archive, validate=True))) as parcel:
            return _texts(parcel)
    except binascii.Error:
        raise InvalidContent("the zip file is not written in Base64") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError):
        raise InvalidContent("this is no zip file, or a damaged one") from None


def _texts(parcel: zipfile.ZipFile) -> dict[str, str]:
    """The files of one folder, which may be packed with its name or without."""
    entries = [one for one in parcel.infolist() if not one.is_dir() and not _is_litter(one.filename)]
    if len(entries) > MOST_FILES:
        raise InvalidContent(f"a zip file of cards has at most {MOST_FILES} files")
    found: dict[str, str] = {}
    folders = set()
    left = MOST_BYTES
    for entry in entries:
        _check(entry)
        folder, _, name = entry.filename.rpartition("/")
        folders.add(folder)
        with parcel.open(entry) as file:
            data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise InvalidContent(f"all files together have at most {MOST_BYTES >> 10} KiB")
        if name in found:
            raise InvalidContent(f"{name[:64]!r} is in the zip file twice")
        found[name] = _text(name, data)
    if len(folders) > 1:
        raise InvalidContent("all files of cards lie in one folder; here are several")
    if not found:
        raise InvalidContent("the zip file is empty")
    return found


def _is_litter(path: str) -> bool:
    return path.startswith("__MACOSX/") or path.rpartition("/")[2].startswith(".")


def _check(entry: zipfile.ZipInfo) -> None:
    """Plain files alone, whose names lead nowhere."""
    shown = entry.filename[:64]
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise InvalidContent(f"{shown!r} is a link, or something else that is no file")
    parts = entry.filename.split("/")
    if entry.filename.startswith("/") or ".." in parts or "\\" in entry.orig_filename or ":" in parts[0]:
        raise InvalidContent(f"{shown!r} leads out of its folder")
    if entry.flag_bits & ENCRYPTED:
        raise InvalidContent(f"{shown!r} is locked with a password")
    if entry.compress_type not in METHODS:
        raise InvalidContent(f"{shown!r} is packed in a way that is not read here")


def _text(name: str, data: bytes) -> str:
    if not is_read(name):
        return ""
    return decoded(name[:64], data)
