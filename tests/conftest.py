"""Settings for every test: how Hypothesis looks for counterexamples."""

import os

from hypothesis import HealthCheck, settings

# A failure prints a blob that replays it; no deadline, since a busy machine is not a bug.
settings.register_profile(
    "diamant",
    max_examples=100,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("diamant"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "diamant"))
