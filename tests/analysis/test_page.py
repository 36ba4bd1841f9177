"""Tests that charts on the review page fit, also with extreme values and long names."""

import re

from diamant.analysis.page import page, what
from diamant.analysis.review import Moment, review
from diamant.locales.words import Words
from diamant.record import read_record

# The first player's decisions are worth more than a whole win here.
SWINGING = """\
[Edition "iello-2016"]
[Players "Ana" "Ben" "Cem" "Dora"]
[Scores "50 23 50 29"]

1. spider lava ram 11 15/ABC ram
2. boulder 17 7 relic/A spider lava/BD 11/C
3. 3 lava relic/A 7 1 17/C relic lava
4. boulder spider 15 ram relic/AB 11/CD
5. 13 1 spider boulder 11/BC 7 9 ram/D snake lava 5/A
"""


def test_bars_of_the_certificate_stay_within_their_column():
    found = review(read_record(SWINGING))
    assert max(player.decisions for player in found.players) > 1
    shown = page([("a game", found, Words())])
    bars = [
        (float(left), float(width))
        for left, width in re.findall(r'<i style="left:([\d.]+)%;width:([\d.]+)%', shown)
    ]
    assert len(bars) == 3 * 4
    assert all(left >= 0 and left + width <= 100 for left, width in bars)
    # One end of each bar is in the middle, and the longest reaches its side.
    assert all(50 in (left, round(left + width, 1)) for left, width in bars)
    assert max(width for _, width in bars) == 50


def test_relic_is_named_with_its_printed_number():
    moment = Moment(2, 5, "relic6", (0,), (1.0, 0.0), 0.3)
    assert what(moment, ["Ana", "Ben"], Words()) == "left after relic 6: Ana"


def test_names_and_numbers_do_not_break_on_a_narrow_screen():
    shown = page([("a game", review(read_record(SWINGING)), Words())])
    assert "<h2>a game · iello-2016</h2>" in shown
    # A long name may wrap, but not a number; the square of the legend stays at its name.
    changes = re.findall(r'<span class="one">\w+ <span>[\d.]+% → [\d.]+%,?</span></span>', shown)
    assert len(changes) >= 3
    assert shown.count('<span class="one">') == shown.count("</span></span>") + 4
    assert not re.search(r"</span>\s*,", shown)  # No line starts with a comma.
    assert len(re.findall(r'<span class="one"><span style="color:#\w+">■</span> \w+', shown)) == 4
    # A long name does not make the certificate wider than the page.
    assert re.search(r"\.luck dt\{[^}]*width:0;min-width:100%", shown)
