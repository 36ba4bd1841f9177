"""Tests that every HTTP request gets an answer documented in `api/openapi.json`.

The requests are always the same (`deterministic`). `DIAMANT_FUZZ=5000` tries that many of each,
and different ones each time; pytest prints a failure as a curl command that repeats it.
"""

import os

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.amount import amount
from tests.live.serving import Server

EXAMPLES = int(os.environ.get("DIAMANT_FUZZ", "0"))


@pytest.fixture(scope="module")
def api(server: Server) -> BaseSchema:
    found = schemathesis.openapi.from_url(f"{server.url}api/openapi.json")
    found.config.generation.update(max_examples=EXAMPLES or amount(25))
    found.config.generation.deterministic = not EXAMPLES
    # A request that is too long is refused before anything else in it is checked.
    found.config.checks.negative_data_rejection.expected_statuses.append("413")
    return found


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    answer = httpx.post(f"{server.url}api/tables", json={"settings": {"visibility": "public"}})
    return answer.json()["table"]


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_documented(server: Server, table: str, case: Case):
    name = case.path_parameters.get("table")
    if name is not None and len(str(name)) % 2:
        # Random ids never match a table, so half of the requests use a real one.
        case.path_parameters["table"] = table
    response = case.call(base_url=server.url)
    # A schema cannot say which string of 64 letters is an edition, so the server may refuse a
    # request that the schema allows. A 5xx is always wrong, except 503.
    if response.status_code != 503:
        case.validate_response(response, excluded_checks=[positive_data_acceptance])
    server.check_health()
