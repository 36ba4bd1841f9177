"""People and a television, each with a device, through whole games."""

from collections.abc import Callable

from diamant.dealer import verify
from diamant.record import read_records
from tests.browser.backstage import Table
from tests.browser.person import SKIP, Person, play_out
from tests.browser.wire import check_frames, check_seed, check_strangers

NAMES = ("Ana", "Bojan", "Chloé", "Dirk")


def turns(*numbers: int) -> Callable[[Person], bool]:
    """Who leaves: the n-th person when asked so many times, and then each time."""
    asked: dict[str, int] = {}

    def leaves(person: Person) -> bool:
        # Pressing again what did not count yet must not change the mind.
        turn = max([event["turn"] or 0 for event in person.events("CardTurned")], default=0)
        asked.setdefault(person.name, turn)
        return turn - asked[person.name] >= numbers[NAMES.index(person.name)]

    return leaves


def gather(
    person: Callable[..., Person], table: Table, names: tuple[str, ...] = NAMES
) -> tuple[list[Person], Person]:
    """Bring people and the television to a table whose host the first one is."""
    people = [person(names[0], known=table.known)]
    people += [person(name, viewport={"width": 390, "height": 780}) for name in names[1:]]
    for one in people:
        one.come(table.code).sit()
    screen = person("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{table.code}")
    screen.page.locator(".tv-seat").nth(len(people) - 1).wait_for()
    return people, screen


def play(people: list[Person], screen: Person, *, closed: bool = False) -> None:
    """Start, play to the end by clicks, and look at everything that was told."""
    people[0].press("Start")
    screen.page.locator(".telly .player").first.wait_for()
    assert screen.page.locator(".choice, .purse, .camp-panel").count() == 0
    play_out(people, turns(3, 1, 2, 1))
    screen.page.evaluate(SKIP)
    screen.page.locator(".tv-end .rank").nth(len(people) - 1).wait_for()
    for seat, one in enumerate(people):
        check_frames(one, {seat}, closed=closed)
    check_frames(screen, set(), closed=closed)
    check_strangers([*people, screen])


def play_evening(person: Callable[..., Person], table: Table, editions: tuple[str, ...]) -> None:
    """Play a whole game of each edition, one after the other, without getting up."""
    people, screen = gather(person, table, NAMES[:3])
    for number, edition in enumerate(editions, start=1):
        if number > 1:
            again(people, table, edition)
        play(people, screen)
        check_record(table, [*people, screen], games=number, edition=edition)
        for one in (*people, screen):
            one.forget()


def again(people: list[Person], table: Table, edition: str) -> None:
    """Let the host ask for another game, of another edition."""
    people[0].press("Play again")
    for one in people:
        one.page.get_by_role("heading", name=f"Table {table.code}").wait_for()
    people[0].page.get_by_label("Edition", exact=True).select_option(edition)
    people[0].until(
        lambda: any(
            one["settings"]["edition"] == edition for one in people[0].events("SettingsChanged")
        )
    )


def check_record(
    table: Table, people: list[Person], *, games: int = 1, edition: str | None = None
) -> None:
    """The server's last record was dealt fairly, and its seed was told to nobody too early."""
    records = list(read_records(table.records()))
    assert len(records) == games
    record = records[-1]
    assert edition in (None, record.game.edition.id)
    assert verify(record) is None
    assert record.players == tuple(one.name for one in people if one.name in NAMES)
    for one in people:
        check_seed(one, record.tag("Seed"))
