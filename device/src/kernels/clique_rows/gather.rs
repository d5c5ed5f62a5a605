//! Bringing the lists of roots to the device.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use cust_core::DeviceCopy;

use crate::kernels::triangles::Oriented;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::memory::Slice;
use crate::simt::{Block, Warp};

/// What [`gather_roots`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct GatherRootsArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The roots.
    pub roots: Slice<'a, u32>,
    /// Where in `words` each begins, of [`StoredRoots`](super::StoredRoots).
    pub starts: Slice<'a, u32>,
    /// Written: the lists and their lengths.
    pub words: Slice<'a, AtomicU32>,
}

layout!(GatherRootsArgs<'_>: 80, starts: 48, words: 64);

/// Copies the list of each root to where it is stored.
///
/// Thread mapping: a warp a root, a lane a neighbour. Bound by the bus, where the graph lies beyond it.
#[cuda_std::kernel]
pub unsafe fn gather_roots<B: Block>(block: B, args: &GatherRootsArgs<'_>) {
    let warp = block.warp();
    let (roots, words) = (args.roots.get(), args.words.get());
    let mut position = block.grid_warp() as usize;
    while position < roots.len() {
        let list = args.graph.list(roots[position]);
        let stored = &words[args.starts[position] as usize..][..=list.len()];
        if warp.lane() == 0 {
            stored[0].store(list.len() as u32, Relaxed);
        }
        ThreadTeam::warp(warp).share(list.len(), |i| stored[1 + i].store(list[i], Relaxed));
        position += block.grid_warps() as usize;
    }
}
