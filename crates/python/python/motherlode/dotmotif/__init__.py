"""DotMotif on Motherlode: its language, and an executor that runs existing scripts.

`DotMotif <https://github.com/aplbrain/dotmotif>`_ (Matelsky et al., Scientific Reports 2021) is a language
for motifs in connectomes. :class:`MotherlodeExecutor` takes the place of ``dotmotif.NetworkXExecutor`` and
``GrandIsoExecutor``; :func:`count`, :func:`list` and :func:`parse` take the text. The package ``dotmotif``
must be installed: its parser reads the motif.

Examples
--------
>>> import networkx as nx
>>> import motherlode.dotmotif
>>> G = nx.DiGraph()
>>> G.add_node("x", type="GABA")
>>> G.add_edge("x", "y", weight=5)
>>> G.add_edge("y", "z", weight=2)
>>> motherlode.dotmotif.count(G, "A -> B [weight > 1]")
2
>>> motherlode.dotmotif.list(G, '''
... A -> B
... A.type = "GABA"
... ''')
[{'A': 'x', 'B': 'y'}]
"""

try:
    import dotmotif as _dotmotif  # noqa: F401
except ImportError as error:  # pragma: no cover - the message is what matters
    raise ImportError(
        "motherlode.dotmotif reads motifs with DotMotif's own parser, which is not installed: pip "
        "install dotmotif"
    ) from error

from ._executor import MotherlodeExecutor
from ._functions import count, list
from ._parse import Parsed, parse

__all__ = ["MotherlodeExecutor", "Parsed", "count", "list", "parse"]
