"""Frequent subgraphs as features for scikit-learn.

>>> import networkx as nx
>>> from motherlode.sklearn import FrequentSubgraphs
>>> FrequentSubgraphs(support=2).fit_transform([nx.path_graph(3), nx.path_graph(4)]).shape
(2, 2)
"""

try:
    import sklearn as _sklearn  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "motherlode.sklearn needs scikit-learn, which is not installed: pip install scikit-learn",
        name=error.name,
    ) from error

from motherlode.sklearn._transformer import FrequentSubgraphs

__all__ = ["FrequentSubgraphs"]
