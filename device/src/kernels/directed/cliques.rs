//! 4-cliques by their ties.

use core::sync::atomic::AtomicU64;

use cust_core::DeviceCopy;

use super::block_sums::{self, BlockSums};
use super::lane_counters::{LaneCounters, SUM_LIMBS};
use super::member_places::MemberPlaces;
use super::rows::{TieRows, tie_at};
use super::tie_matrix::TieMatrix;
use super::ties::{TIES, WEDGES};
use super::wedges::{TRIANGLES, add_closed, add_words};
use crate::kernels::queue::draw_block;
use crate::kernels::triangles::hubs::WORD;
use crate::kernels::triangles::marks::Marks;
use crate::kernels::triangles::shared::{Arena, ThreadTeam, bytes_of};
use crate::kernels::triangles::{MarksShape, Oriented};
use crate::memory::{Scratch, Slice};
use crate::simt::{Block, Warp};

/// How many kinds of 4-cliques `u v w x` there are, with `u` the greatest: by the ties `uv`, `uw`, `ux`, `vw`, `vx` and
/// `wx`, the last first to change. The tie from `u` to `v` is no less than that to `w`, nor this than that to `x`; of
/// vertices with the same, `v` is greater than `w`, and `w` than `x`.
pub const CLIQUES: usize = TIES.pow(6);

/// What [`count_directed_4_cliques`] takes.
#[repr(C)]
#[derive(Clone, Copy, DeviceCopy)]
pub struct Directed4CliquesArgs<'a> {
    /// The graph.
    pub graph: Oriented<'a>,
    /// The tie of each edge, from its greater end, in the order of the graph's neighbours.
    pub ties: Slice<'a, u8>,
    /// Rows of its hubs' ties; there may be none.
    pub hubs: TieRows<'a>,
    /// The vertices with at least three smaller neighbours, or more.
    pub roots: Slice<'a, u32>,
    /// One counter: the next root.
    pub queue: Slice<'a, AtomicU64>,
    /// [`CLIQUES`] times [`TOTALS`](crate::kernels::count::tally::TOTALS) sums, zero at the start.
    pub totals: Slice<'a, AtomicU64>,
    /// For each block the [`room`] of the longest list, or none, if there is as much of shared memory: anything.
    pub rooms: Scratch<'a, u64>,
    /// The number behind the last root.
    pub end: u64,
    /// The shape of a block's marks.
    pub marks: MarksShape,
    /// The words of a block's room in shared memory, for roots that it is enough for.
    pub near: u32,
    /// The length of the longest list of a root.
    pub longest: u32,
}

layout!(Directed4CliquesArgs<'_>: 160, hubs: 48, rooms: 120, end: 136, near: 152);

/// Words of what a block has of a root with a list of so many vertices: its members, and the ties among them.
pub const fn room(length: u32) -> usize {
    MemberPlaces::words(length) + TieMatrix::words(MemberPlaces::most_places(length))
}

/// Bytes of shared memory that [`count_directed_4_cliques`] needs.
pub const fn shared_bytes(marks: MarksShape, near: u32) -> usize {
    bytes_of::<u64>(1)
        + bytes_of::<u32>(marks.words() as usize)
        + block_sums::shared_bytes(CLIQUES, SUM_LIMBS)
        + bytes_of::<u64>(near as usize)
}

/// Counts the 4-cliques of each kind, at their greatest vertex.
///
/// A block takes a root, gives the vertices of its list places by the ties to them, and makes a matrix of the ties
/// among these, row by row: those of hubs are picked from their rows, the lists of others streamed past the root's
/// marks. Then a warp takes a row `v`, and a lane a neighbour `w` in it at an earlier place: the bits that both rows
/// have before `w` are cliques. The places of a word have the same tie to the root, so that nine popcounts tell all
/// kinds. What lanes find stays in registers as long as the ties to the root are the same. A lone lane counts clique by
/// clique. Shared memory: [`shared_bytes`]. Bound by the popcounts.
#[cuda_std::kernel(max_threads = 256, min_blocks = 2, may_spill = 24)]
pub unsafe fn count_directed_4_cliques<B: Block>(block: B, args: &Directed4CliquesArgs<'_>) {
    // SAFETY: once, and shared memory is used in no other way.
    let mut arena = unsafe { Arena::new(block) };
    let team = ThreadTeam::block(block);
    let slot = arena.take::<u64>(1);
    let marks = Marks::new(arena.atomics(args.marks.words() as usize), args.marks, team);
    let sums = BlockSums::new(block, &mut arena, CLIQUES);
    let near = arena.take::<u64>(args.near as usize);
    while let Some(roots) = draw_block(block, slot, &args.queue[0], 1, args.end) {
        for root in roots {
            let root = args.roots[root as usize];
            let root = TiedCliquesRoot::new(block, args, near, root);
            root.fill(block, args, &marks);
            if B::Warp::LANES == 1 {
                root.count_each::<B::Warp>(sums);
            } else {
                root.count(block, sums);
            }
            block.sync();
        }
    }
    block.sync();
    sums.store(block, args.totals);
}

/// A root that a block works on.
struct TiedCliquesRoot<'a> {
    root: u32,
    members: MemberPlaces<'a>,
    matrix: TieMatrix<'a>,
}

impl<'a> TiedCliquesRoot<'a> {
    /// A root, with the places of its members. Nothing is in the matrix. A collective of the block.
    #[inline(always)]
    fn new<B: Block>(block: B, args: &Directed4CliquesArgs<'a>, near: Scratch<'a, u64>, root: u32) -> Self {
        let (list, start) = (args.graph.list(root), args.graph.start(root) as usize);
        let length = list.len() as u32;
        let words = room(length) as u64;
        let of_block = if words <= near.len() {
            near
        } else {
            let words = room(args.longest) as u64;
            args.rooms.part(u64::from(block.index()) * words, words)
        };
        let members = MemberPlaces::new(block.warp(), &args.ties[start..start + list.len()], of_block);
        let matrix = TieMatrix::new(of_block, MemberPlaces::words(length));
        if block.warp_index() == 0 {
            members.put(block.warp(), list, &args.ties[start..start + list.len()]);
        }
        block.sync();
        TiedCliquesRoot { root, members, matrix }
    }

    /// Fills the matrix. A collective of the block.
    #[inline(always)]
    fn fill<B: Block>(&self, block: B, args: &Directed4CliquesArgs<'a>, marks: &Marks<'_>) {
        let (warp, team, list) = (block.warp(), ThreadTeam::block(block), args.graph.list(self.root));
        let hubs = args.hubs.of_list(list);
        let mut place = block.warp_index();
        while place < self.members.end() {
            if let Some(v) = self.members.at(place) {
                let tie = |other: u32| self.members.at(other).map_or(0, |w| args.hubs.tie(v, w));
                self.matrix.put_row(warp, place, hubs > 0, tie);
            }
            place += block.warps();
        }
        if hubs < list.len() {
            marks.set::<B::Warp>(team, list);
            block.sync();
            let mut i = hubs.max(1) + block.warp_index() as usize;
            while i < list.len() {
                self.matrix.add_list(warp, args, marks, &self.members, list, i);
                i += block.warps() as usize;
            }
            block.sync();
            marks.clear(team, list);
        }
        block.sync();
    }

    /// Counts the cliques. A collective of the block.
    #[inline(always)]
    fn count<B: Block>(&self, block: B, sums: BlockSums<'_, SUM_LIMBS>) {
        for of_v in 0..TIES {
            for of_w in 0..=of_v {
                for of_x in 0..=of_w {
                    self.count_with(block, [of_v, of_w, of_x], sums);
                }
            }
        }
    }

    /// Counts the cliques whose members have these ties from the root, the last member first. A collective of the warp.
    #[inline(always)]
    fn count_with<B: Block>(&self, block: B, ties: [usize; 3], sums: BlockSums<'_, SUM_LIMBS>) {
        let (warp, first) = (block.warp(), ties.into_iter().fold(0, |kind, tie| kind * TIES + tie));
        let mut found = LaneCounters::<TRIANGLES>::new(sums.from(first * TRIANGLES));
        let [rows, columns, thirds] = ties.map(|tie| self.members.places(tie));
        let mut place = rows.start + block.warp_index();
        while place < rows.end {
            let row = self.matrix.row(place);
            for column in columns.start / WORD..columns.end.div_ceil(WORD).min(row.len() as u32) {
                // A lone lane counts in another way.
                let Some(tie) = tie_at(row[column as usize], warp.lane()) else { continue };
                let other = self.matrix.row(column * WORD + warp.lane());
                let mut wedges = [0; WEDGES];
                for word in thirds.start / WORD..thirds.end.div_ceil(WORD).min(other.len() as u32) {
                    add_words(&mut wedges, row[word as usize], other[word as usize]);
                }
                add_closed(found.with_room::<B::Warp>(row.len() * WORD as usize), tie, &wedges);
            }
            place += block.warps();
        }
        found.flush_all(warp);
    }

    /// Counts the cliques one by one, by a lone lane.
    #[inline(always)]
    fn count_each<W: Warp>(&self, sums: BlockSums<'_, SUM_LIMBS>) {
        for (of_v, of_w) in (0..TIES).flat_map(|v| (0..=v).map(move |w| (v, w))) {
            let columns = self.members.places(of_w);
            for place in self.members.places(of_v) {
                let row = self.matrix.row(place);
                let end = columns.end.div_ceil(WORD).min(row.len() as u32);
                for column in columns.start / WORD..end {
                    for_each_tie(row[column as usize], |bit, vw| {
                        let other = self.matrix.row(column * WORD + bit);
                        for (word, (&of_row, &of_other)) in row.iter().zip(other).enumerate() {
                            let both = of_row | of_row >> WORD;
                            let both = both & (of_other | of_other >> WORD) & u64::from(u32::MAX);
                            if both == 0 {
                                continue;
                            }
                            let ux = self.members.tie(word as u32 * WORD);
                            let three = ((of_v * TIES + of_w) * TIES + ux) * TIES + usize::from(vw);
                            for_each_tie(of_row & (both | both << WORD), |bit, vx| {
                                let wx = tie_at(of_other, bit).map_or(0, usize::from);
                                sums.add::<W>((three * TIES + usize::from(vx)) * TIES + wx, 1);
                            });
                        }
                    });
                }
            }
        }
    }
}

/// Calls `visit` with the bits of a word that have a tie, and with the tie.
#[inline(always)]
fn for_each_tie(word: u64, mut visit: impl FnMut(u32, u8)) {
    let mut left = word as u32 | (word >> WORD) as u32;
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        if let Some(tie) = tie_at(word, bit) {
            visit(bit, tie);
        }
    }
}
