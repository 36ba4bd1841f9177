"""Run each command once: command numbers, and the stored answers of each sender.

A guest may use several pages or programs at once. Each one is a *sender* that gives its commands
increasing numbers. The table stores the last answers to each sender, and the highest number whose
answer it has dropped. A command up to that number may have run before and never runs again. A new
sender must use numbers above all earlier ones of the same guest, so a dropped sender can't repeat
its old commands either.
"""

from typing import NamedTuple

from diamant.table.refusals import Refusal

MOST_ANSWERS = 32  # Stored per sender; dropping an answer never lets its command run again.
MOST_SENDERS = 12  # More than a guest has connections, so only disconnected senders are dropped.
MOST_COMMAND_ID = 2**53 - 1  # The highest integer that every JSON parser reads exactly.


class Sent(NamedTuple):
    """The origin of a command: its connection, and the number its sender gave it."""

    connection: str
    id: int


class CommandId(NamedTuple):
    """The id of a guest's command in the log."""

    sender: str
    number: int


class Connection(NamedTuple):
    """An open connection of a guest, and the sender that uses it."""

    name: str
    sender: str


class Answer(NamedTuple):
    """The answer to a command: the `public_number` after it, and any refusal.

    `command` is the command's number, or 0 if the command has none.
    """

    command: int
    public_number: int
    refusal: Refusal | None = None


class Sender(NamedTuple):
    """A page or program of a guest, with its last answers in ascending order.

    `forgotten` is the highest number whose answer has been dropped.
    """

    name: str
    forgotten: int
    answers: tuple[Answer, ...] = ()

    @property
    def last(self) -> int:
        """The highest command number so far; the next command's must be higher."""
        return self.answers[-1].command if self.answers else self.forgotten

    def earlier(self, number: int) -> Answer | None:
        """Return the answer to an old command, or None if the command is new."""
        if number > self.last:
            return None
        for answer in self.answers:
            if answer.command == number:
                return answer
        if number <= self.forgotten:
            return Answer(number, 0, Refusal("command-too-old"))
        return None

    def with_answer(self, answer: Answer) -> "Sender":
        """Return the sender with an answer added, or replaced if it has the same number."""
        answers = self.answers
        if answers and answers[-1].command >= answer.command:
            others = [other for other in answers if other.command != answer.command]
            answers = tuple(sorted([*others, answer], key=_number))
        else:
            answers = (*answers, answer)
        if len(answers) <= MOST_ANSWERS:
            return Sender(self.name, self.forgotten, answers)
        return Sender(self.name, max(self.forgotten, answers[0].command), answers[1:])


def with_sender(
    senders: tuple[Sender, ...], name: str, last_command: int, connected: frozenset[str]
) -> tuple[Sender, ...]:
    """Return a guest's senders with `name` moved or added to the end.

    `last_command` is the highest number that any of the guest's senders has used. If there are too
    many senders, the one that connected longest ago and is not in `connected` is dropped.
    """
    found = next((sender for sender in senders if sender.name == name), None)
    others = [sender for sender in senders if sender.name != name]
    if len(others) >= MOST_SENDERS:
        others.remove(next(sender for sender in others if sender.name not in connected))
    return (*others, found or Sender(name, last_command))


def _number(answer: Answer) -> int:
    return answer.command
