"""A module for each peer, with `convert`, `version`, and a function for each question that the peer can answer.

`convert` makes the peer's graph of the neutral form, with labels where the question needs them. An answer is a number, a
dictionary, or a sequence by vertex or by edge. A question that has no function here, the peer has none for.
"""
