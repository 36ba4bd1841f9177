"""The linter and formatter of the browser's scripts and styles: `python -m tools.biome [--write]`.

What it looks at, and which rules are off and why, stands in biome.jsonc.
"""

import subprocess
import sys

from tools.node import MODULES, NODE, ROOT

BIOME = MODULES / "@biomejs" / "biome" / "bin" / "biome"


def biome(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Biome in the repository's root, and return what came of it."""
    command = [NODE, str(BIOME), *arguments, "--colors=off", "--error-on-warnings"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300)


def main() -> int:
    """Check everything, or mend what can be mended; 1 if something is left."""
    if not BIOME.exists():
        # As with the other npm packages, a registry that is away should not hold up all else.
        print("Biome is missing; python -m tools.node fetches it.")
        return 0
    done = biome("check", *sys.argv[1:])
    print(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
