//! From pairs of ids, in any order, to a [`Csr`](super::Csr).
//!
//! Memory decides the steps, for the pairs of a large file take more than the graph. A pair is 8 bytes. The pairs of
//! one range of vertices after another are scattered, each once, into the lists of their smaller ends (4 bytes), and
//! freed; the lists are sorted and freed of duplicates where they lie; and from these lists both directions are written
//! in ascending order, so that nothing is sorted twice. For `L` pairs and `m` distinct edges the peak is about the
//! larger of `9 L` and `12 m` bytes, where the graph takes `8 m` (and 8 a vertex).

pub(super) mod atomics;
pub(super) mod dense;
mod half;
#[doc(hidden)]
pub mod lists;
mod pairs;
mod ranks;
mod transpose;

use rayon::prelude::*;

use self::half::HalfLists;
pub(super) use self::pairs::{Pairs, pack};
pub(super) use self::ranks::TooManyIds;
use self::ranks::rank;
use super::{Csr, VertexIds};

/// Edges that are packed at a time: what is read of them is freed as soon as it is used.
const PIECE: usize = 1 << 20;

impl Csr {
    /// The graph of `n` vertices with these edges: pairs in any order and direction, of which self-loops and
    /// repetitions are dropped.
    ///
    /// # Panics
    /// If an end is not below `n`.
    pub fn from_edges(n: u32, edges: &[(u32, u32)]) -> Csr {
        Csr::of_pairs(n, edges.len(), |place| edges[place])
    }

    /// The graph of `n` vertices whose edges `pair(place)` tells for each `place` below `edges`, in any order and
    /// direction; self-loops and repetitions are dropped. It is asked for all of them in parallel.
    ///
    /// # Panics
    /// If an end is not below `n`.
    pub fn of_pairs(n: u32, edges: usize, pair: impl Fn(usize) -> (u32, u32) + Sync) -> Csr {
        let packed = |place: usize| {
            let (u, v) = pair(place);
            assert!(u < n && v < n, "edge {u}-{v} in a graph of {n} vertices");
            pack(u, v)
        };
        let piece = |start: usize| (start..edges.min(start + PIECE)).map(packed).collect();
        csr_of_pairs((0..edges).into_par_iter().step_by(PIECE).map(piece).collect(), n).csr
    }
}

/// A graph, and how many pairs repeated an edge, in the same or the other direction.
pub(super) struct Built {
    pub(super) csr: Csr,
    pub(super) duplicates: u64,
}

/// The graph of pairs of vertices below `n`. Self-loops are left out and not counted.
pub(super) fn csr_of_pairs(pairs: Vec<Vec<u64>>, n: u32) -> Built {
    let (half, duplicates) = HalfLists::new(pairs, n);
    Built { csr: half.into_csr(), duplicates }
}

/// The graph of pairs of arbitrary ids: the vertices are the ids that occur, numbered in ascending order.
pub(super) fn csr_of_ids(pairs: Vec<Pairs>) -> Result<(Built, VertexIds), TooManyIds> {
    let (pairs, n, ids) = rank(pairs)?;
    Ok((csr_of_pairs(pairs, n), ids))
}
