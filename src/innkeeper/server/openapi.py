"""The OpenAPI document: Litestar's routes with msgspec's schemas, so that every constraint is in it."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
from litestar import Litestar
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute

from innkeeper.server import protocol


def document(app: Litestar) -> dict[str, Any]:
    """The whole document. Litestar leaves out closed objects and bounds inside lists; msgspec does not."""
    found: dict[str, Any] = app.openapi_schema.to_schema()
    structs = [
        value
        for value in vars(protocol).values()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value is not protocol.Asked
    ]
    _, schemas = msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    known = found["components"]["schemas"]
    found["components"]["schemas"] = dict(sorted({**known, **schemas}.items()))
    _bound_parameters(app, found["paths"])
    return found


def _bound_parameters(app: Litestar, paths: dict[str, Any]) -> None:
    """Optional parameters lose their bounds on the way into the document, and null cannot be sent."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            operation = paths.get(route.path_format, {}).get(method.lower(), {})
            fields = {
                field.kwarg_definition.name or name: field.kwarg_definition
                for name, field in handler.parsed_fn_signature.parameters.items()
                if isinstance(field.kwarg_definition, QueryParameter)
            }
            for parameter in operation.get("parameters", []):
                schema, bounds = parameter["schema"], fields.get(parameter["name"])
                if bounds is None or "oneOf" not in schema:
                    continue
                parameter["schema"] = next(one for one in schema["oneOf"] if one["type"] != "null")
                for name, limit in (("minimum", bounds.ge), ("maximum", bounds.le)):
                    if limit is not None:
                        parameter["schema"][name] = limit
                for name, limit in (("minLength", bounds.min_length), ("maxLength", bounds.max_length)):
                    if limit is not None:
                        parameter["schema"][name] = limit
                if bounds.pattern is not None:
                    parameter["schema"]["pattern"] = bounds.pattern
