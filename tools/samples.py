"""Draw texts at random for readers to mark: `python -m tools.samples --seed N`.

Prints family messages, technical messages, docstrings and pages, each with its place. The marks of
readers are in research/english.md.
"""

import argparse
import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "diamant"
# Where the messages that families see come from.
FAMILY = (
    *("web/", "terminal/", "editions/", "table/refusals", "protocol/problems"),
    *("analysis/coach", "fairness", "locales/"),
)
AMOUNTS = {"family": 120, "technical": 80, "docstrings": 40, "pages": 10}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

Text = tuple[str, str]


def messages() -> Iterator[tuple[bool, Text]]:
    """Yield whether families see a message, its place, and its text."""
    with (SOURCE / "locales" / "diamant.pot").open("rb") as file:
        for message in read_po(file):
            if message.id:
                places = [path for path, _ in message.locations]
                seen = any(part in path for path in places for part in FAMILY)
                yield seen, (places[0] if places else "", _text(message))


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else " / ".join(message.id)


def docstrings() -> Iterator[Text]:
    """Yield the place and the text of each docstring of the package."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, DOCUMENTED):
                continue
            if text := ast.get_docstring(node):
                yield f"{path.relative_to(ROOT)}: {getattr(node, 'name', 'module')}", text


def pages() -> Iterator[Text]:
    """Yield the path of each page of documentation."""
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        yield path.relative_to(ROOT).as_posix(), ""


def samples(seed: int) -> dict[str, Sequence[Text]]:
    """Return a sample of each kind of text."""
    rows = list(messages())
    kinds = {
        "family": [text for seen, text in rows if seen],
        "technical": [text for seen, text in rows if not seen],
        "docstrings": list(docstrings()),
        "pages": list(pages()),
    }
    draw = random.Random(seed)
    return {kind: draw.sample(texts, AMOUNTS[kind]) for kind, texts in kinds.items()}


def main() -> None:
    """Print the samples of a seed."""
    parser = argparse.ArgumentParser(prog="python -m tools.samples", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw (default: 1)")
    for kind, texts in samples(parser.parse_args().seed).items():
        print(f"\n## {kind}\n")
        for number, (place, text) in enumerate(texts, 1):
            print(f"{number}. [{place}] {text}")


if __name__ == "__main__":
    main()
