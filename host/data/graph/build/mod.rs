//! From pairs of ids, in any order, to a [`Csr`](super::Csr).
//!
//! Memory decides the steps, for the pairs of a large file take more than the graph. A pair is 8 bytes. The pairs of one range
//! of vertices after another are scattered, each once, into the lists of their smaller ends (4 bytes), and freed; the lists are
//! sorted and freed of duplicates where they lie; and from these lists both directions are written in ascending order, so that
//! nothing is sorted twice. For `L` pairs and `m` distinct edges the peak is about the larger of `9 L` and `12 m` bytes, where the
//! graph takes `8 m` (and 8 a vertex).

pub(super) mod atomics;
pub(super) mod dense;
mod half;
#[doc(hidden)]
pub mod lists;
mod ranks;
mod transpose;

use self::{half::HalfLists, ranks::rank};
use super::{Csr, VertexIds};

/// Pairs of ids as they are read; none is a self-loop.
#[derive(Default)]
pub(super) struct Pairs {
    /// Pairs whose ids fit in 32 bits, see [`pack`].
    pub(super) narrow: Vec<u64>,
    /// The others: two ids each.
    pub(super) wide: Vec<u64>,
}

impl Pairs {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.narrow.len() + self.wide.len() / 2
    }

    #[inline]
    pub(super) fn push(&mut self, a: u64, b: u64) {
        if (a | b) >> 32 == 0 {
            self.narrow.push(a << 32 | b);
        } else {
            self.wide.extend([a, b]);
        }
    }
}

/// Two ids of 32 bits as one number.
#[inline]
pub(super) fn pack(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[inline]
pub(super) fn unpack(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
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

/// More distinct ids than vertices can be numbered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooManyIds(pub(super) u64);

/// The graph of pairs of arbitrary ids: the vertices are the ids that occur, numbered in ascending order.
pub(super) fn csr_of_ids(pairs: Vec<Pairs>) -> Result<(Built, VertexIds), TooManyIds> {
    let (pairs, n, ids) = rank(pairs)?;
    Ok((csr_of_pairs(pairs, n), ids))
}
