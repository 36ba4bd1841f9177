"""A command is done once: how a guest's senders number them, and what is remembered of each.

A guest may speak through several pages or programs at once. Each is a *sender*, with numbers of its
own that only grow. Of a sender's last commands the answers are remembered, and of those that were
forgotten the highest number: whatever is not above it may have been done and is never decided
again. A sender that comes anew begins with the highest number of the whole guest, so one that was
forgotten cannot bring its old commands back either.
"""

from typing import NamedTuple

from diamant.table.refusals import Refusal

MOST_ANSWERS = 32  # Remembered per sender; to forget one never lets its command be done again.
MOST_SENDERS = 12  # More than a guest has connections: only one without any is forgotten.
MOST_COMMAND_ID = 2**53 - 1  # The highest whole number that every JSON reader takes exactly.


class Sent(NamedTuple):
    """How a command came: by which connection, and with which number of its sender."""

    connection: str
    id: int


class CommandId(NamedTuple):
    """What a command of a guest is known by in the log."""

    sender: str
    number: int


class Connection(NamedTuple):
    """An open connection of a guest, and the sender who speaks by it."""

    name: str
    sender: str


class Answer(NamedTuple):
    """What a command was answered: the `public_number` then, or a refusal.

    `command` is its number, and 0 for one that the server gave by itself.
    """

    command: int
    public_number: int
    refusal: Refusal | None = None


class Sender(NamedTuple):
    """A page or program of a guest; `answers` are the last ones, by rising numbers.

    `forgotten` is the highest number whose answer is not kept (any more).
    """

    name: str
    forgotten: int
    answers: tuple[Answer, ...] = ()

    @property
    def last(self) -> int:
        """The highest number that was taken; the next command's is above it."""
        return self.answers[-1].command if self.answers else self.forgotten

    def earlier(self, number: int) -> Answer | None:
        """Return what a command was answered before; None, if it is to be decided now."""
        if number > self.last:
            return None
        for answer in self.answers:
            if answer.command == number:
                return answer
        if number <= self.forgotten:
            return Answer(number, 0, Refusal("command-too-old"))
        return None

    def with_answer(self, answer: Answer) -> "Sender":
        """Return the sender with an answer; a command of several events has one, the last."""
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
    """Return a guest's senders with one more who connects, as the last.

    `last_command` is the highest number of the whole guest. Where there are too many, the one goes
    that connected longest ago and is not `connected` now.
    """
    found = next((sender for sender in senders if sender.name == name), None)
    others = [sender for sender in senders if sender.name != name]
    if len(others) >= MOST_SENDERS:
        others.remove(next(sender for sender in others if sender.name not in connected))
    return (*others, found or Sender(name, last_command))


def _number(answer: Answer) -> int:
    return answer.command
