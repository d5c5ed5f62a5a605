"""From sparse matrices of SciPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, integers
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import scipy.sparse


def of_scipy(matrix: scipy.sparse.sparray, directed: bool | None) -> _motherlode.NativeGraph:
    """The graph whose adjacency matrix this is: an element that is not zero is an edge. A symmetric one is an undirected graph,
    any other a directed one, unless ``directed`` says otherwise."""
    import numpy as np

    if not hasattr(matrix, "tocsr"):
        raise TypeError(f"a sparse matrix of SciPy is needed, not {type(matrix).__name__}")
    rows, columns = matrix.shape
    if rows != columns:
        raise UsageError(f"an adjacency matrix is square; this one has {rows} rows and {columns} columns")
    csr: Any = matrix.tocsr()
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    if np.count_nonzero(csr.data) != csr.nnz:
        csr = csr.copy()
        csr.eliminate_zeros()
    if not directed and not csr.diagonal().any():
        try:
            return _motherlode.NativeGraph.of_csr(integers(csr.indptr), integers(csr.indices))
        except GraphError:
            # Not symmetric.
            pass
    elif directed is None:
        directed = (csr != csr.T).nnz > 0
    edges = csr.tocoo()
    source, target = edges.row, edges.col
    if directed is False:
        # An edge is given once, whether one of its elements is there or both.
        low, high = np.minimum(source, target).astype("int64"), np.maximum(source, target)
        source, target = np.divmod(np.unique(low * rows + high), max(rows, 1))
    return EdgeArrays(source, target, Nodes(rows), directed is not False).native()
