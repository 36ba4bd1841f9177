"""The table, the protocol and the browser agree on the duration of scenes."""

import json

from diamant.protocol.incoming import MOMENTS
from diamant.table.play import BUST_SHOWN_MS, SHOWN_MS
from tests.web.test_layers import WEB
from tools.node import run_node

SLACK_MS = 100  # Drawing a picture takes a moment.
TOO_LONG_MS = 500

TIMES = """
import { BUST_MS, DARK_MS, REVEAL_MS, SLIDE_MS, walkTime } from %s;
const reveal = DARK_MS + REVEAL_MS;
const bust = reveal + walkTime(true) + SLIDE_MS + BUST_MS;
console.log(JSON.stringify([reveal + walkTime(false), bust]));
"""


CUES = "import { MOMENTS } from %s; console.log(JSON.stringify(MOMENTS));"


def test_break_starts_when_scene_ends():
    tempo = (WEB / "js" / "cave" / "beats.js").as_uri()
    home, bust = json.loads(run_node("--input-type=module", "--eval", TIMES % json.dumps(tempo)))
    assert home + SLACK_MS <= SHOWN_MS <= home + TOO_LONG_MS
    assert bust + SLACK_MS <= BUST_SHOWN_MS <= bust + TOO_LONG_MS


def test_cue_moments_match_protocol():
    following = (WEB / "js" / "session" / "following.js").as_uri()
    said = run_node("--input-type=module", "--eval", CUES % json.dumps(following))
    assert tuple(json.loads(said)) == MOMENTS
