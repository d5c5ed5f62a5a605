//! Making the prefixes of an oriented graph.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use super::{WIDER, packed};
use crate::kernels::prepare::positions::for_each;
use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`narrow_neighbors`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct NarrowArgs<'a> {
    /// The neighbours.
    pub neighbors: Slice<'a, u32>,
    /// Written: each in 16 bits, or [`WIDER`]; four in a word, the first one lowest, and [`WIDER`] where there are no
    /// more.
    pub narrow: Scratch<'a, u64>,
}

/// What [`place_prefixes`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct PlaceArgs<'a> {
    /// The graph: of fewer than 2^32 edges.
    pub graph: Oriented<'a>,
    /// For each vertex where its prefixes start, and their number.
    pub starts: Slice<'a, u64>,
    /// For each vertex how many of them have been placed: zero at the start.
    pub placed: Slice<'a, AtomicU32>,
    /// Written: the prefixes at each vertex, in no order, [`packed`].
    pub prefixes: Scratch<'a, u64>,
}

layout!(NarrowArgs<'_>: 32, narrow: 16);
layout!(PlaceArgs<'_>: 80, prefixes: 64);

/// Writes the neighbours in 16 bits.
///
/// Thread mapping: a thread a word, striding by the grid. Bound by device memory: reads 4 bytes an element, and
/// writes 2.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn narrow_neighbors<B: Block>(block: B, args: &NarrowArgs<'_>) {
    let neighbors = args.neighbors.get();
    let words = args.narrow.len() as usize;
    assert!(4 * words >= neighbors.len(), "fewer words than the neighbours fill");
    let narrow =
        |i: usize| u64::from(neighbors.get(i).map_or(WIDER, |&wide| u16::try_from(wide).unwrap_or(WIDER)));
    for_each(block, words, |at| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| narrow(4 * at + i));
        // SAFETY: within the words; one thread writes each.
        unsafe { args.narrow.write(at, a | b << 16 | c << 32 | d << 48) };
    });
}

/// Writes the prefixes of all lists at the vertices where they end.
///
/// Requires that each vertex has as many as it has greater neighbours.
///
/// Thread mapping: a warp a list, striding by the grid, a lane an element. Bound by the atomics, and by writing 8 bytes
/// for each element to a sector of its own.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn place_prefixes<B: Block>(block: B, args: &PlaceArgs<'_>) {
    let mut u = block.grid_warp();
    while u < args.graph.vertices() {
        let (list, start) = (args.graph.list(u), args.graph.start(u) as u32);
        ThreadTeam::warp(block.warp()).share(list.len(), |i| {
            let v = list[i] as usize;
            let place = args.starts[v] + u64::from(args.placed[v].fetch_add(1, Relaxed));
            assert!(
                place < args.starts[v + 1] && place < args.prefixes.len(),
                "more prefixes than were counted"
            );
            // SAFETY: within the array, as just checked. The counter gives each place once.
            unsafe { args.prefixes.write(place as usize, packed(start, i as u32)) };
        });
        u += block.grid_warps();
    }
}
