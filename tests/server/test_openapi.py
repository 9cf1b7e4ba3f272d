"""The OpenAPI document says all there is to say, and the server keeps to it whatever it is sent."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode

from innkeeper.server import protocol
from innkeeper.server.landlords import appoint
from innkeeper.server.seats import COOKIE
from tests.patience import PATIENCE
from tests.server.client import Api, two_seats
from tests.server.running import Running, running

# What is wrong is said to be wrong, or to name nothing that there is; or it is too large and read by nobody.
REFUSALS = {"negative_data_rejection": {"expected-statuses": ["400", "404", "413"]}}
EXAMPLES = 5 * int(os.environ.get("INNKEEPER_EXAMPLES", "10")) // 2  # of each operation, right and wrong


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("openapi")) as found:
        yield found


@pytest.fixture(scope="module")
def known(inn: Running) -> dict[str, Any]:
    """A table that is open, one that is played, one that is over: something for requests to hit."""

    async def scenario() -> dict[str, Any]:
        async with Api(inn.url) as api:
            id, tokens = await two_seats(api, "magicduel")
            over, over_tokens = await two_seats(api, "echo")
            await api.post(
                f"/api/tables/{over}/act", {"action": "resign", "seq": 0, "nonce": "n"}, token=over_tokens[0]
            )
            await api.post("/api/accounts", {"name": "Landlord", "password": "geese are geese"})
            appoint(inn.inn.settings.database_url, "Landlord", True)
            landlord = api.http.cookies[COOKIE]
            return {"table": id, "token": tokens[0], "over": over, "landlord": landlord}

    return asyncio.run(scenario())


@pytest.fixture(scope="module")
def document(inn: Running, known: dict[str, Any]) -> Any:
    raw = httpx.get(inn.url + "/api/schema/openapi.json").json()
    assert raw["openapi"].startswith("3.1")
    return schemathesis.openapi.from_dict(raw, config=SchemathesisConfig.from_dict({"checks": REFUSALS}))


def resolve(raw: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = raw["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def test_every_constraint_is_in_the_document(inn: Running) -> None:
    raw = httpx.get(inn.url + "/api/schema/openapi.json").json()
    schemas = raw["components"]["schemas"]
    for struct in (protocol.NewTable, protocol.Sit, protocol.Play, protocol.Practise, protocol.Credentials):
        schema = schemas[struct.__name__]
        assert schema["additionalProperties"] is False, struct
    assert schemas["Credentials"]["properties"]["password"] == {
        "type": "string",
        "minLength": 8,
        "maxLength": 128,
    }
    nonces = schemas["Start"]["properties"]["nonces"]["additionalProperties"]
    assert nonces["maxLength"] == 64
    seats = schemas["NewTable"]["properties"]["seats"]["anyOf"]
    listed = next(one for one in seats if one.get("type") == "array")
    assert (listed["minItems"], listed["maxItems"]) == (1, 16)
    for path, methods in raw["paths"].items():
        for method, operation in methods.items():
            for parameter in operation.get("parameters", []):
                schema = parameter["schema"]
                bounded = {"pattern", "maximum", "enum", "oneOf", "anyOf"} & schema.keys()
                assert bounded, f"{method} {path}: {parameter['name']}"


@pytest.mark.parametrize(
    "query",
    [
        "tables?before=null",
        "tables/{over}/view?seat=null",
        "tables/{over}/view?since=null",
        "tables/{over}/replay?at=null",
        "tables/{over}/replay?as=null",
        "tables/{over}/analysis?as=null",
    ],
)
def test_the_text_null_is_no_number(inn: Running, known: dict[str, Any], query: str) -> None:
    answer = httpx.get(f"{inn.url}/api/{query.format_map(known)}")
    assert answer.status_code == 400, answer.text
    assert "null" in answer.text or "int" in answer.text


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_server_keeps_to_its_document(
    document: Any, inn: Running, known: dict[str, Any], mode: GenerationMode
) -> None:
    """Whatever is sent, right or wrong, is answered as the document says, and never with a 5xx."""
    with httpx.Client() as http:
        before = look(http, inn, known)
        for found in document.get_all_operations():
            operation = found.ok()
            if mode is GenerationMode.NEGATIVE and not operation_takes_anything(operation):
                continue
            bombard(operation, inn, known, mode)
        assert look(http, inn, known) == before


def operation_takes_anything(operation: Any) -> bool:
    """Is there anything about it that could be wrong?"""
    parameters = [*operation.path_parameters, *operation.query, *operation.body]
    return bool(parameters)


def look(http: httpx.Client, inn: Running, known: dict[str, Any]) -> list[Any]:
    """What none of this may change. The seat sees its table also when it has sent those who watch away."""
    seat = {"authorization": f"Bearer {known['token']}"}
    tables = [f"{inn.url}/api/tables/{known[name]}/view" for name in ("table", "over")]
    return [http.get(path, headers=head).json()["view"] for path, head in zip(tables, (seat, {}))]


def bombard(operation: Any, inn: Running, known: dict[str, Any], mode: GenerationMode) -> None:
    aimed = "{table_id}" in operation.path
    # strangers are told so before anything is read of what they send: what is wrong, the landlord sends
    landlord = operation.path.startswith("/api/workshop") and mode is GenerationMode.NEGATIVE
    cookies = {COOKIE: known["landlord"]} if landlord else {}

    @given(case=operation.as_strategy(generation_mode=mode), choice=st.integers(0, 3))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
        phases=[Phase.generate],
    )
    def check(case: Any, choice: int) -> None:
        if aimed and choice and mode is GenerationMode.POSITIVE:
            case.path_parameters["table_id"] = known["over" if choice == 1 else "table"]
        headers = {"authorization": f"Bearer {known['token']}"} if aimed and choice == 3 else {}
        case.call_and_validate(base_url=inn.url, headers=headers, cookies=cookies, timeout=PATIENCE)

    check()
