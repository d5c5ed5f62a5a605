"""How a job is to run: what the call says, or else the configuration of NetworkX."""

from __future__ import annotations

from typing import Any

import networkx as nx


def options(device: str | None) -> dict[str, Any]:
    """Return the keyword arguments for a job of Motherlode's.

    Parameters
    ----------
    device
        As the call has it; None is what ``nx.config.backends.motherlode.device`` says.
    """
    if device is None:
        device = getattr(getattr(nx.config.backends, "motherlode", None), "device", None)
    return {} if device is None else {"device": device}
