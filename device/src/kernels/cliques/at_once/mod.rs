//! The number of cliques of four to seven vertices of a small graph, by one launch.

mod matrix;
mod remaining;
mod room;
mod root;
mod root_team;
mod vertex_set;

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use self::remaining::{Before, Last, Remaining};
use self::room::RootRoom;
use self::root_team::RootTeam;
use super::matrix::WORD;
use crate::kernels::landing::LandingSum;
use crate::kernels::queue::{draw, draw_block};
use crate::kernels::triangles::shared::{Arena, bytes_of};
use crate::kernels::triangles::{HubRows, MarksShape, Oriented};
use crate::memory::Slice;
use crate::simt::{Block, WIDE_LANES};

/// What these kernels take.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct CliquesAtOnceArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// Rows of its hubs.
    pub hubs: HubRows<'a>,
    /// The vertices with smaller neighbours enough for a clique, those with the longest lists first.
    pub roots: Slice<'a, u32>,
    /// Two counters, from 0 up: the next root of a block, and of a warp.
    pub queues: Slice<'a, AtomicU64>,
    /// Where the number goes.
    pub total: LandingSum<'a>,
    /// The longest list: at most [`LONGEST`].
    pub longest: u32,
    /// How many of the roots have more than [`ALONE`] vertices in their lists.
    pub long: u32,
    /// How many of the other roots a warp draws at a time.
    pub chunk: u32,
}

layout!(CliquesAtOnceArgs<'_>: 136, longest: 120, chunk: 128);

/// The longest list: a pair of its places is told in 16 bits, and a set of them has two words.
pub const LONGEST: u32 = 2 * WORD;
/// The longest list that a warp takes alone: a lane for each vertex.
pub const ALONE: u32 = WIDE_LANES;

/// Bits of the filters that a root's list is marked in: few vertices that are not in the list pass.
const FILTER_OF_WARP: MarksShape = MarksShape { exact: 0, filter: 1 << 10 };
const FILTER_OF_BLOCK: MarksShape = MarksShape { exact: 0, filter: 1 << 11 };

/// Bytes of shared memory that these kernels need for lists of up to `longest` vertices and blocks of `warps` warps.
pub const fn shared_bytes(longest: u32, warps: u32) -> usize {
    bytes_of::<u64>(1)
        + bytes_of::<u64>(warps as usize)
        + RootRoom::shared_bytes(longest, FILTER_OF_BLOCK, 1)
        + RootRoom::shared_bytes(ALONE, FILTER_OF_WARP, warps)
}

/// Counts each clique of four vertices once, at its greatest vertex.
///
/// What a small graph takes is time to wait for something. Blocks draw the roots of long lists, and when there are no
/// more, their warps draw the others, one each. Who has a root makes the bit matrix of the graph among its list: rows of
/// several hubs are asked for at once, and the lists of other vertices are gathered as
/// [`count_few_triangles`](crate::kernels::triangles::few::count_few_triangles) does. A lane takes a pair of neighbours
/// of the list, and what both have before them in common, and goes through the rest of the cliques by itself. Shared
/// memory: [`shared_bytes`]. Bound by the latency of memory.
// These may spill: as many warps as fit are worth more (benches/results/notes.md).
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 148)]
pub unsafe fn count_4_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Last>(block, args);
}

/// Counts each clique of five vertices once, as [`count_4_cliques_at_once`] does.
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 148)]
pub unsafe fn count_5_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Last>>(block, args);
}

/// Counts each clique of six vertices once, as [`count_4_cliques_at_once`] does. Bound by lanes that wait for others of
/// their warp.
#[cuda_std::kernel(max_threads = 256, min_blocks = 6, may_spill = 300)]
pub unsafe fn count_6_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Before<Last>>>(block, args);
}

/// Counts each clique of seven vertices once, as [`count_6_cliques_at_once`] does those of six.
#[cuda_std::kernel(max_threads = 256, min_blocks = 5, may_spill = 430)]
pub unsafe fn count_7_cliques_at_once<B: Block>(block: B, args: &CliquesAtOnceArgs<'_>) {
    count::<B, Before<Before<Before<Last>>>>(block, args);
}

/// The kernels' body.
#[inline(always)]
fn count<B: Block, C: Remaining>(block: B, args: &CliquesAtOnceArgs<'_>) {
    // SAFETY: the only use of shared memory in the kernel.
    let mut arena = unsafe { Arena::new(block) };
    let slot = arena.take::<u64>(1);
    let sums = arena.sums(block.warps() as usize);
    let (together, alone) = (RootTeam::<B, true> { block }, RootTeam::<B, false> { block });
    let mut sum = 0;
    let room = RootRoom::in_arena(&mut arena, together, args.longest, FILTER_OF_BLOCK);
    while let Some(roots) = draw_block(block, slot, &args.queues[0], 1, args.long.into()) {
        sum += together.cliques_at::<C, u64, 8, 2>(args, &room, roots.start as u32);
    }
    let room = RootRoom::in_arena(&mut arena, alone, ALONE, FILTER_OF_WARP);
    let others = args.roots.len() as u64 - u64::from(args.long);
    while let Some(roots) = draw(block.warp(), &args.queues[1], args.chunk, others) {
        for root in roots.start as u32..roots.end as u32 {
            sum += alone.cliques_at::<C, u32, 8, 1>(args, &room, args.long + root);
        }
    }
    args.total.add(block, sums, sum);
}
