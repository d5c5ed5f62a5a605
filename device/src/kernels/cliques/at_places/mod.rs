//! The cliques of four and of five vertices at each vertex, and those of five at each edge, from the same matrices as
//! their number.

mod edges;
mod vertices;
mod whole_rows;

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::build::build;
use super::room::{CliqueArgs, CliqueRoom};
use super::source::GraphLists;
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::Oriented;
use crate::memory::Slice;
use crate::places::{Edges, Places, Vertices};
use crate::simt::Block;

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct SmallCliquesArgs<'a> {
    /// The graph, the launch's roots, and the sizes of a block. `totals` is not used.
    pub cliques: CliqueArgs<'a>,
    /// Added to: for each place three times the cliques that it is in.
    pub counts: Slice<'a, AtomicU64>,
}

layout!(SmallCliquesArgs<'_>: 176, counts: 160);

/// Counts the cliques of four vertices at each place. Roots' matrices stand in shared memory.
///
/// Requires that three times the cliques at each place are below 2^64.
///
/// A block takes a root and makes the bit matrix of the graph among its list, both ways round. A warp takes a row, a
/// lane its bits. Shared memory: [`CliqueShape::shared_bytes`](super::CliqueShape::shared_bytes). Bound by filling the
/// matrices.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2, at(Vertices))]
pub unsafe fn count_4_cliques_at<B: Block, A: Places>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, A, false, 4>(block, args);
}

/// Counts the cliques of four vertices at each place, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 1, at(Vertices))]
pub unsafe fn count_4_cliques_wide_at<B: Block, A: Places>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, A, true, 4>(block, args);
}

/// Counts the cliques of five vertices at each place. Roots' matrices stand in shared memory.
///
/// Requires that three times the cliques at each place are below 2^64.
///
/// Among the vertices of each row the matrix is made anew, with no gaps: by one warp in registers where they are at
/// most 32, and by the block where they are more. At vertices these are those before the row's own, at edges all.
/// Shared memory: [`CliqueShape::shared_bytes`](super::CliqueShape::shared_bytes). Bound by the popcounts.
// May spill: twice as many warps are worth more (benches/results/notes.md). On the H100 7-cliques of rmat16 take 49.7
// ms with 64 registers, and 58.0 with the 126 that nothing spills with; 5-cliques at the vertices of ego-facebook 0.53
// and 0.75 ms.
#[cuda_std::kernel(
    max_threads = 512,
    min_blocks = 2,
    at(Vertices(may_spill = 160), Edges(apart, may_spill = 280))
)]
pub unsafe fn count_5_cliques_at<B: Block, A: Places>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, A, false, 5>(block, args);
}

/// Counts the cliques of five vertices at each place, for roots whose matrices are too large for shared memory: they
/// stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 384, min_blocks = 1, at(Vertices, Edges(apart)))]
pub unsafe fn count_5_cliques_wide_at<B: Block, A: Places>(block: B, args: &SmallCliquesArgs<'_>) {
    count::<B, A, true, 5>(block, args);
}

/// The kernels' body.
#[inline(always)]
fn count<B: Block, A: Places, const WIDE: bool, const SIZE: u32>(block: B, args: &SmallCliquesArgs<'_>) {
    let CliqueArgs { graph, roots, queue, parts, chunk, .. } = args.cliques;
    // SAFETY: once, and shared memory is used in no other way. The host makes `words` for the whole grid.
    let room = unsafe { CliqueRoom::new::<B, WIDE, SIZE>(block, &args.cliques) };
    let tasks = roots.len() as u64 * u64::from(parts);
    while let Some(tasks) = draw_block(block, room.slot, &queue[0], chunk, tasks) {
        // The host makes fewer than 2^32 tasks: half the registers.
        for task in tasks.start as u32..tasks.end as u32 {
            let position = task / parts;
            let list = build(block, &args.cliques, &room, GraphLists, position);
            let root = roots[position as usize];
            let of_root = HalfMatrixRoot { block, graph, room: &room, root, list, counts: args.counts };
            let part = (task % parts, parts);
            match A::PAIRS {
                false => of_root.add_at_vertices::<SIZE>(part),
                true => of_root.add_at_edges(part),
            }
        }
    }
}

/// A root whose matrix is filled below the diagonal.
struct HalfMatrixRoot<'r, 'a, B> {
    block: B,
    graph: Oriented<'a>,
    room: &'r CliqueRoom<'a>,
    root: u32,
    /// Its list.
    list: &'r [u32],
    counts: Slice<'a, AtomicU64>,
}
