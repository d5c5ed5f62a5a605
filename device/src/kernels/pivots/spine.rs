//! The pivots from the root of a tree down, and what branches off.
//!
//! The vertices of the list are put in an order: those that are held where the first pivot is taken, the first pivot,
//! those that are held where the second is taken, and so on; what is left as candidates at the end comes last. Then the
//! candidates below a branch are the neighbours of its vertex that come later: each branch can be searched by itself.

use super::many::pivot_among;
use super::room::PivotRoom;
use crate::kernels::cliques::matrix::{WORD, below, words};
use crate::kernels::cliques::search::size;
use crate::kernels::triangles::shared::ThreadTeam;
use crate::simt::{Block, Warp};

/// The spine goes on while there are more candidates than this.
const REST: u32 = 32;
/// The rank of what is left at the end.
const LAST: u32 = u32::MAX;

/// One of the searches that a root's tree is made of.
pub(super) struct Branch {
    /// The vertex that is held, by its place in the list; none at the end of the spine.
    vertex: Option<u32>,
    rank: u32,
    /// Vertices held, the root among them.
    pub held: u32,
    /// Pivots.
    pub pivots: u32,
}

impl Branch {
    /// The whole tree, where there is no spine.
    #[inline(always)]
    pub(super) fn whole() -> Self {
        Branch { vertex: None, rank: 0, held: 1, pivots: 0 }
    }

    /// Branch `at`: 0 is the end of the spine.
    #[inline(always)]
    pub(super) fn get(room: &PivotRoom<'_>, at: u32) -> Self {
        // SAFETY: `make` wrote them before the block met.
        let (pivots, vertex) =
            unsafe { (room.pivots().read(at as usize), room.branches().read(at as usize)) };
        if at == 0 {
            return Branch { vertex: None, rank: LAST - 1, held: 1, pivots };
        }
        // SAFETY: as above.
        let rank = unsafe { room.ranks().read(vertex as usize) };
        Branch { vertex: Some(vertex), rank, held: 2, pivots }
    }

    /// Whether the vertex at a place of the list is a candidate.
    #[inline(always)]
    pub(super) fn has(&self, room: &PivotRoom<'_>, place: u32) -> bool {
        // SAFETY: `make` wrote the ranks of the list, and the matrix was made whole, before the block met.
        unsafe {
            room.ranks().read(place as usize) > self.rank
                && self.vertex.is_none_or(|vertex| room.cliques.matrix.bit(vertex, place))
        }
    }
}

/// Follows the pivots in the matrix of a list of `rows` vertices. A collective of the block; returns how many branches
/// there are.
#[inline(always)]
pub(super) fn make<B: Block>(block: B, room: &PivotRoom<'_>, rows: u32) -> u32 {
    if block.warp_index() == 0 {
        follow(block.warp(), room, rows);
    }
    block.sync();
    // SAFETY: written before the barrier.
    unsafe { room.pivots().read(room.count_at()) }
}

/// Follows the pivots by one warp: writes the ranks, the branches, the pivots before each of them, and how many
/// branches there are. The candidates at the end are left in the room's `set`.
#[inline(always)]
fn follow<W: Warp>(warp: W, room: &PivotRoom<'_>, rows: u32) {
    let team = ThreadTeam::warp(warp);
    let length = words(rows);
    // SAFETY: the other warps wait, and have no more to do with the last root. Lanes meet between writing and reading,
    // here and below, and each place is written by one of them.
    team.share(rows as usize, |at| unsafe { room.ranks().write(at, LAST) });
    // SAFETY: as above.
    team.share(length, |at| unsafe { room.set.write(at, below(rows - at as u32 * WORD)) });
    warp.sync();
    let (mut rank, mut branches, mut pivots) = (0, 1, 0);
    loop {
        // SAFETY: as above.
        let set = unsafe { room.set.written(length) };
        let candidates = size(warp, set);
        if candidates <= REST {
            break;
        }
        let (pivot, _) = pivot_among(warp, room.cliques.matrix, set);
        // SAFETY: the matrix was made whole before the block met.
        let row = unsafe { room.cliques.matrix.row(pivot, length) };
        for (at, (set, row)) in set.iter().zip(row).enumerate() {
            let first = at as u32 * WORD;
            let mut left = set & !row;
            if first <= pivot && pivot < first + WORD {
                left &= !(1 << (pivot % WORD));
            }
            let mut bit = warp.lane();
            while bit < WORD {
                if left >> bit & 1 == 1 {
                    let before = (left & below(bit)).count_ones();
                    let branch = (branches + before) as usize;
                    // SAFETY: as above: a branch for each vertex of the list, but for pivots, and one more.
                    unsafe {
                        room.ranks().write((first + bit) as usize, rank + before);
                        room.branches().write(branch, first + bit);
                        room.pivots().write(branch, pivots);
                    }
                }
                bit += W::LANES;
            }
            branches += left.count_ones();
            rank += left.count_ones();
        }
        if warp.lane() == 0 {
            // SAFETY: as above.
            unsafe { room.ranks().write(pivot as usize, rank) };
        }
        rank += 1;
        pivots += 1;
        warp.sync();
        // SAFETY: as above; the row has as many words.
        team.share(length, |at| unsafe { room.set.write(at, room.set.read(at) & *row.get_unchecked(at)) });
        warp.sync();
    }
    if warp.lane() == 0 {
        // SAFETY: as above.
        unsafe {
            room.pivots().write(0, pivots);
            room.branches().write(0, 0);
            room.pivots().write(room.count_at(), branches);
        }
    }
}
