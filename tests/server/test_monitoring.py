"""Test that the dashboard and the alert rules name only existing metrics."""

import json
import re
from pathlib import Path

import pytest

from tests.server.live import live

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"


def _expressions(name: str) -> list[str]:
    text = (FOLDER / name).read_text()
    if name.endswith(".yaml"):
        return re.findall(r"(?:expr: |series: ')(.+)", text)
    dashboard = json.loads(text)
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


@pytest.mark.parametrize("file", ["grafana-dashboard.json", "alerts.yaml", "alerts_test.yaml"])
async def test_every_named_metric_exists(file):
    async with live() as server:
        await server.http.get("api/nothing")
        text = (await server.http.get("metrics")).text
    known = set(re.findall(r"^diamant_\w+", text, re.MULTILINE))
    # A working database has no errors to show.
    known |= {f"{name}_total" for name in re.findall(r"# TYPE (diamant_store_errors)_total", text)}
    expressions = _expressions(file)
    assert len(expressions) > 7
    named = {name for text in expressions for name in re.findall(r"diamant_\w+", text)}
    assert len(named) > 5
    assert named <= known


def test_dashboard_panels_do_not_overlap():
    panels = json.loads((FOLDER / "grafana-dashboard.json").read_text())["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len({panel["id"] for panel in panels}) == len(panels)
    assert all(panel["description"] for panel in panels)


def test_every_alert_has_a_test_that_it_fires():
    alerts = re.findall(r"- alert: (\w+)", (FOLDER / "alerts.yaml").read_text())
    assert len(alerts) > 7
    fired = re.findall(r'alertname="(\w+)"', (FOLDER / "alerts_test.yaml").read_text())
    assert sorted(fired) == sorted(alerts)
