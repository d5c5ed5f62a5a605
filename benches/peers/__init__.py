"""Motherlode beside peers that come from a package index: the same question, checked answers, conversion included.

Run ``python -m peers --help`` in ``benches/``.
"""
