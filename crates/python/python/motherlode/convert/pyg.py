"""From ``Data`` of PyTorch Geometric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges, label_vertices
from motherlode.errors import UsageError

if TYPE_CHECKING:
    import numpy as np


def of_pyg(data: Any, directed: bool, label: str | None, edge_label: str | None) -> EdgeArrays:
    """The arrays of ``data.edge_index``. ``label`` and ``edge_label`` are names of tensors of one number for each node or edge, or of
    one-hot rows."""
    index = getattr(data, "edge_index", None)
    if index is None:
        raise UsageError("the data has no edge_index")
    source, target = _numpy(index)
    nodes = Nodes(int(data.num_nodes))
    arrays = EdgeArrays(source, target, nodes, directed)
    if label is not None:
        arrays.vertex_labels = label_vertices(_labels(data, label), nodes)
    if edge_label is not None:
        arrays.edge_labels = label_edges(_labels(data, edge_label), arrays)
    return arrays


def _numpy(tensor: Any) -> np.ndarray:
    import numpy as np

    return np.asarray(tensor.detach().cpu() if hasattr(tensor, "detach") else tensor)


def _labels(data: Any, name: str) -> np.ndarray:
    tensor = getattr(data, name, None)
    if tensor is None:
        raise UsageError(f"the data has no tensor {name!r}")
    labels = _numpy(tensor)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim == 2:
        one_hot = ((labels == 0) | (labels == 1)).all() and (labels.sum(axis=1) == 1).all()
        if not one_hot:
            raise UsageError(
                f"{name!r} has {labels.shape[1]} columns: labels are one number each, or one-hot rows"
            )
        labels = labels.argmax(axis=1)
    if labels.dtype.kind == "f":
        if not (labels == labels.round()).all():
            raise UsageError(f"{name!r} has fractions: labels are whole numbers")
        labels = labels.astype("int64")
    return labels
