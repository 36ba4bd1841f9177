"""Find a bot by its name on the command line.

A name is an id, with parameters after a colon (`threshold:gems=12`), or the location of the bot's
code: `path/to/file.py:name` or `package.module:name`. Files are loaded only when they are named.
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.metadata import entry_points
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

from diamant.bots.bot import Bot, Parameter
from diamant.errors import BotError, DiamantError, Message, UnknownNameError, did_you_mean

ENTRY_POINTS = "diamant.bots"

Bots = str | Iterable[Bot | str | Callable[..., Any]]
"""A lineup: a string of names, or a list of names, bots, functions and classes."""


def built_in_bots() -> dict[str, Bot]:
    """Return the built-in bots by id, simplest first."""
    from diamant.bots.champion.player import champion, equilibrium
    from diamant.bots.strategies import STRATEGIES

    ideas = (*STRATEGIES, equilibrium, champion)
    return {idea.name: idea for idea in ideas}


def known_bots() -> dict[str, Bot]:
    """Return every bot with an id: built-in bots, and those of installed packages."""
    bots = built_in_bots()
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in bots:
            continue  # A package can't redefine a built-in id.
        # A broken bot doesn't hide the others; `broken_bots` reports its error.
        with suppress(Exception, SystemExit):
            bots[point.name] = _as_bot(point.name, point.load())
    return bots


def broken_bots() -> dict[str, str]:
    """Return the bots of installed packages that fail to load, with their errors."""
    broken = {}
    for point in entry_points(group=ENTRY_POINTS):
        try:
            _as_bot(point.name, point.load())
        except (Exception, SystemExit) as error:
            broken[point.name] = _last_line(error)
    return broken


def find_bots(names: str) -> list[Bot]:
    """Return the bots of a list separated by commas.

    >>> [str(bot) for bot in find_bots("threshold:gems=12,vulture:haul=6,limit=0.2")]
    ['threshold:gems=12', 'vulture:haul=6,limit=0.2']
    """
    parts: list[str] = []
    for part in names.split(","):
        # A part such as limit=0.2 is another parameter of the bot before it.
        if parts and "=" in part and ":" not in part:
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    return [find_bot(part.strip()) for part in parts]


def as_bots(bots: Bots) -> list[Bot]:
    """Return the bots of a lineup, with defaults for all other parameters.

    >>> def three_cards(view):
    ...     return view.step >= 3
    >>> [str(bot) for bot in as_bots(["random", three_cards])]
    ['random:leave=0.2', 'three_cards']
    """
    if isinstance(bots, str):
        return find_bots(bots)
    if not isinstance(bots, Iterable):
        raise BotError("bots must be a list with one bot for each seat, not {bots}", repr(bots))
    return [find_bot(each) if isinstance(each, str) else _given(each) for each in bots]


def _given(thing: object) -> Bot:
    if isinstance(thing, Bot):
        return thing.with_numbers(thing.numbers)
    return _as_bot(getattr(thing, "__name__", repr(thing)), thing).with_numbers({})


def find_bot(name: str) -> Bot:
    """Return a bot by name, with its parameters set.

    >>> str(find_bot("random"))
    'random:leave=0.2'
    """
    head, _, tail = name.rpartition(":")
    parameters = tail if "=" in tail else ""
    place = head if parameters else name
    numbers = _read_numbers(parameters, name)
    if ":" in place:
        return _load(place).with_numbers(numbers)
    if place.lower() in (bots := built_in_bots()):
        return bots[place.lower()].with_numbers(numbers)
    bots = known_bots()
    if place in bots:
        return bots[place].with_numbers(numbers)
    if place in (broken := broken_bots()):
        raise BotError(
            "cannot load bot {bot} from an installed package: {error}", place, broken[place]
        )
    if place.endswith(".py"):
        raise UnknownNameError(
            "add the bot's name after the file, as in {example}", f"{place}:my_bot"
        )
    raise UnknownNameError.unknown("unknown bot {name} ({hint})", place, bots)


def _read_numbers(text: str, name: str) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for item in text.split(",") if text else ():
        parameter, _, value = item.partition("=")
        try:
            numbers[parameter.strip()] = _number(value)
        except ValueError:
            raise BotError(
                "in bot {bot}, {part} must have the form name=number", repr(name), repr(item)
            ) from None
    return numbers


def _number(text: str) -> float:
    """Parse a number: as an int if possible, otherwise as a float.

    A bot may need an int for counting.
    """
    try:
        return int(text)
    except ValueError:
        return float(text)


def _load(place: str) -> Bot:
    """Load a bot from a file or a module."""
    where, _, attribute = place.rpartition(":")
    if where in built_in_bots():
        takes = ", ".join(f"{name}=NUMBER" for name in built_in_bots()[where].parameters)
        raise BotError(
            "after {bot}, expected {takes}, got {value}", f"'{where}:'", takes, repr(attribute)
        )
    if ".py:" in where:
        raise BotError(
            "in bot {bot}, {part} must have the form name=number", repr(place), repr(attribute)
        )
    try:
        module = _load_file(where) if where.endswith(".py") else importlib.import_module(where)
    except DiamantError:
        raise
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing == where and where.isidentifier():
            file = f"{where}.py"
            meant = did_you_mean(where, list(built_in_bots()))
            if Path(file).is_file():
                meant = Message("did you mean the file {file}?", f"{file}:{attribute}")
            raise UnknownNameError(
                "unknown bot or module {name} ({hint})", repr(where), meant
            ) from None
        raise BotError("cannot load bot {bot}: {error}", place, _last_line(error)) from error
    if not hasattr(module, attribute):
        # Imported classes, such as Agent, are not bots of this file.
        names = [
            name
            for name, value in vars(module).items()
            if callable(value)
            and not (isinstance(value, type) and value.__module__ != module.__name__)
        ]
        raise BotError.unknown(
            "{file} has no {name} ({hint})", attribute, names or ["none"], file=where
        )
    return _as_bot(place, getattr(module, attribute))


def _load_file(path: str) -> ModuleType:
    file = Path(path)
    if not file.is_file():
        raise BotError("no such bot file: {file}", path)
    # A file that several seats use is one module, so it is loaded only once.
    name = f"diamant_bot_file_{abs(hash(file.resolve()))}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None, f"no loader for {path}"
    assert spec.loader is not None, f"no loader for {path}"
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # A bot may import modules from its folder, like a script; installed packages take precedence.
    folder = str(file.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _as_bot(name: str, thing: object) -> Bot:
    if isinstance(thing, Bot):
        return Bot(name, thing.function, thing.parameters, thing.numbers)
    if not callable(thing):
        raise BotError(
            (
                "{name} is not a bot: expected a function that takes a view, or a class "
                "whose __call__ takes a view"
            ),
            name,
        )
    _check_can_be_asked(name, thing)
    return Bot(name, thing, _keyword_parameters(thing))


def _check_can_be_asked(name: str, thing: Callable[..., Any]) -> None:
    """Raise an error for anything that isn't a bot.

    A bot is a function that requires only a view, or a class that requires no arguments and whose
    objects can be called.
    """
    is_class, asked = inspect.isclass(thing), thing
    if inspect.isclass(thing):
        found = [vars(base)["__call__"] for base in thing.__mro__ if "__call__" in vars(base)]
        if not found:
            raise BotError("{name} is not a bot: the class needs a __call__ method", name)
        asked = found[0]
    if inspect.iscoroutinefunction(asked) or inspect.isgeneratorfunction(asked):
        raise BotError(
            "{name} is not a bot: it must return its answer directly, without async or yield", name
        )
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return
    try:
        signature.bind() if is_class else signature.bind(None)
    except TypeError:
        if is_class:
            raise BotError(
                "{name} is not a bot: all its parameters must be numbers with defaults",
                f"{name}{signature}",
            ) from None
        raise BotError(
            "{name} is not a bot: its parameters must be a view and numbers with defaults",
            f"{name}{signature}",
        ) from None


def _keyword_parameters(thing: object) -> dict[str, Parameter]:
    """Return the parameters of a plain function: its arguments with a default."""
    assert callable(thing), "only something callable is a bot"
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return {}
    return {
        name: Parameter(item.default, -inf, inf)
        for name, item in signature.parameters.items()
        if isinstance(item.default, int | float)
    }


def _last_line(error: BaseException) -> str:
    """Return the last line of a traceback: the type of the error and its message."""
    return f"{type(error).__name__}: {error}"
