//! Counts of motifs whose vertices and edges have labels.
//!
//! # Computes
//! Connected sets of a few vertices are gone through, each once. A set's *colours* are the labels of its members, in
//! the order in which they were met, and what joins each two of them: kinds of edges, which the host numbers from 1,
//! and 0 where nothing does. These are a key of two words. How many sets have each key is counted in tables by hashes
//! ([`table`]), so that only what occurs takes room. The host finds out which keys are one class: once for each key,
//! and not for each set.
//!
//! # Requires
//! A whole graph whose vertices are numbered by falling degree, and colours that fit in a key ([`sets::Widths`]).
//!
//! # Thread mapping
//! A warp takes a root; lanes share the sets that differ in their last member.
//!
//! # Sources
//! Wernicke and Rasche 2006, "FANMOD: a tool for fast network motif detection", counts coloured motifs by going through
//! sets, too. Keys of two words, of which the first is claimed before the second, so that nobody waits for anybody, are
//! ours.

pub mod sets;
pub mod table;
