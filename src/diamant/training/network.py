"""Train the network with Adam to predict the gain from staying, in plain NumPy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamant.bots.champion import mind
from diamant.training.arena import ArenaResult

Array = NDArray[np.float32]

_SHAPES = (
    (mind.FEATURES, mind.HIDDEN),
    (mind.HIDDEN,),
    (mind.HIDDEN, mind.SECOND),
    (mind.SECOND,),
    (mind.SECOND,),
    (1,),
)
DECAY, DECAY_SQUARES, TINY = 0.9, 0.999, 1e-8
AVERAGED = 0.9995  # The largest decay of the averaged weights per step.
SCALE = 10.0  # The network learns tenths of a win, because plain shares are very small.


def parts(flat: Array) -> list[Array]:
    """Return the weights of one class as matrices, which are views of the flat array."""
    found, at = [], 0
    for shape in _SHAPES:
        size = int(np.prod(shape))
        found.append(flat[at : at + size].reshape(shape))
        at += size
    assert at == mind.WEIGHTS == len(flat), "the mind reads them in this order"
    return found


@dataclass
class Learner:
    """The weights of all classes, their moving average, and Adam's state.

    The network that plays has the average weights, which smooth out the noise of large steps.
    """

    weights: Array
    average: Array
    moments: Array
    squares: Array
    steps: int = 0

    @classmethod
    def fresh(cls, rng: np.random.Generator) -> "Learner":
        """Return a learner with random weights."""
        weights = np.zeros((mind.CLASSES, mind.WEIGHTS), np.float32)
        for flat in weights:
            for part in parts(flat):
                if part.ndim == 2:
                    part[:] = rng.normal(0.0, np.sqrt(2.0 / len(part)), part.shape)
            parts(flat)[4][:] = rng.normal(0.0, 0.1, mind.SECOND)
        return cls(weights, weights.copy(), np.zeros_like(weights), np.zeros_like(weights))

    @property
    def network(self) -> Array:
        """The average weights in the mind's format, with outputs in shares of a win."""
        found = self.average.copy()
        for flat in found:
            parts(flat)[4][:] /= SCALE
            parts(flat)[5][:] /= SCALE
        return found.reshape(-1)

    def fit(
        self, noticed: Array, rounds_left: NDArray[np.int64], wanted: Array, rate: float
    ) -> float:
        """Take one gradient step toward the targets of a batch; return the squared error."""
        self.steps += 1
        lost = 0.0
        classes = np.minimum(rounds_left, mind.CLASSES - 1)
        for number in range(mind.CLASSES):
            which = np.flatnonzero(classes == number)
            if len(which):
                lost += self._fit(number, noticed[which], wanted[which] * SCALE, rate)
        # At first, the average covers all steps so far.
        self.average += (1.0 - min(AVERAGED, 1.0 - 10.0 / (9.0 + self.steps))) * (
            self.weights - self.average
        )
        return lost / len(wanted) / SCALE**2

    def learn(
        self,
        memory: Sequence[ArenaResult],
        turns: int,
        batch: int,
        rate: float,
        rng: np.random.Generator,
    ) -> float:
        """Take gradient steps on random batches of decisions, and return the mean error."""
        noticed, left, wanted = (
            np.concatenate([getattr(part, name) for part in memory])
            for name in ("noticed", "rounds_left", "wanted")
        )
        lost = 0.0
        for _ in range(turns):
            which = rng.integers(len(wanted), size=batch)
            lost += self.fit(noticed[which], left[which], wanted[which], rate)
        return lost / max(1, turns)

    def _fit(self, number: int, inputs: Array, wanted: Array, rate: float) -> float:
        one, bias_one, two, bias_two, three, bias_three = parts(self.weights[number])
        first = inputs @ one + bias_one
        first_on = np.maximum(first, 0.0)
        second = first_on @ two + bias_two
        second_on = np.maximum(second, 0.0)
        error = second_on @ three + bias_three - wanted
        gradient = np.empty_like(self.weights[number])
        to = parts(gradient)
        back = (error * (2.0 / len(wanted))).astype(np.float32)
        to[5][:] = back.sum()
        to[4][:] = second_on.T @ back
        back_second = np.where(second > 0.0, back[:, None] * three, np.float32(0.0))
        to[3][:] = back_second.sum(axis=0)
        to[2][:] = first_on.T @ back_second
        back_first = np.where(first > 0.0, back_second @ two.T, np.float32(0.0))
        to[1][:] = back_first.sum(axis=0)
        to[0][:] = inputs.T @ back_first
        moments, squares = self.moments[number], self.squares[number]
        moments += (1.0 - DECAY) * (gradient - moments)
        squares += (1.0 - DECAY_SQUARES) * (gradient**2 - squares)
        unbiased = rate * np.sqrt(1.0 - DECAY_SQUARES**self.steps) / (1.0 - DECAY**self.steps)
        self.weights[number] -= unbiased * moments / (np.sqrt(squares) + TINY)
        return float((error**2).sum())
