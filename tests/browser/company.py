"""People and a TV screen, each with a device, through whole games."""

from collections.abc import Callable

from diamant.dealer import verify
from diamant.record import read_records
from tests.browser.backstage import Table
from tests.browser.person import Person, play_out
from tests.browser.wire import check_frames, check_seed, check_strangers

NAMES = ("Ana", "Bojan", "Chloé", "Dirk")


def turns(*numbers: int) -> Callable[[Person], bool]:
    """Return whether a person leaves: the nth person at turn n of `numbers`, and then always."""
    asked: dict[str, int] = {}

    def leaves(person: Person) -> bool:
        # A repeated press must not change the choice.
        turn = max([event["turn"] or 0 for event in person.events("CardTurned")], default=0)
        asked.setdefault(person.name, turn)
        return turn - asked[person.name] >= numbers[NAMES.index(person.name)]

    return leaves


def gather(
    person: Callable[..., Person], table: Table, names: tuple[str, ...] = NAMES
) -> tuple[list[Person], Person]:
    """Bring people and the TV screen to a table; the first person is the host."""
    people = [person(names[0], known=table.known)]
    people += [person(name, viewport={"width": 390, "height": 780}) for name in names[1:]]
    for one in people:
        one.come(table.code).sit()
    screen = person("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{table.code}")
    screen.page.locator(".tv-seat.taken").nth(len(people) - 1).wait_for()
    return people, screen


def begin_beside_screen(person: Callable[..., Person], table: Table) -> tuple[Person, Person]:
    """Bring a third player's phone and the TV screen to a table, and begin a game."""
    screen = person("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{table.code}")
    phone = person("Ana", viewport={"width": 390, "height": 780}).come(table.code).sit()
    screen.see(".tv-seat.taken", 2)
    table.begin()
    return phone, screen


def play(people: list[Person], screen: Person, *, closed: bool = False) -> None:
    """Start, play to the end by clicks, and check all messages."""
    people[0].press("Start")
    screen.see(".telly .player", 0)
    assert screen.page.locator(".choice, .purse, .camp-panel").count() == 0
    play_out(people, turns(3, 1, 2, 1), screen=screen)
    screen.page.locator(".tv-end .rank").nth(len(people) - 1).wait_for()
    for seat, one in enumerate(people):
        check_frames(one, {seat}, closed=closed)
    check_frames(screen, set(), closed=closed)
    for one in (*people, screen):
        looks = sum('"type":"Look"' in frame for frame in one.said)
        assert looks == closed, f"{one.name} sent {looks} looks; a page needs one for closed chests"
    check_strangers([*people, screen])


def check_record(table: Table, people: list[Person], *, edition: str | None = None) -> None:
    """Check that the server dealt the record fairly and kept its seed secret until the end."""
    (record,) = read_records(table.records())
    assert edition in (None, record.game.edition.id)
    assert verify(record) is None
    names = tuple(one.name for one in people if one.name in NAMES)
    assert tuple(name for name in record.players if name in NAMES) == names
    for one in people:
        check_seed(one, record.tag("Seed"))
