"""Test `diamant completion` in shells."""

import shutil
import subprocess

import pytest

from diamant.cli import COMMANDS

ASK = """
source {file}
COMP_WORDS=(diamant {words}); COMP_CWORD={number}; _shtab_diamant; echo "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_every_command_can_be_completed(diamant, shell):
    out = diamant.out("completion", shell)
    assert all(command in out for command in COMMANDS)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(diamant, tmp_path):
    file = tmp_path / "completion.bash"
    file.write_text(diamant("completion", "bash").out)

    def completed(*words):
        script = ASK.format(file=file, words=" ".join(words), number=len(words))
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.split()

    assert completed("re") == ["replay", "review"]
    assert completed("odds", "--a") == ["--at"]
    assert completed("simulate", "--edition", "sch") == ["schmidt-2005", "schmidt-2005-nl"]
    assert completed("replay", "--language", "sr") == ["sr", "sr-Latn"]


def test_unknown_shell_is_refused(refusal):
    assert "invalid choice: 'fish'" in refusal("completion", "fish")
