"""The course of a game: cards, choices, the reveal, and automatic steps."""

from diamant.rules.events import ExpeditionEnded
from diamant.rules.game import Game, Phase
from diamant.table import events
from diamant.table.bot_player import bot_leaves
from diamant.table.draft import Draft
from diamant.table.presence import anyone_there, ask_if_anyone_is_there
from diamant.table.shuffle import awaits_hash, end_hashes, end_nonces, next_card, seed_of, withheld
from diamant.table.values import Promise, TablePhase

SHOWN_MS, BUST_SHOWN_MS = 2_800, 5_000
"""How long screens show the end of an expedition: a safe return of all players, or a bust.

The break starts afterwards. `tests/web/test_tempo.py` compares these values with the browser's.
"""
MISSES = 2  # After this many missed choices in a row, a bot stands in.


def settle(draft: Draft) -> None:
    """Take all automatic steps that are possible now."""
    while _take_next_step(draft):
        pass


def take_choice(draft: Draft, at: int, *, leave: bool, bot: bool) -> None:
    """Store a seat's choice, replacing any earlier one."""
    # A changed choice stays secret, even if the table shows who has chosen.
    first = draft.table.seat(at).choice is None
    shown = first and draft.table.settings.show_chosen
    draft.add(events.ChoiceMade(at, leave, bot, shown))


def bot_chooses(draft: Draft, at: int) -> None:
    """Let the bot at seat `at` choose."""
    take_choice(draft, at, leave=bot_leaves(draft.table, at), bot=True)


def end_choices(draft: Draft) -> None:
    """Make the default choice for everyone who hasn't chosen in time.

    Only people can be late: bots always think for less than the shortest clock. If no person in the
    game is there, no default choices are made: the game pauses and asks whether anyone is there.
    """
    if not anyone_there(draft.table):
        ask_if_anyone_is_there(draft)
        return
    leave = draft.table.settings.timeout == "leave"
    for at in draft.table.undecided():
        draft.add(events.ChoiceMissed(at, leave))
        if draft.table.seat(at).missed >= MISSES:
            draft.add(events.SeatTakenOver(at, "missed"))


def turn_card(draft: Draft) -> None:
    """Turn the next card, and set a deadline if players must choose."""
    table = draft.table
    card = next_card(table)
    game, facts = draft.game().turn(card)
    turn = deadline = None
    if game.phase is Phase.DECIDE:
        turn = table.turn + 1
        limit = table.settings.choice_ms
        deadline = None if limit is None else draft.now + limit
    draft.add(events.CardTurned(str(card), turn, deadline, facts, _hidden(game)), game)


def _take_next_step(draft: Draft) -> bool:
    """Take the next automatic step; return whether there was one."""
    table = draft.table
    before = table.log_number
    if table.phase is TablePhase.HASHES:
        if not awaits_hash(table):
            end_hashes(draft)
    elif table.phase is TablePhase.NONCES:
        if not withheld(table):
            end_nonces(draft)
    elif table.paused_at is not None:
        return False
    elif table.phase is TablePhase.CAVE:
        if not table.undecided():
            _reveal(draft)
    elif table.phase is TablePhase.BREAK and table.deadline is None:
        _after_step(draft)
    return draft.table.log_number > before


def _reveal(draft: Draft) -> None:
    table, game = draft.table, draft.game()
    leavers = tuple(at for at in game.expedition.in_cave if table.seat(at).choice)
    after, facts = game.decide(leavers)
    bets_won = tuple(at for at, seat in table.taken_seats() if seat.bet in leavers)
    draft.add(events.ChoicesRevealed(leavers, bets_won, facts, _hidden(after)), after)


def _after_step(draft: Draft) -> None:
    """Continue after a reveal, a bust, or the end of the shuffle."""
    game = draft.game()
    if game.phase is Phase.OVER:
        draft.add(events.GameFinished(seed_of(draft.table).hex()))
        return
    if not game.expedition.path:
        _keep_promises(draft)
        seconds = draft.table.settings.break_seconds
        if seconds and game.expedition.round > 1:
            shown = BUST_SHOWN_MS if _ended_bust(game) else SHOWN_MS
            draft.add(events.BreakBegan(draft.now + shown + seconds * 1000))
            return
    turn_card(draft)


def _ended_bust(game: Game) -> bool:
    """Return whether the expedition that just ended was a bust."""
    assert game.past is not None, "the last step ended the expedition"
    ended = [fact for fact in game.past[1] if isinstance(fact, ExpeditionEnded)]
    return bool(ended) and ended[-1].bust


def _keep_promises(draft: Draft) -> None:
    for at, seat in draft.table.taken_seats():
        if seat.promise is not None:
            keep_promise(draft, at, seat.promise)


def keep_promise(draft: Draft, at: int, promise: Promise) -> None:
    """Give a bot's seat, with the bot's looks, to the guest it was promised to."""
    seat = draft.table.seat(at)
    draft.add(events.SeatTaken(at, promise.guest, promise.name, seat.color, seat.shape))


def _hidden(game: Game) -> bool:
    return game.closed and game.phase is not Phase.OVER
