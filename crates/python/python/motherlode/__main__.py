"""``motherlode`` and ``python -m motherlode``: the command, as it is without Python."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run the command with the words of this process, and return its exit code."""
    from motherlode._motherlode import command

    # The command listens for Ctrl-C itself, and ends quietly when the reader of a pipe goes away.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["motherlode", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
