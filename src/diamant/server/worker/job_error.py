"""The refusal of a job, as it goes from the worker to the server."""

from collections.abc import Mapping


class JobError(Exception):
    """A job is refused: the code of a problem, and what goes into its sentence."""

    def __init__(self, problem: str, params: Mapping[str, str | int]) -> None:
        super().__init__(problem)
        self.problem = problem
        self.params = params
