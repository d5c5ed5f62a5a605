"""From what other libraries have of a graph to :class:`~motherlode.convert.arrays.EdgeArrays`: a module for each."""
