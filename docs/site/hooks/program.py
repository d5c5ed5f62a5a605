"""The command that is asked, as MOTHERLODE names it."""

import os
import subprocess


def ask(*arguments: str) -> str | None:
    """What the command prints, or None where it refuses."""
    done = subprocess.run([os.environ["MOTHERLODE"], *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None
