//! The number of cliques of `k` vertices, by going through those of `k - 2`.

use super::build::build;
use super::compact::Compacted;
use super::room::{CliqueArgs, CliqueRoom};
use super::search::CliqueSearch;
use super::source::{GraphLists, ListSource};
use super::tickets::take;
use crate::kernels::count::tally::Tally;
use crate::kernels::queue::draw_block;
use crate::simt::{Block, Warp};

/// Counts each clique of four vertices once, at its greatest vertex. Roots' matrices stand in shared memory.
///
/// A block takes a root and makes the bit matrix of the graph among its list. A warp takes a row: a set of
/// candidates. A lane takes a candidate, and counts the bits of the AND of its row with the set.
/// `totals`: [`TOTALS`](crate::kernels::count::tally::TOTALS) sums. Shared memory:
/// [`CliqueShape::shared_bytes`](super::CliqueShape::shared_bytes). Bound by filling the matrices.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn count_4_cliques<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, _, false, 4>(block, args, GraphLists);
}

/// Counts each clique of five vertices once, at its greatest vertex. Roots' matrices stand in shared memory.
///
/// The vertices of a row are close to a clique themselves: among them, the matrix is made anew, with no gaps, by one
/// warp in registers where they are at most 32, and by the block where they are more. In that matrix the lanes are
/// busy. Bound by the popcounts.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn count_5_cliques<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, _, false, 5>(block, args, GraphLists);
}

/// Counts each clique of `k >= 6` vertices once, at its greatest vertex. Roots' matrices stand in shared memory.
///
/// In the compact matrix, a warp goes through the candidates of its row depth-first, keeping the AND of their rows,
/// until four vertices are left to choose: these are counted together, from the pairs that are not joined.
// May spill: twice as many warps are worth more (benches/results/notes.md). On the H100 7-cliques of rmat16 take 49.7
// ms with 64 registers, and 58.0 with the 126 that nothing spills with; 5-cliques at the vertices of ego-facebook 0.53
// and 0.75 ms.
#[cuda_std::kernel(max_threads = 512, min_blocks = 2, may_spill = 650)]
pub unsafe fn count_cliques<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, _, false, MORE>(block, args, GraphLists);
}

/// Counts each clique of four vertices once, at its greatest vertex, for roots whose matrices are too large for shared
/// memory: they stand in `words`. Shared memory:
/// [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide).
#[cuda_std::kernel(max_threads = 512, min_blocks = 2)]
pub unsafe fn count_4_cliques_wide<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, _, true, 4>(block, args, GraphLists);
}

/// Counts each clique of `k >= 5` vertices once, at its greatest vertex, for roots whose matrices are too large for
/// shared memory: they stand in `words`.
///
/// Shared memory: [`CliqueShape::shared_bytes_wide`](super::CliqueShape::shared_bytes_wide). Numbered by falling
/// degree, a list of a graph with `m` edges has at most the square root of `2 m` vertices, so that a matrix takes `m /
/// 4` bytes.
#[cuda_std::kernel(max_threads = 384, min_blocks = 1)]
pub unsafe fn count_cliques_wide<B: Block>(block: B, args: &CliqueArgs<'_>) {
    count::<B, _, true, MORE>(block, args, GraphLists);
}

/// The size of cliques of more than five vertices, to the compiler.
pub(in crate::kernels) const MORE: u32 = 6;

/// The kernels' body.
#[inline(always)]
pub(in crate::kernels) fn count<'a, B: Block, S: ListSource<'a>, const WIDE: bool, const SIZE: u32>(
    block: B,
    args: &CliqueArgs<'a>,
    source: S,
) {
    // SAFETY: once, and shared memory is used in no other way. The host makes `words` for the whole grid.
    let room = unsafe { CliqueRoom::new::<B, WIDE, SIZE>(block, args) };
    let parts = args.parts;
    let tasks = args.roots.len() as u64 * u64::from(parts);
    let mut sum = 0;
    while let Some(tasks) = draw_block(block, room.slot, &args.queue[0], args.chunk, tasks) {
        // The host makes fewer than 2^32 tasks: half the registers.
        for task in tasks.start as u32..tasks.end as u32 {
            let rows = build(block, args, &room, source, task / parts).len() as u32;
            let part = (task % parts, parts);
            sum += match SIZE {
                4 => among::<B, WIDE, false>(block, args.shape.k, &room, rows, part),
                // One lane finds the set bits by itself, and has no use for a matrix without gaps.
                _ if B::Warp::LANES == 1 => among::<B, WIDE, true>(block, args.shape.k, &room, rows, part),
                5 => Compacted { block, room: &room, rows, k: 5, whole: false, part }.count::<false>(),
                _ if WIDE && args.shape.k == 5 => {
                    Compacted { block, room: &room, rows, k: 5, whole: false, part }.count::<false>()
                }
                _ => Compacted { block, room: &room, rows, k: args.shape.k, whole: false, part }
                    .count::<true>(),
            };
        }
    }
    let mut tally = Tally::new();
    tally.add(sum);
    tally.store(block.warp(), &args.totals);
}

/// This lane's share of the cliques of `k - 1` vertices in the matrix, a row a warp: of its rows, numbered from the
/// last one up, those that are `part.0` modulo `part.1`. `DEEP` is whether `k` is more than 4.
#[inline(always)]
fn among<B: Block, const WIDE: bool, const DEEP: bool>(
    block: B,
    k: u32,
    room: &CliqueRoom<'_>,
    rows: u32,
    (part, parts): (u32, u32),
) -> u64 {
    let search = CliqueSearch { warp: block.warp(), room, matrix: room.matrix, depth: k - 4, short: !WIDE };
    let mut sum = 0;
    let mut turn = take(block, room.ticket, 0);
    // A clique has k - 2 vertices in the row of its second.
    while turn * parts + part + k < rows + 2 {
        sum += search.row::<DEEP>(rows - 1 - turn * parts - part);
        turn = take(block, room.ticket, turn + 1);
    }
    sum
}
