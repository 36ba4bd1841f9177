"""Whatever comes over HTTP, the answer is one that `api/openapi.json` knows; the server goes on.

What is tried is always the same (`deterministic`). `DIAMANT_FUZZ=5000` tries so many of each, and
others every time; pytest prints what fails, as a curl command that can be tried again.
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
    # What is too long is refused as such, without a look at what else is wrong with it.
    found.config.checks.negative_data_rejection.expected_statuses.append("413")
    return found


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    answer = httpx.post(f"{server.url}api/tables", json={"settings": {"visibility": "public"}})
    return answer.json()["table"]


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_is_documented(server: Server, table: str, case: Case):
    name = case.path_parameters.get("table")
    if name is not None and len(str(name)) % 2:
        # Nobody guesses a table, so every other one is a real one.
        case.path_parameters["table"] = table
    response = case.call(base_url=server.url)
    # A schema does not know which word of 64 letters is an edition, so what it calls right may be
    # refused all the same; but 5xx is never right, except the one that says: not now.
    if response.status_code != 503:
        case.validate_response(response, excluded_checks=[positive_data_acceptance])
    server.check_health()
