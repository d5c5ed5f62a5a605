//! Legs: extensions with all their embeddings.

use std::ops::Range;

use motherlode_device::kernels::transactions::{Head, NONE, pair};

use crate::columns::Recycled;

/// The legs of the patterns of a window.
pub(super) struct Legs<'p> {
    /// The graph and the signature of each embedding.
    pub(super) heads: Recycled<'p, Head>,
    /// The row of the first of them.
    pub(super) base: u32,
    /// The rows of all legs.
    pub(super) rows: Recycled<'p, u64>,
    /// Where the leg of each extension is, by its number in the window.
    pub(super) ranges: Vec<Range<usize>>,
}

/// A leg that is being written.
#[derive(Debug, Default)]
pub(super) struct Leg {
    pub(super) rows: Vec<u64>,
    /// In how many graphs it occurs so far.
    pub(super) support: u32,
    /// The last of them.
    graph: u32,
}

impl Leg {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.support, self.graph) = (0, NONE);
    }

    /// Takes an embedding.
    #[inline(always)]
    pub(super) fn push(&mut self, row: u32, vertex: u32, graph: u32) {
        self.rows.push(pair(row, vertex));
        self.notice(graph);
    }

    /// Takes notice of the graph of an embedding; those of a graph come together.
    #[inline(always)]
    pub(super) fn notice(&mut self, graph: u32) {
        if self.graph != graph {
            self.support += 1;
            self.graph = graph;
        }
    }
}
