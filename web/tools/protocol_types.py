"""Write web/src/lib/protocol.ts from the server's own structures; `--check` only compares.

python web/tools/protocol_types.py [--check]
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec

from innkeeper.server import protocol

TARGET = Path(__file__).parents[1] / "src" / "lib" / "protocol.ts"
UNIONS = {
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
HEAD = (
    "// Written by web/tools/protocol_types.py from innkeeper.server.protocol. Do not edit.\n"
    "import type { AnyView } from './views';\n"
)


def structures() -> list[type[msgspec.Struct]]:
    """Every structure of the protocol, in the order of its file; first what comes from elsewhere."""
    found = [
        thing
        for thing in vars(protocol).values()
        if inspect.isclass(thing) and issubclass(thing, msgspec.Struct)
    ]
    return [
        struct for struct in found if struct.__struct_fields__ or struct.__struct_config__.tag is not None
    ]


def spell(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(spell(part) for part in schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(spell({**schema, "type": one}) for one in kind)
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(spell(part) for part in schema['prefixItems'])}]"
    if kind == "array":
        inner = spell(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("is") == "options":
        return "Options"
    if "view" in schema:
        return "AnyView"
    if kind == "object":
        return f"Record<string, {spell(schema.get('additionalProperties') or {})}>"
    plain = {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
    }
    return plain.get(kind or "", "any")


def declare(name: str, schema: dict[str, Any], required: set[str]) -> str:
    """One interface."""
    about = schema.get("description", "").splitlines()
    lines = [f"/** {about[0]} */"] if about and not about[0].startswith(f"{name}(") else []
    lines.append(f"export interface {name} {{")
    for field, inner in schema.get("properties", {}).items():
        optional = (
            ""
            if field in required or "const" in inner or ("enum" in inner and len(inner["enum"]) == 1)
            else "?"
        )
        lines.append(f"  {field}{optional}: {spell(inner)};")
    return "\n".join([*lines, "}"])


def text() -> str:
    """The whole file."""
    known = structures()
    _, components = msgspec.json.schema_components(known, ref_template="#/{name}")
    sent = {message.__name__ for message in known if issubclass(message, protocol.Asked)}
    parts = [HEAD]
    for name, schema in components.items():
        if schema.get("type") != "object" or "properties" not in schema:
            parts.append(f"export type {name} = {spell(schema)};")
            continue
        # what the server sends is always complete; what a client sends may leave out what has a default
        required = set(schema.get("required", [])) if name in sent else set(schema["properties"])
        parts.append(declare(name, schema, required))
    for name, union in UNIONS.items():
        members = " | ".join(member.__name__ for member in union.__args__)
        parts.append(f"export type {name} = {members};")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write, or compare."""
    wanted = text()
    if "--check" not in sys.argv:
        TARGET.write_text(wanted, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"{TARGET.name} is stale: run make page-types")
    return 1


if __name__ == "__main__":
    sys.exit(main())
