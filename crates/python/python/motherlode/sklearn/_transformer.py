"""The transformer: graphs to the frequent subgraphs that they contain."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from motherlode.errors import UsageError
from motherlode.frequent import part_of
from motherlode.molecules._batch import Batch
from motherlode.sklearn._inputs import batch_of
from motherlode.sklearn._names import text_of
from motherlode.sklearn._occurrences import Code, occurrences

if TYPE_CHECKING:
    from typing_extensions import Self

    from motherlode import FrequentPattern
    from motherlode._job import Progress


class FrequentSubgraphs(TransformerMixin, BaseEstimator):
    """Describe graphs by the frequent subgraphs that they contain.

    `fit` finds all connected labelled subgraphs that at least so many of the graphs contain, and `transform`
    says which of them are in each graph, or how many times. Both are exact.

    `X` is a list of graphs, each of which is a NetworkX graph (undirected), an RDKit molecule, a SMILES, or a
    pair ``(adjacency, labels)`` of a square matrix, dense or sparse, whose entries that are not 0 are the
    labels of edges, and a sequence of the vertices' labels or ``None``; or `X` is a `motherlode.Database`, or
    a list of its graphs.

    Parameters
    ----------
    support : int or float, default=0.1
        The least number of graphs that contain a pattern; a number with a fraction, up to 1.0, is the part of
        the graphs.
    max_edges : int or None, default=6
        The most edges of a pattern; ``None`` is no limit. The number of patterns grows fast with it: of a
        thousand molecules there may be millions.
    min_edges : int, default=1
        The least edges of a pattern.
    closed : bool, default=False
        Only patterns that no larger one with the same support contains. They tell the same of the graphs of
        `fit` as all do, and are far fewer. With `max_edges`, those that are closed and not larger: patterns
        that are larger count as others do.
    maximal : bool, default=False
        Only patterns that no larger frequent one contains, whatever `max_edges` says.
    top : int or None, default=None
        The most frequent patterns, so many.
    binary : bool, default=True
        Whether features are 1 and 0. Else they are numbers: of the subgraphs that are isomorphic to the
        pattern, each counted once.
    sparse_output : bool, default=True
        Whether `transform` returns a sparse matrix. Else it is an array, or what `set_output` asks for, such as
        a data frame of pandas, whose columns are called by their patterns.
    node_label, edge_label : str, default="label"
        The attributes of NetworkX graphs that are the labels. Where a graph has none, all its labels are
        ``0``.
    device : str or None, default=None
        Where `fit` searches, such as ``"cpu"`` or ``"cuda:0"``; ``None`` is what `motherlode.set_device`
        says.
    deadline : float or None, default=None
        After how many seconds `fit` raises `motherlode.DeadlineError`.
    progress : bool, callable or None, default=None
        ``True`` for a bar of tqdm while `fit` searches, where that is installed; or a function that is called
        with how many patterns were found so far, and 0, as nobody knows how many there are.

    Attributes
    ----------
    patterns_ : list of FrequentPattern
        The patterns: those with the most support first, of equals those with fewer edges.
    supports_ : numpy.ndarray of int64
        How many graphs of `fit` contain each.
    n_graphs_ : int
        How many graphs `fit` had. There is no ``n_features_in_``, as graphs have no columns.

    Examples
    --------
    >>> import networkx as nx
    >>> path, triangle = nx.path_graph(4), nx.cycle_graph(3)
    >>> subgraphs = FrequentSubgraphs(support=1.0, binary=False)
    >>> subgraphs.fit_transform([path, triangle]).toarray()
    array([[3, 2],
           [3, 3]])
    >>> subgraphs.transform([nx.star_graph(3)]).toarray()
    array([[3, 3]])
    >>> subgraphs.supports_
    array([2, 2])
    """

    patterns_: list[FrequentPattern]
    supports_: npt.NDArray[np.int64]
    n_graphs_: int

    def __init__(
        self,
        support: int | float = 0.1,
        *,
        max_edges: int | None = 6,
        min_edges: int = 1,
        closed: bool = False,
        maximal: bool = False,
        top: int | None = None,
        binary: bool = True,
        sparse_output: bool = True,
        node_label: str = "label",
        edge_label: str = "label",
        device: str | None = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> None:
        self.support = support
        self.max_edges = max_edges
        self.min_edges = min_edges
        self.closed = closed
        self.maximal = maximal
        self.top = top
        self.binary = binary
        self.sparse_output = sparse_output
        self.node_label = node_label
        self.edge_label = edge_label
        self.device = device
        self.deadline = deadline
        self.progress = progress

    def fit(self, X: Iterable[Any], y: Any = None) -> Self:
        """Find the frequent subgraphs of the graphs `X`.

        Parameters
        ----------
        X
            The graphs.
        y
            Not looked at.

        Raises
        ------
        ValueError
            When a parameter is wrong, or nothing is so frequent.
        TypeError
            When something in `X` is no graph.

        Examples
        --------
        >>> subgraphs = FrequentSubgraphs(support=2).fit(["CCO", "CCN"])
        >>> [str(pattern) for pattern in subgraphs.patterns_]
        ['C C: 0-1-1 (support 2)']
        """
        self._fit(self._batch(X), places=False)
        return self

    def transform(self, X: Iterable[Any]) -> csr_matrix | npt.NDArray[np.int64]:
        """Look the patterns up in the graphs `X`, seen or not.

        Parameters
        ----------
        X
            As for `fit`.

        Returns
        -------
        scipy.sparse.csr_matrix of int64, graphs x patterns; or an array, without `sparse_output`

        Examples
        --------
        >>> subgraphs = FrequentSubgraphs(support=2, binary=False).fit(["CCO", "CCN"])
        >>> subgraphs.transform(["CCCC", "O=O"]).toarray()
        array([[3],
               [0]])
        """
        check_is_fitted(self, "patterns_")
        return self._returned(self._features(self._batch(X)))

    def fit_transform(
        self, X: Iterable[Any], y: Any = None, **fit_params: Any
    ) -> csr_matrix | npt.NDArray[np.int64]:
        """`fit`, then `transform`, of the same graphs, which are read once.

        Parameters
        ----------
        X, y
            As for `fit`.
        **fit_params
            There are none.

        Returns
        -------
        What `transform` returns.

        Examples
        --------
        >>> FrequentSubgraphs(support=1).fit_transform(["CCO", "CCN"]).shape
        (2, 5)
        """
        if fit_params:
            raise TypeError(f"fit takes X and y, and no {', '.join(fit_params)}")
        batch = self._batch(X)
        # The search says where it has found patterns, if it is asked to, but not how often.
        self._fit(batch, places=self.binary)
        if self.binary:
            return self._returned(self._features_of_fit(len(batch)))
        return self._returned(self._features(batch))

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The patterns in the pattern language, one for each column.

        Parameters
        ----------
        input_features
            Not looked at: graphs have no features by name.

        Examples
        --------
        >>> FrequentSubgraphs(support=2).fit(["CCO", "CCN"]).get_feature_names_out().tolist()
        ['(a:C)-[:1]-(b:C)']
        """
        check_is_fitted(self, "patterns_")
        return np.array([text_of(code) for code in self._codes()], dtype=object)

    def _batch(self, X: Iterable[Any]) -> Batch:
        batch = batch_of(X, node_label=self.node_label, edge_label=self.edge_label)
        if not len(batch):
            raise UsageError("X has no graphs: at least 1 is required")
        return batch

    def _fit(self, batch: Batch, *, places: bool) -> None:
        from motherlode import fsm

        support = self._least(len(batch))
        found = fsm(
            batch.to_database(),
            support,
            max_edges=_whole_or_none("max_edges", self.max_edges),
            min_edges=_whole("min_edges", self.min_edges),
            closed=self.closed,
            maximal=self.maximal,
            top=_whole_or_none("top", self.top),
            graphs=places,
            device=self.device,
            deadline=self.deadline,
            progress=self.progress,
        )
        if not found:
            raise UsageError(
                f"no pattern is in {support} of the {len(batch)} graphs: "
                f"lower `support` (now {self.support!r}), or `min_edges`"
            )
        self.patterns_ = list(found)
        self.supports_ = np.array([pattern.support for pattern in found], dtype=np.int64)
        self.n_graphs_ = len(batch)

    def _least(self, graphs: int) -> int:
        """The least number of graphs that `support` asks for."""
        support = self.support
        if isinstance(support, Integral) and not isinstance(support, bool) and support >= 1:
            if support > graphs:
                raise UsageError(
                    f"support is {support} graphs, and X has {graphs}: ask for fewer, "
                    "or for a part, such as 0.1"
                )
            return int(support)
        if isinstance(support, Real) and not isinstance(support, (bool, Integral)) and 0 < support <= 1:
            return part_of(float(support), graphs)
        raise UsageError(
            f"support is {support!r}, and must be a whole number of graphs from 1 on, "
            "or a part of them, above 0.0 and up to 1.0"
        )

    def _codes(self) -> list[Code]:
        return [found.code for found in self.patterns_]

    def _features(self, batch: Batch) -> csr_matrix:
        rows = occurrences(batch, self._codes(), binary=self.binary)
        return csr_matrix((rows[:, 2], (rows[:, 0], rows[:, 1])), shape=(len(batch), len(self.patterns_)))

    def _returned(self, features: csr_matrix) -> csr_matrix | npt.NDArray[np.int64]:
        return features if self.sparse_output else features.toarray()

    def _features_of_fit(self, graphs: int) -> csr_matrix:
        """What the search itself found: it knows the graphs of each pattern."""
        supporters: list[tuple[int, ...]] = [found.graphs or () for found in self.patterns_]
        columns = np.repeat(np.arange(len(supporters)), [len(of_one) for of_one in supporters])
        rows = np.fromiter(
            (graph for of_one in supporters for graph in of_one), dtype=np.int64, count=len(columns)
        )
        return csr_matrix(
            (np.ones(len(rows), dtype=np.int64), (rows, columns)), shape=(graphs, len(supporters))
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # Graphs are no table: what is checked with arrays of numbers does not apply.
        tags.input_tags.two_d_array = False
        tags.input_tags.one_d_array = False
        tags.input_tags.string = True
        tags.no_validation = True
        # Features are whole numbers, whatever the graphs' labels are.
        tags.transformer_tags.preserves_dtype = []
        return tags


def _whole(name: str, value: Any, or_none: str = "") -> int:
    if isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 1:
        return int(value)
    raise UsageError(f"{name} is {value!r}, and must be a whole number from 1 on{or_none}")


def _whole_or_none(name: str, value: Any) -> int | None:
    return None if value is None else _whole(name, value, ", or None")
