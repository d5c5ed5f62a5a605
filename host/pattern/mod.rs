//! Patterns: their syntax, names, automorphisms.
