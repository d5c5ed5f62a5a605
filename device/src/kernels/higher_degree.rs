//! How many neighbours of each vertex have more neighbours than it has. The worked example of `docs/kernels.md`.
//!
//! # Computes
//! For each vertex `v` the number of its neighbours `w` with `degree(w) > degree(v)`; and, in one sum, how many
//! vertices have no such neighbour: the peaks.
//!
//! # Requires
//! Offsets and neighbours of a graph in compressed sparse rows: `n + 1` ascending offsets that end at the number of
//! neighbours, each of which is a vertex. Whoever launches guarantees it; a place outside an array is a panic.
//!
//! # Thread mapping
//! A warp takes a vertex, striding by the grid, and a lane every `LANES`-th neighbour.
//!
//! # Memory
//! Reads each list once, in sequence, and two offsets for each neighbour, at random: bound by these.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// What [`higher_degree`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct HigherDegreeArgs<'a> {
    /// `n + 1` starts of lists, ascending; the last is the length of `neighbors`.
    pub offsets: Slice<'a, u64>,
    /// The lists, one after another.
    pub neighbors: Slice<'a, u32>,
    /// Written: `n` numbers, one for each vertex.
    pub counts: Scratch<'a, u32>,
    /// One sum, zero at the start: the peaks are added to it.
    pub peaks: Slice<'a, AtomicU64>,
}

layout!(HigherDegreeArgs<'_>: 64, neighbors: 16, counts: 32, peaks: 48);

/// Counts the neighbours of higher degree of each vertex, and the vertices that have none.
#[cuda_std::kernel]
pub unsafe fn higher_degree<B: Block>(block: B, args: &HigherDegreeArgs<'_>) {
    let warp = block.warp();
    let (offsets, neighbors) = (args.offsets.get(), args.neighbors.get());
    let n = offsets.len() - 1;
    assert!(args.counts.len() >= n as u64, "fewer counts than vertices");
    let degree = |v: usize| offsets[v + 1] - offsets[v];

    let mut peaks = 0;
    let mut v = block.grid_warp() as usize;
    while v < n {
        let list = &neighbors[offsets[v] as usize..offsets[v + 1] as usize];
        let (own, mut higher) = (degree(v), 0);
        let mut i = warp.lane() as usize;
        while i < list.len() {
            higher += u32::from(degree(list[i] as usize) > own);
            i += B::Warp::LANES as usize;
        }
        // All lanes are here again, whichever had a neighbour to look at: only now may they add up.
        let higher = warp.sum(higher);
        if warp.lane() == 0 {
            // SAFETY: `v < n`, for which there is room; no other warp has this vertex, and no other lane writes.
            unsafe { args.counts.write(v, higher) };
        }
        peaks += u64::from(higher == 0);
        v += block.grid_warps() as usize;
    }
    if warp.lane() == 0 && peaks > 0 {
        args.peaks[0].fetch_add(peaks, Relaxed);
    }
}
