//! Supports as Kessl et al. count them (2014, section 6): flags in memory, a word for each extension and graph, which
//! the primitives reduce. For comparison with [`support`](super::support), which needs no such array.

use core::mem::offset_of;
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;

use cust_core::DeviceCopy;

use crate::kernels::transactions::{ExtensionTally, Head, unpair};
use crate::memory::{Scratch, Slice};
use crate::simt::Block;

/// What [`mark_graphs`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct MarkGraphsArgs<'a> {
    /// The heads of all embeddings of the batch.
    pub heads: Slice<'a, Head>,
    /// Written: for each of them, 1 if its graph is not that of the one before (the paper's array `B`), else 0.
    pub marks: Scratch<'a, u32>,
}

/// What [`set_flags`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SetFlagsArgs<'a> {
    /// The heads of all embeddings of the batch, and one more to end the last.
    pub heads: Slice<'a, Head>,
    /// Their extensions, by number.
    pub extensions: Slice<'a, u64>,
    /// The sums of the marks up to each embedding and with it.
    pub ranks: Slice<'a, u32>,
    /// Zero at the start: for each of the extensions that are counted, a flag for each graph (the paper's array `F`).
    pub flags: Slice<'a, AtomicU32>,
    /// One for each of the extensions that are counted, zero at the start: only the embeddings are counted here.
    pub tallies: Slice<'a, ExtensionTally>,
    /// The first embedding of the pattern.
    pub start: u32,
    /// The end of its embeddings.
    pub end: u32,
    /// The number of the first extension that is counted.
    pub low: u32,
    /// Flags for each extension: as many as the pattern's embeddings have graphs, or more.
    pub graphs: u32,
}

layout!(MarkGraphsArgs<'_>: 32);

const _: () =
    assert!(offset_of!(SetFlagsArgs<'_>, start) == 80 && offset_of!(SetFlagsArgs<'_>, graphs) == 92);

/// Marks the embeddings at which a graph starts. A thread takes an embedding.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn mark_graphs<B: Block>(block: B, args: &MarkGraphsArgs<'_>) {
    let heads = args.heads.get();
    for_each(block, 0, args.marks.len() as usize, |row| {
        let new = row == 0 || heads[row].graph != heads[row - 1].graph;
        // SAFETY: each embedding has its own mark.
        unsafe { args.marks.write(row, new.into()) };
    });
}

/// Sets the flags of some extensions of a pattern. A thread takes an embedding; that several set one flag does no harm.
#[cuda_std::kernel(max_threads = 256)]
pub unsafe fn set_flags<B: Block>(block: B, args: &SetFlagsArgs<'_>) {
    let (heads, ranks, tallies) = (args.heads.get(), args.ranks.get(), args.tallies.get());
    let first = ranks[args.start as usize];
    for_each(block, args.start as usize, args.end as usize, |row| {
        let graph = (ranks[row] - first) as usize;
        let (start, end) = (heads[row].start as usize, heads[row + 1].start as usize);
        for extension in &args.extensions.get()[start..end] {
            let at = unpair(*extension).0.wrapping_sub(args.low) as usize;
            if at < tallies.len() {
                tallies[at].embeddings.fetch_add(1, Relaxed);
                args.flags[at * args.graphs as usize + graph].store(1, Relaxed);
            }
        }
    });
}

/// Calls `visit` for each index of a range, by one thread of the grid.
#[inline(always)]
fn for_each<B: Block>(block: B, start: usize, end: usize, mut visit: impl FnMut(usize)) {
    let threads = block.threads() as usize;
    let mut at = start + block.index() as usize * threads + block.thread() as usize;
    while at < end {
        visit(at);
        at += block.count() as usize * threads;
    }
}
