//! Edges that are as a pattern asks, as numbers.

use cust_core::DeviceCopy;

use super::numbers::{WORDS, write};
use super::products::strided;
use crate::kernels::views::{EdgeTest, QueryGraph};
use crate::memory::Scratch;
use crate::simt::Block;

/// What [`indicate_edges`] takes, for lists of `m` neighbours in all.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct IndicateArgs<'a> {
    /// The labels and directions of a graph's edges; nothing else of it is read.
    pub graph: QueryGraph<'a>,
    /// Written: `m` numbers.
    pub numbers: Scratch<'a, u64>,
    /// What the edges must be.
    pub test: EdgeTest,
}

layout!(IndicateArgs<'_>: 128, test: 112);

/// At each edge, in both directions, 1 if it is as it must be, seen from its first end, and 0 if not.
///
/// Thread mapping: a lane a number, striding over the grid. It takes no shared memory. Bound by the memory.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn indicate_edges<B: Block>(block: B, args: &IndicateArgs<'_>) {
    strided(block, args.numbers.len() / WORDS as u64, |place| {
        let obeys = args.graph.obeys(args.test, place as usize);
        // SAFETY: below the number of the table's numbers; no other lane has this one.
        unsafe { write(args.numbers, place, obeys.into()) };
    });
}
