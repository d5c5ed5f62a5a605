"""scikit-learn's own checks of estimators."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("sklearn")
nx = pytest.importorskip("networkx")

from sklearn.exceptions import SkipTestWarning  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks  # noqa: E402
from sklearn.utils.validation import validate_data  # noqa: E402

from motherlode.sklearn import FrequentSubgraphs  # noqa: E402


class OfRows(FrequentSubgraphs):
    """Takes a table, as most checks give one: a row is a path whose vertices say which columns are above 0.

    All else is what FrequentSubgraphs does, so that the checks see its parameters, its state and its output.
    """

    def fit(self, X: Any, y: Any = None) -> OfRows:
        return super().fit(self._graphs(X, reset=True))

    def transform(self, X: Any) -> Any:
        if not hasattr(self, "patterns_"):
            return super().transform([])
        return super().transform(self._graphs(X, reset=False))

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        return super().fit_transform(self._graphs(X, reset=True))

    def _graphs(self, X: Any, *, reset: bool) -> list[Any]:
        return [self._path(row) for row in validate_data(self, X, reset=reset)]

    @staticmethod
    def _path(row: Any) -> Any:
        path = nx.path_graph(len(row) + 1)
        nx.set_node_attributes(path, dict(enumerate(["start", *(row > 0).tolist()])), "label")
        return path

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        tags.input_tags.string = False
        tags.no_validation = False
        return tags


# None of the checks is expected to fail.
@parametrize_with_checks([OfRows(max_edges=2), OfRows(support=0.3, max_edges=3, top=20, binary=False)])
def test_checks_of_tables(estimator: Any, check: Any) -> None:
    check(estimator)


def test_checks_of_graphs() -> None:
    """Of the estimator itself scikit-learn checks that it can be cloned, and says that it has no tables to
    check it with."""
    with pytest.warns(SkipTestWarning, match="requires input"):
        check_estimator(FrequentSubgraphs())


def test_tags_say_what_it_takes() -> None:
    tags = FrequentSubgraphs().__sklearn_tags__()
    assert not tags.input_tags.two_d_array and not tags.target_tags.required
    assert tags.transformer_tags is not None and tags.requires_fit
