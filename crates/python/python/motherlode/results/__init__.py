"""What jobs return."""

from motherlode.results._estimate import Estimate
from motherlode.results._local_counts import LocalCounts
from motherlode.results._matches import Matches
from motherlode.results._maximal_cliques import MaximalCliques
from motherlode.results._plan import Plan
from motherlode.results._verification import Verification

__all__ = ["Estimate", "LocalCounts", "Matches", "MaximalCliques", "Plan", "Verification"]
