"""Databases of labelled graphs, and the subgraphs that are frequent in them."""

from motherlode.database._database import Database
from motherlode.database._fsm import fsm

__all__ = ["Database", "fsm"]
