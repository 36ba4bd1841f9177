"""Lint and format the browser's scripts and styles: `python -m tools.biome [--write]`.

biome.jsonc lists the files, and the disabled rules with their reasons.
"""

import subprocess
import sys

from tools.node import MODULES, NODE, ROOT

BIOME = MODULES / "@biomejs" / "biome" / "bin" / "biome"


def biome(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Biome in the repository's root, and return its result."""
    command = [NODE, str(BIOME), *arguments, "--colors=off", "--error-on-warnings"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300)


def main() -> int:
    """Check everything, or fix what can be fixed; return 1 if problems remain."""
    if not BIOME.exists():
        # As for the other npm packages, an unreachable registry must not block the other checks.
        print("Biome is missing; python -m tools.node fetches it.")
        return 0
    done = biome("check", *sys.argv[1:])
    print(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
